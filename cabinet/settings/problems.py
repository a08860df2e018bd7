"""What is wrong with a settings file, said so that an operator can mend it.

A `Flaw` is found at a path of settings; a `Problem` is a flaw with its place in
the text.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from cabinet.i18n.message import Message, message
from cabinet.protocol.refusals import (
    FilePosition,
    Problem,
    RefusedError,
    SettingPath,
    dotted,
)

__all__ = ["FilePosition", "Problem", "SettingPath", "dotted"]

# The parser's own idea of a line break, so that its line numbers fit.
_LINE_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_LONGEST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with the setting at `path`.

    `place` is given where it is known better than by the path; `on_key` points
    at the name of the setting rather than at its value.
    """

    path: SettingPath
    what: Message
    hint: Message | None = None
    place: FilePosition | None = None
    on_key: bool = False


class ConfigError(RefusedError):
    """A settings file that cannot be used; `problems` are all of them."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file and the name an operator knows it by."""

    name: str
    text: str

    def problem(self, flaw: Flaw, place: FilePosition | None) -> Problem:
        """The flaw at `place`; without a place it is about the whole file."""
        lines = _LINE_BREAK.split(self.text)
        known = place is not None and place.line <= len(lines)
        line = lines[place.line - 1] if place is not None and known else ""
        return Problem(flaw.what, flaw.hint, flaw.path, self.name, place, line)


def shown(value: object) -> str | int | Message:
    """A value in the operator's words, short enough for one line."""
    match value:
        case None:
            return message("kind.nothing")
        case bool():
            return str(value).lower()
        case int():
            return value
        case str():
            short = value[:_LONGEST_SHOWN] + "…" * (len(value) > _LONGEST_SHOWN)
            return f"'{short}'"
        case dict():
            return message("kind.mapping")
        case list() | tuple():
            flat = not any(isinstance(each, dict | list | tuple) for each in value)
            inside = ", ".join(str(shown(each)) for each in value)
            fits = bool(value) and flat and len(inside) < _LONGEST_SHOWN
            return f"[{inside}]" if fits else message("kind.list")
    return str(value)


def any_of(names: Iterable[object]) -> str | Message:
    """Several names as a sentence has them: `a, b or c`."""
    *others, last = [*map(shown_name, names)] or [""]
    return message("list.or", names=tuple(others), last=last) if others else last


def all_of(names: Iterable[object]) -> str | Message:
    """The same with `and`."""
    *others, last = [*map(shown_name, names)] or [""]
    return message("list.and", names=tuple(others), last=last) if others else last


def shown_name(name: object) -> str:
    """A choice as one writes it in the file."""
    return str(name).lower() if isinstance(name, bool) or name is None else str(name)


def there_are(names: Collection[object]) -> Message:
    """What can be written instead, as a hint."""
    match len(names):
        case 0:
            return message("hint.there_is_none")
        case 1:
            return message("hint.there_is_only", name=all_of(names))
    return message("hint.there_are", names=all_of(names))


def closest(
    name: object, names: Iterable[object], otherwise: Message | None = None
) -> Message | None:
    """The name most like `name`, as a question; or `otherwise`."""
    from difflib import get_close_matches  # only when something is wrong

    known = {shown_name(each).lower(): shown_name(each) for each in names}
    found = get_close_matches(str(name).lower(), known, n=1, cutoff=0.6)
    return message("hint.did_you_mean", name=known[found[0]]) if found else otherwise
