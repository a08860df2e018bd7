"""Which pins can be used for what, and what is said when one cannot."""

import gc
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from gpiozero import Device, GPIOPinInUse

from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.ports import Wire, Wiring
from cabinet.io import lgpio_thread

LAST_PIN: Final = 27
PULLED_UP: Final = frozenset({2, 3})  # by resistors on the board, for I2C

_log = logging.getLogger(__name__)


def check_pins(wiring: Wiring) -> None:
    """Refuse what no header can do, before anything is driven."""
    taken: dict[int, str] = {}
    for name, wire in (*wiring.inputs.items(), *wiring.outputs.items()):
        if wire.pin is None:
            continue
        if wire.pin in taken:
            raise CabinetError(
                f"io.lines: {taken[wire.pin]} and {name} are both on GPIO{wire.pin}; "
                "give each line a pin of its own"
            )
        taken[wire.pin] = name
        if wire.pin > LAST_PIN:
            raise _cannot(name, wire.pin, f"the header has GPIO0 to GPIO{LAST_PIN}")
        if name in wiring.inputs and _is_pulled_wrong(wire):
            raise _cannot(name, wire.pin, "the board pulls it up, so it is active: low")


def _is_pulled_wrong(wire: Wire) -> bool:
    return wire.pin in PULLED_UP and not wire.active_low


def _cannot(name: str, pin: int, why: object) -> CabinetError:
    return CabinetError(
        f"io.lines: {name} cannot be on GPIO{pin}: {why}; see docs/wiring.md "
        "for the pins that can"
    )


def pin_factory() -> object:
    """The pin factory in use; every one that fails does so in its own way."""
    if Device.pin_factory is None:
        lgpio_thread.start(os.environ)
    with warnings.catch_warnings(record=True) as fallbacks:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as wrong:
            reasons = [str(each.message) for each in fallbacks] or [str(wrong)]
            raise CabinetError(
                "this machine has no GPIO that we can use: on a laptop set "
                "io.backend: sim (or run cabinet --sim); on a Raspberry Pi "
                f"{_what_to_do()} ({reasons[0]})"
            ) from wrong
    for fallback in fallbacks:
        _log.warning("%s", fallback.message)
    return Device.pin_factory


def _what_to_do() -> str:
    if find_spec("lgpio") is None:
        return (
            "install lgpio (sudo apt-get install python3-lgpio on Raspberry Pi OS; "
            "Debian itself has none for Python 3.13: docs/appliance.md)"
        )
    return (
        "add the user to the group gpio (sudo usermod -aG gpio $USER, then log in "
        "again)"
    )


@contextmanager
def undisturbed() -> Iterator[None]:
    """Collect no rubbish meanwhile.

    gpiozero reserves and frees pins under a lock, and a forgotten device that is
    collected just then wants the same lock on the same thread: it waits for ever.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def naming(line: str, pin: int) -> Iterator[None]:
    """Say which line a pin was for when it is refused, whoever refuses it."""
    try:
        yield
    except GPIOPinInUse as wrong:
        raise BusyError(_busy(line, pin)) from wrong
    except Exception as wrong:
        if "busy" in str(wrong).lower():
            raise BusyError(_busy(line, pin)) from wrong
        raise _cannot(line, pin, wrong) from wrong


def _busy(line: str, pin: int) -> str:
    return (
        f"io.lines: {line} is on GPIO{pin}, and another program has that pin: stop it "
        f"(gpioinfo names it, an overlay in config.txt counts too) or move {line}"
    )
