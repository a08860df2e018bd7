"""The real firmware in a simulated chip, in lock-step: time passes only in `run`.

Times are nanoseconds since the chip was made. The same hands at the same times give
the same bytes at the same times; `trace` is a hash of everything the chip did.
"""

import ctypes
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from firmware_bridge.events import MILLISECOND, SECOND, Nanos

MICROSECOND: Final = MILLISECOND // 1000
CHIP_HZ: Final = 16_000_000
BYTE_TIME: Final[Nanos] = 10 * SECOND // 115_200
MCU: Final = b"atmega328p"
EEPROM_BYTES: Final = 1024
TIMER_INTERRUPTS: Final = 0x6F  # TIMSK1
_AT_ONCE: Final = 4096

_STICK: Final = ("up", "down", "left", "right", "a", "b")
PINS: Final[dict[str, tuple[str, int]]] = {
    **{"coin.1": ("D", 2), "coin.2": ("D", 3), "power": ("D", 4), "start": ("D", 5)},
    **{"mode": ("D", 6), "player": ("D", 7), "service": ("C", 0), "door": ("C", 1)},
    "test": ("C", 5),
    **{f"p1.{part}": ("X", bit) for bit, part in enumerate(_STICK)},
    "tilt": ("X", 6),
    **{f"p2.{part}": ("X", 8 + bit) for bit, part in enumerate(_STICK)},
}
OUTPUT_PINS: Final = {
    ("B", 0): "lockout",
    ("B", 1): "meter",
    ("B", 2): "lamp.start",
    ("B", 3): "lamp.coin",
    ("B", 5): "led",
}


class ChipCrashedError(Exception):
    """The program ran into something that is not program."""


class Chip:
    """One board, powered."""

    def __init__(self, elf: Path, library: Path, eeprom: bytes | None = None) -> None:
        self.made_of = (elf, library)
        self._lib = _load(library)
        self._hil = self._lib.hil_new(str(elf).encode(), MCU, CHIP_HZ, eeprom)
        if not self._hil:
            raise FileNotFoundError(f"{elf} is no program for an ATmega328P")
        self._trace = sha256()
        self.outputs = dict.fromkeys(OUTPUT_PINS.values(), False)
        self.output_changes: list[tuple[Nanos, str, bool]] = []
        for line in PINS:
            self.touch(line, active=False)

    def __del__(self) -> None:
        if getattr(self, "_hil", None):
            self._lib.hil_free(self._hil)
            self._hil = None

    @property
    def now(self) -> Nanos:
        """Since power came on."""
        return _nanos(self._lib.hil_cycle(self._hil))

    @property
    def resets(self) -> int:
        """How often it was reset, by a hand or its watchdog."""
        return int(self._lib.hil_resets(self._hil))

    @property
    def trace(self) -> str:
        """A hash of every byte and output so far, and of their cycles."""
        return self._trace.hexdigest()

    def run(self, duration: Nanos) -> None:
        """Let this much of the chip's time pass."""
        cycle = self._lib.hil_cycle(self._hil) + duration * CHIP_HZ // SECOND
        if not self._lib.hil_run_until(self._hil, cycle):
            raise ChipCrashedError(f"at {self.now / SECOND:.6f} s")
        self._look_at_outputs()

    def touch(self, line: str, *, active: bool, at: Nanos | None = None) -> None:
        """Close or open a contact, now or when its time has come."""
        port, bit = PINS[line]
        cycle = (self.now if at is None else at) * CHIP_HZ // SECOND
        self._lib.hil_plan(self._hil, port.encode(), bit, not active, cycle)

    def write(self, octets: bytes) -> None:
        """Put bytes on the wire to the chip; they arrive at 115200 baud."""
        self._lib.hil_write(self._hil, octets, len(octets))

    def read(self) -> bytes:
        """What the chip has sent since the last time."""
        return bytes(byte for byte, _ in self.read_stamped())

    def read_stamped(self) -> list[tuple[int, Nanos]]:
        """Bytes, each with the time when its last bit was on the wire."""
        octets = ctypes.create_string_buffer(_AT_ONCE)
        cycles = (ctypes.c_uint64 * _AT_ONCE)()
        found: list[tuple[int, Nanos]] = []
        count = _AT_ONCE
        while count == _AT_ONCE:
            count = self._lib.hil_read(self._hil, octets, cycles, _AT_ONCE)
            self._trace.update(octets.raw[:count] + bytes(cycles)[: 8 * count])
            # the simulator tells a byte when it is handed to the sender
            sent = (_nanos(cycle) + BYTE_TIME for cycle in cycles[:count])
            found += zip(octets.raw, sent, strict=False)
        return found

    def eeprom(self) -> bytes:
        """All 1024 bytes of it, as they are now."""
        octets = ctypes.create_string_buffer(EEPROM_BYTES)
        self._lib.hil_eeprom(self._hil, octets)
        return octets.raw

    def press_reset(self) -> None:
        """What DTR does to an Uno when its port is opened."""
        self._lib.hil_reset(self._hil)

    def stop_the_timer(self) -> None:
        """Make the program hang, for its watchdog to find."""
        self._lib.hil_poke(self._hil, TIMER_INTERRUPTS, 0)

    def after_a_power_cut(self) -> Self:
        """The same board with only what its EEPROM kept."""
        return type(self)(*self.made_of, eeprom=self.eeprom())

    def _look_at_outputs(self) -> None:
        ports, bits, levels = (ctypes.create_string_buffer(_AT_ONCE) for _ in range(3))
        cycles = (ctypes.c_uint64 * _AT_ONCE)()
        args = (ports, bits, levels, cycles, _AT_ONCE)
        for i in range(self._lib.hil_driven(self._hil, *args)):
            name = OUTPUT_PINS[chr(ports.raw[i]), bits.raw[i]]
            on = bool(levels.raw[i])
            self.outputs[name] = on
            self.output_changes.append((_nanos(cycles[i]), name, on))
            self._trace.update(f"{cycles[i]} {name} {on}".encode())


def _nanos(cycles: int) -> Nanos:
    return cycles * SECOND // CHIP_HZ


def _load(library: Path) -> ctypes.CDLL:
    lib = ctypes.CDLL(str(library))
    handle, text, u64 = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64
    number, pointer = ctypes.c_int, ctypes.c_void_p

    def declare(function: Callable[..., object], result: object, *args: object) -> None:
        function.restype = result  # type: ignore[attr-defined]
        function.argtypes = list(args)  # type: ignore[attr-defined]

    declare(lib.hil_new, handle, text, text, ctypes.c_uint32, text)
    declare(lib.hil_free, None, handle)
    declare(lib.hil_cycle, u64, handle)
    declare(lib.hil_run_until, number, handle, u64)
    declare(lib.hil_reset, None, handle)
    declare(lib.hil_resets, ctypes.c_uint32, handle)
    declare(lib.hil_plan, number, handle, ctypes.c_char, number, number, u64)
    declare(lib.hil_write, None, handle, text, number)
    declare(lib.hil_poke, None, handle, number, ctypes.c_uint8)
    declare(lib.hil_read, number, handle, pointer, pointer, number)
    declare(lib.hil_driven, number, handle, *([pointer] * 4), number)
    declare(lib.hil_eeprom, None, handle, pointer)
    return lib
