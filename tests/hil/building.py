"""Builds what the tests of the chip need, once, and only when it is out of date."""

import fcntl
import shutil
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FIRMWARE: Final = ROOT / "build/mcu/firmware.elf"
NATIVE: Final = ROOT / "build/mcu/native"
LIBRARY: Final = ROOT / "build/hil/libhilsim.so"
PACKAGES: Final = {
    "gcc-avr": lambda: shutil.which("avr-gcc"),
    "avr-libc": lambda: Path("/usr/lib/avr/include/avr/io.h").exists(),
    "libsimavr-dev": lambda: Path("/usr/include/simavr/sim_avr.h").exists(),
    "libelf-dev": lambda: Path("/usr/include/libelf.h").exists(),
    "gcc": lambda: shutil.which("cc"),
    "make": lambda: shutil.which("make"),
}


class CannotBuildError(Exception):
    """The chip cannot be built here; the text says what to do."""


def build_chip() -> None:
    _build("firmware_bridge/mcu", FIRMWARE)
    _build("firmware_bridge/hil", LIBRARY)


def build_native() -> None:
    _build("firmware_bridge/mcu", NATIVE, "native")


def _build(folder: str, result: Path, target: str = "") -> None:
    missing = [package for package, is_there in PACKAGES.items() if not is_there()]
    if missing:
        raise CannotBuildError(
            f"{', '.join(missing)} is missing, so the chip cannot be tested."
            f" Install it: sudo apt-get install -y {' '.join(missing)}"
        )
    result.parent.mkdir(parents=True, exist_ok=True)
    command = ["make", "-s", "-C", str(ROOT / folder), *filter(None, [target])]
    with (ROOT / "build/.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise CannotBuildError(
            f"{' '.join(command)} failed:\n{made.stdout}{made.stderr}"
        )
