"""The disk under the books: how long it takes to keep a posting, and how worn it is.

`fsync_ms` is also what the service menu measures with.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Final

from cabinet.core.events import MILLISECOND
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.platform.processes import sync_data

WRITES: Final = 12
PAGE: Final = b"\xa5" * 4096
# A coin is shown once it is written: people feel a twentieth of a second, and the
# counter's loop stands still for as long.
SLOW_MS: Final = 50.0
TOO_SLOW_MS: Final = 250.0
LOW: Final = 500_000_000
TOO_LOW: Final = 50_000_000
# The kernel tells wear in tenths: 9 is 80 to 90 % used, 11 is beyond its life.
WORN: Final = 9
WORN_OUT: Final = 11


@dataclass(frozen=True, slots=True)
class Storage:
    """A folder's disk; `writes_ms` is empty when nothing could be written (`why`)."""

    folder: str
    writes_ms: tuple[float, ...] = ()
    why: str = ""
    read_only: bool = False
    free: int = LOW
    life: int | None = None
    errors: int = 0
    reserve: int = 0

    def judge(self) -> Iterator[Finding]:
        """What the books can expect of this disk."""
        if self.read_only:
            yield red("storage.read_only", "disk", folder=self.folder)
        elif not self.writes_ms:
            yield red("storage.unwritable", "disk", folder=self.folder, why=self.why)
        else:
            yield from _speed(self.writes_ms)
        if self.writes_ms and not self.read_only:
            yield from _space(self)
        if self.errors:
            yield red("storage.errors", "wear", n=self.errors)
        elif self.life is None:
            yield unseen("storage.life_unknown", "wear")
        else:
            used = f"{(self.life - 1) * 10}-{self.life * 10}"
            if self.life >= WORN_OUT:
                yield red("storage.worn_out", "wear")
            elif self.life >= WORN:
                yield amber("storage.worn", "wear", used=used)
            else:
                yield green("storage.life", "wear", used=used)


def look(folder: Path, sysfs: Path = Path("/sys"), reserve: int = 0) -> Storage:
    """Write and sync a few pages, and ask the kernel about the disk.

    Of `reserve` bytes the operator wants no fewer free.
    """
    writes: tuple[float, ...] = ()
    why = ""
    try:
        writes = fsync_ms(folder)
    except OSError as wrong:
        why = wrong.strerror or str(wrong)
    free, read_only, disk = 0, False, None
    with suppress(OSError):
        stat = os.statvfs(folder)
        free = stat.f_bavail * stat.f_frsize
        read_only = bool(stat.f_flag & os.ST_RDONLY)
        disk = _disk(folder.stat().st_dev, sysfs)
    return Storage(
        folder=str(folder),
        writes_ms=writes,
        why=why,
        read_only=read_only,
        free=free,
        life=_life(disk),
        errors=_errors(disk, sysfs),
        reserve=reserve,
    )


def fsync_ms(folder: Path, writes: int = WRITES) -> tuple[float, ...]:
    """How long the disk takes to keep a page for good, in milliseconds, each time."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(writes):
            begun = perf_counter_ns()
            file.write(PAGE)
            sync_data(file.fileno())
            took.append((perf_counter_ns() - begun) / MILLISECOND)
    return tuple(took)


def _speed(writes: tuple[float, ...]) -> Iterator[Finding]:
    middle, worst = median(writes), max(writes)
    values = {"median": f"{middle:.3g}", "worst": f"{worst:.3g}"}
    if middle > TOO_SLOW_MS:
        yield red("storage.too_slow", "disk", **values)
    elif middle > SLOW_MS or worst > TOO_SLOW_MS:
        yield amber("storage.slow", "disk", **values)
    else:
        yield green("storage.speed", "disk", **values)


def _space(facts: Storage) -> Iterator[Finding]:
    megabytes = facts.free // 1_000_000
    if facts.free < facts.reserve:
        reserve = facts.reserve // 1_000_000
        yield red(
            "storage.shut", "space", mb=megabytes, folder=facts.folder, reserve=reserve
        )
    elif facts.free < TOO_LOW:
        yield red("storage.full", "space", mb=megabytes, folder=facts.folder)
    elif facts.free < LOW:
        yield amber("storage.nearly_full", "space", mb=megabytes, folder=facts.folder)
    else:
        yield green("storage.space", "space", mb=megabytes)


def _disk(device: int, sysfs: Path) -> Path | None:
    """Where the kernel tells of the block device a file is on."""
    number = f"{os.major(device)}:{os.minor(device)}"
    path = sysfs / "dev" / "block" / number
    return path.resolve() if path.exists() else None


def _life(disk: Path | None) -> int | None:
    """How worn an eMMC says it is, in tenths; a card that is silent gives None."""
    for folder in (disk, disk.parent) if disk else ():
        with suppress(OSError, ValueError):
            text = (folder / "device" / "life_time").read_text(encoding="ascii")
            return max(int(word, 16) for word in text.split()) or None
    return None


def _errors(disk: Path | None, sysfs: Path) -> int:
    """How many errors ext4 has found on it."""
    if disk is not None:
        with suppress(OSError, ValueError):
            told = sysfs / "fs" / "ext4" / disk.name / "errors_count"
            return int(told.read_text(encoding="ascii"))
    return 0
