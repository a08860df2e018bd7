"""The buttons of every seat as whole numbers: one bit for each, on the wire."""

from collections.abc import Sequence

from cabinet.loops.api import BUTTONS
from cabinet.loops.recording import Update


def packed(update: Update) -> list[int]:
    """What each seat holds, then what each seat pressed."""
    return [_bits(buttons) for buttons in (*update.held, *update.pressed)]


def unpacked(numbers: Sequence[int], seats: int) -> Update:
    """What `packed` packed, for so many seats."""
    buttons = tuple(_buttons(bits) for bits in numbers)
    return Update(buttons[:seats], buttons[seats:])


def _bits(buttons: frozenset[str]) -> int:
    return sum(1 << bit for bit, name in enumerate(BUTTONS) if name in buttons)


def _buttons(bits: int) -> frozenset[str]:
    return frozenset(name for bit, name in enumerate(BUTTONS) if bits >> bit & 1)
