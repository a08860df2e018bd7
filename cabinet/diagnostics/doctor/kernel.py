"""The Pi's config.txt: overlays that own pins, and what shuts the slot.

`gpio-shutdown` and `gpio-poweroff` are the kernel's own way to switch a Pi off; each
owns a pin, which no line of the cabinet may then be on. `strict_gpiod` has a pin fall
back to rest when its program dies: docs/wiring.md, section 4.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.diagnostics.doctor import config_txt
from cabinet.diagnostics.doctor.config_txt import UNKNOWN, Board
from cabinet.diagnostics.doctor.findings import Finding, Verdicts

# The parameter that names the pin, and the pin without it.
OWNERS: Final = {"gpio-shutdown": ("gpio_pin", 3), "gpio-poweroff": ("gpiopin", 26)}
I2C: Final = (2, 3)
SPI: Final = (7, 8, 9, 10, 11)
_ON: Final = ("on", "yes", "1", "true", "")


@dataclass(frozen=True, slots=True)
class Kernel:
    """What config.txt says, "" of a machine without one; `pins` are those of our lines.

    `backend` tells whose pins they are: only with gpio they are the Pi's.
    """

    text: str = ""
    backend: str = "gpio"
    pins: Mapping[int, str] | None = None
    board: Board = UNKNOWN


def look(backend: str, pins: Mapping[int, str], root: Path = Path("/")) -> Kernel:
    """Read config.txt where there is one."""
    text, board = config_txt.look(root)
    return Kernel(text, backend, pins, board)


def judge(facts: Kernel) -> list[Finding]:
    """Whether the kernel leaves our pins alone, and lets go of them."""
    say = Verdicts("kernel")
    if not facts.text:
        say.unseen("no_config_txt", "kernel")
        return say.findings
    pins = (facts.pins or {}) if facts.backend == "gpio" else {}
    params, owned = _read(facts.text, facts.board)
    for overlay, pin in owned.items():
        if pin in pins:
            say.red("pin_taken", overlay, overlay=overlay, pin=pin, line=pins[pin])
        else:
            say.green("overlay", overlay, overlay=overlay, pin=pin)
    for bus, its_pins in (("i2c_arm", I2C), ("spi", SPI)):
        used = [pin for pin in its_pins if pin in pins]
        if used and params.get(bus, "off") in _ON:
            say.red("bus_on", bus, bus=bus, pin=used[0], line=pins[used[0]])
    if pins and params.get("strict_gpiod", "off") in _ON:
        say.green("strict", "strict_gpiod")
    elif pins:
        say.amber("not_strict", "strict_gpiod")
    if not owned:
        say.green("no_overlay", "gpio-shutdown")
    return say.findings


def _read(text: str, board: Board) -> tuple[dict[str, str], dict[str, int]]:
    """The parameters that are set, and which pin each overlay owns.

    A parameter belongs to the overlay above it, if it is one of that overlay's.
    """
    params: dict[str, str] = {}
    owned: dict[str, int] = {}
    overlay = ""
    for what, value in config_txt.settings(text, board):
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
