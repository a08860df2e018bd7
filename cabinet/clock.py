"""The machine's clocks, and one that only moves when told."""

import time
from collections.abc import Callable
from datetime import date
from typing import Final

_FIRST_DAY: Final = date(1970, 1, 1).toordinal()


class SystemClock:
    """A `Clock` on CLOCK_MONOTONIC, which all processes of a machine share."""

    def __init__(self, trusted: Callable[[], bool] = lambda: True) -> None:
        self._trusted = trusted

    def now(self) -> int:
        """See `Clock.now`."""
        return time.monotonic_ns()

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`."""
        return time.time_ns() // 1_000_000

    def moment(self) -> tuple[int, int]:
        """See `Clock.moment`."""
        local = time.localtime()
        day = date(local.tm_year, local.tm_mon, local.tm_mday).toordinal()
        return day, 60 * local.tm_hour + local.tm_min

    def trusted(self) -> bool:
        """See `Clock.trusted`."""
        return self._trusted()


class VirtualClock:
    """A `Clock` for tests, scenarios and replays: an hour takes no time."""

    def __init__(self, now: int = 0, wall_ms: int = 1_767_225_600_000) -> None:
        self._now = now
        self._wall_ms_at_zero = wall_ms
        self.is_trusted = True

    def now(self) -> int:
        """See `Clock.now`."""
        return self._now

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`; it starts at the first of January 2026."""
        return self._wall_ms_at_zero + self._now // 1_000_000

    def moment(self) -> tuple[int, int]:
        """See `Clock.moment`; this clock lives in Greenwich."""
        days, minute = divmod(self.wall_ms() // 60_000, 1440)
        return _FIRST_DAY + days, minute

    def trusted(self) -> bool:
        """See `Clock.trusted`."""
        return self.is_trusted

    def set_wall(self, wall_ms: int) -> None:
        """Let the wall clock jump; the other one does not notice."""
        self._wall_ms_at_zero = wall_ms - self._now // 1_000_000

    def advance_to(self, now: int) -> None:
        """Move on to `now`; time never goes back."""
        if now < self._now:
            raise ValueError(f"the clock is at {self._now} ns, asked back to {now}")
        self._now = now
