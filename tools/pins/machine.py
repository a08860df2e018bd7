"""A computer with a real kernel and simulated pins, emulated by instructions.

It has one processor and its time is what it has computed, two nanoseconds for each
instruction, about as fast as a Pi 3; where it has nothing to do time jumps to its next
alarm. So a busy host makes a run longer and changes nothing in it.
"""

import compileall
import os
import re
import shlex
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import BinaryIO, Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("arkade-cabinet", "pytest", "hypothesis")
PROJECT: Final = (
    *("cabinet", "saucer_rain", "firmware_bridge", "config", "tests"),
    "pyproject.toml",
)
NEVER_USED: Final = frozenset(
    {"test", "idlelib", "ensurepip", "tkinter", "turtledemo", "lib2to3"}
    | {"site-packages", "dist-packages", "golden"}
)
# Programs of others that a test sells there, and a display without a card for them.
GUESTS: Final = tuple(
    Path("/usr") / name
    for name in (
        *("bin/Xvfb", "bin/xkbcomp", "share/X11/xkb"),
        *("games/mednafen", "bin/ca65", "bin/ld65"),
    )
)
WHERE_LIBRARIES_ARE: Final = Path("/etc/ld.so.cache")
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


def pack(archive: BinaryIO, more: Mapping[str, Path]) -> None:
    """Write all that the machine has, as one archive that its kernel unpacks.

    Its whole file system is in memory: where time jumps, a disk or a folder of this
    machine would seem to answer after minutes. So it gets this Python, the packages
    and the project, under the names that they have here, and `more` by their names.
    """
    files = {str(path): path for path in (*_python(), *_packages(), *_trees())}
    files |= {str(path): path for path in _libraries(files.values())}
    files |= more
    folders = {folder for name in files for folder in Path(name).parents}
    for folder in sorted(folders - {Path("/")}):
        _head(archive, str(folder), stat.S_IFDIR | 0o755)
    for name, path in files.items():
        _write(archive, name, path)
    _head(archive, "/TRAILER!!!", 0)


def _python() -> Iterator[Path]:
    """The interpreter and what comes with it."""
    yield Path(sys.executable)
    yield Path(sys.executable).resolve()
    yield Path(sys.prefix) / "pyvenv.cfg"
    yield from _under(Path(sysconfig.get_path("stdlib")))


def _packages() -> Iterator[Path]:
    """The installed packages, and those that they need."""
    wanted, seen = list(PACKAGES), set[str]()
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            package = distribution(name)
        except PackageNotFoundError:  # for another system than this one
            continue
        places = (Path(os.path.normpath(each.locate())) for each in package.files or ())
        yield from (path for path in places if path.is_file())
        wanted += [
            re.split(r"[^\w.-]", need, maxsplit=1)[0]
            for need in package.requires or ()
            if "extra ==" not in need
        ]


def _trees() -> Iterator[Path]:
    """The project, compiled here: there it would take most of the time; the guests."""
    ours = [ROOT / name for name in PROJECT]
    for path in ours:
        compileall.compile_dir(path, quiet=2)
    for path in (*ours, *GUESTS):
        yield from _under(path) if path.is_dir() else (path,)


def _under(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in NEVER_USED]
        yield from (Path(here) / name for name in files if not name.endswith(".a"))


def _libraries(files: Iterable[Path]) -> Iterator[Path]:
    """The system's own libraries that those files are linked with."""
    binaries = [str(path) for path in files if _is_binary(path)]
    said = subprocess.run(["ldd", *binaries], capture_output=True, text=True)
    for name in set(re.findall(r"(/\S+) \(0x", said.stdout)):
        yield Path(os.path.normpath(name))
    yield WHERE_LIBRARIES_ARE


def _is_binary(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _write(archive: BinaryIO, name: str, path: Path) -> None:
    """A file with its content, also where it is a link here."""
    content, about = path.read_bytes(), path.stat()
    _head(archive, name, stat.S_IFREG | 0o755, len(content), int(about.st_mtime))
    archive.write(content + b"\0" * (-len(content) % 4))


def _head(
    archive: BinaryIO, name: str, mode: int, size: int = 0, changed: int = 0
) -> None:
    """How an entry begins in the form that the kernel reads (`cpio -H newc`)."""
    short = os.fsencode(name[1:]) + b"\0"
    fields = (0, mode, 0, 0, 1, changed, size, 0, 0, 0, 0, len(short), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + short
    archive.write(head + b"\0" * (-len(head) % 4))
