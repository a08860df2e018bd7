"""A display that comes later than the screen."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from cabinet.core.errors import NoDisplayError
from cabinet.screen.loop.window import patiently
from tests.support.settings import SETTINGS


class Monitor:
    """Is there from the so-many-th look on."""

    def __init__(self, comes_at):
        self.looks = 0
        self.comes_at = comes_at

    def open(self):
        self.looks += 1
        if self.looks < self.comes_at:
            raise NoDisplayError("no display to draw on")
        return "a picture"


def test_a_display_that_comes_late_is_drawn_on(caplog):
    monitor = Monitor(comes_at=5)
    assert patiently(monitor.open, 20, every_s=0.001) == "a picture"
    assert monitor.looks == 5
    waits = "no display to draw on. Waiting 20 s for a display to come"
    assert caplog.messages == [waits], "said once, however often it looks"


def test_one_that_does_not_come_ends_it_with_the_sentence():
    monitor = Monitor(comes_at=1000)
    with pytest.raises(NoDisplayError, match="no display to draw on"):
        patiently(monitor.open, 0.01, every_s=0.001)
    assert monitor.looks > 1


def test_who_does_not_wait_asks_once():
    monitor = Monitor(comes_at=2)
    with pytest.raises(NoDisplayError):
        patiently(monitor.open, 0)
    assert monitor.looks == 1


@pytest.fixture
def screen(tmp_path):
    """A real screen on a machine without a display."""
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    bare = {key: value for key, value in os.environ.items() if key not in names}
    place = ["--config", SETTINGS, "--state", tmp_path]
    started = []

    def start(**env):
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "cabinet", "screen", *place],
                stderr=subprocess.PIPE,
                text=True,
                env=bare | {"SDL_AUDIODRIVER": "dummy"} | env,
            )
        )
        return started[0]

    yield start
    for each in started:
        each.kill()
        each.communicate()


def until(screen, words):
    for line in screen.stderr:
        if words in line:
            return line
    raise AssertionError(f"it never said: {words}")


def test_a_cabinet_without_a_display_waits_for_one_and_can_be_ended(screen):
    waiting = screen(SDL_VIDEODRIVER="kmsdrm")
    until(waiting, "for a display to come")
    waiting.send_signal(signal.SIGTERM)
    assert waiting.wait(20) == 0


@pytest.mark.skipif(
    shutil.which("Xvfb") is None,
    reason="a late display was NOT tried: apt-get install xvfb",
)
def test_a_cabinet_draws_on_a_display_that_comes_while_it_waits(screen):
    number = 90 + os.getpid() % 900
    waiting = screen(SDL_VIDEODRIVER="x11", DISPLAY=f":{number}")
    until(waiting, "for a display to come")
    size = ("-screen", "0", "1280x720x24")
    display = subprocess.Popen(["Xvfb", f":{number}", *size, "-nolisten", "tcp"])
    try:
        until(waiting, "shows the picture")
    finally:
        waiting.kill()
        display.terminate()
        display.wait()
