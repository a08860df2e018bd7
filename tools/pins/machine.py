"""A computer with a real kernel and simulated pins, emulated by instructions.

It has one processor and its time is what it has computed, two nanoseconds for each
instruction, about as fast as a Pi 3; where it has nothing to do time jumps to its next
alarm. So a busy host makes a run longer and changes nothing in it.
"""

import shlex
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tools.pins.files import ROOT, pack

HERE: Final = Path(__file__).parent
EMULATOR: Final = (
    *("qemu-system-x86_64", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "1"),
    *("-icount", "shift=1,sleep=off", "-rtc", "clock=vm", "-no-reboot"),
    *("-m", "1024", "-nodefaults", "-display", "none", "-serial", "stdio"),
)
KERNEL_WORDS: Final = "console=ttyS0 quiet mitigations=off tsc=reliable panic=-1"
RESULTS: Final = "/run/results"


class MachineError(Exception):
    """The machine did not do what it was ordered; the last it said."""


def run(
    folder: Path, words: Sequence[str], say: Callable[[str], None], seconds: float
) -> str:
    """Boot it, run the command there, and return what it left in `RESULTS`.

    `folder` has what `make_kernel.sh` made. `say` hears every line of the console.
    """
    with tempfile.TemporaryDirectory(dir=folder) as made:
        work = Path(made)
        order, results = work / "order", work / "results"
        order.write_text(f"cd {shlex.quote(str(ROOT))}\n{shlex.join(words)}\n")
        results.touch()
        with (work / "files").open("wb") as archive:
            pack(archive, {"/order": order, **_beginnings(folder / "kernel")})
        command = [
            *(*EMULATOR, "-serial", f"file:{results}"),
            *("-kernel", str(folder / "kernel/vmlinuz")),
            *("-initrd", str(work / "files"), "-append", KERNEL_WORDS),
        ]
        last = _watch(command, say, seconds)
        found = results.read_text(encoding="utf-8")
    if not found:
        raise MachineError("\n".join(["the machine left no results:", *last]))
    return found


def _beginnings(kernel: Path) -> dict[str, Path]:
    modules = {f"/modules/{path.name}": path for path in kernel.glob("*.ko")}
    return {"/init": HERE / "init.sh", "/bin/busybox": kernel / "busybox", **modules}


def _watch(
    command: Sequence[str], say: Callable[[str], None], seconds: float
) -> Sequence[str]:
    """Run the emulator to its end; the last lines of its console."""
    last: list[str] = []
    limited = ["timeout", "--kill-after=5", str(seconds), *command]
    with subprocess.Popen(
        limited,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as emulator:
        assert emulator.stdout
        for line in emulator.stdout:
            say(line.rstrip())
            last = [*last[-40:], line.rstrip()]
    return last
