"""Commands on their way to the chip: one at a time, again until it answers.

All commands say what shall be, not what shall change, so hearing one twice does no
harm, and one that was not sent yet is replaced by a newer one of its kind.
"""

from typing import Final

from firmware_bridge.events import MILLISECOND, Nanos
from firmware_bridge.frames import Frame, encode
from firmware_bridge.messages import Command, Done, SetSlot, to_frame

AGAIN: Final[Nanos] = 100 * MILLISECOND


class Commands:
    """What the host wants, until the chip has done it."""

    __slots__ = (
        "_flying",
        "_flying_frame",
        "_sequence",
        "_wanted",
        "repeated",
        "sent_at",
    )

    def __init__(self) -> None:
        self._wanted: dict[tuple[int, int], Command] = {}
        self._flying: Command | None = None
        self._flying_frame = Frame(0, 0)
        self._sequence = 0
        self.sent_at: Nanos = 0
        self.repeated = 0

    def want(self, command: Command) -> None:
        """Have it sent, after those that were wanted before."""
        slot = command.slot if isinstance(command, SetSlot) else 0
        self._wanted[command.TYPE, slot] = command

    def drop_all(self) -> None:
        """Nothing is wanted any more: nobody is there to do it."""
        self._wanted.clear()
        self._flying = None

    def answered(self, done: Done) -> Command | None:
        """The command this answers, if it is the one that is waited for."""
        frame, command = self._flying_frame, self._flying
        if (frame.type, frame.sequence) != (done.command, done.sequence):
            return None
        self._flying = None
        return command

    def say(self, command: Command, now: Nanos) -> bytes:
        """Say something once, without waiting for an answer."""
        return self._put(self._frame(command), now)

    def outgoing(self, now: Nanos) -> bytes:
        """What belongs on the wire now."""
        if self._flying is None and self._wanted:
            self._flying = self._wanted.pop(next(iter(self._wanted)))
            self._flying_frame = self._frame(self._flying)
        elif self._flying is None or now < self.sent_at + AGAIN:
            return b""
        else:
            self.repeated += 1
        return self._put(self._flying_frame, now)

    def due(self) -> Nanos | None:
        """When `outgoing` next has something to say; None when all is done."""
        if self._flying is not None:
            return self.sent_at + AGAIN
        return self.sent_at if self._wanted else None

    def _frame(self, command: Command) -> Frame:
        self._sequence = (self._sequence + 1) % 256
        return to_frame(command, self._sequence)

    def _put(self, frame: Frame, now: Nanos) -> bytes:
        self.sent_at = now
        return encode(frame)
