"""Aztec (Niek Neuwahl, 1995) as the table knows it; README.md has the sentences.

What may be done is in `site` and `position`, what it does in `play`; here they meet
the protocol.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from cabinet.games.aztec.rules import document as documents
from cabinet.games.aztec.rules import notation, play
from cabinet.games.aztec.rules.position import PASS, State, menu, start
from cabinet.tabletop.api import Document, GameEvents, Options, Outcome, Seat
from cabinet.tabletop.base import BaseRules


class AztecRules(BaseRules[State, int]):
    """Two architects, or two and Oh Puch; nothing is hidden."""

    name = documents.NAME
    seats = documents.SEATS
    options = documents.OPTIONS

    def new(self, players: int, options: Options, rng: Random) -> State:
        """The start cube alone, seat 0 to begin; nothing is drawn."""
        return start(documents.read_setup(players, options), 0)

    def check(self, players: int, options: Options) -> None:
        """Refuse as `new` does."""
        documents.read_setup(players, options)

    def players(self, state: State) -> int:
        """Two or three."""
        return state.players

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The one seat to move."""
        return _DUE[state.mover]

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Placements by their sorted cubes; in the auction bids, then `pass`."""
        return menu(state) if seat == state.mover and seat >= 0 else ()

    def apply(
        self, state: State, seat: Seat, action: int, events: GameEvents | None = None
    ) -> State:
        """Lay a piece, bid or pass, with all that follows from it."""
        if action < PASS:
            return play.put(state, action, events)
        return play.bid(state, action - PASS, events)

    def outcome(self, state: State) -> Outcome:
        """Cubes on the third level above one's edges; or Oh Puch prevented it."""
        return play.verdict(state)

    def write(self, state: State) -> Document:
        """The position as a document."""
        return documents.write(state)

    def read(self, document: Document, rng: Random) -> State:
        """The position in a document; refuses by the field's name."""
        return documents.read(document)

    def write_action(self, state: State, action: int) -> str:
        """`put` with six cubes, `bid 12` or `pass`."""
        return notation.TEXTS[action]

    def read_action(self, state: State, seat: Seat, text: str) -> int:
        """The legal action `text` names; the refusal says which rule it breaks."""
        return notation.read(state, seat, text)


_DUE: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), ())
