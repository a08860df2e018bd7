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
from cabinet.i18n.message import Message, Verbatim, message, verbatim
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
            other = taken[wire.pin]
            raise CabinetError(
                message("pins_shared", line=other, other=name, pin=wire.pin)
            )
        taken[wire.pin] = name
        if wire.pin > LAST_PIN:
            raise _cannot(name, wire.pin, message("pin_beyond_header", last=LAST_PIN))
        if name in wiring.inputs and _is_pulled_wrong(wire):
            raise _cannot(name, wire.pin, message("pin_pulled_up"))


def _is_pulled_wrong(wire: Wire) -> bool:
    return wire.pin in PULLED_UP and not wire.active_low


def _cannot(name: str, pin: int, why: Message) -> CabinetError:
    return CabinetError(message("pin_impossible", line=name, pin=pin, why=why))


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
                message("no_gpio", todo=_what_to_do(), system=Verbatim(reasons[0]))
            ) from wrong
    for fallback in fallbacks:
        _log.warning("%s", fallback.message)
    return Device.pin_factory


def _what_to_do() -> Message:
    if find_spec("lgpio") is None:
        return message("install_lgpio")
    return message("join_gpio_group")


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
        raise BusyError(message("pin_busy", line=line, pin=pin)) from wrong
    except Exception as wrong:
        if "busy" in str(wrong).lower():
            raise BusyError(message("pin_busy", line=line, pin=pin)) from wrong
        raise _cannot(line, pin, verbatim(str(wrong))) from wrong
