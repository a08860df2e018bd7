"""Arkade as a random match seldom shows it: both at once, tiles, what they left."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND
from cabinet.protocol.snapshot import MatchCard, ResultCard
from cabinet.screen.match.table import Table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame, Document
from cabinet.tabletop.match import Match
from tools.gallery.samples import NOW, PERSON, waiting

_SAUCERS: Final = [
    {"at": [line, column], "color": color, "heart": heart}
    for line, column, color, heart in (
        (1, 1, "O", False),
        (1, 4, "O", False),
        (2, 3, "O", True),
        (2, 6, "V", False),
        (3, 1, "O", False),
        (4, 2, "B", False),
        (5, 5, "V", True),
        (6, 4, "B", False),
        (7, 3, "V", False),
    )
]
_ROLLED: Final[Document] = {
    "game": "arkade",
    "saucers": _SAUCERS,
    "lost": ["B", "B", "V"],
    "kills": {"O": 0, "B": 2, "V": 1},
    "ship": 4,
    "alien_dice": ["O", "V"],
    "alien_rolls": 1,
}
_AT_ONCE: Final[Document] = _ROLLED | {
    "turn": "both",
    "options": {"mode": "arcade"},
    "defender_dice": {"move": 3, "fire": "B"},
    "defender_rolls": 1,
}
# All that the Defender's tiles can leave on the table.
_LITTERED: Final[Document] = _ROLLED | {
    "turn": "defender",
    "alien_dice": [None, None],
    "alien_rolls": 0,
    "defender_dice": {"move": 3, "fire": "B"},
    "defender_rolls": 1,
    "asteroids": [[8, 3], [5, 6]],
    "fields": [[7, 4]],
    "tower": 6,
    "kept": ["ammo O", "ammo V", "gps"],
    "defender_tiles": {"O": ["mine1"], "B": [], "V": []},
}
_ON_A_FRAME: Final[Document] = _ROLLED | {
    "alien_dice": ["O", None],
    "alien_tiles": ["life", "rift", "speed", "hit"],
}
_ABOUT_TO_WIN: Final[Document] = _AT_ONCE | {
    "saucers": [*_SAUCERS[:-1], {"at": [8, 3], "color": "V"}],
}


def arkade_shows(game: AnyGame, blank: Show) -> Iterator[tuple[str, Show]]:
    """Positions that were set out, and what an action brings."""
    if game.rules.name != "arkade":
        return
    yield _playing("arkade_arcade", _table(game, _AT_ONCE), blank)
    rolling = _table(game, _AT_ONCE)
    rolling.realtime_queue.begin(1, "roll", NOW + SECOND)
    yield _playing("arkade_arcade_rolling", rolling, blank)
    with_tiles = {"options": {"mode": "arcade", "tiles": True}}
    yield _playing("arkade_arcade_tiles", _table(game, _AT_ONCE | with_tiles), blank)
    yield _playing("arkade_tiles", _table(game, _LITTERED), blank)
    for name, frames in (("turning", 3), ("turned", 40)):
        table = _table(game, _ON_A_FRAME)
        table.play(0, "step 3,1 4,1 O")
        for _ in range(frames):
            table.tick()
        yield _playing(f"arkade_tile_{name}", table, blank)
    yield _won("arkade_arcade_result", _table(game, _ABOUT_TO_WIN), blank)


def _table(game: AnyGame, document: Document) -> Table:
    """A table where two people have come to this position."""
    card = MatchCard(7, "arkade", {}, (PERSON, PERSON), seed=5, credits=2)
    table = Table(game, card)
    table.match = Match.load(game, document, card.seed, "manual")
    return table


def _playing(name: str, table: Table, blank: Show) -> tuple[str, Show]:
    snapshot = waiting("playing", 88, match=table.card, credits=0)
    return name, replace(blank, snapshot=snapshot, play=table.show(blank.words))


def _won(name: str, table: Table, blank: Show) -> tuple[str, Show]:
    """The Alien rolls until a saucer can pass the last line."""
    last: list[str] = []
    while not last:
        table.play(0, "roll")
        last = [text for text in table.match.legal(0) if " 9," in text]
    table.play(0, last[0])
    outcome = table.outcome()
    ended = ResultCard("finished", outcome.winners, outcome.scores, outcome.reason)
    snapshot = waiting("result", 20, match=table.card, result=ended)
    return name, replace(blank, snapshot=snapshot, play=table.show(blank.words))
