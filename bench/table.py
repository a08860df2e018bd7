"""The table: one row for each thing that was measured, and whether it passed."""

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Final, NamedTuple

_WIDTHS: Final = (50, 44, 24)


class Row(NamedTuple):
    """What was measured, how much it was, and the bar; `ok` is None without one."""

    what: str
    measured: str
    bar: str = ""
    ok: bool | None = None

    def line(self) -> str:
        """The row as it is printed."""
        verdict = {None: "", True: "ok", False: "OVER"}[self.ok]
        return _columns(self.what, self.measured, self.bar, verdict)


def heading() -> str:
    """The names of the columns, and a rule under them."""
    rule = "-" * (sum(_WIDTHS) + 3 * len(_WIDTHS) + 4)
    return f"{_columns('what', 'measured', 'bar', '')}\n{rule}"


def _columns(*cells: str) -> str:
    padded = (f"{cell:{width}}" for cell, width in zip(cells, _WIDTHS, strict=False))
    return " | ".join((*padded, cells[-1])).rstrip()


def centile(values: Sequence[float], percent: int) -> float:
    """The value that `percent` of all values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def p50_and_p99(values: Sequence[float], digits: int = 1) -> str:
    """Milliseconds, as the median and the 99th percentile."""
    p50, p99 = median(values), centile(values, 99)
    return f"p50 {p50:.{digits}f} ms, p99 {p99:.{digits}f} ms"


def middle_and_best(values: Sequence[float]) -> str:
    """Seconds, as the median of some runs and the best of them."""
    return f"median {median(values):.2f} s, best {min(values):.2f} s"
