"""Loop games: from the end of a drawing to the display, pace, start, crash, hang.

The game is measured as a cabinet plays it: in its own process, drawn into the window of
the screen, on SDL's driver that shows nothing.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import monotonic_ns
from typing import TYPE_CHECKING

from bench.table import Row, centile, p50_and_p99

if TYPE_CHECKING:
    from cabinet.screen.loops.controller import LoopTable

_SOURCE = """
from cabinet.loops.api import LoopGame, Outcome


class Busy:
    def begin(self, seats, options, seed):
        self.time, self.pressed = 0, []

    def frame(self, held, pressed, dt):
        self.time += 1
        if pressed[0]:
            self.pressed.append("laser")

    def draw(self, surface):
        wide, high = surface.get_size()
        surface.fill((10, 10, 40))
        for n in range(150):
            x, y = (n * 37 + self.time * 3) % wide, (n * 91 + self.time) % high
            surface.fill((200, n, 90), (x, y, 24, 24))

    def sounds(self):
        heard, self.pressed = self.pressed, []
        return heard

    def outcome(self):
        return None


class Raises(Busy):
    def frame(self, held, pressed, dt):
        raise ZeroDivisionError("a mistake")


class Hangs(Busy):
    def frame(self, held, pressed, dt):
        while True:
            pass


TITLE = {"fr": "Essai", "en": "Trial"}
BUSY = LoopGame("bench_busy", TITLE, Busy)
FINE = LoopGame("bench_fine", TITLE, Busy, size=(1280, 720))
RAISES = LoopGame("bench_raises", TITLE, Raises)
HANGS = LoopGame("bench_hangs", TITLE, Hangs)
"""
_NAMES = ("BUSY", "FINE", "RAISES", "HANGS")
SECONDS = 60


def rows() -> Iterator[Row]:
    """Everything the issue has a bar for."""
    from cabinet.screen.loop.window import open_display

    with tempfile.TemporaryDirectory() as folder:
        _install(Path(folder))
        open_display(headless=True)
        for name, size in (("bench_busy", "640x360"), ("bench_fine", "1280x720")):
            yield from _frames(name, size)
        yield _start()
        yield _failing("bench_raises", "crash to failure told", 1.0)
        yield _failing("bench_hangs", "hang to failure told", 5.0)


def _install(folder: Path) -> None:
    info = folder / "bench_loops-1.0.dist-info"
    info.mkdir()
    (folder / "bench_loops.py").write_text(_SOURCE)
    (info / "METADATA").write_text("Name: bench-loops\nVersion: 1.0\n")
    points = (f"bench_{name.lower()} = bench_loops:{name}" for name in _NAMES)
    (info / "entry_points.txt").write_text("\n".join(("[cabinet.loops]", *points, "")))
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = str(folder)


class _Cabinet:
    """A screen controller with its window, at sixty frames a second."""

    def __init__(self, game: str) -> None:
        from cabinet.clock import SystemClock
        from cabinet.core.money.ledger import Seating
        from cabinet.loops.registry import GameShelf
        from cabinet.protocol.snapshot import MatchCard
        from cabinet.screen.loop.controller import ScreenController
        from cabinet.screen.loop.pacer import Pacer
        from cabinet.screen.loop.window import Window
        from cabinet.screen.match.thinking import WorkerThinker
        from tools.gallery.samples import BASE

        self.clock = SystemClock()
        self.window = Window("bench")
        self.controller = ScreenController(GameShelf(), WorkerThinker(), "en")
        card = MatchCard(1, game, {}, (Seating("person"),), seed=1)
        self.began = monotonic_ns()
        self.controller.tick(self.clock.now())
        self.controller.hear(replace(BASE, mode="playing", match=card))
        self.pacer = Pacer(self.clock)

    def frame(self) -> None:
        while self.pacer.wait(()):
            pass
        self.pacer.turn()
        self.controller.tick(self.clock.now())
        self.window.show(self.controller.picture())

    def begun(self) -> "LoopTable":
        """The game, when its first picture is there."""
        while (table := self.controller.loops.table) is None or not table.begun:
            self.frame()
        return table

    def close(self) -> None:
        self.controller.close()
        self.window.close()


def _frames(game: str, size: str) -> Iterator[Row]:
    cabinet = _Cabinet(game)
    table = cabinet.begun()
    took: list[float] = []
    pressed: list[int] = []
    before, began = table.pace.done, monotonic_ns()
    try:
        while (now := monotonic_ns()) - began < SECONDS * 10**9:
            if len(took) % 97 == 50:
                pressed.append(_press(cabinet, now))
            drawn = table.drawn_at
            cabinet.frame()
            if table.drawn_at != drawn:
                took.append((monotonic_ns() - table.drawn_at) / 1e6)
        done = table.pace.done - before
        rate = done * 10**9 / (monotonic_ns() - began)
    finally:
        cabinet.close()
    p99 = centile(took, 99)
    yield Row(
        f"loop at {size}: end of draw to shown", p50_and_p99(took), "p99 8 ms", p99 <= 8
    )
    late, skipped = cabinet.pacer.late, table.pace.late
    yield Row(
        f"loop at {size}: updates in {SECONDS} s",
        f"{rate:.1f}/s, {late} frames late, {skipped} skipped",
        "60.0/s, 0 late",
        round(rate, 1) == 60.0 and not late and not skipped,
    )
    yield Row(
        f"loop at {size}: press to update",
        f"at most {max(pressed)} updates",
        "1 update",
        max(pressed) <= 1,
    )


def _press(cabinet: _Cabinet, now: int) -> int:
    """How many updates go by until a press is in one."""
    from cabinet.protocol.codec import Panel

    hands, count = cabinet.controller.loops.hands, 0
    cabinet.controller.hear(Panel("p1.a", "pressed", now))
    cabinet.controller.hear(Panel("p1.a", "released", now))
    while "p1.a" in hands.waiting and count < 10:
        cabinet.frame()
        count += 1
    return count


def _start() -> Row:
    times = []
    for _ in range(7):
        cabinet = _Cabinet("bench_busy")
        cabinet.begun()
        times.append((monotonic_ns() - cabinet.began) / 1e9)
        cabinet.close()
    measured = f"median {median(times):.2f} s, slowest {max(times):.2f} s"
    return Row("loop: start to first picture", measured, "0.7 s", median(times) <= 0.7)


def _failing(game: str, what: str, bar: float) -> Row:
    cabinet = _Cabinet(game)
    cabinet.begun()
    began = monotonic_ns()
    while not cabinet.controller.loops.trouble:
        cabinet.frame()
    seconds = (monotonic_ns() - began) / 1e9
    cabinet.close()
    return Row(f"loop: {what}", f"{seconds:.2f} s", f"{bar:.1f} s", seconds <= bar)
