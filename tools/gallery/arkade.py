"""Arkade as a random match seldom shows it: both at once, tiles, what they left."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import yaml

from cabinet.core.events import SECOND
from cabinet.protocol.snapshot import MatchCard, ResultCard
from cabinet.screen.match.table import COUNT_IN, Table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import AnyGame, Document
from cabinet.tabletop.match import Match
from tools.gallery.samples import NOW, PERSON, waiting

ARCADE: Final[dict[str, str | int | bool]] = {"mode": "arcade"}
_POSITIONS: Final[dict[str, Document]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)


def arkade_shows(game: AnyGame, blank: Show) -> Iterator[tuple[str, Show]]:
    """Positions that were set out, and what an action brings."""
    if game.rules.name != "arkade":
        return
    yield _playing("arkade_arcade", _table(game, "at_once"), blank)
    rolling = _table(game, "at_once")
    rolling.realtime_queue.begin(1, "roll", NOW + SECOND)
    yield _playing("arkade_arcade_rolling", rolling, blank)
    yield _playing("arkade_arcade_tiles", _table(game, "with_tiles"), blank)
    yield _playing("arkade_tiles", _table(game, "littered"), blank)
    for name, frames in (("turning", 3), ("turned", 40)):
        table = _table(game, "on_a_frame")
        table.play(0, "step 3,1 4,1 O")
        for _ in range(frames):
            table.tick()
        yield _playing(f"arkade_tile_{name}", table, blank)
    yield from _explained(game, blank)
    yield _won("arkade_arcade_result", _table(game, "about_to_win"), blank)


def _explained(game: AnyGame, blank: Show) -> Iterator[tuple[str, Show]]:
    """3, 2, 1; the alarm; and what the banner says of hearts, tiles and steps."""
    counting = Table(game, MatchCard(7, "arkade", ARCADE, (PERSON, PERSON), seed=5))
    counting.count_in()
    yield _playing("arkade_count_in", counting, blank)
    counting.count(0)
    counting.count(COUNT_IN)
    yield _playing("arkade_go", counting, blank)
    for name, position, seat, action in (
        ("alarm", "at_once", 0, "step 7,3 8,3 O"),
        ("heart", "at_a_heart", 1, "fire ship"),
        ("defender_tile", "at_a_second_kill", 1, "fire ship"),
    ):
        table = _table(game, position)
        table.play(seat, action)
        for _ in range(30):
            table.tick()
        yield _playing(f"arkade_{name}", table, blank)
    sideways = Table(game, MatchCard(7, "arkade", {}, (PERSON, PERSON), seed=5))
    sideways.play(0, "roll")
    yield _playing("arkade_sideways", sideways, blank)


def _table(game: AnyGame, position: str) -> Table:
    """A table where two people have come to this position of arkade.yaml."""
    card = MatchCard(7, "arkade", {}, (PERSON, PERSON), seed=5, credits=2)
    table = Table(game, card)
    table.match = Match.load(game, _POSITIONS[position], card.seed, "manual")
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
