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

from cabinet.doctor.findings import Finding, Verdicts

PLACES: Final = ("boot/firmware/config.txt", "boot/config.txt")
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


def look(backend: str, pins: Mapping[int, str], root: Path = Path("/")) -> Kernel:
    """Read config.txt where there is one."""
    for place in PLACES:
        with suppress(OSError):
            text = (root / place).read_text(encoding="utf-8", errors="replace")
            return Kernel(text, backend, pins)
    return Kernel("", backend, pins)


def judge(facts: Kernel) -> list[Finding]:
    """Whether the kernel leaves our pins alone, and lets go of them."""
    say = Verdicts("kernel")
    if not facts.text:
        say.unseen("no_config_txt", "kernel")
        return say.findings
    pins = (facts.pins or {}) if facts.backend == "gpio" else {}
    params, owned = _read(facts.text)
    for overlay, pin in owned.items():
        if pin in pins:
            say.red("pin_taken", overlay, overlay=overlay, pin=pin, line=pins[pin])
        else:
            say.green("overlay", overlay, overlay=overlay, pin=pin)
    for bus, its_pins in (("i2c_arm", I2C), ("spi", SPI)):
        used = [pin for pin in its_pins if pin in pins]
        if used and params.get(bus, "off") in _ON:
            say.red("bus_on", bus, bus=bus, pin=used[0], line=pins[used[0]])
    if pins and "strict_gpiod" in params:
        say.green("strict", "strict_gpiod")
    elif pins:
        say.amber("not_strict", "strict_gpiod")
    if not owned:
        say.green("no_overlay", "gpio-shutdown")
    return say.findings


def _read(text: str) -> tuple[dict[str, str], dict[str, int]]:
    """The parameters that are set, and which pin each overlay owns."""
    params: dict[str, str] = {}
    owned: dict[str, int] = {}
    for line in text.splitlines():
        what, _, value = line.partition("#")[0].strip().partition("=")
        if what == "dtparam":
            for each in value.split(","):
                name, _, setting = each.partition("=")
                params["i2c_arm" if name == "i2c" else name] = setting
        elif what == "dtoverlay":
            name, *options = value.split(",")
            if name in OWNERS:
                key, pin = OWNERS[name]
                given = dict(option.partition("=")[::2] for option in options)
                with suppress(ValueError):
                    pin = int(given.get(key, pin))
                owned[name] = pin
    return params, owned
