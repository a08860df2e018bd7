"""What a frame costs the main thread, scene by scene, and how evenly frames come.

A frame on the canvas is all that the cabinet's own code does: the screen controller
ticks and makes the picture, transitions are drawn over it, the painter paints it.
Frames that show what is there already cost next to nothing, and count. Then the same on
a display (SDL's dummy), where the processor enlarges it.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Final, NamedTuple

import pygame

from bench.running import ROOT, as_usual, resident_mb, running
from bench.scenes import KEYS, Artist, all_scenes, aloud, in_window, on_canvas, paced
from bench.table import Row, centile, middle_and_best
from cabinet.core.events import SECOND
from cabinet.core.loudness import Loudness
from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.platform.processes import settle_in
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.loop.program import warm
from cabinet.screen.loop.transitions import Transitions
from cabinet.screen.loop.window import Window, open_display
from cabinet.screen.match.thinking import WorkerThinker
from cabinet.screen.simpanel.panel import SimPanel
from cabinet.screen.sound.speaker import Speaker
from cabinet.screen.sound.voice import EngineVoice, found
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import installed
from tools.gallery.samples import NOW

GLANCE: Final = 50
FRAMES: Final = 120
ROUNDS: Final = 6
FIRST_ROUNDS: Final = 3
SUSPECTS: Final = 3
PACED_SECONDS: Final = 4
ASSET_RUNS: Final = 5
TURNS: Final = 200_000
TELEVISION: Final = (1920, 1080)
_WARM_UP: Final = 10
# Words, fonts and every drawing made from letters or shaded, from nothing.
_ASSETS: Final = """
from time import perf_counter
from cabinet.picture.shapes import RAMPS
from cabinet.screen.loop.program import warm
from cabinet.screen.render import sprites
from cabinet.screen.render.painter import canvas
began = perf_counter()
warm()
shapes = [*sprites.saucer(99, 99), *sprites.trophy(300, 200)]
for ramp in ("cyan", "pink", "gold", "green"):
    shapes += sprites.defender(200, 200, RAMPS[ramp])
for frame in range(0, 60, 10):
    shapes += sprites.coin(40 + frame, 40, frame)
canvas(tuple(shapes))
print(perf_counter() - began)
"""


class Cost(NamedTuple):
    """Milliseconds of the main thread for one frame of a scene."""

    p50: float
    p99: float
    scene: str

    @property
    def text(self) -> str:
        """The cost in words."""
        return f"p50 {self.p50:.1f}, p99 {self.p99:.1f} ms ({self.scene})"

    def row(self, what: str) -> Row:
        """The cost, held to the bar."""
        return Row(what, self.text, "p99 ≤ 4 ms", self.p99 <= 4)


def rows() -> Iterator[Row]:
    """First frames, the canvas, displays, the pace, assets and memory."""
    open_display(headless=True)
    games = installed()
    scenes = all_scenes(games)
    warm()
    settle_in()  # as the screen program does
    yield Row(f"bare: {TURNS:,} turns of a loop", f"{_bare():.0f} ms")
    yield _first(games, scenes)
    yield _memory(games, scenes)
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    artists = {name: on_canvas(games, scenes[name], canvas) for name in scenes}
    glances = sorted(_cost(name, artists[name], GLANCE) for name in scenes)
    usual = glances[len(glances) // 2].p50
    yield Row(
        f"frame on the canvas: the usual of {len(scenes)} scenes", f"{usual:.1f} ms"
    )
    worst = max(
        (_best(c.scene, artists[c.scene]) for c in glances[-SUSPECTS:]),
        key=lambda cost: cost.p99,
    )
    yield worst.row("frame on the canvas: the worst scene")
    yield from _aloud(games, scenes, canvas)
    yield from _on_displays(games, worst.scene, scenes[worst.scene])
    yield _assets()


def _bare() -> float:
    """What the interpreter does at best now: to compare the other numbers with."""
    spent = []
    for _ in range(ROUNDS):
        before, total = thread_time(), 0
        for turn in range(TURNS):
            total += turn
        spent.append((thread_time() - before) * 1e3)
    return min(spent)


def _aloud(
    games: Mapping[str, AnyGame],
    scenes: Mapping[str, Snapshot],
    canvas: pygame.Surface,
) -> Iterator[Row]:
    """With the voice on, which says what each press has changed."""
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    speaker, voice = Speaker(Loudness()), EngineVoice(found(), Loudness())
    speaker.open()
    speaker.wait(10)
    voice.play_on([speaker])
    if voice.ready:
        artists = {name: aloud(games, scenes[name], canvas, voice) for name in scenes}
        glances = sorted(
            (_cost(name, artists[name], GLANCE) for name in scenes),
            key=lambda cost: cost.p99,
        )
        worst = max(
            (_best(c.scene, artists[c.scene]) for c in glances[-SUSPECTS:]),
            key=lambda cost: cost.p99,
        )
        yield worst.row("frame on the canvas with speech on: the worst scene")
    voice.close()
    speaker.close()


def _on_displays(
    games: Mapping[str, AnyGame], name: str, snapshot: Snapshot
) -> Iterator[Row]:
    for effects in ("off", "light", "full"):
        window = Window("bench", size=TELEVISION, effects=effects)
        draw = in_window(games, snapshot, window)
        cost, what = _best(name, draw), f"the same at 1920x1080, effects {effects}"
        yield cost.row(what) if effects == "off" else Row(what, cost.text)
        if effects == "full":
            yield _pace(draw)
        window.close()
    panel = SimPanel(KEYS)
    strip = panel.layout.height
    window = Window("bench", strip_height=strip, size=(2 * WIDTH, 2 * (HEIGHT + strip)))
    artist = in_window(games, snapshot, window, panel)
    yield _best(name, artist).row("the same at 1280x720 over the simulated panel")
    window.close()


def _first(games: Mapping[str, AnyGame], scenes: Mapping[str, Snapshot]) -> Row:
    """Each scene in a child of its own, in which no other was ever drawn."""
    firsts = {
        name: min(
            _in_a_child(partial(_first_frame, games, scenes[name]))
            for _ in range(FIRST_ROUNDS)
        )
        for name in scenes
    }
    worst = max(firsts, key=lambda name: firsts[name])
    usual = median(firsts.values())
    measured = f"usual {usual:.1f}, worst {firsts[worst]:.1f} ms ({worst})"
    what = "first frame of a scene, no other drawn before"
    return Row(what, measured, "≤ 16 ms", firsts[worst] <= 16)


def _first_frame(games: Mapping[str, AnyGame], snapshot: Snapshot) -> float:
    draw = on_canvas(games, snapshot, pygame.Surface((WIDTH, HEIGHT), 0, 32))
    before = thread_time()
    draw(0)
    return (thread_time() - before) * 1e3


def _memory_after_all(
    games: Mapping[str, AnyGame], scenes: Mapping[str, Snapshot]
) -> float:
    """Every scene in one window with every effect, as a long evening would."""
    window = Window("bench", size=TELEVISION, effects="full")
    controller = Transitions(ScreenController(games, WorkerThinker()))
    for snapshot in scenes.values():
        controller.hear(snapshot)
        for frame in range(GLANCE):
            controller.tick(NOW + frame * SECOND // 60)
            window.show(controller.picture())
    return resident_mb(os.getpid())


def _in_a_child(work: Callable[[], float]) -> float:
    """What `work` finds in a process that has done nothing else."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(work()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = float(answer.read())
    os.waitpid(child, 0)
    return found


def _best(scene: str, draw: Artist) -> Cost:
    """The best of some rounds: what a neighbour on the processor did not spoil."""
    rounds = (_cost(scene, draw, FRAMES) for _ in range(ROUNDS))
    return min(rounds, key=lambda cost: cost.p99)


def _cost(scene: str, draw: Artist, frames: int) -> Cost:
    spent = []
    for frame in range(_WARM_UP + frames):
        before = thread_time()
        draw(frame)
        spent.append((thread_time() - before) * 1e3)
    spent = spent[_WARM_UP:]
    return Cost(median(spent), centile(spent, 99), scene)


def _pace(draw: Artist) -> Row:
    rate, late = paced(PACED_SECONDS, lambda frame, _: draw(frame))
    what = f"pace of that over {PACED_SECONDS} s"
    measured = f"{rate:.2f} frames/s, {late} late"
    return Row(what, measured, "60.0 frames/s", round(rate, 1) == 60)


def _assets() -> Row:
    command = (sys.executable, "-c", _ASSETS)
    env = as_usual() | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    taken = [
        float(subprocess.check_output(command, cwd=ROOT, env=env))
        for _ in range(ASSET_RUNS)
    ]
    what, measured = "words, fonts and sprites, from nothing", middle_and_best(taken)
    return Row(what, measured, "best ≤ 0.3 s", min(taken) <= 0.3)


def _memory(games: Mapping[str, AnyGame], scenes: Mapping[str, Snapshot]) -> Row:
    with running("--sim", "--headless", "--state", "{state}") as cabinet:
        cabinet.until(lambda snapshot: snapshot.lockout_open)
        cabinet.rest(3.0)
        attract = resident_mb(_child_called("screen", cabinet.process.pid))
    later = _in_a_child(partial(_memory_after_all, games, scenes))
    measured = f"{attract:.0f} MB in attract, {later:.0f} after every scene"
    return Row("screen process: memory", measured, "≤ 150 MB", later <= 150)


def _child_called(name: str, parent: int) -> int:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    for child in children:
        if name.encode() in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0"):
            return int(child)
    raise LookupError(f"process {parent} has started no {name}")
