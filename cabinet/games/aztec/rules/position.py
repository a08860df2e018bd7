"""A position of Aztec: the auction, the building, and who is who.

Actions are small integers: below `PASS` a placement by its number, `PASS` itself, and
`PASS + n` for the bid n. With two players seat 0 has the north and south edges; with
three, Oh Puch has none, the next seat north and south, the one after it east and west.
"""

from typing import Final, NamedTuple

from cabinet.games.aztec.rules.board import BOX, CUBES, SECTORS
from cabinet.games.aztec.rules.site import PLACEMENTS, Site, empty, members

NOBODY: Final = -1
NO_TARGET: Final = 0
PASS: Final[int] = PLACEMENTS
PIECES: Final[int] = int(BOX["pieces"]["number"])
LEAST_BID: Final[int] = int(BOX["auction"]["least"])
MOST_BID: Final[int] = int(BOX["auction"]["most"])

# A setup is one integer, a flag for each choice.
THREE_SEATS: Final = 1
CORNERS: Final = 2
THREE_ROUNDS: Final = 4


class State(NamedTuple):
    """One position; `mover` is a seat, or NOBODY when the game is over.

    `bids` has a number for each turn of the auction, 0 for a pass; `results` the
    points of each seat for each finished round, in games of three rounds only.
    """

    setup: int
    first: int
    round: int
    mover: int
    pieces: tuple[int, ...]
    site: Site
    bids: tuple[int, ...]
    ohpuch: int
    target: int
    results: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return 3 if self.setup & THREE_SEATS else 2

    @property
    def rounds(self) -> int:
        """How many times the pyramid is built."""
        return 3 if self.setup & THREE_ROUNDS else 1

    @property
    def bidding(self) -> bool:
        """Whether the role of Oh Puch is still being auctioned."""
        return bool(self.setup & THREE_SEATS) and self.ohpuch == NOBODY

    @property
    def builders(self) -> tuple[int, int]:
        """Who has the north and south edges, and who the east and west ones."""
        if not self.setup & THREE_SEATS:
            return 0, 1
        return (self.ohpuch + 1) % 3, (self.ohpuch + 2) % 3

    def points(self) -> tuple[int, ...]:
        """What every seat has built on its edges in this round; Oh Puch has 0."""
        counted = [0] * self.players
        if not self.bidding:
            sectors = SECTORS[self.setup & CORNERS != 0]
            north_south, east_west = self.builders
            counted[north_south] = (self.site.built & sectors[0]).bit_count()
            counted[east_west] = (self.site.built & sectors[1]).bit_count()
        return tuple(counted)


def start(setup: int, first: int) -> State:
    """The start cube alone; who is Oh Puch is known in games of three rounds."""
    ohpuch = first if setup & THREE_ROUNDS else NOBODY
    return State(setup, first, 1, first, (), empty(), (), ohpuch, NO_TARGET, ())


def bidders(first: int, bids: tuple[int, ...]) -> tuple[int, ...]:
    """Whose turn each of `bids` was, and who is next; a pass is final."""
    seats: list[int] = []
    passed: set[int] = set()
    seat = first
    for bid in bids:
        seats.append(seat)
        if not bid:
            passed.add(seat)
        seat = (seat + 1) % 3
        while seat in passed:
            seat = (seat + 1) % 3
    return (*seats, seat)


def lowest(bids: tuple[int, ...]) -> int:
    """The number to go under: the last bid, or one more than the highest allowed."""
    for bid in reversed(bids):
        if bid:
            return bid
    return MOST_BID + 1


def menu(state: State) -> list[int]:
    """Every action of the seat to move: bids, highest last, or placements."""
    if not state.bidding:
        return members(state.site.open)
    calls = [PASS + bid for bid in range(LEAST_BID, lowest(state.bids))]
    return [*calls, PASS] if state.bids else calls


def write_seat(seat: int) -> int | None:
    """A seat as documents and events have it, null for nobody."""
    return None if seat == NOBODY else seat


def write_piece(placement: int) -> list[list[int]]:
    """The six cubes of a placement as they have it, sorted."""
    return [list(cube) for cube in CUBES[placement]]
