"""The fields of a state document, each checked for its kind.

Every refusal begins with the field's name and says what would be right.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from cabinet.tabletop.api import Document, Options, PositionError, RulesError

T = TypeVar("T")


def wrong(field: str, sentence: str) -> PositionError:
    """The refusal of a document; it begins with the field's name."""
    return PositionError(f"{field}: {sentence}")


def check_known(
    game: str, title: str, document: Document, known: Iterable[str]
) -> None:
    """Refuse fields that the game does not have, and the document of another game."""
    for name in document:
        if name not in known:
            there = ", ".join(known)
            raise wrong(str(name), f"{title} has no such field (there are: {there})")
    if document.get("game", game) != game:
        raise wrong("game", f"this is {game!r}, not {document['game']!r}")


def complete(title: str, document: Document, start: Document) -> Document:
    """The document, with what it leaves out as at the start; checks what is known."""
    check_known(start["game"], title, document, start)
    return start | document


def options_field(document: Document, read: Callable[[Options], T]) -> T:
    """What `read` makes of the field `options`, and its refusals by that name."""
    try:
        return read(mapping("options", document.get("options", {})))
    except PositionError:
        raise
    except RulesError as refused:
        raise wrong("options", str(refused)) from None


def whole(field: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number from `least` to `most`."""
    if type(value) is int and value >= least and (most is None or value <= most):
        return value
    right = f", {least} or more" if most is None else f" from {least} to {most}"
    raise wrong(field, f"a whole number{right}, not {value!r}")


def flag(field: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(field, f"true or false, not {value!r}")
    return value


def entries(field: str, value: object, of: str = "") -> list[Any]:
    """A list; `of` says what should be in it, which is not looked at here."""
    if not isinstance(value, list):
        raise wrong(field, f"a list{of and f' of {of}'}, not {value!r}")
    return value


def mapping(field: str, value: object, names: Sequence[str] = ()) -> dict[str, Any]:
    """An object; with `names`, one that has no other fields than these."""
    right = f"an object with {', '.join(names)}" if names else "an object"
    if not isinstance(value, dict) or (names and not set(value) <= set(names)):
        raise wrong(field, f"{right}, not {value!r}")
    return value


def choice(field: str, value: object, choices: Sequence[str]) -> int:
    """The number of the choice that this text is."""
    if isinstance(value, str) and value in choices:
        return choices.index(value)
    raise wrong(field, f"one of {', '.join(choices)}, not {value!r}")


def numbers(field: str, value: object, form: str) -> list[int]:
    """As many whole numbers as `form` names, like `[ring, segment]`."""
    if (
        not isinstance(value, list)
        or len(value) != form.count(",") + 1
        or any(type(number) is not int for number in value)
    ):
        raise wrong(field, f"{form}, not {value!r}")
    return value
