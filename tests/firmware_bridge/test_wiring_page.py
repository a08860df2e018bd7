"""docs/wiring.md shows the pins that the firmware under test really has."""

import re
from pathlib import Path

from firmware_bridge.hil.chip import OUTPUT_PINS, PINS

PAGE = (Path(__file__).parents[2] / "docs/wiring.md").read_text("utf-8")
FIRST_NANO_LEG = {"D": 3, "A": 19}


def mark(port: str, bit: int) -> str:
    """What is printed beside a pin of the chip, on an Uno and on a Nano."""
    return f"A{bit}" if port == "C" else f"D{bit + 8 * (port == 'B')}"


def test_every_pin_of_the_board_is_on_the_page_with_its_mark_and_its_leg():
    pins = {line: pin for line, pin in PINS.items() if pin[0] != "X"}
    pins |= {name: pin for pin, name in OUTPUT_PINS.items()}
    wanted = {}
    for line, (port, bit) in pins.items():
        name = mark(port, bit)
        leg = FIRST_NANO_LEG[name[0]] + int(name[1:])
        wanted[line] = (name, str(leg), f"P{port}{bit}")
    rows = re.findall(r"^\| `([\w.]+)` \| ([AD]\d+) \| (\d+) \| (P\w\d) \|", PAGE, re.M)
    assert {line: tuple(pin) for line, *pin in rows} == wanted
    assert len(rows) == len(wanted)
