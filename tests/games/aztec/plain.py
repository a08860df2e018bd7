"""Aztec a second time: slow, obvious, from the sentences of the rulebook.

A piece is a set of (x, y, z), the building a list of such sets, and nothing is
shared with `cabinet.games.aztec`. It is here to disagree.
"""

from copy import deepcopy
from itertools import permutations, product

PIECE = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (2, 0, 1)]
START = frozenset({(4, 4, 0)})
DIRECTIONS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def all_turns():
    """Every rotation: an order of the axes with signs, and no mirror among them."""
    for axes in permutations(range(3)):
        swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
        for signs in product((1, -1), repeat=3):
            if signs[0] * signs[1] * signs[2] == (-1) ** swaps:
                yield axes, signs


def turned(axes, signs):
    cubes = [
        tuple(s * cube[a] for a, s in zip(axes, signs, strict=True)) for cube in PIECE
    ]
    low = [min(cube[axis] for cube in cubes) for axis in range(3)]
    return frozenset(
        tuple(c - m for c, m in zip(cube, low, strict=True)) for cube in cubes
    )


SHAPES = {turned(axes, signs) for axes, signs in all_turns()}


def on_the_board(piece):
    return all(0 <= x <= 8 and 0 <= y <= 8 and 0 <= z <= 2 for x, y, z in piece)


def shifted(piece, dx, dy, dz):
    return frozenset((x + dx, y + dy, z + dz) for x, y, z in piece)


EVERYWHERE = sorted(
    {
        moved
        for shape in SHAPES
        for dx, dy, dz in product(range(9), range(9), range(3))
        if on_the_board(moved := shifted(shape, dx, dy, dz))
    },
    key=sorted,
)


def neighbours(cube):
    x, y, z = cube
    return {(x + dx, y + dy, z + dz) for dx, dy, dz in DIRECTIONS}


def faces_touching(piece, building):
    return sum(len(neighbours(cube) & building) for cube in piece)


def supported(cube, piece, building):
    x, y, z = cube
    below = (x, y, z - 1)
    if z == 0 or below in building:
        return True
    return below in piece and supported(below, piece, building)


def hangs(piece, building):
    """Two consecutive blocks over the void."""
    free = {cube for cube in piece if not supported(cube, piece, building)}
    return any(neighbours(cube) & free for cube in free)


def may_lie(piece, building):
    return (
        not piece & building
        and faces_touching(piece, building) >= 2
        and not hangs(piece, building)
    )


def written(piece):
    return "put " + " ".join(f"{x},{y},{z}" for x, y, z in sorted(piece))


class PlainMatch:
    """One match in progress; `play` changes it."""

    def __init__(self, players=2, corners="both", rounds=1, first=0):
        self.players = players
        self.corners = corners
        self.rounds = rounds
        self.first = first
        self.round = 1
        self.pieces = []
        self.bids = []
        self.results = []
        self.ohpuch = first if rounds == 3 else None
        self.target = None
        self.turn = first

    @property
    def actors(self):
        return () if self.turn is None else (self.turn,)

    @property
    def auction(self):
        return self.players == 3 and self.ohpuch is None

    @property
    def building(self):
        return START.union(*self.pieces)

    def legal(self):
        if self.turn is None:
            return []
        if self.auction:
            named = [bid for _, bid in self.bids if bid is not None]
            lower = [f"bid {n}" for n in range(1, 19) if n < min([*named, 19])]
            return lower + ["pass"] * bool(named)
        building = self.building
        return [written(piece) for piece in EVERYWHERE if may_lie(piece, building)]

    def play(self, text):
        word, *rest = text.split()
        if word == "put":
            cubes = [tuple(map(int, cube.split(","))) for cube in rest]
            self.pieces.append(frozenset(cubes))
            self.turn = (self.turn + 1) % self.players
            if len(self.pieces) == 22 or not self.legal():
                self.end_round()
        else:
            self.bids.append((self.turn, int(rest[0]) if rest else None))
            self.settle_auction()

    def settle_auction(self):
        out = [seat for seat, bid in self.bids if bid is None]
        self.turn = (self.turn + 1) % 3
        while self.turn in out:
            self.turn = (self.turn + 1) % 3
        if len(out) == 2:
            self.ohpuch = self.turn
            self.target = min(bid for _, bid in self.bids if bid is not None)

    def end_round(self):
        points = self.points()
        self.turn = None
        if self.rounds == 3:
            self.results.append(points)
            if self.round < 3:
                self.round += 1
                self.ohpuch = self.turn = (self.ohpuch + 1) % 3
                self.pieces = []

    def points(self):
        """What each seat has on its edges now."""
        edges = {"north-south": 0, "east-west": 0}
        for x, y, z in self.building:
            corner = x in (0, 8) and y in (0, 8)
            if z == 2 and not (corner and self.corners == "none"):
                edges["north-south"] += y in (0, 8)
                edges["east-west"] += x in (0, 8)
        if self.players == 2:
            return [edges["north-south"], edges["east-west"]]
        points = [0, 0, 0]
        if self.ohpuch is not None:
            points[(self.ohpuch + 1) % 3] = edges["north-south"]
            points[(self.ohpuch + 2) % 3] = edges["east-west"]
        return points

    def scores(self):
        if self.rounds == 1:
            return self.points()
        rounds = self.results if self.turn is None else [*self.results, self.points()]
        return [sum(each[seat] for each in rounds) for seat in range(3)]

    def winners(self):
        scores = self.scores()
        if self.rounds == 3:
            return [seat for seat in range(3) if scores[seat] == max(scores)]
        order = [self.first, 1 - self.first]
        if self.players == 3:
            if all(score < self.target for score in scores):
                return [self.ohpuch]
            order = [(self.ohpuch + 1) % 3, (self.ohpuch + 2) % 3]
        return [max(order, key=lambda seat: (scores[seat], -order.index(seat)))]

    def document(self):
        return {
            "game": "aztec",
            "options": {"corners": self.corners, "rounds": self.rounds},
            "players": self.players,
            "first": self.first,
            "round": self.round,
            "turn": self.turn,
            "pieces": [[list(cube) for cube in sorted(p)] for p in self.pieces],
            "bids": [{"seat": seat, "bid": bid} for seat, bid in self.bids],
            "ohpuch": self.ohpuch,
            "target": self.target,
            "results": self.results,
        }

    def perft(self, depth):
        """How many sequences of `depth` actions there are."""
        legal = self.legal()
        if depth <= 1:
            return len(legal) if depth else 1
        total = 0
        for text in legal:
            after = deepcopy(self)
            after.play(text)
            total += after.perft(depth - 1)
        return total
