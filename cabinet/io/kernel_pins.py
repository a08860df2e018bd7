"""The Pi's header through the kernel alone, where lgpio is not to be had.

The chip of the header is found by its label, because its number is not the same on
every Pi: on a Pi 5 the header hangs on another chip (RP1) than the processor's own.
Every input is asked for as coin lines are, so all of them have the kernel's stamps.
"""

import errno
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import gpiod
from gpiod.line import Direction, Value

from cabinet.core.errors import CabinetError
from cabinet.core.ports import Wire
from cabinet.i18n.message import Verbatim, message
from cabinet.io.gpiod_lines import CONSUMER

# What the drivers of a Pi's header call its chip, from the first Pi to the Pi 5.
LABELS: Final = frozenset({"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"})
DEVICES: Final = Path("/dev")


class OutputRequest(Protocol):
    """What we need of a `gpiod.LineRequest` for one output."""

    def set_value(self, line: int | str, value: Value) -> None:
        """Drive it."""

    def release(self) -> None:
        """Let go of it."""


class KernelOutput:
    """One output, driven as gpiozero's `DigitalOutputDevice` is."""

    def __init__(self, request: OutputRequest, pin: int) -> None:
        self._request, self._pin = request, pin
        self._on = False

    @property
    def value(self) -> bool:
        """Whether it is on."""
        return self._on

    @value.setter
    def value(self, on: bool) -> None:
        self._on = on
        self._request.set_value(self._pin, Value.ACTIVE if on else Value.INACTIVE)

    def on(self) -> None:
        """Drive it on."""
        self.value = True

    def off(self) -> None:
        """Drive it off."""
        self.value = False

    def toggle(self) -> None:
        """Drive it to what it is not."""
        self.value = not self._on

    def close(self) -> None:
        """Let go of it, off."""
        with suppress(gpiod.RequestReleasedError):
            self.off()
            self._request.release()


def drive(chip: str, wire: Wire) -> KernelOutput:
    """Take an output of the chip at this path, and drive it off."""
    pin = wire.pin or 0
    settings = gpiod.LineSettings(
        direction=Direction.OUTPUT,
        active_low=wire.active_low,
        output_value=Value.INACTIVE,
    )
    request = gpiod.request_lines(chip, config={pin: settings}, consumer=CONSUMER)
    return KernelOutput(request, pin)


def find_chip(devices: Path = DEVICES) -> str:
    """The path of the chip that has the header; `CabinetError` when there is none."""
    found = dict(_labels(devices))
    ours = [path for path, label in found.items() if label in LABELS]
    if not ours:
        there = ", ".join(f"{path} ({found[path]})" for path in sorted(found))
        why = message("no_header_chip", there=Verbatim(there or "–"))
        raise CabinetError(message("no_gpio", todo=why, system=Verbatim("gpiod")))
    return ours[0]


def _labels(devices: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(devices.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                yield str(path), chip.get_info().label
        except OSError as wrong:
            if wrong.errno in (errno.EACCES, errno.EPERM):
                todo = message("join_gpio_group")
                system = Verbatim(str(wrong))
                told = message("no_gpio", todo=todo, system=system)
                raise CabinetError(told) from wrong
