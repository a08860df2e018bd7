"""The place of an entry in its list, as desks say it: `modes.3.place 1`.

No such setting stands in the file: the order of the list is its order on the screen.
"""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.config.problems import Path, dotted
from cabinet.core.errors import CabinetError
from cabinet.desk.settings import at

PLACE: Final = "place"


def placed(tree: object, wishes: Mapping[Path, Any]) -> dict[Path, Any]:
    """The wishes with every place turned into the list in its new order."""
    made: dict[Path, Any] = {}
    for path, value in wishes.items():
        if path[-1] == PLACE and len(path) == 3 and isinstance(path[1], int):
            made[path[:1]] = _moved(tree, path, value)
        else:
            made[path] = value
    return made


def _moved(tree: object, path: Path, value: object) -> list[Any]:
    held = at(tree, path[:1])
    entries = list(held) if isinstance(held, tuple) else []
    index = path[1]
    assert isinstance(index, int)
    if index >= len(entries):
        raise CabinetError(f"{dotted(path)}: there is no such entry")
    if not isinstance(value, int) or not 1 <= value <= len(entries):
        raise CabinetError(f"{dotted(path)}: expected a place from 1 to {len(entries)}")
    entries.insert(value - 1, entries.pop(index))
    return entries
