"""Settings that are lists: as the cells of rows, and as the list again.

A value of the menu is text as the file has it. Every cell is the text of a number;
columns named `ms.0` and `ms.1` are one setting of two numbers.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import yaml

from cabinet.protocol.operator import Column, Entry


@lru_cache(maxsize=256)
def rows_of(value: str) -> tuple[Any, ...]:
    """What a list of the file holds; () for what is none. A menu asks every frame."""
    try:
        found = yaml.safe_load(value)
    except yaml.YAMLError:
        return ()
    return tuple(found) if isinstance(found, list) else ()


def cells(entry: Entry, value: str) -> list[list[str]]:
    """What stands in each row of a list; [] for what is none."""
    held = rows_of(value)
    rows = (held,) if entry.kind == "pair" and held else held
    try:
        return [[_cell(row, column.name) for column in entry.columns] for row in rows]
    except (LookupError, TypeError, ValueError):  # what a form says it was, and is none
        return []


def ticked(value: str) -> list[str]:
    """Those of several that are chosen."""
    return [str(one) for one in rows_of(value)]


def written_rows(entry: Entry, rows: Sequence[Sequence[str]]) -> str:
    """The list that these rows are, as the file has it: the least comes first."""
    if entry.kind == "pair":
        return f"[{', '.join(rows[0])}]" if rows else ""
    rising = sorted(rows, key=lambda row: [int(cell) for cell in row])
    return f"[{', '.join(_row_text(entry.columns, row) for row in rising)}]"


def written_ticks(chosen: Iterable[str]) -> str:
    """Several, as the file has them."""
    return f"[{', '.join(chosen)}]"


def _cell(row: Any, name: str) -> str:  # noqa: ANN401 - a row of any list
    for step in name.split("."):
        row = row[int(step) if step.isdecimal() else step]
    return str(row)


def _row_text(columns: Sequence[Column], row: Sequence[str]) -> str:
    parts: dict[str, list[str]] = {}
    for column, cell in zip(columns, row, strict=True):
        parts.setdefault(column.name.partition(".")[0], []).append(cell)
    several = {
        column.name.partition(".")[0] for column in columns if "." in column.name
    }
    inside = (
        f"{name}: [{', '.join(held)}]" if name in several else f"{name}: {held[0]}"
        for name, held in parts.items()
    )
    return f"{{{', '.join(inside)}}}"
