"""The Pi's config.txt: overlays that own pins, and what shuts the slot.

`gpio-shutdown` and `gpio-poweroff` are the kernel's own way to switch a Pi off; each
owns a pin, which no line of the cabinet may then be on. `strict_gpiod` has a pin fall
back to rest when its program dies: docs/wiring.md, section 4.

A line counts where the filters above it let it. A filter of one kind replaces the one
of that kind before it, filters of different kinds hold together, and `[all]` ends them.
A condition that cannot be looked up here (a display, a pin at the start) does not hold.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen

PLACES: Final = ("boot/firmware/config.txt", "boot/config.txt")
# The parameter that names the pin, and the pin without it.
OWNERS: Final = {"gpio-shutdown": ("gpio_pin", 3), "gpio-poweroff": ("gpiopin", 26)}
I2C: Final = (2, 3)
SPI: Final = (7, 8, 9, 10, 11)
_ON: Final = ("on", "yes", "1", "true", "")
_TREE: Final = "proc/device-tree"
_MODELS: Final = Path(__file__).parent / "data" / "pi_models.yaml"
_A_MODEL: Final = re.compile(r"none|(pi|cm)\d\w*\+?|board-type=.*")
_SERIAL: Final = re.compile(r"0x[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class PiModel:
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
        models = yaml.safe_load(_MODELS.read_text(encoding="utf-8"))
        found = (models[name] for name in models if re.search(name, self.model))
        return tuple(next(found, ()))


UNKNOWN: Final = PiModel()


@dataclass(frozen=True, slots=True)
class Kernel:
    """What config.txt says, "" of a machine without one; `pins` are those of our lines.

    `backend` tells whose pins they are: only with gpio they are the Pi's.
    """

    text: str = ""
    backend: str = "gpio"
    pins: Mapping[int, str] | None = None
    board: PiModel = UNKNOWN

    def judge(self) -> Iterator[Finding]:
        """Whether the kernel leaves our pins alone, and lets go of them."""
        if not self.text:
            yield unseen("kernel.no_config_txt", "kernel")
            return
        pins = (self.pins or {}) if self.backend == "gpio" else {}
        params, owned = _read(self.text, self.board)
        for overlay, pin in owned.items():
            if pin in pins:
                named = {"overlay": overlay, "pin": pin, "line": pins[pin]}
                yield red("kernel.pin_taken", overlay, **named)
            else:
                yield green("kernel.overlay", overlay, overlay=overlay, pin=pin)
        for bus, its_pins in (("i2c_arm", I2C), ("spi", SPI)):
            used = [pin for pin in its_pins if pin in pins]
            if used and params.get(bus, "off") in _ON:
                line = pins[used[0]]
                yield red("kernel.bus_on", bus, bus=bus, pin=used[0], line=line)
        if pins and params.get("strict_gpiod", "off") in _ON:
            yield green("kernel.strict", "strict_gpiod")
        elif pins:
            yield amber("kernel.not_strict", "strict_gpiod")
        if not owned:
            yield green("kernel.no_overlay", "gpio-shutdown")


def look(backend: str, pins: Mapping[int, str], root: Path = Path("/")) -> Kernel:
    """Read config.txt where there is one, and what the kernel says of the board."""
    text = ""
    for place in PLACES:
        with suppress(OSError):
            text = (root / place).read_text(encoding="utf-8", errors="replace")
            break
    tree = root / _TREE
    board = PiModel(
        _text(tree / "model"),
        int.from_bytes(_octets(tree / "system/linux,revision"), "big"),
        _number(_text(tree / "serial-number")),
    )
    return Kernel(text, backend, pins, board)


def _read(text: str, board: PiModel) -> tuple[dict[str, str], dict[str, int]]:
    """The parameters that are set, and which pin each overlay owns.

    A parameter belongs to the overlay above it, if it is one of that overlay's.
    """
    params: dict[str, str] = {}
    owned: dict[str, int] = {}
    overlay = ""
    for what, value in _settings(text, board):
        if what not in ("dtoverlay", "dtparam"):
            continue
        given = value.split(",")
        if what == "dtoverlay":
            overlay, *given = given
            if overlay in OWNERS:
                owned[overlay] = OWNERS[overlay][1]
        for name, _, setting in (each.strip().partition("=") for each in given):
            if overlay in OWNERS and name == OWNERS[overlay][0]:
                with suppress(ValueError):
                    owned[overlay] = int(setting)
            elif what == "dtparam":
                params["i2c_arm" if name == "i2c" else name] = setting
    return params, owned


def _settings(text: str, board: PiModel) -> Iterator[tuple[str, str]]:
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
