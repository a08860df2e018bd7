"""Keys, mouse and pads of a guest, on a kernel that makes them (uinput)."""

import os
import struct
from contextlib import closing
from pathlib import Path

import pytest

from cabinet.core.guests import PAD_BUTTONS, Guest, key_code
from cabinet.screen.guests.hands import pads_of
from cabinet.screen.guests.uinput import (
    EV_ABS,
    EV_KEY,
    EV_REL,
    NAME,
    UinputHands,
)

EVENT = struct.Struct("@qqHHi")
GUEST = Guest(
    "trial",
    ("/bin/true",),
    keys={
        "p1.a": "left ctrl",
        "p1.left": "mouse left",
        "p1.b": "mouse button 1",
        "p1.up": "pad up",
        "p2.a": "pad a",
    },
    coin_key="5",
)


class Node:
    """An event node, as a program would open it."""

    def __init__(self, name):
        (self.folder,) = (
            each
            for each in Path("/sys/class/input").glob("event*")
            if (each / "device/name").read_text(encoding="utf-8").strip() == name
        )
        self.file = os.open(
            f"/dev/input/{self.folder.name}", os.O_RDONLY | os.O_NONBLOCK
        )

    def read(self):
        """The events since the last time, without the marks between them."""
        found = []
        while True:
            try:
                chunk = os.read(self.file, EVENT.size * 64)
            except BlockingIOError:
                return found
            found += [
                (kind, code, value)
                for _, _, kind, code, value in EVENT.iter_unpack(chunk)
                if kind
            ]

    def says(self, what):
        return (self.folder / "device" / what).read_text(encoding="utf-8").strip()

    def close(self):
        os.close(self.file)


@pytest.fixture
def hands():
    with closing(UinputHands(GUEST.names, pads_of(GUEST))) as hands:
        yield hands


def test_keys_and_mouse_are_one_device_that_is_there_at_once(hands):
    with closing(Node(f"{NAME} keys")) as node:
        hands.set("left ctrl", 0, down=True)
        hands.set("left ctrl", 0, down=False)
        hands.set("5", 0, down=True)
        hands.set("mouse button 1", 0, down=True)
        hands.move(-3, 2)
        assert node.read() == [
            (EV_KEY, key_code("left ctrl"), 1),
            (EV_KEY, key_code("left ctrl"), 0),
            (EV_KEY, key_code("5"), 1),
            (EV_KEY, 0x110, 1),
            (EV_REL, 0, -3),
            (EV_REL, 1, 2),
        ]


def test_each_stick_has_a_pad_that_programs_know(hands):
    with (
        closing(Node(f"{NAME} pad 1")) as first,
        closing(Node(f"{NAME} pad 2")) as second,
    ):
        assert (first.says("id/vendor"), first.says("id/product")) == ("045e", "028e")
        hands.set("pad up", 0, down=True)
        hands.set("pad a", 1, down=True)
        hands.set("pad up", 0, down=False)
        assert first.read() == [(EV_ABS, 17, -1), (EV_ABS, 17, 0)]
        assert second.read() == [(EV_KEY, PAD_BUTTONS["pad a"], 1)]


def test_a_device_that_is_unplugged_lets_go():
    hands = UinputHands(GUEST.names, 0)
    with closing(Node(f"{NAME} keys")) as node:
        hands.set("5", 0, down=True)
        hands.close()
        with pytest.raises(OSError, match="No such device"):
            os.read(node.file, EVENT.size * 64)
    assert not [
        each
        for each in Path("/sys/class/input").glob("event*")
        if NAME in (each / "device/name").read_text(encoding="utf-8")
    ]


def test_a_key_that_nobody_named_is_not_on_it(hands):
    with closing(Node(f"{NAME} keys")) as node:
        hands.set("q", 0, down=True)
        assert node.read() == []
