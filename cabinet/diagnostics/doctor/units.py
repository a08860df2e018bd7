"""The units of systemd that keep the cabinet running.

Only `cabinet.target` is enabled; the others are started by it, so systemd calls them
static, whether they run or not. Which of them must run is known here.
"""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor.findings import Finding, Verdicts

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
    "cabinet-fleet.service",
    "cabinet-power-off.path",
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


def look(run: Path = Path("/run")) -> Units:
    """Ask systemd, where it is in charge."""
    systemctl = shutil.which("systemctl")
    if systemctl is None or not (run / "systemd" / "system").exists():
        return Units(systemd=False)
    said = ""
    with suppress(OSError, subprocess.SubprocessError):
        said = subprocess.run(
            [systemctl, "show", f"--property={_ASKED}", *NAMES],
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
    """A line for each unit that runs or should."""
    say = Verdicts("units")
    units = {unit.name: unit for unit in facts.units}
    target = units.pop(TARGET, None)
    if not facts.systemd:
        say.unseen("no_systemd", "units")
    elif target is None:
        say.amber("none", "units")
    else:
        _begins(say, target)
        safe = units.pop(SAFE, None)
        missed: Sequence[str] = NEEDED if target.active == "active" else ()
        if safe is not None and safe.active == "active":
            # It stops both of these itself: what is to be said is why.
            say.red("safe", SAFE)
            missed = (WEB,)
        for unit in units.values():
            _runs(say, unit, missed=unit.name in missed)
    return say.findings


def _begins(say: Verdicts, target: Unit) -> None:
    if not target.enabled:
        say.amber("not_enabled", TARGET)
    if target.active == "inactive":
        say.amber("stopped", TARGET)


def _runs(say: Verdicts, unit: Unit, *, missed: bool) -> None:
    """`missed`: it has to run now. One that need not may well rest."""
    values = {"sub": unit.sub, "result": unit.result, "n": unit.restarts}
    if unit.active == "failed":
        say.red("failed", unit.name, unit=unit.name, **values)
    elif unit.active == "inactive":
        if missed:
            say.red("inactive", unit.name, unit=unit.name)
    elif unit.active != "active":
        say.amber("restarting", unit.name, unit=unit.name, **values)
    elif unit.restarts > OFTEN:
        say.amber("restarted", unit.name, unit=unit.name, **values)
    else:
        say.green("active", unit.name, **values)


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
