"""The wall clock: is it right? Widths and deadlines never ask it, reports do."""

import ctypes
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, Verdicts

# The kernel's answer when nobody keeps its clock (TIME_ERROR of adjtimex).
UNKEPT: Final = 5
_TIMEX: Final = 512  # larger than `struct timex` anywhere
HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """`kept` is None where the kernel does not tell; `last_ms` the newest posting."""

    wall_ms: int
    kept: bool | None = None
    has_battery: bool = False
    last_ms: int = 0


def look(wall_ms: int, last_ms: int, dev: Path = Path("/dev")) -> ClockFacts:
    """Ask the kernel whether its clock is kept by somebody."""
    return ClockFacts(wall_ms, _kept(), any(dev.glob("rtc*")), last_ms)


def judge(facts: ClockFacts) -> list[Finding]:
    """Whether days and hours in the books can be believed."""
    say = Verdicts("clock")
    if facts.last_ms - facts.wall_ms > HOUR_MS:
        behind = (facts.last_ms - facts.wall_ms) // HOUR_MS
        say.red("behind", "clock", hours=behind)
    elif facts.kept:
        say.green("kept", "clock")
    elif facts.has_battery:
        say.amber("battery_only", "clock")
    elif facts.kept is None:
        say.unseen("unknown", "clock")
    else:
        say.amber("unkept", "clock")
    return say.findings


def _kept() -> bool | None:
    if sys.platform != "linux":
        return None
    state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX))
    return None if state < 0 else bool(state != UNKEPT)
