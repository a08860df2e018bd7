"""Azteka (Andrea Mainini, 2014) as the table knows it; README.md has the sentences.

What may be done is in `position`, what it does in `play`; here they meet the
protocol, and the match is judged.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from cabinet.games.azteka.rules import document as documents
from cabinet.games.azteka.rules import notation, play, possible
from cabinet.games.azteka.rules import playouts as kernel
from cabinet.games.azteka.rules.position import (
    PASS,
    PLAYERS,
    TURN,
    VARIANT_BITS,
    State,
    menu,
    start,
)
from cabinet.tabletop.api import Document, Options, Outcome, Seat, Story
from cabinet.tabletop.base import BaseRules


class AztekaRules(BaseRules[State, int]):
    """Two by the rulebook, three by house rules; nothing is hidden."""

    name = documents.NAME
    seats = documents.SEATS
    options = documents.OPTIONS

    def new(self, players: int, options: Options, rng: Random) -> State:
        """The empty Circle; nothing is drawn."""
        return start(documents.read_setup(players, options))

    def players(self, state: State) -> int:
        """Three with mummies, else two."""
        return PLAYERS[state.setup & VARIANT_BITS]

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The one seat to move."""
        return _DUE[state.round - 1][state.mover]

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Placements by ring and segment, then turns, or `pass` at a birth."""
        due = _DUE[state.round - 1][state.mover]
        return menu(state) if len(due) > 0 and due[0] == seat else ()

    def apply(
        self, state: State, seat: Seat, action: int, story: Story | None = None
    ) -> State:
        """Place, turn or pass, with all that follows from it."""
        if action < TURN:
            return play.place(state, action, story)
        if action < PASS:
            return play.turn(state, action, story)
        return play.decline(state, story)

    def play_randomly(self, state: State, rng: Random, most: int) -> tuple[State, int]:
        """Random actions to the end of the round, `most` at most."""
        return kernel.play_round(state, rng, most)

    def outcome(self, state: State) -> Outcome:
        """More rounds won, then fewer pawns; the scores are pawns counted."""
        return play.verdict(state)

    def write(self, state: State) -> Document:
        """The position as a document."""
        return documents.write(state)

    def read(self, document: Document, rng: Random) -> State:
        """The position in a document; refuses by the field's name."""
        state = documents.read(document)
        possible.check(state)
        return state

    def write_action(self, state: State, action: int) -> str:
        """`place 1 0`, `turn 3`, `turn2 3` or `pass`."""
        return notation.TEXTS[action]

    def read_action(self, state: State, seat: Seat, text: str) -> int:
        """The legal action `text` names; the refusal says what would be right."""
        return notation.read(state, seat, text)


_DUE: Final[tuple[tuple[tuple[Seat, ...], ...], ...]] = (
    ((0,), (1,), (2,), ()),
    ((1,), (0,), (), ()),
)
