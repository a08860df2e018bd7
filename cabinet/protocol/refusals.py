"""Why something was refused, as data, and how a person reads it.

A `Problem` reads `file:line:column: setting: what is wrong (what would be right)`. A
person at a menu or a form sees neither line nor minor units: the setting is called by
its title, and money is written as people write it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cabinet.core.errors import CabinetError
from cabinet.i18n import Words, words
from cabinet.i18n.message import Amount, Message, Value, message

if TYPE_CHECKING:
    from cabinet.protocol.operator import Column, Entry, Menu

SettingPath: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class FilePosition:
    """A spot in a file, as editors count: line and column from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong and what would be right.

    `path` is the setting it is about, `name` the file and `place` the spot in it, as
    far as there is one; `source` is the line of the file there.
    """

    what: Message
    hint: Message | None = None
    path: SettingPath = ()
    name: str = ""
    place: FilePosition | None = None
    source: str = ""

    def __str__(self) -> str:
        return self.in_full(words("en"))

    def in_full(self, speech: Words) -> str:
        """The problem for whoever has the file at hand: where, and what."""
        return ": ".join(filter(None, (self.where, self.say(speech))))

    @property
    def where(self) -> str:
        """The spot and the setting, without a word of what is wrong there."""
        spot = self.name
        if self.place is not None:
            spot = f"{self.name}:{self.place.line}:{self.place.column}"
        return ": ".join(filter(None, (spot, dotted(self.path))))

    def say(self, speech: Words, currency: str = "") -> str:
        """What is wrong, and what would be right in brackets."""
        what = speech.say(self.what, currency)
        return f"{what} ({speech.say(self.hint, currency)})" if self.hint else what

    def picture(self, speech: Words | None = None) -> str:
        """The problem, the line it is on, and a caret under the spot; in English."""
        told = self.in_full(speech or words("en"))
        if self.place is None or not self.source.strip():
            return told
        before = self.source[: self.place.column - 1]
        margin = "".join("\t" if char == "\t" else " " for char in before)
        return f"{told}\n    {self.source}\n    {margin}^"


class RefusedError(CabinetError):
    """Something was not done; `problems` are all the reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.picture() for problem in self.problems))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its problems."""
        return type(self), (self.problems,)


def problems_of(wrong: CabinetError) -> tuple[Problem, ...]:
    """The reasons that an error is about."""
    if isinstance(wrong, RefusedError):
        return wrong.problems
    return (Problem(wrong.told),)


def dotted(path: SettingPath) -> str:
    """A path the way it is written in messages: `coins.0.width_ms`."""
    return ".".join(map(str, path))


def explained(
    problems: Iterable[Problem], menu: "Menu | None", language: str
) -> tuple[str, ...]:
    """Each thing that is wrong, in a sentence."""
    # Whoever only reads the settings starts sooner without the operator's messages.
    from cabinet.protocol.operator import Menu

    speech = words(language)
    return tuple(_explained(problem, menu or Menu(), speech) for problem in problems)


def _explained(problem: Problem, menu: "Menu", speech: Words) -> str:
    path = dotted(problem.path)
    entry = _nearest(menu, path)
    if entry is None:
        sentence = problem.say(speech)
        return f"{path}: {sentence}" if path else sentence
    title = _title(entry, path, menu, speech.language)
    return f"{title}: {_sentence(entry, path, problem, menu, speech)}"


def _sentence(
    entry: "Entry", path: str, problem: Problem, menu: "Menu", speech: Words
) -> str:
    what, hint = problem.what, problem.hint
    if _is_money(entry, path):
        what = _in_money(what)
    if hint is not None and hint.code == "hint.minor_units":
        hint = None
    return Problem(what, hint).say(speech, menu.currency)


def _in_money(what: Message) -> Message:
    """The range of a whole number as the range of an amount."""
    if what.code != "setting.expected" or not isinstance(what["what"], Message):
        return what
    wanted, given = what["what"], _amount(what["given"])
    match wanted.code:
        case "kind.whole_number_at_least":
            least = _amount(wanted["least"])
            return message("setting.expected_amount", least=least, given=given)
        case "kind.whole_number_from":
            least, most = _amount(wanted["least"]), _amount(wanted["most"])
            return message(
                "setting.expected_amount_from", least=least, most=most, given=given
            )
    return what


def _amount(value: Value) -> Value:
    return Amount(value) if isinstance(value, int) else value


def _title(entry: "Entry", path: str, menu: "Menu", language: str) -> str:
    """What the setting is called; with the mode it is of, by the number of a row."""
    title = entry.title[language]
    row = path.removeprefix(f"{entry.path}.").partition(".")[0]
    if entry.columns and entry.kind != "pair" and row.isdecimal():
        title = f"{title} {int(row) + 1}"
    own = next(g for g in menu.groups if any(e is entry for e in g.entries))
    if path.startswith("modes."):
        title = f"{own.title[language]}, {title}"
    if column := _column(entry, path):
        title = f"{title}, {column.title[language]}"
    return title + ("\u00a0" if language == "fr" else "")


def _column(entry: "Entry", path: str) -> "Column | None":
    rest = path.removeprefix(entry.path).split(".")[2:]
    name = ".".join(rest)
    return next((one for one in entry.columns if one.name == name), None)


def _is_money(entry: "Entry", path: str) -> bool:
    column = _column(entry, path)
    return entry.kind == "money" or (column is not None and column.kind == "money")


def _nearest(menu: "Menu", path: str) -> "Entry | None":
    """The entry of that path, or the one that it is a part of."""
    while path:
        if found := next((one for one in menu.entries if one.path == path), None):
            return found
        path = path.rpartition(".")[0]
    return None
