"""A plan carried out by a crew, kept on the disk as it goes, with a bar that says so.

Ctrl-C, a dead worker or a game's fault end a run early; what was counted before is
saved, and the same command goes on from there.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from tools.dice_sim.crew import Crew, Done
from tools.dice_sim.errors import InterruptedRunError
from tools.dice_sim.keeping import Kept
from tools.dice_sim.plan import Plan, stretches

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


# Seconds of a processor that a stretch should take, and seconds between two saves.
STRETCH: Final = 0.5
SAVE: Final = 5.0
MOST: Final = 500


class _Sizer:
    """How many games make a stretch, from how long those before took."""

    def __init__(self) -> None:
        self.size = 1

    def learn(self, done: Done) -> None:
        games = done.stretch.stop - done.stretch.start
        seconds = max(done.seconds / games, 1e-6)
        self.size = max(1, min(MOST, 4 * self.size, int(STRETCH / seconds)))


def run(
    kept: Kept,
    crew: Crew,
    folder: Path | None,
    progress: Progress,
    now: Callable[[], float],
    part: Plan | None = None,
) -> None:
    """Play what is missing of the plan, or of a part of it.

    However it ends, what was finished is kept.
    """
    sizer, saved = _Sizer(), now()
    progress.begin(kept.played)
    playing = crew(stretches(part or kept.plan, kept.spans, lambda: sizer.size))
    try:
        for done in playing:
            kept.take(done.stretch, done.tally)
            sizer.learn(done)
            progress.at(kept.played)
            if folder and now() - saved >= SAVE:
                kept.save(folder)
                saved = now()
    except InterruptedRunError as wrong:
        raise InterruptedRunError(f"{wrong}. {_kept(kept, folder)}") from wrong
    finally:
        progress.end()
        if folder:
            kept.save(folder)


def _kept(kept: Kept, folder: Path | None) -> str:
    done = f"{kept.played:,} of {kept.plan.total:,} games are done"
    if folder is None:
        return f"{done}; with --out they would be kept"
    return f"{done} and kept in {folder}: the same command goes on from there"
