"""A Wayland compositor for a guest: whose windows there are, and keys and mouse.

A compositor tells its windows and takes keys by protocols that not all have (decision
0080): `virtual-keyboard` and `virtual-pointer` for hands, `foreign-toplevel` for
windows. Each is used where it is there. The wire is a Unix socket with small messages,
so they are written here by `struct`: an object, a number, a length, the arguments.
"""

import os
import select
import socket
import struct
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from cabinet.core.guests import MOUSE_BUTTONS, key_code
from cabinet.platform.kernel import shared_memory

# So long a compositor may take to say what it can.
PATIENCE_S: Final = 2.0
_CHUNK: Final = 65_536
_HEADER: Final = struct.Struct("=II")
_DISPLAY: Final = 1
_XKB_V1: Final = 1
_KEYBOARDS: Final = "zwp_virtual_keyboard_manager_v1"
_POINTERS: Final = "zwlr_virtual_pointer_manager_v1"
_WINDOWS: Final = "zwlr_foreign_toplevel_manager_v1"
_SEAT: Final = "wl_seat"
# The newest version of each that we speak.
_SPOKEN: Final[Mapping[str, int]] = {_SEAT: 1, _KEYBOARDS: 1, _POINTERS: 1, _WINDOWS: 2}
# Places on the keyboard, as everywhere in the settings, and what most signs stand for.
_KEYMAP: Final = b"""xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" };
xkb_types { include "complete" };
xkb_compat { include "complete" };
xkb_symbols { include "pc+us+inet(evdev)" };
};\0"""

Heard: TypeAlias = Callable[[int, bytes], None]


class WaylandWire:
    """The client's end of a compositor's socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._read = b""
        self._last = _DISPLAY
        self._heard: dict[int, Heard] = {_DISPLAY: self._on_display}

    def new(self, heard: Heard) -> int:
        """The number of another object, and who hears of it."""
        self._last += 1
        self._heard[self._last] = heard
        return self._last

    def adopt(self, number: int, heard: Heard) -> None:
        """An object that the compositor made."""
        self._heard[number] = heard

    def drop(self, number: int) -> None:
        """Nothing more is heard of an object."""
        self._heard.pop(number, None)

    def send(
        self, thing: int, request: int, arguments: bytes, descriptor: int | None = None
    ) -> None:
        """Ask something of an object; `OSError` if the compositor is gone."""
        length = _HEADER.size + len(arguments)
        line = _HEADER.pack(thing, length << 16 | request) + arguments
        if descriptor is None:
            self._socket.sendall(line)
        else:
            socket.send_fds(self._socket, [line], [descriptor])

    def hear(self, seconds: float = 0.0) -> bool:
        """Take what has come within so long; False if nothing has."""
        if not select.select([self._socket], (), (), seconds)[0]:
            return False
        chunk = self._socket.recv(_CHUNK)
        if not chunk:
            raise ConnectionError("the compositor is gone")
        self._read += chunk
        while len(self._read) >= _HEADER.size:
            thing, word = _HEADER.unpack_from(self._read)
            end = max(_HEADER.size, word >> 16)
            if len(self._read) < end:
                break
            told, self._read = self._read[_HEADER.size : end], self._read[end:]
            if heard := self._heard.get(thing):
                heard(word & 0xFFFF, told)
        return True

    def round_trip(self) -> None:
        """Wait until the compositor has answered all that was asked."""
        done: list[int] = []
        number = self.new(lambda *_: done.append(1))
        self.send(_DISPLAY, 0, uint(number))
        end = time.monotonic() + PATIENCE_S
        while not done:
            if (left := end - time.monotonic()) <= 0:
                raise TimeoutError("the compositor does not answer")
            self.hear(left)
        self.drop(number)

    def _on_display(self, event: int, told: bytes) -> None:
        if event == 0:
            raise ConnectionError(f"the compositor says: {_string(told[8:])[0]}")

    def close(self) -> None:
        """Hang up; what we pressed is let go."""
        self._socket.close()


class Toplevel:
    """A window as the compositor tells of it."""

    def __init__(self) -> None:
        self.title, self.app, self.gone = "", "", False

    def hear(self, event: int, told: bytes) -> None:
        """Something about it has changed."""
        match event:
            case 0:
                self.title = _string(told)[0]
            case 1:
                self.app = _string(told)[0]
            case 6:
                self.gone = True


class Compositor:
    """The Wayland desktop that our window is on; `OSError` where there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self.wire = WaylandWire(socket_of(environment))
        self._globals: dict[str, tuple[int, int]] = {}
        self._things: dict[str, int] = {}
        self._windows: dict[int, Toplevel] = {}
        self._before: set[int] = set()
        try:
            registry = self.wire.new(self._on_registry)
            self.wire.send(_DISPLAY, 1, uint(registry))
            self.wire.round_trip()
            for name in _SPOKEN:
                self._bind(registry, name)
            self.wire.round_trip()
        except OSError:
            self.wire.close()
            raise

    def _on_registry(self, event: int, told: bytes) -> None:
        if event == 0:
            (number,) = struct.unpack_from("=I", told)
            name, rest = _string(told[4:])
            self._globals.setdefault(name, (number, *struct.unpack_from("=I", rest)))

    def _bind(self, registry: int, name: str) -> None:
        if name not in self._globals:
            return
        number, offered = self._globals[name]
        heard = self._on_windows if name == _WINDOWS else _nothing
        thing = self._things[name] = self.wire.new(heard)
        version = min(offered, _SPOKEN[name])
        asked = uint(number) + text_of(name) + uint(version) + uint(thing)
        self.wire.send(registry, 0, asked)

    # Windows

    @property
    def tells_windows(self) -> bool:
        """Whether it says which windows there are, and brings one to the front."""
        return _WINDOWS in self._things

    def _on_windows(self, event: int, told: bytes) -> None:
        if event == 0:
            (number,) = struct.unpack_from("=I", told)
            window = self._windows[number] = Toplevel()
            self.wire.adopt(number, window.hear)

    def _look(self) -> None:
        with suppress(OSError):  # a compositor that is gone has no windows
            while self.wire.hear():
                pass
        for number in [n for n, window in self._windows.items() if window.gone]:
            del self._windows[number]
            self.wire.drop(number)
            with suppress(OSError):
                self.wire.send(number, 7, b"")

    def remember(self) -> None:
        """The windows that there are now are not the guest's."""
        self._look()
        self._before = {*self._windows}

    def guest_window(self) -> bool | None:
        """Whether one has come since; None where the compositor does not tell."""
        if not self.tells_windows:
            return None
        self._look()
        return bool(self._windows.keys() - self._before)

    def raise_guest(self) -> None:
        """Have people see the guest, and let it have the keys."""
        self._look()
        for number in self._windows.keys() - self._before:
            self._activate(number)

    def raise_titled(self, title: str) -> None:
        """Have people see a window that was there before, by its title."""
        self._look()
        for number in self._windows.keys() & self._before:
            if self._windows[number].title == title:
                self._activate(number)

    def _activate(self, number: int) -> None:
        if seat := self._things.get(_SEAT):
            with suppress(OSError):
                self.wire.send(number, 4, uint(seat))

    def listen(self) -> None:
        """Hear what has come: a compositor hangs up on who lets it pile up."""
        self._look()

    def close(self) -> None:
        """Hang up."""
        self.wire.close()

    # Hands

    def hands(self, *, mouse: bool) -> "VirtualHands":
        """Keys and a mouse; `OSError` where the compositor takes none."""
        wanted = (_SEAT, _KEYBOARDS, *((_POINTERS,) if mouse else ()))
        for name in wanted:
            if name not in self._things:
                raise OSError(f"the compositor has no {name}")
        seat, keyboards = self._things[_SEAT], self._things[_KEYBOARDS]
        return VirtualHands(self.wire, seat, keyboards, self._things.get(_POINTERS))


class VirtualHands:
    """Keys and mouse of a guest, through the compositor."""

    def __init__(
        self, wire: WaylandWire, seat: int, keyboards: int, pointers: int | None
    ) -> None:
        self._wire = wire
        self._down: set[tuple[int, int, int]] = set()
        self._keyboard = wire.new(_nothing)
        self._pointer = wire.new(_nothing) if pointers else None
        wire.send(keyboards, 0, uint(seat) + uint(self._keyboard))
        memory = shared_memory("cabinet-keymap", len(_KEYMAP))
        try:
            os.pwrite(memory, _KEYMAP, 0)
            about = uint(_XKB_V1) + uint(len(_KEYMAP))
            wire.send(self._keyboard, 0, about, memory)
        finally:
            os.close(memory)
        if pointers and self._pointer:
            wire.send(pointers, 0, uint(seat) + uint(self._pointer))
        wire.round_trip()

    def set(self, name: str, seat: int, *, down: bool) -> None:
        """Press or let go a key or a button of the mouse."""
        del seat  # there is one keyboard, and one mouse
        if name in MOUSE_BUTTONS and self._pointer:
            what = self._pointer, 2, MOUSE_BUTTONS[name]
        elif (code := key_code(name)) is not None:
            what = self._keyboard, 1, code
        else:
            return
        if down:
            self._down.add(what)
        else:
            self._down.discard(what)
        self._press(*what, down=down)

    def _press(self, thing: int, request: int, code: int, *, down: bool) -> None:
        self._send(thing, request, uint(_now()) + uint(code) + uint(int(down)))
        if thing == self._pointer:
            self._send(thing, 4, b"")

    def move(self, across: int, down: int) -> None:
        """Move the mouse by so much."""
        if self._pointer:
            moved = struct.pack("=Iii", _now(), across << 8, down << 8)
            self._send(self._pointer, 0, moved)
            self._send(self._pointer, 4, b"")

    def _send(self, thing: int, request: int, arguments: bytes) -> None:
        with suppress(OSError):  # a compositor that is gone takes our window along
            self._wire.send(thing, request, arguments)

    def close(self) -> None:
        """Let go of what is still down, and unplug both."""
        for each in self._down:
            self._press(*each, down=False)
        self._down.clear()
        self._send(self._keyboard, 3, b"")
        if self._pointer:
            self._send(self._pointer, 8, b"")
        self._wire.drop(self._keyboard)


def socket_of(environment: Mapping[str, str]) -> Path:
    """Where the compositor of this environment is."""
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    folder = environment.get("XDG_RUNTIME_DIR") or "/"
    return Path(folder) / name


def _nothing(event: int, told: bytes) -> None:
    """Nothing of this is of use to us."""


def uint(number: int) -> bytes:
    """A number as the wire has it."""
    return struct.pack("=I", number)


def text_of(text: str) -> bytes:
    """A text as the wire has it."""
    raw = text.encode() + b"\0"
    return uint(len(raw)) + raw + b"\0" * (-len(raw) % 4)


def _string(told: bytes) -> tuple[str, bytes]:
    """A string, and what follows it."""
    (length,) = struct.unpack_from("=I", told)
    text = told[4 : 4 + max(0, length - 1)].decode("utf-8", errors="replace")
    return text, told[4 + length + (-length % 4) :]


def _now() -> int:
    return time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF
