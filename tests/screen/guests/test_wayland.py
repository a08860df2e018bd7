"""What a compositor is asked; `tests/system/test_guest_wayland.py` has a real one."""

import socket
import struct
import threading

import pytest

from cabinet.core.guests import Guest
from cabinet.screen.guests import wayland
from cabinet.screen.guests.stage import WaylandStage
from cabinet.screen.guests.wayland import Compositor

ALL = (
    "wl_seat",
    "zwp_virtual_keyboard_manager_v1",
    "zwlr_virtual_pointer_manager_v1",
    "zwlr_foreign_toplevel_manager_v1",
)
WINDOW = 0xFF000000
UP = 103


def event(thing, number, told):
    return struct.pack("=II", thing, (8 + len(told)) << 16 | number) + told


def text(words):
    raw = words.encode() + b"\0"
    return struct.pack("=I", len(raw)) + raw + b"\0" * (-len(raw) % 4)


class Desk(threading.Thread):
    """The compositor's end: it offers interfaces, and writes down what it is asked."""

    def __init__(self, path, offered):
        super().__init__(daemon=True)
        self.offered, self.asked, self.bound = offered, [], {}
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self.start()

    def run(self):
        with self._server:
            self._end, _ = self._server.accept()
        with self._end:
            self._serve()

    def _serve(self):
        read = b""
        while chunk := self._end.recv(65536):
            read += chunk
            while len(read) >= 8 and len(read) >= (
                length := struct.unpack_from("=II", read)[1] >> 16
            ):
                self._hear(*struct.unpack_from("=II", read), read[8:length])
                read = read[length:]

    def _hear(self, thing, word, told):
        request = word & 0xFFFF
        if (thing, request) == (1, 0):
            self._end.sendall(event(struct.unpack("=I", told)[0], 0, b"\0" * 4))
        elif (thing, request) == (1, 1):
            self.registry = struct.unpack("=I", told)[0]
            for number, name in enumerate(self.offered, 1):
                about = struct.pack("=I", number) + text(name) + struct.pack("=I", 3)
                self._end.sendall(event(self.registry, 0, about))
        elif (thing, request) == (self.registry, 0):
            number, made = struct.unpack_from("=I", told)[0], told[-4:]
            self.bound[self.offered[number - 1]] = struct.unpack("=I", made)[0]
        else:
            self.asked.append((thing, request, told))

    def open_window(self, number, title):
        told = struct.pack("=I", number)
        manager = self.bound["zwlr_foreign_toplevel_manager_v1"]
        self._end.sendall(event(manager, 0, told) + event(number, 0, text(title)))

    def close_window(self, number):
        self._end.sendall(event(number, 6, b""))


@pytest.fixture
def begin(tmp_path, monkeypatch):
    begun = []

    def make(*offered):
        desk = Desk(tmp_path / "wayland-0", offered)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        begun.append((desk, Compositor()))
        return begun[-1]

    yield make
    for desk, compositor in begun:
        compositor.close()
        desk.join(5)


def test_a_key_goes_down_and_up_and_what_is_held_is_let_go(begin):
    desk, compositor = begin(*ALL)
    hands = compositor.hands(mouse=False)
    hands.set("up", 0, down=True)
    hands.close()
    compositor.wire.round_trip()
    keys = [struct.unpack("=III", told)[1:] for _, n, told in desk.asked if n == 1]
    assert keys == [(UP, 1), (UP, 0)]


def test_a_mouse_moves_by_whole_pixels(begin):
    desk, compositor = begin(*ALL)
    compositor.hands(mouse=True).move(3, -2)
    compositor.wire.round_trip()
    assert struct.unpack("=Iii", desk.asked[-2][2])[1:] == (3 * 256, -2 * 256)


def test_windows_that_come_are_the_guests_until_they_go(begin):
    desk, compositor = begin(*ALL)
    desk.open_window(WINDOW, "Arkade")
    compositor.wire.round_trip()
    compositor.remember()
    assert compositor.guest_window() is False
    desk.open_window(WINDOW + 1, "snake")
    compositor.wire.round_trip()
    assert compositor.guest_window() is True
    compositor.raise_guest()
    compositor.raise_titled("Arkade")
    desk.close_window(WINDOW + 1)
    compositor.wire.round_trip()
    assert compositor.guest_window() is False
    raised = [thing for thing, request, _ in desk.asked if request == 4]
    assert raised == [WINDOW + 1, WINDOW]


def test_one_that_can_nothing_of_it_says_so(begin):
    _, compositor = begin("wl_seat", "wl_output")
    assert compositor.guest_window() is None
    with pytest.raises(OSError, match="has no zwp_virtual_keyboard_manager_v1"):
        compositor.hands(mouse=False)


def test_one_that_does_not_answer_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(wayland, "PATIENCE_S", 0.05)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        where = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}
        with pytest.raises(TimeoutError):
            Compositor(where)


def test_without_a_compositor_the_kernel_is_asked_for_hands(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(
        "cabinet.screen.guests.stage.UinputHands", lambda names, pads: (names, pads)
    )
    guest = Guest("trial", ("/bin/true",), keys={"p1.up": "up"})
    stage = WaylandStage(None)
    assert stage.hands(guest) == ({"up"}, 0)
    assert stage.shows() is None
