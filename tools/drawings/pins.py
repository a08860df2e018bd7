"""Which line is on which pin: read from the operator's file, told as tables."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cabinet import settings

# GPIO number to the hole of the 40-pin connector.
HEADER: Final[Mapping[int, int]] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32,
    13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15,
    23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES: Final = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
RESERVED: Final = {27: "ID EEPROM", 28: "ID EEPROM"}

WHAT: Final = {
    "power": "ON/OFF; also wakes a Pi that was shut down",
    "start": "Start",
    "mode": "choose a mode",
    "player": "add a player",
    "service": "service credit, behind the door",
    "test": "test menu, behind the door",
    "door": "the coin door's switch",
    "tilt": "somebody beats or shakes the cabinet",
    "lockout": "coin lock-out; on = coins are taken",
    "meter": "electromechanical coin meter",
    "lamp.start": "lamp in the Start button",
    "lamp.coin": "lamp of the coin slot",
    "up": "stick",
    "down": "stick",
    "left": "stick",
    "right": "stick",
    "a": "first button",
    "b": "second button",
}

Pins = Mapping[str, int]


def pins_of(path: Path) -> tuple[dict[str, int], dict[str, int]]:
    """The inputs and the outputs of a file that have a pin, in its order."""
    wiring = settings.load(path).wiring()
    inputs = {n: w.pin for n, w in wiring.inputs.items() if w.pin is not None}
    outputs = {n: w.pin for n, w in wiring.outputs.items() if w.pin is not None}
    return inputs, outputs


def what(line: str) -> str:
    """What a line is for."""
    if line.startswith("coin."):
        return f"coin acceptor {line[5:]}, by optocoupler"
    if line[:1] == "p" and line[1:2].isdigit():
        return f"player {line[1]}, {WHAT[line.partition('.')[2]]}"
    if line.startswith("lamp.p"):
        return f"lamp of player {line[6:]}"
    return WHAT[line]


def table(lines: Pins) -> str:
    """A table of lines with their pins, as the page shows it."""
    rows = [
        f"| `{line}` | {gpio} | {HEADER[gpio]} | {what(line)} |"
        for line, gpio in lines.items()
    ]
    return "\n".join(
        ("| line | GPIO | header | what |", "| --- | --- | --- | --- |", *rows)
    )
