"""The rooms of the cabinet and the arrows between them, from the real imports.

The rows are the layers of `.importlinter`. An arrow says that a room imports another;
one that other arrows already lead to has none of its own, or nobody could read it.
"""

from collections.abc import Iterable, Sequence
from configparser import ConfigParser
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Final

import grimp

from tools.drawings.sheet import BLUE, FAINT, INK, PAPER, SHADE, Sheet

ROOT: Final = Path(__file__).parents[2]
DRAWING: Final = ROOT / "docs" / "architecture" / "rooms.svg"
_WIDE, _HIGH, _PITCH, _GAP = 132, 34, 76, 22
_TOP, _MARGIN, _FOOT = 64, 24, 52
_SWEEPS: Final = 24

Arrow = tuple[str, str]


@dataclass(eq=False)
class _Node:
    """A room, or the place where an arrow passes between the rooms of a row."""

    room: str = ""
    x: float = 0
    above: list["_Node"] = field(default_factory=list)
    below: list["_Node"] = field(default_factory=list)

    @property
    def wide(self) -> float:
        return _WIDE if self.room else 0


def layers() -> list[list[str]]:
    """The rooms of each layer, from the outermost inward."""
    walls = ConfigParser()
    walls.read(ROOT / ".importlinter", encoding="utf-8")
    lines = walls["importlinter:contract:layers"]["layers"].split("\n")
    return [[room.strip() for room in line.split("|")] for line in lines if line]


def imports(rooms: Sequence[str]) -> set[Arrow]:
    """Which room imports which, modules and all."""
    tops = {room.partition(".")[0] for room in rooms}
    graph = grimp.build_graph(*sorted(tops), cache_dir=None)
    home = {
        module: room
        for room in rooms
        for module in ({room} & graph.modules) | graph.find_descendants(room)
    }
    return {
        (home[one], home[other])
        for one in home
        for other in graph.find_modules_directly_imported_by(one)
        if other in home and home[one] != home[other]
    }


def direct(arrows: set[Arrow]) -> set[Arrow]:
    """The arrows without those that a longer way replaces."""

    def reached(room: str) -> set[str]:
        ways = {other for one, other in arrows if one == room}
        return ways.union(*map(reached, ways))

    beyond = {room: reached(room) for arrow in arrows for room in arrow}
    return {
        (one, other)
        for one, other in arrows
        if not any(other in beyond[via] for start, via in arrows if start == one)
    }


def rooms() -> Sheet:
    """Every room in its layer, and what it imports."""
    rows = layers()
    nodes = _laid_out(rows, direct(imports([room for row in rows for room in row])))
    everyone = [node for row in nodes for node in row]
    left = min(node.x - node.wide / 2 for node in everyone) - _MARGIN
    for node in everyone:
        node.x -= left
    width = round(max(node.x + node.wide / 2 for node in everyone) + _MARGIN)
    height = _TOP + len(rows) * _PITCH + _FOOT - (_PITCH - _HIGH)
    sheet = Sheet(width, height, "The rooms of the cabinet and their imports")
    sheet.text(_MARGIN, 32, "Rooms, and what they import", bold=True, size=15)
    for place, row in enumerate(nodes):
        for node in row:
            _draw_arrows(sheet, node, _TOP + place * _PITCH)
    for place, row in enumerate(nodes):
        for node in row:
            _draw_room(sheet, node, _TOP + place * _PITCH)
    sheet.note(
        _MARGIN,
        height - 18,
        "A room also uses what its arrows lead to. Games and backends are found by "
        "their entry points.",
    )
    return sheet


def _laid_out(rows: list[list[str]], arrows: set[Arrow]) -> list[list[_Node]]:
    """Rows of rooms and passing arrows, placed so that few arrows cross."""
    nodes = [[_Node(room) for room in row] for row in rows]
    found = {node.room: (at, node) for at, row in enumerate(nodes) for node in row}
    for one, other in sorted(arrows):
        (start, node), (end, last) = found[one], found[other]
        for at in range(start + 1, end):
            passing = _Node()
            nodes[at].append(passing)
            _join(node, passing)
            node = passing
        _join(node, last)
    for row in nodes:
        _place(row, [0.0] * len(row))
    best, orders = _crossings(nodes), [list(row) for row in nodes]
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 1
        for row in nodes if down else reversed(nodes):
            ideals = {n: _ideal(n, n.above if down else n.below) for n in row}
            row.sort(key=ideals.__getitem__)
            _place(row, sorted(ideals.values()))
        if (crossings := _crossings(nodes)) < best:
            best, orders = crossings, [list(row) for row in nodes]
    for sweep in range(_SWEEPS):
        for row in orders if sweep % 2 else reversed(orders):
            _place(row, [_ideal(node, node.above + node.below) for node in row])
    return orders


def _join(upper: _Node, lower: _Node) -> None:
    upper.below.append(lower)
    lower.above.append(upper)


def _ideal(node: _Node, near: list[_Node]) -> float:
    """Where a node would stand: in the middle of those it is joined to."""
    return fmean(other.x for other in near) if near else node.x


def _place(row: list[_Node], ideals: list[float]) -> None:
    """Put each as near to its ideal as their order and the gaps between them allow.

    Nodes that would overlap become a block, which stands where its ideals balance.
    """
    blocks: list[list[float]] = []
    offset, before = 0.0, 0.0
    offsets: list[float] = []
    for node, ideal in zip(row, ideals, strict=True):
        offset += (before + node.wide) / 2 + (_GAP if offsets else 0)
        before = node.wide
        offsets.append(offset)
        blocks.append([ideal - offset])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    starts = [fmean(block) for block in blocks for _ in block]
    for node, start, offset in zip(row, starts, offsets, strict=True):
        node.x = start + offset


def _crossings(nodes: Iterable[list[_Node]]) -> int:
    crossed = 0
    for row in nodes:
        pairs = [(upper.x, lower.x) for upper in row for lower in upper.below]
        crossed += sum(
            (a - c) * (b - d) < 0
            for at, (a, b) in enumerate(pairs)
            for c, d in pairs[:at]
        )
    return crossed


def _port(node: _Node, ends: list[_Node], other: _Node) -> float:
    """Where an arrow meets its room: spread along the side, in order."""
    order = sorted(ends, key=lambda end: end.x)
    step = min(18.0, node.wide / len(order))
    return node.x + (order.index(other) - (len(order) - 1) / 2) * step


def _draw_arrows(sheet: Sheet, node: _Node, top: float) -> None:
    bottom, next_top = top + _HIGH, top + _PITCH
    if not node.room:
        sheet.path(f"M{node.x:.0f},{top} V{bottom}", colour=BLUE)
    for lower in node.below:
        start, end = _port(node, node.below, lower), _port(lower, lower.above, node)
        tip, middle = next_top - 7 if lower.room else next_top, (bottom + next_top) // 2
        sheet.path(
            f"M{start:.0f},{bottom} C{start:.0f},{middle} {end:.0f},{middle} "
            f"{end:.0f},{tip}",
            colour=BLUE,
        )
        if lower.room:
            head = ((end - 4, tip), (end + 4, tip), (end, next_top - 1))
            sheet.shape(*head, colour=BLUE, fill=BLUE)


def _draw_room(sheet: Sheet, node: _Node, top: float) -> None:
    """A package is shaded, a single module is white."""
    if not node.room:
        return
    single = not (ROOT / node.room.replace(".", "/")).is_dir()
    fill, colour = (PAPER, FAINT) if single else (SHADE, INK)
    sheet.box(node.x - _WIDE / 2, top, _WIDE, _HIGH, fill=fill, colour=colour)
    name = node.room.removeprefix("cabinet.") + (".py" if single else "/")
    sheet.text(node.x, top + 22, name, anchor="middle", bold=not single)
