"""What keeps a cabinet alone for years: a watchdog, memory, and disks that remember.

A machine that hangs as a whole is started again by its own chip, if systemd winds it
up. A root in memory forgets everything at every start, so books and settings have to be
on a partition of their own, and that must not be laid over with memory too, as
overlayroot does with every mount unless it is told not to.
"""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.diagnostics.doctor.units import systemctl_show

_CHIP: Final = "sys/class/watchdog/watchdog0"
# Kernels from 6.12 on name the memory controller here and nowhere else.
_CONTROLLERS: Final = "sys/fs/cgroup/cgroup.controllers"
# What keeps its content in memory, or keeps none.
_FORGETS: Final = ("overlay", "overlayfs", "aufs", "tmpfs", "ramfs", "squashfs")
_MEMORY: Final = ("/dev/ram", "/dev/zram")
_OFF: Final = ("", "0", "infinity")


@dataclass(frozen=True, slots=True)
class Mount:
    """What a folder is on: `place` is where that is mounted, `kind` what it is."""

    place: str = "/"
    kind: str = ""
    read_only: bool = False

    @property
    def forgets(self) -> bool:
        """Whether what is written there is gone at the next start."""
        return self.kind in _FORGETS


@dataclass(frozen=True, slots=True)
class Endurance:
    """`runtime`: how long systemd lets the chip wait, None where it does not run.

    `limits`: whether the kernel keeps a unit's MemoryMax; None where it does not tell.
    """

    runtime: str | None = None
    chip: bool = False
    limits: bool | None = None
    root: Mount = Mount()
    state: Mount = Mount()
    settings: Mount = Mount()

    def judge(self) -> Iterator[Finding]:
        """Whether it comes back alone, and remembers."""
        if self.runtime is None:
            yield unseen("endurance.no_systemd", "watchdog")
        elif self.runtime in _OFF:
            yield amber("endurance.unwatched", "watchdog")
        elif not self.chip:
            yield amber("endurance.no_chip", "watchdog", time=self.runtime)
        else:
            yield green("endurance.watched", "watchdog", time=self.runtime)
        if self.runtime is not None and self.limits is not None:
            if self.limits:
                yield green("endurance.limited", "memory")
            else:
                yield amber("endurance.unlimited", "memory")
        yield from _remembers(self)


def look(state: Path, settings: Path, root: Path = Path("/")) -> Endurance:
    """Ask systemd and the kernel; `state` and `settings` are folders."""
    mounts = _mounts(root / "proc/self/mounts")
    runtime, limits = None, None
    with suppress(OSError, subprocess.SubprocessError):
        runtime = systemctl_show(root / "run", "-P", "RuntimeWatchdogUSec")
    with suppress(OSError):
        limits = "memory" in (root / _CONTROLLERS).read_text().split()
    return Endurance(
        runtime=None if runtime is None else runtime.strip(),
        chip=(root / _CHIP).exists(),
        limits=limits,
        root=mounts.get("/", Mount()),
        state=_under(state, mounts),
        settings=_under(settings, mounts),
    )


def _remembers(facts: Endurance) -> Iterator[Finding]:
    root, state, settings = facts.root, facts.state, facts.settings
    sealed = root.forgets or root.read_only
    if not root.kind:
        yield unseen("endurance.no_root", "root")
    elif state.forgets and state.place != "/":
        yield red("endurance.covered", "root", place=state.place, kind=state.kind)
    elif sealed and state.place == "/":
        yield red("endurance.forgets", "root", kind=root.kind)
    elif settings.forgets or (sealed and settings.place == "/"):
        told = {"place": settings.place, "kind": settings.kind}
        yield amber("endurance.settings_forget", "root", **told)
    elif sealed:
        yield green("endurance.sealed", "root", kind=root.kind)
    else:
        yield green("endurance.written", "root", kind=root.kind)


def _under(folder: Path, mounts: dict[str, Mount]) -> Mount:
    inside = [place for place in mounts if folder.is_relative_to(place)]
    return mounts[max(inside, key=len)] if inside else Mount()


def _mounts(table: Path) -> dict[str, Mount]:
    """What is mounted at each place; of two at one place the later counts."""
    with suppress(OSError):
        rows = (line.split() for line in table.read_text(encoding="utf-8").splitlines())
        return {row[1]: _mount(*row[:4]) for row in rows if len(row) > 3}
    return {}


def _mount(source: str, place: str, kind: str, options: str) -> Mount:
    if source.startswith(_MEMORY):
        kind = "ramfs"
    return Mount(place, kind, "ro" in options.split(","))
