"""The Pi's config.txt as its firmware reads it: which lines count on this board.

A line counts where the filters above it let it. A filter of one kind replaces the one
of that kind before it, filters of different kinds hold together, and `[all]` ends them.
A condition that cannot be looked up here (a display, a pin at the start) does not hold.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PLACES: Final = ("boot/firmware/config.txt", "boot/config.txt")
_TREE: Final = "proc/device-tree"
# What the kernel calls a board, and the filters that let it pass.
_MODELS: Final = (
    (r"Zero 2", ("pi0", "pi0w", "pi02")),
    (r"Zero W", ("pi0", "pi0w")),
    (r"Zero", ("pi0",)),
    (r"Compute Module 5", ("pi5", "cm5")),
    (r"Compute Module 4S", ("pi4", "cm4s")),
    (r"Compute Module 4", ("pi4", "cm4")),
    (r"Compute Module 3 Plus", ("pi3", "cm3", "cm3+")),
    (r"Compute Module 3", ("pi3", "cm3")),
    (r"Compute Module", ("pi1", "cm1")),
    (r"Pi 500", ("pi5", "pi500")),
    (r"Pi 5", ("pi5",)),
    (r"Pi 400", ("pi4", "pi400")),
    (r"Pi 4", ("pi4",)),
    (r"Pi 3 Model . Plus", ("pi3", "pi3+")),
    (r"Pi 3", ("pi3",)),
    (r"Pi 2", ("pi2",)),
    (r"Pi Model", ("pi1",)),
)
_A_MODEL: Final = re.compile(r"none|(pi|cm)\d\w*\+?|board-type=.*")
_SERIAL: Final = re.compile(r"0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Board:
    """Which Pi this is: the kernel's name for it, its revision, its serial number."""

    model: str = ""
    revision: int = 0
    serial: int = 0

    def passes(self, condition: str) -> bool:
        """Whether what follows `[condition]` counts here."""
        kind, _, value = condition.partition("=")
        with suppress(ValueError):
            if kind == "board-type":
                return int(value, 0) == self.revision >> 4 & 0xFF
            if _SERIAL.fullmatch(condition):
                return int(condition, 16) == self.serial & 0xFFFFFFFF
        return condition in self._filters()

    def _filters(self) -> tuple[str, ...]:
        for name, filters in _MODELS:
            if re.search(name, self.model):
                return filters
        return ()


UNKNOWN: Final = Board()


def look(root: Path) -> tuple[str, Board]:
    """The text, "" of a machine without one, and the board."""
    text = ""
    for place in PLACES:
        with suppress(OSError):
            text = (root / place).read_text(encoding="utf-8", errors="replace")
            break
    tree = root / _TREE
    return text, Board(
        _text(tree / "model"),
        int.from_bytes(_octets(tree / "system/linux,revision"), "big"),
        _number(_text(tree / "serial-number")),
    )


def settings(text: str, board: Board) -> Iterator[tuple[str, str]]:
    """Every `name=value` that counts on this board, in order."""
    passed: dict[str, bool] = {}
    for written in text.splitlines():
        line = written.partition("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            condition = line[1:-1].strip().lower()
            if condition == "all":
                passed.clear()
            else:
                passed[_kind(condition)] = board.passes(condition)
        elif "=" in line and all(passed.values()):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _kind(condition: str) -> str:
    if _A_MODEL.fullmatch(condition):
        return "model"
    return "serial" if _SERIAL.fullmatch(condition) else re.split("[=:]", condition)[0]


def _octets(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


def _text(path: Path) -> str:
    """What the kernel tells of itself ends with a zero."""
    return _octets(path).rstrip(b"\0").decode(errors="replace")


def _number(written: str) -> int:
    with suppress(ValueError):
        return int(written, 16)
    return 0
