"""Azteka (Andrea Mainini, 2014) as the table knows it; README.md has the sentences.

What may be done is in `position`, what it does in `play`; here they meet the
protocol, and the match is judged.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from cabinet.games.azteka.rules import document as documents
from cabinet.games.azteka.rules import notation, play, position
from cabinet.games.azteka.rules import playouts as kernel
from cabinet.games.azteka.rules.position import State
from cabinet.tabletop.api import Document, GameEvents, Options, Outcome, Seat
from cabinet.tabletop.base import BaseRules


class AztekaRules(BaseRules[State, int]):
    """Two by the rulebook, three by house rules; nothing is hidden."""

    name = documents.NAME
    seats = documents.SEATS
    options = documents.OPTIONS

    def new(self, players: int, options: Options, rng: Random) -> State:
        """The empty Circle; nothing is drawn."""
        return position.start(documents.read_setup(players, options))

    def players(self, state: State) -> int:
        """Three with mummies, else two."""
        return position.PLAYERS[state.variant]

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The one seat to move."""
        return _DUE[state.round - 1][state.mover]

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Placements by ring and segment, then turns, or `pass` at a birth."""
        due = _DUE[state.round - 1][state.mover]
        return position.menu(state) if len(due) > 0 and due[0] == seat else ()

    def apply(
        self, state: State, seat: Seat, action: int, events: GameEvents | None = None
    ) -> State:
        """Place, turn or pass, with all that follows from it."""
        if action < position.TURN:
            return play.place(state, action, events)
        if action < position.PASS:
            return play.turn(state, action, events)
        return play.decline(state, events)

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
        documents.check(state)
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
