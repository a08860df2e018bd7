"""A plan carried out by a crew, kept on the disk as it goes.

Ctrl-C, a dead worker or a game's fault end a run early; what was counted before is
saved, and the same command goes on from there.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.dice_sim.crew import Crew, Done
from tools.dice_sim.errors import InterruptedRunError
from tools.dice_sim.keeping import Kept
from tools.dice_sim.plan import Plan, stretches
from tools.dice_sim.progress import Progress

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
