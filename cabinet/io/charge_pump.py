"""A lock-out that is open only while its pin goes up and down.

A level on a pin cannot show that a program lives: it stays when the program hangs in
the kernel, or the kernel itself does. Behind a charge pump (docs/wiring.md, section 4)
only an oscillation holds the coil, and the oscillation is made by whoever polls the
port, which is the counter's one loop: what stops it shuts the slot.
"""

from typing import Final

from gpiozero import DigitalOutputDevice

from cabinet.core.events import MILLISECOND, Nanos

# Fast enough for capacitors that can be bought, slow enough to cost nothing.
TURN_EVERY: Final[Nanos] = 250 * MILLISECOND


class ChargePump:
    """One output; `off` at either level once nobody turns it."""

    def __init__(self, device: DigitalOutputDevice) -> None:
        self._device = device
        self._turned_at: Nanos | None = None

    def write(self, now: Nanos, *, on: bool) -> None:
        """Begin to go up and down, or stop."""
        if not on:
            self._turned_at = None
            self._device.off()
        elif self._turned_at is None:
            self._turned_at = now
            self._device.on()

    def due(self) -> Nanos | None:
        """When the pin has to change next; None while the slot is to be shut."""
        return None if self._turned_at is None else self._turned_at + TURN_EVERY

    def turn(self, now: Nanos) -> None:
        """Change the pin if it is time to; a late loop makes fewer turns, not more."""
        due = self.due()
        if due is not None and now >= due:
            self._turned_at = now
            self._device.toggle()
