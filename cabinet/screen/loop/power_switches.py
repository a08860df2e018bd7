"""Who switches a display off: the card (KMS), an X server, or a Wayland compositor."""

import array
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from cabinet.screen.guests.wayland import WaylandWire, socket_of, text_of, uint
from cabinet.screen.loop.display_power import PowerSwitch

ON, OFF = 0, 3
Ioctl = Callable[[int, int, bytearray], int]


def power_switch(driver: str) -> PowerSwitch | None:
    """The one for what SDL draws with; None where there is nothing to switch."""
    match driver:
        case "kmsdrm":
            return CardSwitch()
        case "x11":
            return XSwitch()
        case "wayland":
            return WaylandSwitch()
    return None


class XSwitch:
    """DPMS of an X server."""

    def switch(self, *, on: bool) -> None:
        """See `PowerSwitch`."""
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError

        try:
            display = Display()
        except (DisplayError, ConnectionClosedError) as wrong:
            raise OSError(str(wrong)) from None
        try:
            known = display.has_extension("DPMS")
            if not known or not display.dpms_capable().capable:
                raise OSError("this X server has no DPMS")
            if not on:
                display.dpms_enable()
            display.dpms_force_level(ON if on else OFF)
            display.sync()
        finally:
            display.close()


_MANAGER: Final = "zwlr_output_power_manager_v1"
_OUTPUT: Final = "wl_output"


class WaylandSwitch:
    """`wlr-output-power-management`: every output that the compositor has."""

    def switch(self, *, on: bool) -> None:
        """See `PowerSwitch`; the compositor keeps what was set when we hang up."""
        wire = WaylandWire(socket_of(os.environ))
        try:
            self._switch(wire, on=on)
        finally:
            wire.close()

    def _switch(self, wire: WaylandWire, *, on: bool) -> None:
        globals_: dict[str, list[int]] = {}

        def tell(event: int, told: bytes) -> None:
            if event == 0:
                number, length = struct.unpack_from("=II", told)
                name = told[8 : 8 + length - 1].decode()
                globals_.setdefault(name, []).append(number)

        registry = wire.new(tell)
        wire.send(1, 1, uint(registry))
        wire.round_trip()
        if _MANAGER not in globals_ or _OUTPUT not in globals_:
            raise OSError("this compositor switches no outputs")
        manager = self._bind(wire, registry, globals_[_MANAGER][0], _MANAGER)
        refused: list[int] = []
        for number in globals_[_OUTPUT]:
            output = self._bind(wire, registry, number, _OUTPUT)
            power = wire.new(lambda event, _: refused.extend([event] * (event == 1)))
            wire.send(manager, 0, uint(power) + uint(output))
            wire.send(power, 0, uint(int(on)))
        wire.round_trip()
        if len(refused) >= len(globals_[_OUTPUT]):
            raise OSError("the compositor refused to switch its outputs")

    def _bind(self, wire: WaylandWire, registry: int, number: int, name: str) -> int:
        made = wire.new(lambda *_: None)
        wire.send(registry, 0, uint(number) + text_of(name) + uint(1) + uint(made))
        return made


# The kernel's own (include/uapi/drm/drm_mode.h): lists are filled in twice, first their
# lengths, then what is in them, at addresses that we give.
_RESOURCES: Final = struct.Struct("=4Q8I")
_CONNECTOR: Final = struct.Struct("=4Q12I")
_PROPERTY: Final = struct.Struct("=2Q2I32s2I")
_SET: Final = struct.Struct("=Q2I")
_CONNECTED: Final = 1


def _request(number: int, size: int) -> int:
    """An ioctl that reads and writes a structure (`DRM_IOWR`)."""
    return 3 << 30 | size << 16 | ord("d") << 8 | number


GET_RESOURCES: Final = _request(0xA0, _RESOURCES.size)
GET_CONNECTOR: Final = _request(0xA7, _CONNECTOR.size)
GET_PROPERTY: Final = _request(0xAA, _PROPERTY.size)
SET_PROPERTY: Final = _request(0xAB, _SET.size)


def _ioctl(card: int, request: int, argument: bytearray) -> int:
    return int(fcntl.ioctl(card, request, argument))


class CardSwitch:
    """DPMS of every connector of the card that SDL draws on.

    Only who is the card's master may: that is the descriptor SDL has open, which is
    found among ours.
    """

    def __init__(
        self, cards: Callable[[], Iterator[int]] | None = None, ioctl: Ioctl = _ioctl
    ) -> None:
        self._cards = cards or _open_cards
        self._ioctl = ioctl

    def switch(self, *, on: bool) -> None:
        """See `PowerSwitch`."""
        done, why = 0, "no card is open"
        for card in self._cards():
            try:
                done += self._switch(card, ON if on else OFF)
                why = "no connector has DPMS"
            except OSError as wrong:
                why = str(wrong)
        if not done:
            raise OSError(why)

    def _switch(self, card: int, level: int) -> int:
        switched = 0
        for connector in self._connectors(card):
            connected, properties = self._properties(card, connector)
            for number in properties if connected else ():
                if self._name(card, number) == "DPMS":
                    asked = bytearray(_SET.pack(level, number, connector))
                    self._ioctl(card, SET_PROPERTY, asked)
                    switched += 1
        return switched

    def _connectors(self, card: int) -> list[int]:
        asked = bytearray(_RESOURCES.size)
        self._ioctl(card, GET_RESOURCES, asked)
        count = _RESOURCES.unpack(asked)[6]
        found = array.array("I", [0] * count)
        where = found.buffer_info()[0] if count else 0
        values = [0, 0, where, 0, 0, 0, count, 0, 0, 0, 0, 0]
        asked = bytearray(_RESOURCES.pack(*values))
        self._ioctl(card, GET_RESOURCES, asked)
        return found.tolist()

    def _properties(self, card: int, connector: int) -> tuple[bool, list[int]]:
        def asked(numbers: int, values: int, count: int) -> bytearray:
            zeros = [0] * 12
            zeros[1], zeros[4] = count, connector
            return bytearray(_CONNECTOR.pack(0, 0, numbers, values, *zeros))

        first = asked(0, 0, 0)
        self._ioctl(card, GET_CONNECTOR, first)
        told = _CONNECTOR.unpack(first)
        count, connected = told[5], told[11] == _CONNECTED
        numbers, values = array.array("I", [0] * count), array.array("Q", [0] * count)
        if count:
            places = numbers.buffer_info()[0], values.buffer_info()[0]
            self._ioctl(card, GET_CONNECTOR, asked(*places, count))
        return connected, numbers.tolist()

    def _name(self, card: int, number: int) -> str:
        asked = bytearray(_PROPERTY.pack(0, 0, number, 0, b"", 0, 0))
        self._ioctl(card, GET_PROPERTY, asked)
        name: bytes = _PROPERTY.unpack(asked)[4]
        return name.partition(b"\0")[0].decode(errors="replace")


def _open_cards() -> Iterator[int]:
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if str(each.readlink()).startswith("/dev/dri/card"):
                yield int(each.name)
