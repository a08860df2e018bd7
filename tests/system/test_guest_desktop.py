"""Programs of others on a desktop with X: sold, played, killed, hung; we come back."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cabinet.core.events import SECOND
from tests.screen.guests.test_process import alive
from tests.support.emulator import BLUE, EMULATOR, command
from tests.system.desktops import (
    Desktop,
    colors,
    ours,
    sell,
    snake,
    theirs,
    until,
)

NEEDED = {"Xvfb": "xvfb", "xterm": "xterm", "import": "imagemagick", "ca65": "cc65"}
# Free programs of Debian (tools/setup_desktop.sh); games, by the key that begins one.
GAMES = {
    "ltris": ("/usr/games/ltris", "return"),
    "lbreakouthd": ("/usr/games/lbreakouthd", "return"),
}
# What the mode of `sell` presses, as the emulator numbers keys (by their place).
KEYS = {"left": 80, "right": 79, "up": 82, "down": 81, "a": 44, "b": 27}
MISSING = [package for tool, package in NEEDED.items() if not shutil.which(tool)]
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        bool(MISSING), reason=f"NOT tried: apt-get install {' '.join(MISSING)}"
    ),
]
__all__ = ["sell", "snake"]


@pytest.fixture
def desktop():
    reading, writing = os.pipe()
    screen = ("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24")
    with subprocess.Popen(
        screen, pass_fds=(writing,), stderr=subprocess.DEVNULL
    ) as server:
        os.close(writing)
        with open(reading, encoding="ascii") as told:  # noqa: PTH123
            number = told.readline().strip()
        environment = os.environ | {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
        yield Desktop(environment, ("import", "-window", "root"))
        server.terminate()


def test_the_snake_of_the_guide_is_sold_by_the_minute_and_signed(sell, snake):
    cabinet = sell(snake, r"score: 'Score: (\d+)'", "minutes: 1")
    until(cabinet, theirs)
    for way in ("up", "left", "down", "right"):
        cabinet.tap(f"p1.{way}")
    before = cabinet.shown.time.left
    cabinet.touch("coin.1", active=True)
    cabinet.until(lambda shown: shown.time.left > before)
    assert cabinet.shown.credits == 0
    # A question is ours to ask, and it stands still meanwhile.
    cabinet.touch("start", active=True)
    cabinet.until(lambda shown: shown.question == "leave")
    cabinet.touch("start", active=False)
    until(cabinet, ours)
    cabinet.tap("start")
    cabinet.until(lambda shown: not shown.question)
    until(cabinet, theirs)
    cabinet.until(lambda shown: shown.mode != "playing", 150.0)
    assert cabinet.shown.mode in ("result", "signing")
    until(cabinet, ours)
    assert alive("the snake.py") == []


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


def test_one_that_hangs_gives_the_credit_back_and_we_come_back(sell, snake):
    cabinet = sell(snake)
    until(cabinet, theirs)
    cabinet.rest(3)  # its window has answered
    for process in alive("the snake.py"):
        os.kill(process, signal.SIGSTOP)
    shown = cabinet.until(lambda shown: shown.mode != "playing", 30.0)
    assert (shown.credits, shown.books.refunds) == (1, 1)
    until(cabinet, ours)
    assert alive("the snake.py") == []


def test_one_that_shows_no_window_gives_the_credit_back(sell):
    cabinet = sell(("/bin/sleep", "8645.25"), "window_s: 2")
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert (shown.credits, shown.books.refunds) == (1, 1)
    until(cabinet, lambda _: not alive("8645.25"))


def test_one_that_starves_gives_the_credit_back(sell, tmp_path):
    script = tmp_path / "starves.sh"
    script.write_text(
        "#!/bin/sh\nxterm &\nsleep 2\nulimit -v 300000\n"
        "exec python3 -c 'x = [0]\nwhile True: x *= 2'\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    cabinet = sell((str(script),))
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert (shown.credits, shown.books.refunds) == (1, 1)


def test_keys_reach_a_terminal_and_what_it_hides_is_gone(sell, tmp_path):
    typed = tmp_path / "typed"
    inside = f"(setsid sleep 8646.25 &); read line; echo $line > {typed}"
    cabinet = sell(("/usr/bin/xterm", "-e", "sh", "-c", inside), a="return")
    cabinet.rest(2)
    for button in ("b", "b", "a"):
        cabinet.tap(f"p1.{button}")
    cabinet.until(lambda shown: shown.mode != "playing")
    assert typed.read_text(encoding="utf-8") == "xx\n"
    assert (cabinet.shown.mode, cabinet.shown.books.refunds) == ("result", 0)
    until(cabinet, lambda _: not alive("8646.25"))


def test_one_that_hangs_at_its_end_is_ended(sell):
    script = (
        'trap "" TERM; xterm & setsid sh -c "trap \\"\\" TERM; sleep 8647.25" & wait'
    )
    cabinet = sell(("/bin/sh", "-c", script))
    cabinet.rest(2)
    for _ in range(2):
        cabinet.touch("start", active=True)
        cabinet.rest(1.5)
        cabinet.touch("start", active=False)
        cabinet.rest(0.3)
    cabinet.until_mode("attract")
    until(cabinet, lambda _: not alive("8647.25"), 5.0)


def test_a_screen_that_dies_takes_the_program_along_and_begins_it_again(sell, snake):
    cabinet = sell(snake)
    until(cabinet, theirs)
    (before,) = alive("the snake.py")
    cabinet.kill("screen")
    cabinet.until(lambda shown: not shown.lockout_open)
    cabinet.until(lambda shown: shown.lockout_open)
    until(cabinet, lambda _: alive("the snake.py") not in ([], [before]))
    assert cabinet.shown.mode == "playing"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_debian_is_sold_by_the_minute(sell, name):
    path, a = GAMES[name]
    if not Path(path).exists():
        pytest.skip(f"NOT tried: apt-get install {name}")
    cabinet = sell((path,), "window_s: 20", "minutes: 1", a=a)
    cabinet.rest(6)
    first = colors(cabinet.photograph("first"))
    cabinet.tap("p1.a")
    cabinet.rest(3)
    assert colors(cabinet.photograph("second")) != first
    assert cabinet.shown.time.left == 60 * SECOND
    cabinet.until(lambda shown: shown.mode != "playing", 80.0)
    assert (cabinet.shown.mode, cabinet.shown.books.refunds) == ("result", 0)
    until(cabinet, lambda _: not alive(path))


def test_an_emulator_plays_a_game_of_our_own_with_the_panel(sell, tmp_path):
    if not EMULATOR.exists():
        pytest.skip("NOT tried: apt-get install mednafen")
    words = command(tmp_path, {b: f"keyboard 0x0 {n}" for b, n in KEYS.items()})
    cabinet = sell(words, f"environment: {{MEDNAFEN_HOME: '{tmp_path}'}}")

    def color():
        found = colors(cabinet.photograph("emulator"))
        return max(found, key=found.__getitem__)

    until(cabinet, lambda _: color() == BLUE)  # nobody touches anything
    seen = set()
    for button in KEYS:
        cabinet.touch(f"p1.{button}", active=True)
        until(cabinet, lambda _: color() != BLUE)
        seen.add(color())
        cabinet.touch(f"p1.{button}", active=False)
        until(cabinet, lambda _: color() == BLUE)
    assert len(seen) == len(KEYS)
    for process in alive(str(EMULATOR)):
        os.kill(process, 9)
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert (shown.credits, shown.books.refunds) == (1, 1)
