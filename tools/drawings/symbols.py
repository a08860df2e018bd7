"""Symbols of electronics. Each stands between two points or at one, and has a label."""

from collections.abc import Callable
from typing import Literal

from tools.drawings.sheet import BLUE, INK, PAPER, Point, Sheet

Side = Literal["left", "right", "above", "below"]


def dot(sheet: Sheet, x: float, y: float, colour: str = INK) -> None:
    """Wires that cross here are joined."""
    sheet.circle(x, y, 3.2, fill=colour, colour=colour)


def ground(sheet: Sheet, x: float, y: float, label: str = "") -> None:
    """Ground, hanging from a point."""
    sheet.line((x, y), (x, y + 10))
    for row, half in enumerate((12, 8, 4)):
        sheet.line((x - half, y + 10 + 4 * row), (x + half, y + 10 + 4 * row))
    if label:
        sheet.note(x, y + 34, label, "middle", 11)


def supply(sheet: Sheet, x: float, y: float, label: str, colour: str) -> None:
    """A supply, standing on a point."""
    sheet.line((x, y), (x, y - 12), colour=colour)
    sheet.line((x - 10, y - 12), (x + 10, y - 12), colour=colour, width=2.6)
    sheet.text(x, y - 18, label, anchor="middle", colour=colour, bold=True)


def _middle(start: Point, end: Point) -> tuple[Point, Callable[..., Point]]:
    """The middle of a straight wire, and points by how far along and across it."""
    (x1, y1), (x2, y2) = start, end
    if y1 == y2:
        x, way = (x1 + x2) / 2, 1 if x2 > x1 else -1
        return (x, y1), lambda along, across=0: (x + along * way, y1 + across)
    y, way = (y1 + y2) / 2, 1 if y2 > y1 else -1
    return (x1, y), lambda along, across=0: (x1 + across, y + along * way)


def resistor(
    sheet: Sheet, start: Point, end: Point, name: str, value: str, side: Side = "above"
) -> None:
    """A resistor in the middle of a straight wire."""
    middle, at = _middle(start, end)
    sheet.line(start, at(-22))
    sheet.line(at(22), end)
    (left, top), (right, bottom) = at(-22, -8), at(22, 8)
    sheet.box(left, top, right - left, bottom - top, fill=PAPER)
    label(sheet, *middle, name, value, side)


def label(
    sheet: Sheet, x: float, y: float, name: str, value: str, side: Side, gap: int = 14
) -> None:
    """The name of a part, and its value below it; nothing for one without a name."""
    if not name:
        return
    if side == "above":
        sheet.text(x, y - gap - 14, name, anchor="middle", bold=True)
        sheet.text(x, y - gap, value, anchor="middle", colour=BLUE)
    elif side == "below":
        sheet.text(x, y + gap + 10, name, anchor="middle", bold=True)
        sheet.text(x, y + gap + 25, value, anchor="middle", colour=BLUE)
    else:
        anchor: Literal["start", "end"] = "start" if side == "right" else "end"
        shift = gap if side == "right" else -gap
        sheet.text(x + shift, y - 2, name, anchor=anchor, bold=True)
        sheet.text(x + shift, y + 13, value, anchor=anchor, colour=BLUE)


def capacitor(
    sheet: Sheet, start: Point, end: Point, name: str, value: str, side: Side = "right"
) -> None:
    """A capacitor in the middle of a straight wire."""
    middle, at = _middle(start, end)
    sheet.line(start, at(-4))
    sheet.line(at(-4, -12), at(-4, 12), width=2.4)
    sheet.line(at(4, -12), at(4, 12), width=2.4)
    sheet.line(at(4), end)
    label(sheet, *middle, name, value, side, gap=18)


def diode(
    sheet: Sheet,
    anode: Point,
    cathode: Point,
    name: str = "",
    value: str = "",
    side: Side = "right",
) -> None:
    """A diode, upright or lying; its bar is at the cathode."""
    middle, at = _middle(anode, cathode)
    sheet.line(anode, at(-9))
    sheet.shape(at(-9, -10), at(-9, 10), at(9))
    sheet.line(at(9, -10), at(9, 10), width=2.4)
    sheet.line(at(9), cathode)
    label(sheet, *middle, name, value, side, gap=18)


def light(sheet: Sheet, x: float, y: float) -> None:
    """Two arrows of light, going right."""
    for row in (y - 6, y + 6):
        tip = x + 22
        sheet.line((x, row), (tip, row), width=1.2)
        sheet.shape((tip, row), (tip - 7, row - 3), (tip - 7, row + 3))


def coil(
    sheet: Sheet,
    start: Point,
    end: Point,
    name: str = "",
    value: str = "",
    side: Side = "right",
) -> None:
    """A winding in the middle of a straight wire, lying or upright."""
    middle, at = _middle(start, end)
    (x, y), lies = at(-28), start[1] == end[1]
    sheet.line(start, (x, y))
    turn = " a 7 9 0 0 1 14 0" if lies else " a 9 7 0 0 1 0 14"
    sheet.path(f"M {x} {y}" + turn * 4)
    sheet.line(at(28), end)
    label(sheet, *middle, name, value, side, gap=20)


def lamp(sheet: Sheet, start: Point, end: Point) -> None:
    """A lamp in the middle of a straight wire."""
    (x, y), _ = _middle(start, end)
    sheet.line(start, end)
    sheet.circle(x, y, 12)
    sheet.line((x - 8.5, y - 8.5), (x + 8.5, y + 8.5))
    sheet.line((x - 8.5, y + 8.5), (x + 8.5, y - 8.5))


def contact(sheet: Sheet, start: Point, end: Point) -> None:
    """A push button that is open at rest, in a wire that lies."""
    (x1, y), (x2, _) = start, end
    x = (x1 + x2) / 2
    sheet.line(start, (x - 20, y))
    sheet.line((x + 20, y), end)
    sheet.circle(x - 20, y, 3)
    sheet.circle(x + 20, y, 3)
    sheet.line((x - 22, y - 14), (x + 22, y - 14), width=2.2)
    sheet.line((x, y - 14), (x, y - 28), width=2.2)
    sheet.line((x - 8, y - 28), (x + 8, y - 28), width=2.2)


def mosfet(sheet: Sheet, x: float, y: float) -> None:
    """An n-channel MOSFET: gate (x - 30, y), drain (x + 12, y - 34), source below."""
    sheet.circle(x, y, 25, fill="none")
    sheet.line((x - 30, y), (x - 10, y))
    sheet.line((x - 10, y - 14), (x - 10, y + 14), width=2.4)
    for middle in (-13, 0, 13):
        sheet.line((x - 4, y + middle - 5), (x - 4, y + middle + 5), width=2.4)
    sheet.line((x - 4, y - 13), (x + 12, y - 13), (x + 12, y - 34))
    sheet.line((x - 4, y + 13), (x + 12, y + 13), (x + 12, y + 34))
    sheet.line((x - 4, y), (x + 12, y), (x + 12, y + 13))
    sheet.shape((x - 3, y), (x + 5, y - 4), (x + 5, y + 4))
    sheet.text(x + 34, y - 2, "Q1", bold=True)
    sheet.text(x + 34, y + 13, "AO3400A", colour=BLUE)


def optocoupler(sheet: Sheet, x: float, y: float, name: str) -> None:
    """A PC817: legs 1 (x, y) and 2 (x, y + 80), 4 (x + 150, y), 3 (x + 150, y + 80)."""
    sheet.box(x + 20, y - 25, 110, 130)
    sheet.line((x, y), (x + 50, y), (x + 50, y + 28))
    diode(sheet, (x + 50, y + 20), (x + 50, y + 60))
    sheet.line((x + 50, y + 55), (x + 50, y + 80), (x, y + 80))
    light(sheet, x + 64, y + 40)
    sheet.line((x + 95, y + 22), (x + 95, y + 58), width=2.6)
    sheet.line((x + 95, y + 32), (x + 110, y + 18), (x + 110, y), (x + 150, y))
    sheet.line(
        (x + 95, y + 48), (x + 110, y + 62), (x + 110, y + 80), (x + 150, y + 80)
    )
    sheet.shape((x + 110, y + 62), (x + 100, y + 59), (x + 106, y + 52))
    sheet.text(x + 75, y - 32, name, anchor="middle", bold=True)
    for leg, lx, ly in (("1", 8, -5), ("2", 8, 75), ("4", 140, -5), ("3", 140, 75)):
        sheet.note(x + lx, y + ly, leg, "middle", 10)
    sheet.circle(x + 27, y - 18, 2.5, fill=INK)


def block(
    sheet: Sheet,
    x: float,
    y: float,
    width: float,
    height: float,
    title: str,
    sub: str = "",
) -> None:
    """A part that is bought whole."""
    sheet.box(x, y, width, height)
    sheet.text(x + width / 2, y + 20, title, anchor="middle", bold=True)
    if sub:
        sheet.note(x + width / 2, y + 36, sub, "middle", 11)
