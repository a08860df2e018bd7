"""From edits as text to settings: `pricing.credit 200` is a path and a number."""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.i18n.message import message
from cabinet.settings.editing import ABSENT, EditError, Order
from cabinet.settings.history import at
from cabinet.settings.old_names import current
from cabinet.settings.problems import Path, dotted
from cabinet.settings.schema import choices, schema_at
from cabinet.settings.yaml_marks import compose

_LINES: Final = ("io", "lines")
_OF_A_LINE: Final = ("pin", "active", "key")


def wishes(changes: Mapping[str, str]) -> dict[Path, Any]:
    """Each setting by its path, with the value that its text means."""
    return {path: value_of(path, changes[name]) for name, path in _paths(changes)}


def _paths(changes: Mapping[str, str]) -> list[tuple[str, Path]]:
    return [(name, path_of(name)) for name in changes]


def path_of(text: str) -> Path:
    """The path of `modes.0.credits`; a line's name has a dot of its own."""
    steps = current(text).split(".")
    if not all(steps):
        raise EditError(message("setting.no_path"), (text,))
    if tuple(steps[:2]) == _LINES and len(steps) > 2:
        last = steps[-1:] if steps[-1] in _OF_A_LINE else []
        name = ".".join(steps[2 : len(steps) - len(last)])
        return (*_LINES, name, *last)
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def value_of(path: Path, text: str) -> Any:  # noqa: ANN401 - whatever YAML can hold
    """What a text means there: text where text is wanted, else YAML; "" is nothing."""
    if not text:
        return ABSENT
    rule = schema_at(path)
    if rule.get("type") == "string" or (choices(rule) and _all_text(choices(rule))):
        return text
    made = compose(f"x: {text}\n")
    if made.flaws:
        why = made.flaws[0].what
        raise EditError(message("setting.no_value", why=why), (text,))
    assert made.root is not None
    held = made.root.plain()
    assert isinstance(held, dict)
    return held["x"]


def _all_text(given: list[object]) -> bool:
    return all(isinstance(each, str) for each in given)


# The place of an entry in its list, as an edit says it: `modes.3.place 1`.
#
# No such setting stands in the file: the order of the list is its order on the screen.
# An edit names every entry by the place it had before, whatever else it changes.


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
            raise EditError(message("setting.no_entry"), path)
        if not isinstance(place, int) or not 1 <= place <= count:
            raise EditError(message("setting.expected_place", most=count), path)
        if place - 1 in taken:
            other = dotted((path[0], taken[place - 1], PLACE))
            what = message("setting.place_taken", place=place, other=other)
            raise EditError(what, path)
        taken[place - 1] = entry
    others = iter([entry for entry in range(count) if entry not in taken.values()])
    return Order(taken[at] if at in taken else next(others) for at in range(count))
