"""The machine's clocks, and one that only moves when told."""

import time


class SystemClock:
    """A `Clock` on CLOCK_MONOTONIC, which all processes of a machine share."""

    def now(self) -> int:
        """See `Clock.now`."""
        return time.monotonic_ns()

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`."""
        return time.time_ns() // 1_000_000

    def minute_of_day(self) -> int:
        """See `Clock.minute_of_day`."""
        local = time.localtime()
        return 60 * local.tm_hour + local.tm_min


class VirtualClock:
    """A `Clock` for tests, scenarios and replays: an hour takes no time."""

    def __init__(self, now: int = 0, wall_ms: int = 1_767_225_600_000) -> None:
        self._now = now
        self._wall_ms_at_zero = wall_ms

    def now(self) -> int:
        """See `Clock.now`."""
        return self._now

    def wall_ms(self) -> int:
        """See `Clock.wall_ms`; it starts at the first of January 2026."""
        return self._wall_ms_at_zero + self._now // 1_000_000

    def minute_of_day(self) -> int:
        """See `Clock.minute_of_day`; this clock lives in Greenwich."""
        return self.wall_ms() // 60_000 % 1440

    def set_wall(self, wall_ms: int) -> None:
        """Let the wall clock jump; the other one does not notice."""
        self._wall_ms_at_zero = wall_ms - self._now // 1_000_000

    def advance_to(self, now: int) -> None:
        """Move on to `now`; time never goes back."""
        if now < self._now:
            raise ValueError(f"the clock is at {self._now} ns, asked back to {now}")
        self._now = now
