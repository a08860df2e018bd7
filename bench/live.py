"""The live view: what it costs to be watched, and whether the game notices.

A real cabinet with its web program, and one who watches over a websocket as a browser
does: each picture is said to be seen as soon as it has come. CPU is that of screen and
web program together, watched less unwatched. Then the pace of a match while somebody
watches.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from websockets.asyncio.client import connect

from bench.running import cpu_seconds
from bench.scenes import all_scenes, in_window, paced
from bench.table import Row
from cabinet.clock import SystemClock
from cabinet.core.events import SECOND, Nanos
from cabinet.platform.processes import settle_in
from cabinet.protocol.codec import Quit
from cabinet.protocol.live import HEAD, MOST_UNSEEN, REQUEST, unpack
from cabinet.screen.loop.camera import Camera
from cabinet.screen.loop.program import warm
from cabinet.screen.loop.window import Window, open_display
from cabinet.tabletop.registry import installed
from tests.system.browser_cabinet import BrowserCabinet

SECONDS: Final = 10.0
ROUNDS: Final = 3
PACED_SECONDS: Final = 10
FULL_RATE: Final = 30
WARM_UP: Final = 60
SCENE: Final = "azteka_middle"


def rows() -> Iterator[Row]:
    """A match on the screen, alone and watched."""
    with TemporaryDirectory() as folder:
        cabinet = BrowserCabinet(Path(folder))
        try:
            cabinet.enter()
            cabinet.begin_a_match()
            yield from _watched(cabinet)
            cabinet.say(Quit())
            cabinet.end()
        finally:
            cabinet.close()
    yield _pace()


def _watched(cabinet: BrowserCabinet) -> Iterator[Row]:
    pids = [cabinet.pid("screen"), cabinet.pid("web")]
    alone, watched, rates, sizes = [], [], [], []
    for _ in range(ROUNDS):
        before = sum(map(cpu_seconds, pids))
        asyncio.run(asyncio.sleep(SECONDS))
        alone.append((sum(map(cpu_seconds, pids)) - before) / SECONDS)
        before = sum(map(cpu_seconds, pids))
        rate, size = asyncio.run(_watch(cabinet))
        watched.append((sum(map(cpu_seconds, pids)) - before) / SECONDS)
        rates.append(rate)
        sizes.append(size)
    cost = (median(watched) - median(alone)) * 100
    yield Row("screen and web in a match, nobody watches", f"{median(alone):.1%}")
    rate, size = median(rates), median(sizes) / 1000
    yield Row(
        "live view: CPU it adds to screen and web",
        f"{cost:.1f} % of a core, {rate:.1f} pictures/s of {size:.0f} kB",
        "≤ 10 % at 30/s",
        cost * FULL_RATE <= 10 * rate,
    )


async def _watch(cabinet: BrowserCabinet) -> tuple[float, float]:
    """Pictures a second, and how large they are."""
    line = cabinet.address.replace("http", "ws", 1) + "line"
    clock, sizes = SystemClock(), []
    async with connect(line, origin=cabinet.address[: -len("/cabinet/")]) as browser:
        end = clock.now() + int(SECONDS * SECOND)
        while clock.now() < end:
            message = await browser.recv()
            if isinstance(message, bytes):
                sizes.append(len(message))
                await browser.send("seen")
    return len(sizes) / SECONDS, median(sizes)


def _pace() -> Row:
    """The liveliest board with all effects on a television, while somebody watches."""
    open_display(headless=True)
    games = installed()
    warm()
    window = Window("bench", size=(1920, 1080), effects="full")
    draw = in_window(games, all_scenes(games)[SCENE], window)
    clock = SystemClock()
    with TemporaryDirectory() as folder:
        camera = Camera(Path(folder) / "live.sock", clock)
        watcher = _fork_a_watcher(Path(folder) / "live.sock")
        settle_in()
        for frame in range(WARM_UP):
            draw(frame)
            camera.frame(window.canvas, clock.now() + SECOND, changed=True)
        before = camera.pictures

        def filmed(frame: int, deadline: Nanos) -> None:
            draw(frame)
            camera.frame(window.canvas, deadline, changed=True)

        rate, late = paced(PACED_SECONDS, filmed)
        camera.close()
    os.waitpid(watcher, 0)
    window.close()
    seen = (camera.pictures - before) / PACED_SECONDS
    return Row(
        f"pace of a match while watched, {PACED_SECONDS} s, full effects",
        f"{rate:.2f} frames/s, {late} late, {seen:.1f} pictures/s",
        "60.0 frames/s",
        round(rate, 1) == 60,
    )


def _fork_a_watcher(path: Path) -> int:
    """Another process that takes every picture as soon as it is there."""
    child = os.fork()
    if child == 0:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.connect(str(path))
            line.sendall(REQUEST * MOST_UNSEEN)
            while head := line.recv(HEAD, socket.MSG_WAITALL):
                _, length = unpack(head)
                line.recv(length, socket.MSG_WAITALL)
                line.sendall(REQUEST)
        os._exit(0)
    return child
