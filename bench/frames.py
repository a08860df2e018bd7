"""What a frame costs, and how evenly frames come."""

import os
from collections.abc import Sequence
from statistics import quantiles
from time import thread_time_ns

from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.picture import Box, Disc, Glow, Line, Picture, Polygon, Shape, Text
from cabinet.screens.pacer import Pacer
from cabinet.screens.window import Window, open_display

_COLORS = ("cyan", "pink", "gold", "green", "lilac", "orange")
_FRAMES = 600
_PACED_SECONDS = 3


def heavy_picture(frame: int) -> Picture:
    """Some 400 shapes, most of them moving: more than any scene of ours."""
    shapes: list[Shape] = [Box(0, 0, 640, 360, "night")]
    shapes += [Line(0, y, 639, y, "plum") for y in range(frame % 9, 360, 9)]
    for i in range(60):
        color = _COLORS[i % len(_COLORS)]
        x, y = (37 * i + frame) % 640, (53 * i + 2 * frame) % 360
        shapes += [
            Glow(x, y, 24, color),
            Box(x - 12, y - 9, 24, 18, "dusk", cut=4),
            Box(x - 12, y - 9, 24, 18, color, 1, 4),
            Disc(x, y, 6, color),
            Polygon(((x, y - 4), (x + 4, y + 3), (x - 4, y + 3)), "ink"),
        ]
    shapes += [
        Text(
            20 + 310 * (i % 2), 12 * (i // 2), f"Pièce n° {i + frame}", "mist", "small"
        )
        for i in range(60)
    ]
    return (*shapes, Text(320, 160, "INSÉREZ UNE PIÈCE", "gold", "title", "center", 2))


def frame_costs(size: tuple[int, int]) -> Sequence[float]:
    """Milliseconds of the main thread's CPU for each painted and scaled frame."""
    window = Window("bench", size=size)
    costs = []
    for frame in range(_FRAMES):
        picture = heavy_picture(frame)
        before = thread_time_ns()
        window.show(picture)
        costs.append((thread_time_ns() - before) / 1e6)
    window.close()
    return costs[60:]


def paced_rate() -> tuple[float, int]:
    """Frames a second over a few seconds of drawing, and the late ones."""
    clock = SystemClock()
    window = Window("bench", size=(1280, 720))
    pacer, start, drawn = Pacer(clock), clock.now(), 0
    while drawn < _PACED_SECONDS * 60:
        pacer.wait([])
        pacer.turn()
        window.show(heavy_picture(drawn))
        drawn += 1
    took = pacer.next_deadline - SECOND // 60 - start
    window.close()
    return drawn * SECOND / took, pacer.late


def rows() -> list[tuple[str, str, str]]:
    """What was measured, the measure, and the bar it is held to."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    open_display(headless=True)
    table = []
    for size in ((1280, 720), (1920, 1080)):
        centiles = quantiles(frame_costs(size), n=100)
        table.append(
            (
                f"a frame of 400 shapes at {size[0]}x{size[1]}, main-thread CPU",
                f"p50 {centiles[49]:.2f} ms, p99 {centiles[98]:.2f} ms",
                "p99 ≤ 4 ms",
            )
        )
    rate, late = paced_rate()
    pace = f"{rate:.2f} frames/s, {late} late"
    return [*table, (f"pace over {_PACED_SECONDS} s", pace, "60.0 frames/s")]


if __name__ == "__main__":
    for what, measured, bar in rows():
        print(f"{what:60} {measured:30} {bar}")
