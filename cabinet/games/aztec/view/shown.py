"""A `Look` at Aztec read once: which building to show, who is who, what is in hand.

When a round ends the rules begin the next at once; the finished pyramid lingers
here for a while, so that people see it counted.
"""

from collections.abc import Iterable
from typing import Final

from cabinet.games.aztec.rules.board import CUBES, LEVELS, SIZE, START, Cube, Piece
from cabinet.games.aztec.rules.position import (
    CORNERS,
    NOBODY,
    State,
    bidders,
)
from cabinet.games.aztec.view.hand import EDGES, Hand
from cabinet.games.aztec.view.pyramid import START as START_RAMP
from cabinet.games.aztec.view.pyramid import Stone
from cabinet.tabletop.api import Look
from cabinet.tabletop.data import Texts
from cabinet.tabletop.drawing import MAUVE, SEATS, Ramp

TEXTS: Final = Texts("cabinet.games.aztec")
END_FRAMES: Final = 240
DROP_FRAMES: Final = 16
SIDES: Final = ("ohpuch", "ns", "ew")
_OUTER: Final = (0, SIZE - 1)
_ROWS: Final = {0: ("north",), SIZE - 1: ("south",)}
_FILES: Final = {0: ("west",), SIZE - 1: ("east",)}


class Shown:
    """A `Look`, read once."""

    def __init__(self, look: Look[State, Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.say = TEXTS[look.language]
        self.news = {event["event"]: event for event in look.lately}
        self.players = look.seen.players
        self.rounds = look.seen.rounds
        self.corners = bool(look.seen.setup & CORNERS)
        ended = self.news.get("round_over")
        over = look.seen.mover == NOBODY
        self.lingers = ended is not None and look.age < END_FRAMES and not over
        self.pieces: tuple[Piece, ...]
        self.ohpuch: int | None
        if ended and self.lingers:
            self.round, self.ohpuch = ended["round"], ended["ohpuch"]
            self.pieces = tuple(
                tuple((x, y, z) for x, y, z in piece) for piece in ended["pieces"]
            )
        else:
            self.round, ohpuch = look.seen.round, look.seen.ohpuch
            self.ohpuch = None if ohpuch == NOBODY else ohpuch
            self.pieces = tuple(CUBES[piece] for piece in look.seen.pieces)
        waits = over or self.lingers or look.landing
        self.turn = None if waits else look.seen.mover
        self.auction = self.players == 3 and self.ohpuch is None
        self.hand = None if self.lingers or self.turn is None else look.hand
        self.building = self._building()
        self.edges = self._counted(self.building)
        self.piece: Piece = self.hand.piece if self.hand else ()

    def side(self, seat: int) -> str:
        """What a seat plays: ns, ew, ohpuch, or bidder while that is not settled."""
        if self.players == 2:
            return ("ns", "ew")[seat]
        if self.ohpuch is None:
            return "bidder"
        return SIDES[(seat - self.ohpuch) % 3]

    def seat(self, side: str) -> int | None:
        """Who plays a side; nobody while that is not settled."""
        if self.players == 2:
            return ("ns", "ew").index(side)
        return None if self.ohpuch is None else (self.ohpuch + SIDES.index(side)) % 3

    def colors_of(self, side: str) -> Ramp:
        """Those of the seat who plays a side."""
        seat = self.seat(side)
        return MAUVE if seat is None else SEATS[seat]

    def owner(self, number: int) -> int:
        """Who laid the piece of that number, from 0."""
        first = self.seen.first if self.ohpuch is None else self.ohpuch
        return (first + number) % self.players

    def bids_of(self, seat: int) -> list[int]:
        """What a seat has said in the auction, 0 where it passed."""
        bids = self.seen.bids
        said = zip(bidders(self.seen.first, bids), bids, strict=False)
        return [bid for bidder, bid in said if bidder == seat]

    def _building(self) -> dict[Cube, Stone]:
        building = {START: Stone(-1, START_RAMP)}
        for number, piece in enumerate(self.pieces):
            ramp = SEATS[self.owner(number)]
            newest = number == len(self.pieces) - 1
            stone = Stone(number, ramp, "white" if newest else "ink")
            building |= dict.fromkeys(piece, stone)
        return building

    def _counted(self, cubes: Iterable[Cube]) -> dict[str, int]:
        counted = dict.fromkeys(EDGES, 0)
        for cube in cubes:
            for edge in self.counts_at(cube):
                counted[edge] += 1
        return counted

    def counts_at(self, cube: Cube) -> tuple[str, ...]:
        """The edges a cube scores at."""
        x, y, z = cube
        if z != LEVELS - 1:
            return ()
        if x in _OUTER and y in _OUTER and not self.corners:
            return ()
        return (*_ROWS.get(y, ()), *_FILES.get(x, ()))

    def points(self, side: str) -> int:
        """What a side has built on its two edges."""
        return _sum(self.edges, side)

    def gain(self, side: str) -> int:
        """What the piece in hand would add for a side."""
        return _sum(self._counted(self.piece), side)

    def ramp(self) -> Ramp:
        """The colours of whose turn it is."""
        return MAUVE if self.turn is None else SEATS[self.turn]

    def held(self) -> dict[Cube, Stone]:
        """The piece in hand, were it laid."""
        return dict.fromkeys(self.piece, Stone(len(self.pieces), self.ramp(), "white"))

    @property
    def opening(self) -> bool:
        """Whether a person is due who has not laid a piece yet."""
        waiting = self.hand is not None and not self.auction
        return waiting and len(self.pieces) < self.players

    def falling(self) -> Piece:
        """The piece just laid, while it is still on its way down."""
        arrived = self.look.age >= DROP_FRAMES or not self.pieces
        return () if arrived or "put" not in self.news else self.pieces[-1]


def _sum(edges: dict[str, int], side: str) -> int:
    if side == "ns":
        return edges["north"] + edges["south"]
    return edges["east"] + edges["west"] if side == "ew" else 0
