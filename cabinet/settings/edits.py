"""From the words of a desk to settings: `pricing.credit 200` is a path and a number."""

from collections.abc import Mapping
from typing import Any, Final

from cabinet.core.errors import CabinetError
from cabinet.settings.editing import ABSENT, EditError, plain
from cabinet.settings.problems import Path
from cabinet.settings.schema import choices, schema_at

_LINES: Final = ("io", "lines")
_OF_A_LINE: Final = ("pin", "active", "key")


def wishes(changes: Mapping[str, str]) -> dict[Path, Any]:
    """Each setting by its path, with the value that its text means."""
    return {path: value_of(path, changes[name]) for name, path in _paths(changes)}


def _paths(changes: Mapping[str, str]) -> list[tuple[str, Path]]:
    return [(name, path_of(name)) for name in changes]


def path_of(text: str) -> Path:
    """The path of `modes.0.credits`; a line's name has a dot of its own."""
    steps = text.split(".")
    if not all(steps):
        raise CabinetError(f"{text}: a path has a name between dots, as pricing.credit")
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
    try:
        held = plain(f"x: {text}\n")
    except EditError as wrong:
        reason = str(wrong).partition(": ")[2]
        raise CabinetError(f"{text}: this cannot be a value ({reason})") from None
    assert isinstance(held, dict)
    return held["x"]


def _all_text(given: list[object]) -> bool:
    return all(isinstance(each, str) for each in given)
