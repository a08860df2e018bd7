"""The units of systemd that keep the cabinet running.

Only `cabinet.target` is enabled; the others are started by it, so systemd calls them
static, whether they run or not. Which of them must run is known here.
"""

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen

TARGET: Final = "cabinet.target"
COUNTER: Final = "cabinet.service"
SCREEN: Final = "cabinet-screen.service"
WEB: Final = "cabinet-web.service"
SAFE: Final = "cabinet-safe.service"
# Without one of these there is no cabinet.
NEEDED: Final = (COUNTER, SCREEN, WEB)
# Asked by name: a pattern finds only what systemd has in its memory just now.
NAMES: Final = (
    TARGET,
    *NEEDED,
    SAFE,
    "cabinet-web.socket",
    "cabinet-phones.socket",
    "cabinet-games.socket",
    "cabinet-programs.socket",
    "cabinet-fleet.service",
    "cabinet-alerts.service",
    "cabinet-alerts.path",
    "cabinet-power-off.path",
    "cabinet-end-screen.path",
    "cabinet-address.path",
    "cabinet-network.path",
    "cabinet-clock.path",
    "cabinet-reboot.path",
    "cabinet-update.path",
)
_ASKED: Final = "Id,LoadState,ActiveState,SubState,Result,NRestarts,UnitFileState"
OFTEN: Final = 3


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit as `systemctl show` tells it."""

    name: str
    active: str
    sub: str = ""
    result: str = "success"
    restarts: int = 0
    enabled: bool = False


@dataclass(frozen=True, slots=True)
class Units:
    """`systemd`: whether it runs this machine at all."""

    systemd: bool
    units: tuple[Unit, ...] = ()

    def judge(self) -> Iterator[Finding]:
        """A line for each unit that runs or should."""
        units = {unit.name: unit for unit in self.units}
        target = units.pop(TARGET, None)
        if not self.systemd:
            yield unseen("units.no_systemd", "units")
        elif target is None:
            yield amber("units.none", "units")
        else:
            yield from _begins(target)
            safe = units.pop(SAFE, None)
            missed: Sequence[str] = NEEDED if target.active == "active" else ()
            if safe is not None and safe.active == "active":
                # It stops both of these itself: what is to be said is why.
                yield red("units.safe", SAFE)
                missed = (WEB,)
            for unit in units.values():
                yield from _runs(unit, missed=unit.name in missed)


def look(run: Path = Path("/run")) -> Units:
    """Ask systemd, where it is in charge."""
    said: str | None = ""
    with suppress(OSError, subprocess.SubprocessError):
        said = systemctl_show(run, f"--property={_ASKED}", *NAMES)
    return Units(systemd=said is not None, units=read(said or ""))


def systemctl_show(run: Path, *asked: str) -> str | None:
    """What systemd tells of itself or its units; None where it is not in charge."""
    systemctl = shutil.which("systemctl")
    if systemctl is None or not (run / "systemd" / "system").exists():
        return None
    command = [systemctl, "show", *asked]
    return subprocess.run(command, capture_output=True, text=True, timeout=5).stdout


def read(said: str) -> tuple[Unit, ...]:
    """The units in what `systemctl show` printed, a block for each."""
    blocks = (
        dict(line.partition("=")[::2] for line in block.splitlines())
        for block in said.strip().split("\n\n")
    )
    return tuple(_unit(b) for b in blocks if b.get("LoadState") == "loaded")


def _begins(target: Unit) -> Iterator[Finding]:
    if not target.enabled:
        yield amber("units.not_enabled", TARGET)
    if target.active == "inactive":
        yield amber("units.stopped", TARGET)


def _runs(unit: Unit, *, missed: bool) -> Iterator[Finding]:
    """`missed`: it has to run now. One that need not may well rest."""
    values = {"sub": unit.sub, "result": unit.result, "n": unit.restarts}
    if unit.active == "failed":
        yield red("units.failed", unit.name, unit=unit.name, **values)
    elif unit.active == "inactive":
        if missed:
            yield red("units.inactive", unit.name, unit=unit.name)
    elif unit.active != "active":
        yield amber("units.restarting", unit.name, unit=unit.name, **values)
    elif unit.restarts > OFTEN:
        yield amber("units.restarted", unit.name, unit=unit.name, **values)
    else:
        yield green("units.active", unit.name, **values)


def _unit(told: Mapping[str, str]) -> Unit:
    restarts = told.get("NRestarts", "0")
    return Unit(
        told.get("Id", ""),
        told.get("ActiveState", ""),
        told.get("SubState", ""),
        told.get("Result", "success"),
        int(restarts) if restarts.isdecimal() else 0,
        told.get("UnitFileState", "") == "enabled",
    )
