"""Finding an encoder or a pad by its name, its id or its path, without opening any.

Everything is read from sysfs, so that only what the settings name is ever opened. One
device may have several event nodes (an I-PAC has a keyboard, a mouse and pads):
those that have a wanted control are opened. Equal devices are told apart by the USB
socket they are plugged into.
"""

import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.core.errors import CabinetError
from cabinet.core.inputs.controls import PadControl
from cabinet.i18n.message import Message, message

SYSFS: Final = Path("/sys/class/input")
NODES: Final = Path("/dev/input")
_LONG: Final = 8 * struct.calcsize("l")
_ID: Final = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")
_SOCKET: Final = re.compile(r"\d+-\d+(\.\d+)*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One event node: what it belongs to, and what can be pressed on it.

    `socket` is where it is plugged in, such as 1-1.2. `keys` and `axes` are bits by
    their numbers; -1 where nobody can tell.
    """

    path: Path
    name: str
    id: str = ""
    socket: str = ""
    keys: int = -1
    axes: int = -1

    def has(self, wanted: PadControl) -> bool:
        """Whether the control is on it."""
        return bool((self.axes if wanted.way else self.keys) >> wanted.code & 1)

    @property
    def is_panel(self) -> bool:
        """Whether it has keys or buttons that people press (no mouse, no switch)."""
        mouse = self.keys >> 0x110 & 1
        return bool(self.keys) and not mouse


class Search:
    """Looks through the input devices that the kernel has."""

    def __init__(self, sysfs: Path = SYSFS, nodes: Path = NODES) -> None:
        self._sysfs = sysfs
        self._nodes = nodes

    def every(self) -> list[Candidate]:
        """All event nodes, in the order of their numbers."""
        found = self._sysfs.glob("event*")
        numbered = sorted(found, key=lambda path: (len(path.name), path.name))
        return list(self._read(numbered))

    def find(
        self, match: str, socket: str, wanted: Sequence[PadControl]
    ) -> list[Candidate]:
        """The nodes to open; `CabinetError` says why there is none."""
        if match.startswith("/"):
            return [self._at(Path(match))]
        there = self.every()
        same = [each for each in there if _is_called(each, match)]
        if socket:
            same = [each for each in same if each.socket == socket]
        if not same:
            names = ", ".join(dict.fromkeys(e.name for e in there if e.is_panel))
            raise CabinetError(_missing(match, socket, names or "–"))
        first = min((each.socket for each in same), key=_in_order)
        own = [each for each in same if each.socket == first]
        able = [each for each in own if any(map(each.has, wanted))]
        if not wanted:  # somebody will press what they want
            able = [each for each in own if each.is_panel]
        if not able:
            raise CabinetError(message("input_without_keys", name=own[0].name))
        return able

    def _at(self, path: Path) -> Candidate:
        if not path.exists():
            raise CabinetError(message("input_path_missing", path=str(path)))
        event = self._sysfs / path.resolve().name
        known = next(self._read([event]), None) if event.exists() else None
        return known or Candidate(path, path.name)

    def _read(self, events: Sequence[Path]) -> Iterator[Candidate]:
        for event in events:
            with suppress(OSError, ValueError):  # unplugged while we look
                yield self._candidate(event)

    def _candidate(self, event: Path) -> Candidate:
        device = event / "device"
        kinds = _text(device / "id/vendor"), _text(device / "id/product")
        return Candidate(
            self._nodes / event.name,
            _text(device / "name"),
            ":".join(kinds),
            _socket(device),
            _bits(_text(device / "capabilities/key")),
            _bits(_text(device / "capabilities/abs")),
        )


def _missing(match: str, socket: str, there: str) -> Message:
    if socket:
        return message("input_missing_at", match=match, socket=socket, there=there)
    return message("input_missing", match=match, there=there)


def _is_called(each: Candidate, match: str) -> bool:
    wanted = match.casefold()
    if _ID.fullmatch(wanted):
        return each.id == wanted
    return wanted in each.name.casefold()


def _socket(device: Path) -> str:
    """The USB socket; without one what tells it from its like, such as a number."""
    parts = device.resolve().parts
    sockets = [part for part in parts if _SOCKET.fullmatch(part)]
    return sockets[-1] if sockets else _text(device / "uniq") or parts[-1]


def _in_order(socket: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", socket)]


def _bits(words: str) -> int:
    """The kernel writes long words, the highest first."""
    bits = 0
    for word in words.split():
        bits = bits << _LONG | int(word, 16)
    return bits


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace").strip()
