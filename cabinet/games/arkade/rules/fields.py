"""The values in a state document, each checked for its kind.

A refusal begins with the field's name and says what would be right.
"""

from typing import Any

from cabinet.games.arkade.rules.board import BIT
from cabinet.games.arkade.rules.box import COLORS, COLUMNS, LINES
from cabinet.tabletop.api import PositionError


def wrong(field: str, sentence: str) -> PositionError:
    """The refusal of a document; it begins with the field's name."""
    return PositionError(f"{field}: {sentence}")


def whole(field: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number from `least` to `most`."""
    if type(value) is int and value >= least and (most is None or value <= most):
        return value
    right = f"{least} or more" if most is None else f"from {least} to {most}"
    raise wrong(field, f"a whole number, {right}, not {value!r}")


def flag(field: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(field, f"true or false, not {value!r}")
    return value


def entries(field: str, value: object) -> list[Any]:
    """A list, whatever is in it."""
    if not isinstance(value, list):
        raise wrong(field, f"a list, not {value!r}")
    return value


def mapping(field: str, value: object) -> dict[str, Any]:
    """An object, whatever is in it."""
    if not isinstance(value, dict):
        raise wrong(field, f"an object, not {value!r}")
    return value


def choice(field: str, value: object, choices: tuple[str, ...]) -> int:
    """The number of the choice that this text is."""
    if isinstance(value, str) and value in choices:
        return choices.index(value)
    raise wrong(field, f"one of {', '.join(choices)}, not {value!r}")


def color(field: str, value: object) -> int:
    """The number of a colour."""
    return choice(field, value, COLORS)


def bits_of(field: str, value: object) -> int:
    """A list of `[line, column]` as bits, none of them twice."""
    bits = 0
    for entry in entries(field, value):
        bit = BIT[cell(field, entry)]
        if bits & bit:
            raise wrong(field, f"{entry} is listed twice")
        bits |= bit
    return bits


def cell(field: str, value: object) -> int:
    """The number of a `[line, column]`."""
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(field, f"[line, column], not {value!r}")
    line = whole(field, value[0], 1, LINES)
    return (line - 1) * COLUMNS + whole(field, value[1], 1, COLUMNS) - 1
