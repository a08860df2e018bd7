"""Space Aztecs (Romaric Galonnier, 2022) as the table knows it; see README.md.

What may be done is in `position`, what it does in `play`, what it is worth in
`score`; here they meet the protocol.
"""

from collections.abc import Sequence
from random import Random

from cabinet.games.space_aztecs.rules import document as documents
from cabinet.games.space_aztecs.rules import imagine as imagining
from cabinet.games.space_aztecs.rules import notation, play
from cabinet.games.space_aztecs.rules.position import (
    A_SEAT,
    ABDUCT,
    HIDE,
    RESOLVING,
    SEATS,
    SHOW,
    TAKE,
    State,
    due,
    menu,
    start,
)
from cabinet.games.space_aztecs.rules.score import verdict
from cabinet.tabletop.api import Document, GameEvents, Options, Seat
from cabinet.tabletop.base import BaseRules
from cabinet.tabletop.options import check_players


class SpaceAztecsRules(BaseRules[State, int]):
    """Two to six; piles and choices are hidden, and only the deal is drawn."""

    name = documents.NAME
    seats = SEATS
    options = documents.OPTIONS
    actors = staticmethod(due)
    outcome = staticmethod(verdict)
    seen_by = staticmethod(imagining.seen_by)
    imagine = staticmethod(imagining.imagine)
    read_action = staticmethod(notation.read)

    def new(self, players: int, options: Options, rng: Random) -> State:
        """Eight piles dealt, a first player drawn."""
        check_players("Space Aztecs", SEATS, players)
        with_codex, wish = documents.read_options(options)
        return start(players, wish, rng, with_codex=with_codex)

    def players(self, state: State) -> int:
        """As many as there are cities."""
        return len(state.cities)

    def legal(self, state: State, seat: Seat) -> Sequence[int]:
        """Piles and cards by number; `show` after every `hide`."""
        return menu(state, seat) if seat in due(state) else ()

    def apply(
        self, state: State, seat: Seat, action: int, events: GameEvents | None = None
    ) -> State:
        """Take, choose or answer, with all that follows from it."""
        if action < TAKE:
            return play.choose(state, seat, action, events)
        if action < HIDE:
            return play.take(state, seat, action - TAKE, events)
        if action < SHOW:
            return play.hide(state, action - HIDE, events)
        if action < ABDUCT:
            return play.show(state, events)
        victim, card = divmod(action - ABDUCT, A_SEAT)
        return play.abduct(state, victim, card, events)

    def observe(self, state: State, seat: Seat | None) -> Document:
        """What `seat` may see; None sees what lies on the table."""
        return documents.observe(state, seat)

    def write(self, state: State) -> Document:
        """The position as a document."""
        return documents.write(state)

    def read(self, document: Document, rng: Random) -> State:
        """The position in a document; refuses by the field's name."""
        state = documents.read(document, rng)
        documents.check(state)
        if state.phase == RESOLVING and state.pending is None:
            return play.resolve(state, None)
        return state

    def write_action(self, state: State, action: int) -> str:
        """`take 3`, `choose 17`, `abduct 1 42`, `hide 2` or `show`."""
        return notation.TEXTS[action]
