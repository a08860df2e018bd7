"""USB sticks: found by what the kernel says, mounted to be read and no more.

What a stick calls itself is never looked at. Only FAT and exFAT are mounted, read-only,
without programs, devices or set-uid, in a namespace that ends with the unit.
"""

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

BLOCKS: Final = Path("/sys/class/block")
MOUNTS: Final = Path("/proc/self/mountinfo")
HERE: Final = Path("/run/cabinet-stick")
KINDS: Final = ("vfat", "exfat")
_NAME: Final = re.compile(r"[a-z]{2,8}[0-9]{0,3}")
_MOST: Final = 4
_OPTIONS: Final = "ro,nosuid,nodev,noexec"
_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


def devices(blocks: Path = BLOCKS) -> list[str]:
    """The partitions of USB sticks, or sticks without any, by the kernel's names."""
    on_usb = {
        each.name
        for each in blocks.iterdir()
        if "/usb" in str(each.resolve()) and _NAME.fullmatch(each.name)
    }
    parents = {one for one in on_usb if any(_is_part(other, one) for other in on_usb)}
    return sorted(on_usb - parents)[:_MOST]


def _is_part(name: str, of: str) -> bool:
    return name != of and name.startswith(of) and name[len(of) :].isdecimal()


def mounted(device: str, mounts: Path = MOUNTS) -> Path | None:
    """Where somebody else has mounted it already."""
    for line in mounts.read_text(
        encoding="utf-8", errors="surrogateescape"
    ).splitlines():
        fields = line.split(" ")
        if fields[fields.index("-") + 2] == f"/dev/{device}":
            return Path(_ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4]))
    return None


@contextmanager
def opened(
    device: str, here: Path = HERE, kinds: Sequence[str] = KINDS
) -> Iterator[Path | None]:
    """The folder of a stick while this lasts; None where it cannot be read."""
    if there := mounted(device):
        yield there
        return
    here.mkdir(mode=0o700, exist_ok=True)
    for kind in kinds:
        options = f"{_OPTIONS},utf8" if kind == "vfat" else _OPTIONS
        command = ["mount", "-t", kind, "-o", options, f"/dev/{device}", str(here)]
        if not subprocess.run(command, capture_output=True, check=False).returncode:
            break
    else:
        yield None
        return
    try:
        yield here
    finally:
        subprocess.run(["umount", "-l", str(here)], capture_output=True, check=False)
