"""What keeps a cabinet alone for years: a watchdog, and a root nobody writes to.

A machine that hangs as a whole is started again by its own chip, if systemd winds it
up. A root in memory forgets everything at every start, so the state has to be a
partition of its own: on the root the books would be gone with the next plug.
"""

import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.doctor.findings import Finding, Verdicts

_CHIP: Final = "sys/class/watchdog/watchdog0"
# What keeps its content in memory, or keeps none.
_FORGETS: Final = ("overlay", "overlayfs", "tmpfs", "squashfs")
_OFF: Final = ("", "0", "infinity")


@dataclass(frozen=True, slots=True)
class Endurance:
    """`runtime`: how long systemd lets the chip wait, None where it does not run."""

    runtime: str | None = None
    chip: bool = False
    root_kind: str = ""
    root_read_only: bool = False
    state_is_on_root: bool = True


def look(state: Path, root: Path = Path("/")) -> Endurance:
    """Ask systemd and the table of mounts."""
    mounts = _mounts(root / "proc/self/mounts")
    kind, options = mounts.get("/", ("", ""))
    inside = [place for place in mounts if state.is_relative_to(place)]
    return Endurance(
        runtime=_runtime(root),
        chip=(root / _CHIP).exists(),
        root_kind=kind,
        root_read_only="ro" in options.split(","),
        state_is_on_root=max(inside, key=len, default="/") == "/",
    )


def judge(facts: Endurance) -> list[Finding]:
    """Whether it comes back alone, and remembers."""
    say = Verdicts("endurance")
    if facts.runtime is None:
        say.unseen("no_systemd", "watchdog")
    elif facts.runtime in _OFF:
        say.amber("unwatched", "watchdog")
    elif not facts.chip:
        say.amber("no_chip", "watchdog", time=facts.runtime)
    else:
        say.green("watched", "watchdog", time=facts.runtime)
    sealed = facts.root_read_only or facts.root_kind in _FORGETS
    if not facts.root_kind:
        say.unseen("no_root", "root")
    elif sealed and facts.state_is_on_root:
        say.red("forgets", "root", kind=facts.root_kind)
    elif sealed:
        say.green("sealed", "root", kind=facts.root_kind)
    else:
        say.green("written", "root", kind=facts.root_kind)
    return say.findings


def _runtime(root: Path) -> str | None:
    systemctl = shutil.which("systemctl")
    if systemctl is None or not (root / "run/systemd/system").exists():
        return None
    with suppress(OSError, subprocess.SubprocessError):
        asked = [systemctl, "show", "-P", "RuntimeWatchdogUSec"]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=5)
        return done.stdout.strip()
    return None


def _mounts(table: Path) -> dict[str, tuple[str, str]]:
    """Kind and options of each place; of two at one place the later counts."""
    with suppress(OSError):
        rows = (line.split() for line in table.read_text(encoding="utf-8").splitlines())
        return {row[1]: (row[2], row[3]) for row in rows if len(row) > 3}
    return {}
