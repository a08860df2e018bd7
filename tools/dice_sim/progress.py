"""A bar that says how far a run has come and how long it still takes."""

from collections.abc import Callable
from typing import Final, TextIO

WIDTH: Final = 28
# Seconds between two pictures of the bar.
OFTEN: Final = 0.2


def bar(done: int, total: int, seconds: float, before: int = 0) -> str:
    """`[#####.....]  5,000/10,000  71 games/s  1:10 left`; `before` cost no time."""
    full = WIDTH * done // total if total else WIDTH
    line = f"[{'#' * full}{'.' * (WIDTH - full)}]  {done:,}/{total:,}"
    fresh = done - before
    if fresh <= 0 or seconds <= 0:
        return line
    rate = fresh / seconds
    pace = f"{rate:.0f}" if rate >= 10 else f"{rate:.2g}"
    return f"{line}  {pace} games/s  {clock((total - done) / rate)} left"


def clock(seconds: float) -> str:
    """`1:10`, `2:03:04`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


class Progress:
    """The bar on a terminal; where there is none, nothing."""

    def __init__(self, out: TextIO, now: Callable[[], float], total: int) -> None:
        self._out, self._now, self._total = out, now, total
        self._shown = out.isatty()
        self._began = self._last = now()
        self._before = 0

    def begin(self, done: int) -> None:
        """So many were there already."""
        self._before = done
        self._began = self._now()

    def at(self, done: int) -> None:
        """So many are there now."""
        now = self._now()
        if not self._shown or (now - self._last < OFTEN and done < self._total):
            return
        self._last = now
        line = bar(done, self._total, now - self._began, self._before)
        self._out.write(f"\r{line}\x1b[K")
        self._out.flush()

    def end(self) -> None:
        """Leave the line to others."""
        if self._shown:
            self._out.write("\r\x1b[K")
            self._out.flush()
