"""Arkade (Joan and Lucas Dufour, 2024) as the table knows it; README.md has the law.

What each side may do is in `alien` and `defender`, fortune's part in `chance`; here
they meet the protocol.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from cabinet.games.arkade.rules import actions, alien, chance, defender, notation
from cabinet.games.arkade.rules import document as documents
from cabinet.games.arkade.rules.deal import deal, deal_again
from cabinet.games.arkade.rules.menus import due, menu, odds
from cabinet.games.arkade.rules.position import (
    NOBODY,
    REASONS,
    SCORES,
    State,
    start,
)
from cabinet.tabletop.api import Document, GameEvents, Options, Outcome, Seat
from cabinet.tabletop.base import BaseRules


class ArkadeRules(BaseRules[State, int]):
    """Seat 0 is the Alien, seat 1 the Defender; the tiles are hidden."""

    name = documents.NAME
    seats = documents.SEATS
    options = documents.OPTIONS

    def new(self, players: int, options: Options, rng: Random) -> State:
        """Twelve saucers on two lines; the tiles are drawn from `rng`."""
        setup = documents.read_setup(players, options)
        return start(setup, *deal(rng, tiles=setup.tiles))

    def players(self, state: State) -> int:
        """Always two."""
        return 2

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The side on turn, both in arcade mode, or who must answer first."""
        return due(state)

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Dice first, then what they and the tiles allow, `end` last."""
        return menu(state, seat)

    def chances(self, state: State) -> Sequence[tuple[int, int]]:
        """How the dice may fall, or which tile may be turned over."""
        return odds(state)

    def apply(
        self, state: State, seat: Seat, action: int, events: GameEvents | None = None
    ) -> State:
        """The position after an action of a side's or fortune's."""
        return _DO[action](state, action, events)

    def outcome(self, state: State) -> Outcome:
        """A point for who won."""
        if state.mover != NOBODY:
            return Outcome(over=False, winners=(), scores=(0, 0))
        side = state.winner()
        return Outcome(
            over=True, winners=(side,), scores=SCORES[side], reason=REASONS[side]
        )

    def observe(self, state: State, seat: Seat | None) -> Document:
        """All but which tiles lie face down: of these, how many."""
        return documents.observe(state)

    def seen_by(self, state: State, seat: Seat | None) -> State:
        """The tiles that lie face down are counted, the Alien's as of one kind."""
        return state.but(
            alien_tiles=(sum(state.alien_tiles),),
            defender_tiles=tuple(("",) * len(tiles) for tiles in state.defender_tiles),
        )

    def imagine(self, state: State, seat: Seat, rng: Random) -> State:
        """Other tiles face down, as many as there are."""
        return deal_again(state, rng)

    def write(self, state: State) -> Document:
        """The position as a document."""
        return documents.write(state)

    def read(self, document: Document, rng: Random) -> State:
        """The position in a document; refuses by the field's name."""
        state = documents.read(document, rng)
        documents.check(state)
        return state

    def write_action(self, state: State, action: int) -> str:
        """`roll`, `step 2,1 3,1 V`, `fire ship`, `dice O B`, and so on."""
        return actions.TEXTS[state.setup.face][action]

    def read_action(self, state: State, seat: Seat, text: str) -> int:
        """The legal action `text` names; the refusal says what would be right."""
        return notation.read(state, seat, text)


_Act = Callable[[State, int, GameEvents | None], State]
# Each kind of action from its first number on.
_KINDS: Final[tuple[tuple[int, _Act], ...]] = (
    (actions.FORWARD, alien.step),
    (actions.ROLL, alien.roll),
    (actions.REROLL, alien.reroll),
    (actions.END, alien.end),
    (actions.CLEAR, alien.clear),
    (actions.SACRIFICE, alien.sacrifice),
    (actions.RIFT, alien.rift),
    (actions.REPAIR, alien.repair),
    (actions.DEFENDER_ROLL, defender.roll),
    (actions.DEFENDER_REROLL, defender.reroll),
    (actions.DEFENDER_END, defender.end),
    (actions.GO, defender.go),
    (actions.NUDGE, defender.nudge),
    (actions.GPS, defender.gps),
    (actions.FIRE, defender.fire),
    (actions.AMMO, defender.ammo),
    (actions.ASTEROID, defender.asteroid),
    (actions.FIELD, defender.field),
    (actions.TOWER, defender.tower),
    (actions.COMET, defender.comet),
    (actions.ALIEN_DICE, chance.fall),
    (actions.ALIEN_TILE, alien.draw),
    (actions.DEFENDER_TILE, defender.draw),
)


def _spread() -> tuple[_Act, ...]:
    """One function an action: each kind up to where the next begins."""
    ends = [*(first for first, _ in _KINDS[1:]), actions.ACTIONS]
    return tuple(
        act
        for (first, act), following in zip(_KINDS, ends, strict=True)
        for _ in range(following - first)
    )


_DO: Final = _spread()
