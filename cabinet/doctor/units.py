"""The units of systemd that keep the cabinet running."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.doctor.findings import Finding, Verdicts

PATTERN: Final = "cabinet*"
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
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Units:
    """`systemd`: whether it runs this machine at all."""

    systemd: bool
    units: tuple[Unit, ...] = ()


def look(run: Path = Path("/run")) -> Units:
    """Ask systemd, where it is in charge."""
    systemctl = shutil.which("systemctl")
    if systemctl is None or not (run / "systemd" / "system").exists():
        return Units(systemd=False)
    said = ""
    with suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(
            [systemctl, "show", "--all", f"--property={_ASKED}", PATTERN],
            capture_output=True,
            text=True,
            timeout=5,
        ).stdout
    return Units(systemd=True, units=read(said))


def read(said: str) -> tuple[Unit, ...]:
    """The units in what `systemctl show` printed, a block for each."""
    blocks = (
        dict(line.partition("=")[::2] for line in block.splitlines())
        for block in said.strip().split("\n\n")
    )
    return tuple(_unit(b) for b in blocks if b.get("LoadState") == "loaded")


def judge(facts: Units) -> list[Finding]:
    """A line for each unit."""
    say = Verdicts("units")
    if not facts.systemd:
        say.unseen("no_systemd", "units")
    elif not facts.units:
        say.amber("none", "units")
    for unit in _services(facts.units):
        values = {"sub": unit.sub, "result": unit.result, "n": unit.restarts}
        if unit.active == "failed":
            say.red("failed", unit.name, unit=unit.name, **values)
        elif unit.active in ("activating", "reloading"):
            say.amber("restarting", unit.name, unit=unit.name, **values)
        elif unit.active != "active":
            say.amber("inactive", unit.name, unit=unit.name, **values)
        elif unit.restarts > OFTEN:
            say.amber("restarted", unit.name, unit=unit.name, **values)
        else:
            say.green("active", unit.name, unit=unit.name, **values)
    return say.findings


def _services(units: Sequence[Unit]) -> list[Unit]:
    """Those that should run: one that only others start may well rest."""
    kinds = (".service", ".socket")
    return [
        unit
        for unit in units
        if unit.name.endswith(kinds) and (unit.enabled or unit.active != "inactive")
    ]


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
