"""What is wrong with a settings file, said so that an operator can mend it.

A `Flaw` is found at a path of settings; a `Problem` is a flaw with its place in
the text. A problem reads `file:line:column: setting: what is wrong (what would be
right)`, and its picture adds the line of the file with a caret under the spot.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.errors import CabinetError

Path: TypeAlias = tuple[str | int, ...]

# The parser's own idea of a line break, so that its line numbers fit.
_LINE_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_LONGEST_SHOWN: Final = 40


class Place(NamedTuple):
    """A spot in the file, as editors count: line and column from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with the setting at `path`.

    `place` is given where it is known better than by the path; `on_key` points
    at the name of the setting rather than at its value.
    """

    path: Path
    what: str
    hint: str = ""
    place: Place | None = None
    on_key: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """One flaw, where it stands. Without a place, `name` says whose it is."""

    name: str
    path: Path
    what: str
    hint: str = ""
    place: Place | None = None
    source: str = ""

    def __str__(self) -> str:
        where = self.name if self.place is None else _spot(self.name, self.place)
        setting = f"{dotted(self.path)}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}: {setting}{self.what}{hint}"

    def picture(self) -> str:
        """The problem, the line it is on, and a caret under the spot."""
        if self.place is None or not self.source.strip():
            return str(self)
        before = self.source[: self.place.column - 1]
        margin = "".join("\t" if char == "\t" else " " for char in before)
        return f"{self}\n    {self.source}\n    {margin}^"


class ConfigError(CabinetError):
    """A settings file that cannot be used; `problems` are all of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(problem.picture() for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file and the name an operator knows it by."""

    name: str
    text: str

    def problem(self, flaw: Flaw, place: Place | None) -> Problem:
        """The flaw at `place`; without a place it is about the whole file."""
        lines = _LINE_BREAK.split(self.text)
        known = place is not None and place.line <= len(lines)
        line = lines[place.line - 1] if place is not None and known else ""
        return Problem(self.name, flaw.path, flaw.what, flaw.hint, place, line)


def dotted(path: Path) -> str:
    """A path the way it is written in messages: `coins.0.width_ms`."""
    return ".".join(map(str, path))


def shown(value: object) -> str:
    """A value in the operator's words, short enough for one line."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            short = value[:_LONGEST_SHOWN] + "…" * (len(value) > _LONGEST_SHOWN)
            return f"'{short}'"
        case dict():
            return "a mapping"
        case list() | tuple():
            flat = not any(isinstance(each, dict | list | tuple) for each in value)
            inside = ", ".join(map(shown, value))
            fits = bool(value) and flat and len(inside) < _LONGEST_SHOWN
            return f"[{inside}]" if fits else "a list"
    return str(value)


def listed(names: Iterable[object], word: str = "or") -> str:
    """Several names as a sentence has them: `a, b or c`."""
    words = [str(shown_name(name)) for name in names]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def shown_name(name: object) -> str:
    """A choice as one writes it in the file."""
    return str(name).lower() if isinstance(name, bool) or name is None else str(name)


def there_are(names: Collection[object]) -> str:
    """What can be written instead, as a hint."""
    match len(names):
        case 0:
            return "there is none"
        case 1:
            return f"there is only {listed(names)}"
    return f"there are {listed(names, 'and')}"


def closest(name: object, names: Iterable[object], otherwise: str = "") -> str:
    """The name most like `name`, as a question; or `otherwise`."""
    from difflib import get_close_matches  # only when something is wrong

    known = {shown_name(each).lower(): shown_name(each) for each in names}
    found = get_close_matches(str(name).lower(), known, n=1, cutoff=0.6)
    return f"did you mean '{known[found[0]]}'?" if found else otherwise


def _spot(name: str, place: Place) -> str:
    return f"{name}:{place.line}:{place.column}"
