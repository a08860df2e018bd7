"""The wall clock: is it right? Widths and deadlines never ask it, reports do."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.platform.processes import clock_is_kept

HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """`kept` is None where the kernel does not tell; `last_ms` the newest posting."""

    wall_ms: int
    kept: bool | None = None
    has_battery: bool = False
    last_ms: int = 0

    def judge(self) -> Iterator[Finding]:
        """Whether days and hours in the books can be believed."""
        if self.last_ms - self.wall_ms > HOUR_MS:
            behind = (self.last_ms - self.wall_ms) // HOUR_MS
            yield red("clock.behind", "clock", hours=behind)
        elif self.kept:
            yield green("clock.kept", "clock")
        elif self.has_battery:
            yield amber("clock.battery_only", "clock")
        elif self.kept is None:
            yield unseen("clock.unknown", "clock")
        else:
            yield amber("clock.unkept", "clock")


def look(wall_ms: int, last_ms: int, dev: Path = Path("/dev")) -> ClockFacts:
    """Ask the kernel whether its clock is kept by somebody."""
    return ClockFacts(wall_ms, clock_is_kept(), any(dev.glob("rtc*")), last_ms)
