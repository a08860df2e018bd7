"""A sheet to draw circuits on: strokes, letters and colours, as SVG.

Coordinates are pixels; everything stands on a grid of 10. The paper is white and has
a frame of its own, so that it can be read on a dark page too.
"""

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

INK: Final = "#1b1f24"
FAINT: Final = "#6a737d"
RED: Final = "#b3261e"  # 12 V
ORANGE: Final = "#b45309"  # 3.3 V and 5 V
BLUE: Final = "#1d4ed8"  # signals
GREEN: Final = "#15803d"
PAPER: Final = "#ffffff"
SHADE: Final = "#f3f5f8"
FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


def _value(value: object) -> str:
    """A word as it is; a coordinate as short as it can be."""
    if isinstance(value, int | float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value)


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{_value(x)},{_value(y)}" for x, y in points)


class Sheet:
    """One drawing; `svg` is the file."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._title = title
        self._parts: list[str] = []

    def _add(self, tag: str, words: str | None = None, **attributes: object) -> None:
        """An element; `stroke_width=2` is written `stroke-width="2"`, None is not."""
        written = "".join(
            f' {name.replace("_", "-")}="{_value(value)}"'
            for name, value in attributes.items()
            if value is not None
        )
        end = "/>" if words is None else f">{escape(words)}</{tag}>"
        self._parts.append(f"<{tag}{written}{end}")

    def line(
        self,
        *points: Point,
        colour: str = INK,
        width: float = 1.6,
        dashed: bool = False,
    ) -> None:
        """A wire through these points."""
        style = {"fill": "none", "stroke": colour, "stroke_width": width}
        dashes = "5 4" if dashed else None
        self._add("polyline", points=_path(points), **style, stroke_dasharray=dashes)

    def shape(self, *points: Point, colour: str = INK, fill: str = INK) -> None:
        """A closed shape."""
        style = {"fill": fill, "stroke": colour, "stroke_width": 1.6}
        self._add("polygon", points=_path(points), **style)

    def circle(
        self, x: float, y: float, radius: float, *, fill: str = PAPER, colour: str = INK
    ) -> None:
        """A circle around a point."""
        style = {"fill": fill, "stroke": colour, "stroke_width": 1.6}
        self._add("circle", cx=x, cy=y, r=radius, **style)

    def path(self, commands: str, *, colour: str = INK) -> None:
        """A path in the letters of SVG."""
        self._add("path", d=commands, fill="none", stroke=colour, stroke_width=1.6)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = SHADE,
        colour: str = INK,
    ) -> None:
        """A case around a part."""
        style = {"rx": 3, "fill": fill, "stroke": colour, "stroke_width": 1.6}
        self._add("rect", x=x, y=y, width=width, height=height, **style)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        anchor: Anchor = "start",
        size: int = 13,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Words that stand on the line through `y`."""
        style = {"text_anchor": anchor, "font_size": size, "fill": colour}
        weight = "bold" if bold else None
        self._add("text", words, x=x, y=y, **style, font_weight=weight)

    def heading(self, words: str, about: str = "") -> None:
        """What the drawing shows, at its top, and a line about it."""
        self.text(30, 30, words, bold=True, size=15)
        if about:
            self.note(30, 48, about)

    def note(
        self, x: float, y: float, words: str, anchor: Anchor = "start", size: int = 12
    ) -> None:
        """A line of small print."""
        self.text(x, y, words, anchor=anchor, size=size, colour=FAINT)

    def svg(self) -> str:
        """The file."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="{FONT}" role="img">'
        )
        paper = (
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="8" '
            f'fill="{PAPER}" stroke="#d0d7de"/>'
        )
        title = f"<title>{escape(self._title)}</title>"
        return "\n".join((head, title, paper, *self._parts, "</svg>\n"))
