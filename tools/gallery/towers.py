"""A match whose dice a tower throws, in every state that it can be seen in."""

from collections.abc import Iterator
from dataclasses import replace

from cabinet.core.money.ledger import Move
from cabinet.i18n.message import verbatim
from cabinet.protocol.dice import TowerCard
from cabinet.protocol.snapshot import MatchCard, Snapshot
from cabinet.screen.match.table import Table
from cabinet.screen.scenes.show import Show
from cabinet.tabletop.api import CHANCE, AnyGame
from cabinet.throws import Throw, fell
from tools.gallery.samples import ALARMS, PERSON, match_card, waiting

_ASKED = Move(CHANCE, str(Throw(0xD1CE, 258)))
_READY = TowerCard("ready")


def tower_shows(game: AnyGame, blank: Show) -> Iterator[tuple[str, Show]]:
    """What is said of the tower over the table of a game with real dice."""
    if game.dice is None:
        return
    first = match_card(game, (PERSON,) * game.rules.seats[0], 0)
    rolled = _after(first, Move(0, "roll"))
    asked = _after(rolled, _ASKED)
    for name, card, tower in (
        ("throw", asked, _READY),
        ("cocked", asked, TowerCard("cocked")),
        ("missing", asked, TowerCard("missing")),
        ("away", asked, TowerCard("away", ALARMS["unplugged"])),
        ("other", asked, TowerCard("other", verbatim("0000beef"))),
        ("wait", rolled, _READY),
    ):
        yield _show(game, blank, name, (card,), (tower,))
    saw = _after(asked, Move(CHANCE, fell((2, 5))))
    yield _show(game, blank, "saw", (asked, saw), (_READY,))
    short = _after(asked, Move(CHANCE, fell((4,))), _ASKED)
    yield _show(game, blank, "misfit", (asked, short), (_READY,))
    away = TowerCard("away", ALARMS["unplugged"])
    yield _show(game, blank, "back", (asked,), (away, _READY))


def _after(card: MatchCard, *moves: Move) -> MatchCard:
    return replace(card, log=(*card.log, *moves))


def _show(
    game: AnyGame,
    blank: Show,
    name: str,
    cards: tuple[MatchCard, ...],
    towers: tuple[TowerCard, ...],
) -> tuple[str, Show]:
    """The table after it has seen these cards and these states, one by one."""
    table = Table(game, cards[0], tower=towers[0])
    for tower in towers[1:]:
        table.dice.hear(tower)
    for card in cards[1:]:
        table.knows(card)
    snapshot: Snapshot = waiting("playing", 170, match=cards[-1], tower=towers[-1])
    play = table.show(blank.words)
    whole = f"{game.rules.name}_tower_{name}"
    return whole, replace(blank, snapshot=snapshot, play=play)
