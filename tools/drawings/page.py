"""The page docs/wiring.md: which drawings it has, and the tables between its marks."""

import re
from pathlib import Path
from typing import Final

from tools.drawings import circuits, overviews
from tools.drawings.pins import PROPOSED, pins_of, table

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "wiring.md"
DRAWINGS: Final = ROOT / "docs" / "wiring"


def drawings(config: Path | None = None) -> dict[str, str]:
    """Every drawing by the name of its file; without settings as shipped."""
    inputs, outputs = pins_of(config)
    pins = {**PROPOSED, **inputs, **outputs}
    sheets = {
        "whole": overviews.whole(),
        "header": overviews.header(inputs, outputs),
        "coin": circuits.coin(pins),
        "button": circuits.button(pins),
        "outputs": circuits.outputs(pins),
        "lockout": circuits.lockout(pins),
        "pump": circuits.pump(pins),
        "board": overviews.board(),
        "cctalk": circuits.cctalk(),
    }
    return {f"{name}.svg": sheet.svg() for name, sheet in sheets.items()}


def with_tables(text: str, config: Path | None = None) -> str:
    """The page with its pin tables as the settings say."""
    inputs, outputs = pins_of(config)
    for name, lines in (("inputs", inputs), ("outputs", outputs)):
        between = re.compile(f"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        assert between.search(text), f"the page has no mark <!-- {name} -->"
        made = table(lines)
        text = between.sub(
            lambda found, made=made: f"{found[1]}{made}\n{found[2]}", text
        )
    return text
