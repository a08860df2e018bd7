"""Symbols of electronics. Each stands between two points or at one, and has a label."""

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


def resistor(
    sheet: Sheet, start: Point, end: Point, name: str, value: str, side: Side = "above"
) -> None:
    """A resistor in the middle of a straight wire."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if y1 == y2:
        sheet.line(start, (x - 22, y))
        sheet.line((x + 22, y), end)
        sheet.box(x - 22, y - 8, 44, 16, fill=PAPER)
    else:
        sheet.line(start, (x, y - 22))
        sheet.line((x, y + 22), end)
        sheet.box(x - 8, y - 22, 16, 44, fill=PAPER)
    label(sheet, x, y, name, value, side)


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
    """A capacitor in a wire that goes down, or lies."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if y1 == y2:
        sheet.line(start, (x - 4, y))
        sheet.line((x - 4, y - 12), (x - 4, y + 12), width=2.4)
        sheet.line((x + 4, y - 12), (x + 4, y + 12), width=2.4)
        sheet.line((x + 4, y), end)
    else:
        sheet.line(start, (x, y - 4))
        sheet.line((x - 12, y - 4), (x + 12, y - 4), width=2.4)
        sheet.line((x - 12, y + 4), (x + 12, y + 4), width=2.4)
        sheet.line((x, y + 4), end)
    label(sheet, x, y, name, value, side, gap=18)


def diode(
    sheet: Sheet,
    anode: Point,
    cathode: Point,
    name: str = "",
    value: str = "",
    side: Side = "right",
) -> None:
    """A diode, upright or lying; its bar is at the cathode."""
    (ax, ay), (cx, cy) = anode, cathode
    x, y = (ax + cx) / 2, (ay + cy) / 2
    if ax == cx:
        way = 1 if cy > ay else -1
        sheet.line(anode, (x, y - 9 * way))
        sheet.shape((x - 10, y - 9 * way), (x + 10, y - 9 * way), (x, y + 9 * way))
        sheet.line((x - 10, y + 9 * way), (x + 10, y + 9 * way), width=2.4)
        sheet.line((x, y + 9 * way), cathode)
    else:
        way = 1 if cx > ax else -1
        sheet.line(anode, (x - 9 * way, y))
        sheet.shape((x - 9 * way, y - 10), (x - 9 * way, y + 10), (x + 9 * way, y))
        sheet.line((x + 9 * way, y - 10), (x + 9 * way, y + 10), width=2.4)
        sheet.line((x + 9 * way, y), cathode)
    if name:
        label(sheet, x, y, name, value, side, gap=18)


def light(sheet: Sheet, x: float, y: float, *, way: int = 1) -> None:
    """Two arrows of light, going right, or left with `way` -1."""
    for shift in (-6, 6):
        tip = x + 22 * way
        sheet.line((x, y + shift), (tip, y + shift), width=1.2)
        sheet.shape(
            (tip, y + shift),
            (tip - 7 * way, y + shift - 3),
            (tip - 7 * way, y + shift + 3),
        )


def coil(
    sheet: Sheet, top: Point, bottom: Point, name: str, value: str, side: Side = "right"
) -> None:
    """A winding between two points above each other."""
    (x, y1), (_, y2) = top, bottom
    y = (y1 + y2) / 2
    sheet.line(top, (x, y - 28))
    sheet.path(f"M {x} {y - 28}" + " a 9 7 0 0 1 0 14" * 4)
    sheet.line((x, y + 28), bottom)
    label(sheet, x, y, name, value, side, gap=20)


def lamp(
    sheet: Sheet, start: Point, end: Point, name: str, value: str, side: Side = "above"
) -> None:
    """A lamp in the middle of a wire, lying or upright."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    sheet.line(start, end)
    sheet.circle(x, y, 12)
    sheet.line((x - 8.5, y - 8.5), (x + 8.5, y + 8.5))
    sheet.line((x - 8.5, y + 8.5), (x + 8.5, y - 8.5))
    label(sheet, x, y, name, value, side, gap=20)


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
    for leg, (lx, ly) in {
        "1": (8, -5),
        "2": (8, 75),
        "4": (140, -5),
        "3": (140, 75),
    }.items():
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
