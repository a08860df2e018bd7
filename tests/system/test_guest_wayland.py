"""Programs of others on a Wayland desktop that takes keys and tells of its windows."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.screen.guests.test_process import alive
from tests.system.desktops import Desktop, ours, sell, snake, theirs, until

__all__ = ["sell", "snake"]

NEEDED = ("sway", "grim", "foot")
MISSING = [tool for tool in NEEDED if not shutil.which(tool)]
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        bool(MISSING), reason=f"NOT tried: apt-get install {' '.join(MISSING)}"
    ),
]
# Windows lie on each other, as on a Pi's desktop.
CONFIG = """
for_window [app_id=".*"] floating enable
output HEADLESS-1 resolution 1280x720
exec printenv WAYLAND_DISPLAY
"""


def is_free_of_root():
    """What starts a compositor where we are root, which none of them wants to be."""
    if os.geteuid():
        return ()
    return ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")


@pytest.fixture
def desktop():
    # The path of a socket has to be short.
    folder = subprocess.check_output(["mktemp", "-d"], text=True).strip()
    config = Path(folder) / "config"
    config.write_text(CONFIG, encoding="utf-8")
    environment = {n: v for n, v in os.environ.items() if n != "DISPLAY"}
    environment |= {"XDG_RUNTIME_DIR": folder, "HOME": folder}
    alone = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"}
    if not os.geteuid():
        shutil.chown(folder, "nobody")
    server = subprocess.Popen(
        (*is_free_of_root(), "sway", "-c", str(config)),
        env=environment | alone | {"WLR_RENDERER": "pixman"},
        stdout=subprocess.PIPE,
        text=True,
        stderr=subprocess.DEVNULL,
    )
    try:
        name = server.stdout.readline().strip()
        shown = {"WAYLAND_DISPLAY": name, "SDL_VIDEODRIVER": "wayland"}
        yield Desktop(environment | shown, ("grim",))
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()
        shutil.rmtree(folder)


def test_a_question_is_in_front_and_the_program_comes_back(sell, snake):
    cabinet = sell(snake, more="minutes: 1")
    until(cabinet, theirs)
    cabinet.touch("start", active=True)
    cabinet.until(lambda shown: shown.question == "leave")
    cabinet.touch("start", active=False)
    until(cabinet, ours)
    cabinet.tap("start")
    cabinet.until(lambda shown: not shown.question)
    until(cabinet, theirs)


def test_one_that_is_killed_gives_the_credit_back_and_we_come_back(sell, snake):
    cabinet = sell(snake)
    until(cabinet, theirs)
    began = time.monotonic()
    for process in alive("the snake.py"):
        os.kill(process, 9)
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert time.monotonic() - began < 1.0
    assert (shown.credits, shown.books.refunds) == (1, 1)
    until(cabinet, ours)


def test_one_that_shows_no_window_gives_the_credit_back(sell):
    cabinet = sell(("/bin/sleep", "8648.25"), "window_s: 2")
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert (shown.credits, shown.books.refunds) == (1, 1)
    until(cabinet, lambda _: not alive("8648.25"))


def test_keys_reach_a_terminal_without_any_right(sell, tmp_path):
    typed = tmp_path / "typed"
    inside = f"read line; echo $line > {typed}"
    cabinet = sell(("/usr/bin/foot", "sh", "-c", inside), a="return")
    cabinet.rest(2)
    for button in ("b", "b", "a"):
        cabinet.tap(f"p1.{button}")
    cabinet.until(lambda shown: shown.mode != "playing")
    assert typed.read_text(encoding="utf-8") == "xx\n"
    assert (cabinet.shown.mode, cabinet.shown.books.refunds) == ("result", 0)
    until(cabinet, ours)
