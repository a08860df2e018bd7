"""Builds the firmware and its simulator where they are used, when out of date.

In a checkout the results go to its `build/`, for an installed package to the user's
cache, one folder for each state of the sources, so that no version meets another's.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[1]
PACKAGES: Final[Mapping[str, Callable[[], object]]] = {
    "gcc-avr": lambda: shutil.which("avr-gcc"),
    "avr-libc": lambda: Path("/usr/lib/avr/include/avr/io.h").exists(),
    "libsimavr-dev": lambda: Path("/usr/include/simavr/sim_avr.h").exists(),
    "libelf-dev": lambda: Path("/usr/include/libelf.h").exists(),
    "gcc": lambda: shutil.which("cc"),
    "make": lambda: shutil.which("make"),
}


class CannotBuildError(Exception):
    """The chip cannot be built here; the text says what to do."""


def results() -> Path:
    """The folder all that is built goes to."""
    checkout = SOURCES.parent
    if (checkout / "pyproject.toml").exists() and os.access(checkout, os.W_OK):
        return checkout / "build"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    state = sha256()
    for source in sorted(p for p in SOURCES.glob("*/*") if p.suffix in (".c", ".h")):
        state.update(source.read_bytes())
    return Path(cache) / "arkade-cabinet" / f"chip-{state.hexdigest()[:12]}"


def build_chip() -> tuple[Path, Path]:
    """The firmware's ELF file and the simulator that runs it."""
    return (
        _build("mcu", "firmware.elf", "all"),
        _build("hil", "libhilsim.so"),
    )


def build_native() -> Path:
    """The firmware's logic as a program for this machine, under the sanitizers."""
    return _build("mcu", "native", "native")


def missing_packages() -> list[str]:
    """What building needs of the system and does not find."""
    return [package for package, is_there in PACKAGES.items() if not is_there()]


def _build(folder: str, name: str, target: str = "") -> Path:
    if missing := missing_packages():
        raise CannotBuildError(
            f"the chip cannot be built: {', '.join(missing)} is missing."
            f" Install it: sudo apt-get install -y {' '.join(missing)}"
            " (`sudo sh tools/setup_chip.sh` does it, `make firmware` tries it)"
        )
    base = results()
    base.mkdir(parents=True, exist_ok=True)
    where = base / folder
    command = ["make", "-s", "-C", str(SOURCES / folder), f"BUILD={where}"]
    with (base / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(
            [*command, *filter(None, [target])],
            capture_output=True,
            text=True,
            check=False,
        )
    if made.returncode:
        raise CannotBuildError(
            f"{' '.join(command)} failed:\n{made.stdout}{made.stderr}"
        )
    return where / name
