"""What a frame costs the main thread, scene by scene, and how evenly frames come.

Everything a real frame does is counted: the director ticks and makes the picture,
the window paints it, enlarges it and shows it (on SDL's dummy display). Frames
that show what is there already cost next to nothing, and count as well.
"""

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from time import thread_time
from typing import Final, NamedTuple, TypeAlias

from bench.table import Row, centile
from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.hallway import Snapshot
from cabinet.picture import HEIGHT, WIDTH
from cabinet.screens.director import Director
from cabinet.screens.pacer import Pacer
from cabinet.screens.panel import Panel
from cabinet.screens.panel_picture import panel_picture
from cabinet.screens.samples import NOW, cabinet_scenes, game_scenes
from cabinet.screens.thinking import EngineThinker
from cabinet.screens.window import Window, open_display
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import installed

GLANCE: Final = 50
FRAMES: Final = 120
ROUNDS: Final = 6
SUSPECTS: Final = 3
PACED_SECONDS: Final = 4
TELEVISION: Final = (1920, 1080)
_WARM_UP: Final = 10
_BUTTONS: Final = ("up", "down", "left", "right", "a", "b")
_KEYS: Final = {
    **{"coin.1": "5", "power": "p", "start": "1", "mode": "tab", "player": "2"},
    **dict(zip((f"p1.{button}" for button in _BUTTONS), "wsadfg", strict=True)),
    **dict(zip((f"p2.{button}" for button in _BUTTONS), "ikjlno", strict=True)),
}

Artist: TypeAlias = Callable[[int], None]


class Cost(NamedTuple):
    """Milliseconds of the main thread for one frame of a scene."""

    p50: float
    p99: float
    scene: str

    def row(self, what: str) -> Row:
        """The cost, held to the bar."""
        measured = f"p50 {self.p50:.1f}, p99 {self.p99:.1f} ms ({self.scene})"
        return Row(what, measured, "p99 ≤ 4 ms", self.p99 <= 4)


def rows() -> Iterator[Row]:
    """The usual scene, the worst on two kinds of display, and the pace of that."""
    open_display(headless=True)
    games = installed()
    scenes = _scenes(games)
    window = Window("bench", size=TELEVISION)
    artists = {name: _artist(games, scenes[name], window) for name in scenes}
    glances = sorted(_cost(name, artists[name], GLANCE) for name in scenes)
    usual = glances[len(glances) // 2].p50
    yield Row(
        f"frame at 1920x1080: the usual of {len(scenes)} scenes", f"{usual:.1f} ms"
    )
    worst = max(_best(c.scene, artists[c.scene]) for c in glances[-SUSPECTS:])
    yield worst.row("frame at 1920x1080: the worst scene")
    yield _pace(artists[worst.scene])
    window.close()
    panel = Panel(_KEYS)
    strip = panel.layout.height
    window = Window("bench", strip_height=strip, size=(2 * WIDTH, 2 * (HEIGHT + strip)))
    artist = _artist(games, scenes[worst.scene], window, panel)
    yield _best(worst.scene, artist).row(
        "the same at 1280x720 over the simulated panel"
    )
    window.close()


def _scenes(games: Mapping[str, AnyGame]) -> dict[str, Snapshot]:
    """Every sample but those where the house thinks: that is another process's."""
    scenes = cabinet_scenes()
    for game in games.values():
        scenes |= game_scenes(game)
    return {n: scene for n, scene in scenes.items() if not n.endswith("_bot")}


def _artist(
    games: Mapping[str, AnyGame],
    snapshot: Snapshot,
    window: Window,
    panel: Panel | None = None,
) -> Artist:
    """What draws one frame of a scene, as the screen's loop does."""
    director = Director(games, EngineThinker(games))
    director.hear(snapshot)

    def draw(frame: int) -> None:
        director.tick(NOW + frame * SECOND // 60)
        strip = panel_picture(panel, "fr") if panel else ()
        window.show(director.picture(), strip)

    return draw


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
    clock = SystemClock()
    pacer, start = Pacer(clock), clock.now()
    for frame in range(PACED_SECONDS * 60):
        pacer.wait([])
        pacer.turn()
        draw(frame)
    took = pacer.next_deadline - SECOND // 60 - start
    rate = PACED_SECONDS * 60 * SECOND / took
    what = f"pace of that scene over {PACED_SECONDS} s"
    measured = f"{rate:.2f} frames/s, {pacer.late} late"
    return Row(what, measured, "60.0 frames/s", round(rate, 1) == 60)
