"""A sheet to draw circuits on: strokes, letters and colours, as SVG.

Coordinates are pixels; everything stands on a grid of 10. The paper is white and has
a frame of its own, so that it can be read on a dark page too.
"""

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


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Sheet:
    """One drawing; `svg` is the file."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._title = title
        self._parts: list[str] = []

    def line(
        self,
        *points: Point,
        colour: str = INK,
        width: float = 1.6,
        dashed: bool = False,
        fill: str = "none",
    ) -> None:
        """A wire through these points."""
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<polyline points="{path}" fill="{fill}" stroke="{colour}" '
            f'stroke-width="{number(width)}"{dash}/>'
        )

    def shape(self, *points: Point, colour: str = INK, fill: str = INK) -> None:
        """A closed shape."""
        path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self._parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{colour}" '
            'stroke-width="1.6"/>'
        )

    def circle(
        self, x: float, y: float, radius: float, *, fill: str = PAPER, colour: str = INK
    ) -> None:
        """A circle around a point."""
        self._parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
            f'fill="{fill}" stroke="{colour}" stroke-width="1.6"/>'
        )

    def path(self, commands: str, *, colour: str = INK) -> None:
        """A path in the letters of SVG."""
        self._parts.append(
            f'<path d="{commands}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = SHADE,
        colour: str = INK,
        dashed: bool = False,
    ) -> None:
        """A case around a part."""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
            f'height="{number(height)}" rx="3" fill="{fill}" stroke="{colour}" '
            f'stroke-width="1.6"{dash}/>'
        )

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
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" '
            f'font-size="{size}" fill="{colour}"{weight}>{escape(words)}</text>'
        )

    def heading(self, words: str) -> None:
        """What the drawing shows, at its top."""
        self.text(30, 30, words, bold=True, size=15)

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
