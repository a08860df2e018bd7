"""A pad of the kernel's making plays a game of our own in an emulator of Debian's."""

import os
import subprocess
import time
from contextlib import closing

import pytest
from Xlib.display import Display
from Xlib.X import ZPixmap

from cabinet.core.events import MILLISECOND
from cabinet.core.guests import Guest
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.protocol.codec import Panel
from cabinet.screen.guests.hands import GuestHands, pads_of
from cabinet.screen.guests.process import GuestProcess
from cabinet.screen.guests.uinput import UinputHands
from tests.pins.chip import wait_until
from tests.support.emulator import BLUE, BUTTONS, command

PATIENCE = 60.0
LOOK_EVERY = 50 * MILLISECOND
# Our pad as the emulator tells pads apart, and what of it is which button.
PAD = "joystick 0x0003045e028e01100006000b00000000"
ITS_NAMES = {
    "left": f"{PAD} abs_4-",
    "right": f"{PAD} abs_4+",
    "up": f"{PAD} abs_5-",
    "down": f"{PAD} abs_5+",
    "a": f"{PAD} button_0",
    "b": f"{PAD} button_1",
}


@pytest.fixture
def display():
    reading, writing = os.pipe()
    screen = ("Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24")
    with subprocess.Popen(screen, pass_fds=(writing,)) as server:
        os.close(writing)
        with open(reading, encoding="ascii") as told:  # noqa: PTH123
            name = f":{told.readline().strip()}"
        with closing(Display(name)) as display:
            yield display
        server.terminate()


def color(display):
    """What there is in the middle of the display."""
    image = display.screen().root.get_image(300, 200, 1, 1, ZPixmap, 0xFFFFFFFF)
    blue, green, red = image.data[:3]
    return red, green, blue


def until(wanted):
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end
        wait_until(time.monotonic_ns() + LOOK_EVERY)


def test_a_pad_plays_an_emulator(display, tmp_path):
    guest = Guest(
        "colours",
        command(tmp_path, ITS_NAMES),
        environment={
            "MEDNAFEN_HOME": str(tmp_path),
            "DISPLAY": display.get_display_name(),
            "PATH": os.environ["PATH"],
        },
        keys={f"p1.{button}": f"pad {button}" for button in BUTTONS},
    )
    injector = UinputHands(guest.names, pads_of(guest))
    hands = GuestHands(guest, injector, WiredButtons())
    run = GuestProcess(guest, card=False)
    with closing(hands), closing(run):
        until(lambda: color(display) == BLUE)
        seen = set()
        for button in BUTTONS:
            hands.touch(Panel(f"p1.{button}", "pressed", 0), open_=True)
            until(lambda: color(display) != BLUE)
            seen.add(color(display))
            hands.touch(Panel(f"p1.{button}", "released", 0), open_=True)
            until(lambda: color(display) == BLUE)
        assert len(seen) == len(BUTTONS)
    until(lambda: run.gone)
