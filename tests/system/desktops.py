"""A cabinet with its window on a desktop, and a program sold on it."""

import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from tests.support.settings import SETTINGS
from tests.support.strangers import printed_code
from tests.system import running
from tests.system.running import ROOT, RunningCabinet

MODE = """
  - game: program
    title: {{fr: Essai, en: Trial}}
    {more}
    program:
      name: trial
      exec: {exec}
      keys: {{p1.left: left, p1.right: right, p1.up: up, p1.down: down,
        p1.a: {a}, p1.b: x}}
      {settings}
"""


@dataclass(frozen=True)
class Desktop:
    """A display of our own: how to reach it, and how to take a picture of it."""

    environment: dict[str, str]
    camera: tuple[str, ...]


class ShownCabinet(RunningCabinet):
    """`cabinet --sim` with its window, on a display of its own."""

    def __init__(self, state, settings, desktop):
        self.state, self.desktop = state, desktop
        self._line = self.shown = None
        self._pointed = {}
        self.process = subprocess.Popen(
            [
                *(*running.FROM_THE_TREE, "--sim", "--state", str(state)),
                *("--config", str(settings)),
            ],
            cwd=ROOT,
            env=desktop.environment | {"SDL_AUDIODRIVER": "dummy"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def photograph(self, name):
        """What is on the display."""
        path = self.state / f"{name}.png"
        subprocess.run(
            [*self.desktop.camera, str(path)],
            env=self.desktop.environment,
            check=True,
        )
        return path

    def rest(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._listen(left)


def colors(path):
    """How many pixels there are of each colour."""
    import pygame

    picture = pygame.image.load(str(path))
    found = {}
    for x in range(0, picture.get_width(), 8):
        for y in range(0, picture.get_height(), 8):
            color = tuple(picture.get_at((x, y)))[:3]
            found[color] = found.get(color, 0) + 1
    return found


@pytest.fixture
def sell(desktop, tmp_path):
    begun = []

    def begin(words, settings="", more="credits: 1", a="space"):
        listed = "[" + ", ".join(f"'{word}'" for word in words) + "]"
        mode = MODE.format(exec=listed, settings=settings, more=more, a=a)
        before, _, after = SETTINGS.read_text(encoding="utf-8").partition("modes:\n")
        rest = after[after.index("\nmeter:") :]
        file = tmp_path / "cabinet.yaml"
        file.write_text(f"{before}modes:\n{mode}{rest}", encoding="utf-8")
        cabinet = ShownCabinet(tmp_path / "state", file, desktop)
        begun.append(cabinet)
        cabinet.enter()
        play(cabinet)
        return cabinet

    yield begin
    for cabinet in begun:
        cabinet.close()


def play(cabinet):
    cabinet.coin()
    cabinet.until(lambda shown: shown.mode in ("attract", "select", "result"))
    while cabinet.shown.mode != "select":
        cabinet.tap("start")
    cabinet.tap("start")
    cabinet.until_mode("join")
    cabinet.tap("start")
    cabinet.until_mode("playing")


@pytest.fixture
def snake(tmp_path):
    path = tmp_path / "the snake.py"
    path.write_text(printed_code("adding-a-game.md")[-1], encoding="utf-8")
    return sys.executable, str(path)


def ours(cabinet):
    """Whether our window is in front: it hides a third of the snake's sea."""
    return colors(cabinet.photograph("ours")).get((8, 12, 32), 0) < 11_000


def theirs(cabinet):
    return not ours(cabinet)


def until(cabinet, wanted, seconds=20.0):
    end = time.monotonic() + seconds
    while not wanted(cabinet):
        assert time.monotonic() < end
        cabinet.rest(0.2)
