"""What one wire means: buttons told at once, buttons told when steady.

Each line is a small machine. `change` takes an edge, `expire` the deadline `due`;
both append what they have to tell. `cabinet.core.inputs.decoder` states the law.
"""

from typing import Final

from cabinet.core.events import (
    MILLISECOND,
    Held,
    LineEvent,
    Nanos,
    Pressed,
    Released,
    Tapped,
)

REARM: Final[Nanos] = 8 * MILLISECOND
STEADY: Final[Nanos] = 5 * MILLISECOND
NEVER: Final[Nanos] = 1 << 63


class EagerButton:
    """A button of a player: told at its first edge."""

    __slots__ = ("_down", "_name", "due")

    def __init__(self, name: str) -> None:
        self._name = name
        self._down = False
        self.due = NEVER

    def begin(self, now: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Wake up to the wire as it is."""
        self._down = active
        self.due = NEVER

    def change(self, at: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Take an edge."""
        if not active:
            self.due = at + REARM if self._down else NEVER
            return
        self.due = NEVER
        if not self._down:
            self._down = True
            told.append(Pressed(self._name, at))

    def expire(self, at: Nanos, told: list[LineEvent]) -> None:
        """The deadline `due` has come."""
        self.due = NEVER
        self._down = False
        told.append(Released(self._name, at))


class SettledLine:
    """A level that counts once it is stable, and may overstay a limit."""

    __slots__ = (
        "_active",
        "_began",
        "_limit",
        "_over",
        "_raw",
        "_settle",
        "_since",
        "due",
    )

    def __init__(self, settle: Nanos, limit: Nanos) -> None:
        self._settle = settle
        self._limit = limit
        self._active = self._raw = self._over = False
        self._began = self._since = -NEVER
        self.due = NEVER

    def begin(self, now: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Wake up to the wire as it is."""
        self._active = self._raw = self._over = active
        self._began = self._since = now
        self.due = NEVER

    def change(self, at: Nanos, told: list[LineEvent], *, active: bool) -> None:
        """Take an edge."""
        self._raw = active
        self._since = at
        if active != self._active:
            self.due = at + self._settle
        elif active and not self._over:
            self.due = max(self._began + self._limit, at)
        else:
            self.due = NEVER

    def expire(self, at: Nanos, told: list[LineEvent]) -> None:
        """The deadline `due` has come."""
        self.due = NEVER
        if self._raw == self._active:
            self._over = True
            self._overstay(at, told)
            return
        self._active = self._raw
        if self._active:
            self._began = self._since
            self._over = False
            self.due = max(self._began + self._limit, at)
            self._rise(at, told)
        else:
            self._fall(at, told)

    def _rise(self, at: Nanos, told: list[LineEvent]) -> None:
        raise NotImplementedError

    def _fall(self, at: Nanos, told: list[LineEvent]) -> None:
        raise NotImplementedError

    def _overstay(self, at: Nanos, told: list[LineEvent]) -> None:
        raise NotImplementedError


class PatientButton(SettledLine):
    """A button where noise is expensive: told when it is steady."""

    __slots__ = ("_name",)

    def __init__(self, name: str, hold: Nanos) -> None:
        super().__init__(STEADY, hold)
        self._name = name

    def _rise(self, at: Nanos, told: list[LineEvent]) -> None:
        told.append(Pressed(self._name, at))

    def _fall(self, at: Nanos, told: list[LineEvent]) -> None:
        told.append(Released(self._name, at))
        if self._limit < NEVER and not self._over:
            told.append(Tapped(self._name, at))

    def _overstay(self, at: Nanos, told: list[LineEvent]) -> None:
        told.append(Held(self._name, at))
