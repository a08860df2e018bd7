"""Figures as inline SVG: bars of a day or a month, and what the wires did.

No style is written here, only classes, and no number is left to the browser: the same
figures make the same drawing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from cabinet.books.evidence import Case
from cabinet.core.events import MILLISECOND, Edge, Nanos
from cabinet.diagnostics.evidence_drawing import moved, span

WIDTH: Final = 360
_BARS: Final = 96
_LABELS: Final = 14
_ROW: Final = 30
_HIGH: Final = 18
_MOST_EDGES: Final = 400


class Bar(NamedTuple):
    """One bar: its value, what is told of it, and the label under it ("": none)."""

    value: int
    told: str
    label: str = ""


def bars(title: str, given: Sequence[Bar], kind: str, top: str = "") -> Markup:
    """A row of bars; `top` is what the highest is worth, when not its number."""
    highest = max((bar.value for bar in given), default=0)
    step = WIDTH / max(1, len(given))
    # What the highest is worth has a line of its own, so that no bar hides it.
    box = f"0 {-_LABELS} {WIDTH} {_BARS + 2 * _LABELS + 8}"
    named = f'role="img" aria-label="{escape(title)}"'
    parts = [
        f'<svg class="chart {escape(kind)}" viewBox="{box}" {named}>',
        f'<line class="floor" x1="0" y1="{_BARS}" x2="{WIDTH}" y2="{_BARS}"/>',
    ]
    if highest:
        parts.append(f'<text class="top" x="0" y="-3">{escape(top or highest)}</text>')
    for number, bar in enumerate(given):
        x = number * step
        height = _height(bar.value, highest)
        parts.append(
            f'<g><rect class="back" x="{x:.1f}" y="0" width="{step:.1f}" '
            f'height="{_BARS}"/><rect class="bar" x="{x + step * 0.12:.1f}" '
            f'y="{_BARS - height:.1f}" width="{step * 0.76:.1f}" '
            f'height="{height:.1f}"/><title>{escape(bar.told)}</title></g>'
        )
        if bar.label:
            at = f'x="{x + step / 2:.1f}" y="{_BARS + _LABELS}"'
            parts.append(f'<text class="label" {at}>{escape(bar.label)}</text>')
    return Markup("".join([*parts, "</svg>"]))


def _height(value: int, highest: int) -> float:
    """What is there at all is seen."""
    return max(2.0, value / highest * (_BARS - 6)) if value and highest else 0.0


def wires(case: Case) -> Markup:
    """The level of each wire that moved, and where it was decided."""
    first, last = span(case)
    names = moved(case) or ["-"]
    height = len(names) * _ROW + 18
    lasts = f"{(last - first) / MILLISECOND:.0f} ms"
    named = f'role="img" aria-label="{escape(", ".join(names))}: {lasts}"'
    parts = [f'<svg class="wires" viewBox="0 0 {WIDTH} {height}" {named}>']
    for row, name in enumerate(names):
        y = row * _ROW + _ROW
        edges = [edge for edge in case.edges if edge.line == name][:_MOST_EDGES]
        level = case.levels.get(name, False)
        parts.append(
            f'<text class="name" x="0" y="{y - 4}">{escape(name)}</text>'
            f'<path d="{_steps(edges, first, last, y, level=level)}"/>'
        )
    at = _x(case.at, first, last)
    parts.append(
        f'<line class="decided" x1="{at:.1f}" y1="0" x2="{at:.1f}" y2="{height - 14}"/>'
        f'<text class="label" x="{WIDTH}" y="{height - 2}">'
        f"{lasts}</text></svg>"
    )
    return Markup("".join(parts))


def _x(at: Nanos, first: Nanos, last: Nanos) -> float:
    left = 64
    return left + (at - first) / (last - first) * (WIDTH - left)


def _steps(
    edges: Sequence[Edge], first: Nanos, last: Nanos, base: int, *, level: bool
) -> str:
    """The line of one wire: idle below, active above."""

    def y(active: bool) -> int:  # noqa: FBT001 - a level of a wire
        return base - (_HIGH if active else 2)

    path = [f"M{_x(first, first, last):.1f} {y(level)}"]
    path += [f"H{_x(edge.at, first, last):.1f}V{y(edge.active)}" for edge in edges]
    return "".join([*path, f"H{WIDTH}"])
