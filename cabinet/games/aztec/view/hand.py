"""How a stick and two buttons play Aztec.

`a` lays the piece and `b` changes what the stick does. It begins with the simple
tool, which only ever stops on legal places; the others turn the piece, push it as it
is held, legal or not, and turn the pyramid. Every turn begins with the simple one.

Whatever is done, the piece stays over the board and under the eye of who holds it. Held
one way over one place it has at most one legal height; it takes that, or else rests on
what is in its way. The board may be turned under one's eyes: north is at the back right
to begin with; after a quarter it is at the back left. That changes what is seen and
where the stick points, never a rule.
"""

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.aztec.rules import board
from cabinet.games.aztec.rules.board import CUBES, LAID, ORIENTATIONS, Cube, Piece
from cabinet.games.aztec.rules.notation import ACTIONS, TEXTS
from cabinet.games.aztec.rules.position import PASS, State
from cabinet.tabletop.stick import STEPS, ahead

Column = tuple[int, int]
TOOLS: Final = ("move", "turn", "push", "look")
EDGES: Final = ("north", "east", "south", "west")


class Hand(NamedTuple):
    """Where a player points, what `a` would play there, and what the stick does.

    The board is seen turned by so many quarters; from above if `floor` is a level,
    from 1, and not 0.
    """

    x: int
    y: int
    action: str
    tool: str = "move"
    quarters: int = 0
    floor: int = 0

    @property
    def placement(self) -> int:
        """The number of the placement in hand; `PASS` if no piece is."""
        return min(ACTIONS.get(self.action, PASS), PASS)

    @property
    def piece(self) -> Piece:
        """The six cubes in hand, if it is a piece that is in hand."""
        return CUBES[self.placement] if self.placement < PASS else ()


def _by_orientation() -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in ORIENTATIONS]
    for number, placement in enumerate(LAID):
        found[placement.orientation].append(number)
    return tuple(tuple(numbers) for numbers in found)


COLUMNS: Final = tuple(frozenset([(x, y) for x, y, _ in piece]) for piece in CUBES)
_ALIKE: Final = _by_orientation()
_RESTING: Final = Hand(*board.START[:2], "")


@lru_cache(maxsize=8)
def ways(legal: tuple[str, ...]) -> dict[Column, tuple[str, ...]]:
    """The legal placements over each column that has one."""
    found: dict[Column, list[str]] = {}
    for text in legal:
        action = ACTIONS[text]
        if action < PASS:
            for column in COLUMNS[action]:
                found.setdefault(column, []).append(text)
    return {column: tuple(texts) for column, texts in found.items()}


@lru_cache(maxsize=8)
def promise(legal: tuple[str, ...], side: str, *, corners: bool) -> dict[Column, int]:
    """For each useful column, the most that a placement over it adds for a side.

    The legal placements are the same until somebody lays one, so it is worked out once.
    """
    sectors = dict(zip(("ns", "ew"), board.SECTORS[corners], strict=True))
    sector = sectors.get(side, 0)
    return {
        column: max((board.BODY[ACTIONS[text]] & sector).bit_count() for text in texts)
        for column, texts in ways(legal).items()
    }


def take(_: State, legal: tuple[str, ...], before: Hand | None) -> Hand:
    """The hand as a turn begins: near where this player pointed before."""
    hand = (before or _RESTING)._replace(tool="move", quarters=0, floor=0)
    columns = ways(legal)
    if columns:
        return _snapped(hand, columns)
    return hand._replace(action=call(legal, hand.action))


def _snapped(hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    return _over(_nearest(columns, (hand.x, hand.y)), hand, columns)


def _nearest(columns: Iterable[Column], to: Column) -> Column:
    x, y = to
    return min(columns, key=lambda c: (abs(c[0] - x) + abs(c[1] - y), c))


def _over(column: Column, hand: Hand, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The piece over another column, held as much as before as it can be."""
    x, y = column
    dx, dy = x - hand.x, y - hand.y
    wanted = {(cx + dx, cy + dy, z) for cx, cy, z in hand.piece}

    def alike(text: str) -> int:
        return len(wanted.intersection(CUBES[ACTIONS[text]]))

    return hand._replace(x=x, y=y, action=max(columns[column], key=alike))


def next_tool(hand: Hand) -> str:
    """The tool that `b` takes."""
    return TOOLS[(TOOLS.index(hand.tool) + 1) % len(TOOLS)]


def press(
    hand: Hand, button: str, seen: State, legal: tuple[str, ...]
) -> tuple[Hand, str | None]:
    """The hand after a button, and what it plays."""
    if button == "a":
        return hand, hand.action if hand.action in legal else None
    columns = ways(legal)
    if not columns:
        return hand._replace(action=dialled(hand.action, button, legal)), None
    if button == "b":
        other = hand._replace(tool=next_tool(hand))
        strays = other.tool == "move" and hand.action not in legal
        return _snapped(other, columns) if strays else other, None
    if hand.tool == "look":
        return _look(hand, button), None
    if hand.tool == "move":
        return _step(hand, button, columns), None
    return _hold(hand, button, seen, legal), None


def _look(hand: Hand, button: str) -> Hand:
    """Round the pyramid, or up above it and down through its levels."""
    if button in ("left", "right"):
        turn = 1 if button == "right" else 3
        return hand._replace(quarters=(hand.quarters + turn) % 4)
    # The eye rises from the side to above the top level, then sinks level by level.
    order = (0, *range(board.LEVELS, 0, -1))
    place = order.index(hand.floor) + (1 if button == "up" else -1)
    return hand._replace(floor=order[min(max(place, 0), board.LEVELS)])


def _step(hand: Hand, button: str, columns: dict[Column, tuple[str, ...]]) -> Hand:
    """The nearest useful column that way: straight on if there is one."""
    way, start = step(button, hand.quarters), (hand.x, hand.y)
    there = [
        (far + 2 * aside, aside, column)
        for far, aside, column in ahead(start, way, {c: c for c in columns})
    ]
    return _over(min(there)[2], hand, columns) if there else hand


def _hold(hand: Hand, button: str, seen: State, legal: tuple[str, ...]) -> Hand:
    """The piece turned over its column, or pushed on by one."""
    able, built = _placements(legal), built_in(seen)
    now, (x, y) = hand.placement, (hand.x, hand.y)
    if hand.tool == "turn":
        way = turned(LAID[now].orientation, button, hand.quarters)
        there = turn(now, (x, y), way, able, built)
        x, y = _nearest(COLUMNS[there], (x, y))
    else:
        by = step(button, hand.quarters)
        there = push(now, by, able, built)
        if there != now:
            x, y = x + by[0], y + by[1]
    return hand._replace(x=x, y=y, action=TEXTS[there])


@lru_cache(maxsize=8)
def _placements(legal: tuple[str, ...]) -> frozenset[int]:
    return frozenset(ACTIONS[text] for text in legal)


def built_in(seen: State) -> frozenset[Cube]:
    """Every cube on the board."""
    return frozenset((board.START, *(cube for p in seen.pieces for cube in CUBES[p])))


# The board turned by quarters.


def drawn_at(cube: Cube, quarters: int) -> Cube:
    """Where a cube is drawn on a board turned by so many quarters."""
    x, y, z = cube
    for _ in range(quarters):
        x, y = y, board.SIZE - 1 - x
    return x, y, z


def step(button: str, quarters: int) -> Column:
    """Which way on the board the stick points."""
    x, y = STEPS[button]
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def edges(quarters: int) -> tuple[str, ...]:
    """The edges at the back right, front right, front left and back left."""
    return EDGES[quarters:] + EDGES[:quarters]


# The piece in the hand: turned, tipped, pushed along, and how deep it sinks.


@lru_cache(maxsize=256)
def turned(orientation: int, button: str, quarters: int) -> int:
    """The way it is held after a turn: left and right flat, up and down over."""
    piece = ORIENTATIONS[orientation]
    if button in ("left", "right"):
        return _index(_flat(piece, 1 if button == "right" else 3))
    facing = _flat(piece, quarters)
    for _ in range(1 if button == "up" else 3):
        facing = tuple((x, -z, y) for x, y, z in facing)
    return _index(_flat(facing, (4 - quarters) % 4))


def _flat(piece: Piece, quarters: int) -> Piece:
    for _ in range(quarters):
        piece = tuple((-y, x, z) for x, y, z in piece)
    return piece


def _index(piece: Piece) -> int:
    return ORIENTATIONS.index(board.settled(piece))


def turn(
    placement: int,
    column: Column,
    orientation: int,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """The piece held another way over the same column, on a legal place if any.

    Near a corner of the board that may be impossible: then it goes beside it.
    """
    alike = _ALIKE[orientation]
    there = [number for number in alike if column in COLUMNS[number]]
    return _best(there or alike, placement, legal if there else (), built)


def push(
    placement: int,
    by: Column,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """The piece a column further, held the same way; it stops at the rim."""
    wanted = frozenset((x + by[0], y + by[1]) for x, y in COLUMNS[placement])
    there = [n for n in _ALIKE[LAID[placement].orientation] if COLUMNS[n] == wanted]
    return _best(there, placement, legal, built) if there else placement


def _best(
    there: Iterable[int],
    before: int,
    legal: Container[int],
    built: Container[tuple[int, int, int]],
) -> int:
    """A legal one, else one that collides with nothing, else the nearest."""
    was = _middle(before)

    def cost(number: int) -> tuple[bool, bool, int, int]:
        now = _middle(number)
        far = sum(abs(a - b) for a, b in zip(now[:2], was[:2], strict=True))
        hits = any(cube in built for cube in CUBES[number])
        return number not in legal, hits, far, now[2]

    return min(there, key=cost)


def _middle(placement: int) -> tuple[int, int, int]:
    """The sum of its cubes: six times its middle."""
    xs, ys, zs = zip(*CUBES[placement], strict=True)
    return sum(xs), sum(ys), sum(zs)


# The auction: a dial, and a choice to pass.


def bids(legal: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers on the dial, lowest first."""
    return tuple(text for text in legal if text.startswith("bid "))


def call(legal: tuple[str, ...], before: str) -> str:
    """What the dial shows as a turn begins: the least that goes under the last."""
    if before in legal:
        return before
    dial = bids(legal)
    return dial[-1] if dial else "pass" if legal else ""


def dialled(action: str, button: str, legal: tuple[str, ...]) -> str:
    """Another number, or from bidding to passing and back."""
    dial = bids(legal)
    if button == "b":
        other = dial[-1:] if action == "pass" else ("pass",)
        return other[0] if set(other) & set(legal) else action
    if action not in dial:
        return action
    step = 1 if button in ("up", "right") else -1
    return dial[min(max(dial.index(action) + step, 0), len(dial) - 1)]
