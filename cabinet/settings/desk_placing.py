"""The place of an entry in its list, as desks say it: `modes.3.place 1`.

No such setting stands in the file: the order of the list is its order on the screen.
A desk names every entry by the place it had before, whatever else it changes.
"""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.core.errors import CabinetError
from cabinet.settings.config_reordering import Order
from cabinet.settings.history import at
from cabinet.settings.problems import Path, dotted

PLACE: Final = "place"


def placed(tree: object, wishes: Mapping[Path, Any]) -> dict[Path, Any]:
    """The wishes with all places of a list turned into the order it gets."""
    made = {path: value for path, value in wishes.items() if not _is_place(path)}
    for name in dict.fromkeys(path[:1] for path in wishes if _is_place(path)):
        held = at(tree, name)
        count = len(held) if isinstance(held, tuple) else 0
        asked = {
            path: value
            for path, value in wishes.items()
            if _is_place(path) and path[:1] == name
        }
        made[name] = _order(count, asked)
    return made


def _is_place(path: Path) -> bool:
    return len(path) == 3 and path[2] == PLACE and isinstance(path[1], int)


def _order(count: int, asked: Mapping[Path, object]) -> Order:
    """Who was given a place stands there; the others fill the rest as they stood."""
    taken: dict[int, int] = {}
    for path, place in asked.items():
        entry = path[1]
        assert isinstance(entry, int)
        if entry >= count:
            raise CabinetError(f"{dotted(path)}: there is no such entry")
        if not isinstance(place, int) or not 1 <= place <= count:
            raise CabinetError(f"{dotted(path)}: expected a place from 1 to {count}")
        if place - 1 in taken:
            other = dotted((path[0], taken[place - 1], PLACE))
            raise CabinetError(
                f"{dotted(path)}: place {place} is {other}'s already: "
                "give each a place of its own"
            )
        taken[place - 1] = entry
    others = iter([entry for entry in range(count) if entry not in taken.values()])
    return Order(taken[at] if at in taken else next(others) for at in range(count))
