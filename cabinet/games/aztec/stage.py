"""A `Look` at Aztec read once: which building to show, who is who, what is in hand.

When a round ends the rules begin the next at once; the finished pyramid lingers
here for a while, so that people see it counted.
"""

from typing import Final

from cabinet.games.aztec import pyramid
from cabinet.games.aztec.board import LEVELS, SIZE, START, Cube
from cabinet.games.aztec.hand import Hand
from cabinet.games.aztec.pyramid import Stone
from cabinet.games.aztec.stones import RAMPS, Ramp
from cabinet.games.aztec.words import say
from cabinet.picture import Picture
from cabinet.tabletop.api import Document, Look

END_FRAMES: Final = 240
_GHOST: Final = 1_000


class Stage:
    """A `Look`, read once."""

    def __init__(self, look: Look[Hand]) -> None:
        self.look = look
        self.seen = look.seen
        self.language = look.language
        self.news = {happening["event"]: happening for happening in look.lately}
        self.players: int = look.seen["players"]
        self.corners: bool = look.seen["options"]["corners"] == "both"
        ended = self.news.get("round_over")
        self.lingers = (
            ended is not None
            and look.age < END_FRAMES
            and look.seen["turn"] is not None
        )
        shown: Document = ended if ended and self.lingers else look.seen
        self.ohpuch: int | None = shown["ohpuch"]
        self.round: int = shown["round"]
        self.pieces: list[list[Cube]] = [
            [(x, y, z) for x, y, z in piece] for piece in shown["pieces"]
        ]
        self.turn: int | None = None if self.lingers else look.seen["turn"]
        self.auction = self.players == 3 and self.ohpuch is None
        self.hand = None if self.lingers or self.turn is None else look.hand
        self.building = self._building()
        self.points = self._points()

    def side(self, seat: int) -> str:
        """What a seat plays: ns, ew, ohpuch, or bidder while that is not settled."""
        if self.players == 2:
            return ("ns", "ew")[seat]
        if self.ohpuch is None:
            return "bidder"
        return ("ohpuch", "ns", "ew")[(seat - self.ohpuch) % 3]

    def owner(self, number: int) -> int:
        """Who laid the piece of that number, from 0."""
        first: int = self.seen["first"] if self.ohpuch is None else self.ohpuch
        return (first + number) % self.players

    def _building(self) -> dict[Cube, Stone]:
        building = {START: Stone(-1, RAMPS["start"])}
        for number, piece in enumerate(self.pieces):
            ramp = RAMPS[self.side(self.owner(number))]
            newest = number == len(self.pieces) - 1
            stone = Stone(number, ramp, "white" if newest else "ink")
            building |= dict.fromkeys(piece, stone)
        return building

    def _points(self) -> dict[str, int]:
        counted = {"ns": 0, "ew": 0}
        for cube in self.building:
            for side in self.counts_for(cube):
                counted[side] += 1
        return counted

    def counts_for(self, cube: Cube) -> tuple[str, ...]:
        """The sides a cube scores for."""
        x, y, z = cube
        ends = (0, SIZE - 1)
        if z != LEVELS - 1 or (x in ends and y in ends and not self.corners):
            return ()
        return (*(("ns",) if y in ends else ()), *(("ew",) if x in ends else ()))

    def ramp(self) -> Ramp:
        """The colours of whose turn it is."""
        return RAMPS["bidder" if self.turn is None else self.side(self.turn)]

    def table(self) -> Picture:
        """The pyramid, the stones, the piece in hand."""
        compass = ("north", "east", "south", "west")
        names = {side: say(self.language, side) for side in compass}
        piece = () if self.hand is None else self.hand.piece
        ramp = self.ramp()
        flash = Ramp(ramp.mid, ramp.main, ramp.light, "white")
        if self.look.frame % 40 >= 26:
            flash = Ramp(ramp.dark, ramp.mid, ramp.main, ramp.light)
        ghost = dict.fromkeys(piece, Stone(_GHOST, flash, "white"))
        everything = self.building | ghost
        shapes = (
            *pyramid.plate(corners=self.corners),
            *pyramid.letters(names),
            *pyramid.stones(everything),
        )
        for cube in everything:
            if sides := self.counts_for(cube):
                shapes += pyramid.score_mark(cube, sides)
        return shapes + self._pointed(everything)

    def _pointed(self, everything: dict[Cube, Stone]) -> Picture:
        hand = self.hand
        if hand is None or self.auction:
            return ()
        column = (hand.x, hand.y)
        height = pyramid.top_of(everything, column)
        color = self.ramp().main if hand.action in self.look.legal else "red"
        return (
            *pyramid.wire(hand.piece, "white"),
            *pyramid.pointer(column, height, color, self.look.frame),
        )
