"""The screen program in its own process, before a counter that speaks the protocol."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from cabinet.protocol.codec import (
    Action,
    Goodbye,
    Heartbeat,
    Hello,
    Panel,
    Quit,
    Touch,
)
from cabinet.screen.loop.program import how_to_begin
from tests.screen.fake_counter import SNAPSHOT, Counter

STAND_IN = (sys.executable, "-m", "tests.screen.stand_in")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "bus.sock"


@pytest.fixture
def start(path):
    """Start a screen; whatever happens it does not outlive the test."""
    screens = []

    def start(patience="20", coin_key="5", **settings):
        screen = subprocess.Popen(
            [*STAND_IN, str(path), patience, coin_key],
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | settings,
        )
        screens.append(screen)
        return screen

    yield start
    for screen in screens:
        screen.kill()
        screen.communicate()


@pytest.fixture
def counter(path):
    counter = Counter(path)
    yield counter
    counter.leave()


def end(screen):
    """Exit code and stderr of a screen that ends by itself."""
    out, err = screen.communicate(timeout=20)
    assert out == ""
    assert "Traceback" not in err
    return screen.returncode, err


def test_the_screen_introduces_itself_and_goes_home_on_goodbye(counter, start):
    screen = start()
    assert counter.welcome() == Hello("screen", screen.pid)
    counter.say(SNAPSHOT, Goodbye())
    assert end(screen) == (0, "controller closed\n")


def test_whoever_starts_it_in_a_window_reads_its_keys_and_how_to_quit():
    arrows = {f"p1.{way}": way for way in ("up", "down", "left", "right")}
    keys = {"coin.1": "5", "start": "1", "p1.a": "left ctrl"}
    told = "5 inserts a coin, 1 is Start, left ctrl is A"
    rest = "F11 is full screen, F12 saves a picture; Ctrl-Q quits"
    assert how_to_begin(keys) == f"ready: {told}, {rest}"
    with_stick = how_to_begin(keys | arrows)
    assert with_stick == f"ready: {told}, the arrows are the stick, {rest}"


def test_it_beats_every_second_from_the_loop_that_draws(counter, start):
    start()
    counter.welcome()
    first, second = counter.next(Heartbeat), counter.next(Heartbeat)
    due = second.frames - first.frames + second.late - first.late
    assert due >= 55, "a second's worth of frames, drawn or late"


def test_it_says_what_the_controller_says(counter, start):
    start()
    counter.welcome()
    counter.say(SNAPSHOT, Panel("p1.a", "pressed", 5))
    assert counter.next(Action) == Action(1, 0, 0, "p1.a")


def test_it_may_start_before_the_counter(path, start):
    screen = start()
    counter = Counter(path)
    assert counter.welcome() == Hello("screen", screen.pid)
    counter.leave()


def test_it_joins_again_when_the_counter_comes_back(path, start):
    screen = start()
    for _ in range(2):
        counter = Counter(path)
        assert counter.welcome() == Hello("screen", screen.pid)
        counter.say(SNAPSHOT)
        counter.next(Heartbeat)
        counter.leave()
    counter = Counter(path)
    counter.welcome()
    counter.say(Goodbye())
    assert end(screen)[0] == 0
    counter.leave()


def test_a_lost_line_is_told_to_the_controller_once_and_ends_nothing(path, start):
    start()
    for losses in range(3):
        counter = Counter(path)
        counter.welcome()
        counter.say(SNAPSHOT, Panel("p1.a", "pressed", 5))
        assert counter.next(Action) == Action(1, losses, 0, "p1.a")
        counter.leave()


def test_it_gives_up_with_a_sentence_when_nobody_comes(path, start):
    code, err = end(start(patience="0.3"))
    assert code == 1
    assert err.startswith(f"cabinet screen: nobody answers at {path} (")


def test_sigterm_is_a_clean_end(counter, start):
    screen = start()
    counter.welcome()
    counter.next(Heartbeat)
    screen.send_signal(signal.SIGTERM)
    assert end(screen) == (0, "controller closed\n")


def test_control_c_is_for_the_parent(counter, start):
    screen = start()
    counter.welcome()
    counter.next(Heartbeat)
    screen.send_signal(signal.SIGINT)
    counter.next(Heartbeat)
    counter.say(Goodbye())
    assert end(screen)[0] == 0


def test_a_failed_drawing_is_one_line_and_exit_code_one(counter, start):
    screen = start()
    counter.welcome()
    counter.say(Panel("trouble", "pressed", 5))
    code, err = end(screen)
    assert code == 1
    complaint, crash, farewell = err.splitlines()
    assert crash == "RuntimeError"
    assert complaint.startswith("cabinet screen: the drawing failed at stand_in.py:")
    assert complaint.endswith("RuntimeError: the king is missing")
    assert farewell == "controller closed"


def test_a_colour_outside_the_palette_ends_it_with_the_sentence(counter, start):
    screen = start()
    counter.welcome()
    counter.say(Panel("strange colour", "pressed", 5))
    code, err = end(screen)
    assert code == 1
    assert err.startswith("cabinet screen: no colour is called 'crimson' (")


def test_a_line_of_another_release_is_complained_of_once_and_survived(counter, start):
    screen = start()
    counter.welcome()
    counter.shout(b'{"v":99,"type":"goodbye"}\n' * 3)
    counter.say(Panel("p1.a", "pressed", 5), Goodbye())
    code, err = end(screen)
    assert code == 0
    assert err.count("the message speaks protocol version 99") == 1


def test_a_key_nobody_has_is_refused_before_anything_is_drawn(counter, start):
    code, err = end(start(coin_key="pièce"))
    assert code == 1
    assert "the wiring gives coin.1 the key 'pièce'" in err


def hands(*what):
    """Events the stand-in posts to its own window when it hears of them."""
    return [Panel(line, "event", 0) for line in what]


@pytest.mark.parametrize("way", ["close", "ctrl q"])
def test_closing_the_window_asks_the_counter_to_end_everything(counter, start, way):
    screen = start()
    counter.welcome()
    counter.say(*hands(way))
    assert counter.next(Quit) == Quit()
    counter.next(Heartbeat)
    assert screen.poll() is None, "it waits for the goodbye"
    counter.say(Goodbye())
    assert end(screen)[0] == 0


def test_closing_the_window_twice_does_not_wait(counter, start):
    screen = start()
    counter.welcome()
    counter.say(*hands("close", "close"))
    assert end(screen)[0] == 0


def test_keys_are_hands_on_the_panel(counter, start):
    start()
    counter.welcome()
    counter.say(*hands("enter", "enter", "enter up", "enter", "leave", "focus"))
    touches = [counter.next(Touch) for _ in range(4)]
    assert touches == [Touch("start", True), Touch("start", False)] * 2


def test_the_windows_own_keys_touch_nothing(counter, start):
    screen = start()
    counter.welcome()
    counter.say(*hands("f11", "alt enter", "f12", "enter up"), *hands("enter"))
    assert counter.next(Touch) == Touch("start", True)
    counter.say(Goodbye())
    assert end(screen)[0] == 0


def test_f12_keeps_a_photograph_and_never_overwrites_one(counter, start, tmp_path):
    screen = start()
    counter.welcome()
    counter.say(*hands("f12", "f12"))
    counter.next(Heartbeat)
    counter.say(Goodbye())
    assert end(screen)[0] == 0
    shots = sorted((tmp_path / "shots").iterdir())
    assert [shot.name for shot in shots] == ["shot-0001.png", "shot-0002.png"]
    assert pygame.image.load(shots[0]).get_size() == (640, 360)


def test_a_photograph_that_cannot_be_kept_is_only_a_complaint(counter, start, tmp_path):
    (tmp_path / "shots").write_text("in the way")
    screen = start()
    counter.welcome()
    counter.say(*hands("f12"))
    counter.next(Heartbeat)
    counter.say(Goodbye())
    code, err = end(screen)
    assert code == 0
    assert "the photograph could not be kept" in err
