"""Which line is on which pin, as shipped or in an operator's file, told as tables.

What the connector and the lines are is in pins.yaml.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from cabinet import settings
from cabinet.settings.wires import Io

_WRITTEN: Final[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
# GPIO number to the hole of the 40-pin connector.
HEADER: Final[Mapping[int, int]] = _WRITTEN["header"]
GROUNDS: Final[list[int]] = _WRITTEN["grounds"]
SUPPLIES: Final[Mapping[int, str]] = _WRITTEN["supplies"]
RESERVED: Final[Mapping[int, str]] = _WRITTEN["reserved"]
# Where a circuit is drawn for a line that the file leaves out.
PROPOSED: Final[Mapping[str, int]] = _WRITTEN["proposed"]
# The pins of the board at the slot, left and right, and the chain of its sticks.
NANO: Final[Mapping[str, list[list[str]]]] = _WRITTEN["nano"]
_WHAT: Final[Mapping[str, str]] = _WRITTEN["what"]

Pins = Mapping[str, int]


def pins_of(path: Path | None) -> tuple[dict[str, int], dict[str, int]]:
    """The inputs and the outputs that have a pin: those of a file, or as shipped."""
    wiring = settings.load(path).wiring() if path else Io().wiring({})
    inputs = {n: w.pin for n, w in wiring.inputs.items() if w.pin is not None}
    outputs = {n: w.pin for n, w in wiring.outputs.items() if w.pin is not None}
    return inputs, outputs


def what(line: str) -> str:
    """What a line is for."""
    if line.startswith("coin."):
        return f"coin acceptor {line[5:]}, by optocoupler"
    if line[:1] == "p" and line[1:2].isdigit():
        return f"player {line[1]}, {_WHAT[line.partition('.')[2]]}"
    if line.startswith("lamp.p"):
        return f"lamp of player {line[6:]}"
    return _WHAT[line]


def table(lines: Pins) -> str:
    """A table of lines with their pins, as the page shows it."""
    rows = [
        f"| `{line}` | {gpio} | {HEADER[gpio]} | {what(line)} |"
        for line, gpio in lines.items()
    ]
    return "\n".join(
        ("| line | GPIO | header | what |", "| --- | --- | --- | --- |", *rows)
    )
