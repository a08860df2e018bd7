"""Temperature and throttling: a cabinet is a closed box with a lamp in it."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen

# A Pi slows down from 80 °C on, and in earnest at 85 °C.
WARM: Final = 70.0
HOT: Final = 80.0
UNDERVOLTAGE: Final = 1
CAPPED: Final = 2
THROTTLED: Final = 4
SOFT_LIMIT: Final = 8
EARLIER: Final = 16  # the same bits, so far to the left: since the start
_FIRMWARE: Final = "devices/platform/soc/soc:firmware/get_throttled"


@dataclass(frozen=True, slots=True)
class Heat:
    """Degrees of the warmest sensor, and the firmware's bits; None: nobody tells."""

    degrees: float | None = None
    throttled: int | None = None

    def judge(self) -> Iterator[Finding]:
        """Whether the machine is too warm, or its supply too weak."""
        degrees = self.degrees
        if degrees is None:
            yield unseen("heat.no_sensor", "heat")
        elif degrees >= HOT:
            yield red("heat.hot", "heat", degrees=round(degrees))
        elif degrees >= WARM:
            yield amber("heat.warm", "heat", degrees=round(degrees))
        else:
            yield green("heat.cool", "heat", degrees=round(degrees))
        yield from _supply(self.throttled)


def look(sysfs: Path = Path("/sys")) -> Heat:
    """Ask the kernel's sensors, and the Pi's firmware where there is one."""
    degrees: list[float] = []
    for sensor in sysfs.glob("class/thermal/thermal_zone*/temp"):
        with suppress(OSError, ValueError):
            degrees.append(int(sensor.read_text(encoding="ascii")) / 1000)
    return Heat(max(degrees, default=None), _throttled(sysfs))


def _supply(bits: int | None) -> Iterator[Finding]:
    if bits is None:
        yield unseen("heat.no_firmware", "supply")
    elif bits & UNDERVOLTAGE:
        yield red("heat.undervoltage", "supply")
    elif bits & (CAPPED | THROTTLED | SOFT_LIMIT):
        yield red("heat.throttled", "supply")
    elif bits >> EARLIER & UNDERVOLTAGE:
        yield amber("heat.undervoltage_earlier", "supply")
    elif bits >> EARLIER:
        yield amber("heat.throttled_earlier", "supply")
    else:
        yield green("heat.supply", "supply")


def _throttled(sysfs: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int((sysfs / _FIRMWARE).read_text(encoding="ascii"), 16)
    asked = shutil.which("vcgencmd")
    if asked:
        with suppress(OSError, ValueError, subprocess.SubprocessError):
            said = subprocess.run(
                [asked, "get_throttled"], capture_output=True, text=True, timeout=2
            ).stdout
            return int(said.partition("=")[2], 16)
    return None
