"""What was changed, newest first, by the names that the settings have."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from cabinet.books.exports import moment
from cabinet.i18n import Words, money
from cabinet.i18n.authors import Author, author_of
from cabinet.protocol.list_rows import cells
from cabinet.protocol.operator import Entry, Menu
from cabinet.settings.history import Change, document_of

FILE: Final = "settings-history.jsonl"
UNDO: Final = ", undo"
_MOST_SHOWN: Final = 100


class ShownChange(NamedTuple):
    """One setting; what the menu does not know is called by its path."""

    path: str
    title: str
    old: str
    new: str

    @property
    def line(self) -> str:
        """The change in one line; a secret has only `new`, which says so."""
        sides = f"{self.old} → {self.new}" if self.old else self.new
        return f"{self.title}: {sides}"


class ShownRevision(NamedTuple):
    """A line of the history."""

    when: str
    author: str
    changes: list[ShownChange]


def shown_changes(
    changes: Iterable[Change], menu: Menu, words: Words
) -> list[ShownChange]:
    """Changes of the file as the history tells them."""
    changed = _teller(menu, words)
    return [changed(json.loads(json.dumps(document_of(one)))) for one in changes]


def revisions(state: Path, menu: Menu, words: Words) -> list[ShownRevision]:
    """The newest of them; a line that is none is passed over."""
    changed = _teller(menu, words)
    kept = []
    for line in _lines(state / FILE):
        with suppress(ValueError, KeyError, TypeError):
            told = json.loads(line)
            changes = [changed(one) for one in told["changes"]]
            by = _author(told, words)
            kept.append(ShownRevision(moment(told["at"], None), by, changes))
    return kept[: -_MOST_SHOWN - 1 : -1]


def _teller(menu: Menu, words: Words) -> Callable[[dict[str, Any]], ShownChange]:
    """What says a change of the history in the reader's words."""
    language = words.language
    known = {
        entry.path: (group.title[language], entry)
        for group in menu.groups
        for entry in group.entries
        if entry.kind not in ("act", "add")
    }

    def side(path: str, change: dict[str, Any], name: str) -> str:
        if name not in change:
            return "–"
        entry = known[path][1] if path in known else None
        if entry is None:
            return _plain(change[name], words)
        value = json.dumps(change[name], ensure_ascii=False)
        if value in ("true", "false"):
            return words("yes" if value == "true" else "no")
        return _shown(value, entry, menu.currency, language)

    def changed(one: dict[str, Any]) -> ShownChange:
        path = ".".join(map(str, one["path"]))
        title = path
        if path in known:
            group, entry = known[path]
            title = f"{group}, {entry.title[language]}"
        if "old" not in one and "new" not in one:
            return ShownChange(path, title, "", words("history.secret"))
        old, new = side(path, one, "old"), side(path, one, "new")
        return ShownChange(path, title, old, new)

    return changed


def _author(told: dict[str, Any], words: Words) -> str:
    """Who changed it, in the reader's words; in an old line as it was written."""
    by = who = str(told["by"])
    if told.get("undo"):
        by = who = by.removesuffix(UNDO)
    if told.get("bundle"):
        who = words("history.by.bundle", number=told["bundle"])
    elif found := author_of(by):
        who = _signed(found, words)
    return words("history.by.undo", who=who) if told.get("undo") else who


def _signed(author: Author, words: Words) -> str:
    """Somebody at the page or the menu; anybody else is an account."""
    if not author.role:
        return words(f"history.by.{author.place}")
    who = author.name or words(f"role.{author.role}")
    return words(f"history.by.at_{author.place}", who=who)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _plain(value: object, words: Words) -> str:
    """A value of a setting that no menu has, without the signs of the file."""
    match value:
        case bool():
            return words("yes" if value else "no")
        case None:
            return "–"
        case dict():
            parts = (f"{name} {_plain(each, words)}" for name, each in value.items())
            return ", ".join(parts) or "–"
        case list():
            return "; ".join(_plain(each, words) for each in value) or "–"
    return str(value)


def _shown(value: str, entry: Entry, currency: str, language: str) -> str:
    """A value of the file as a person reads it."""
    if entry.columns:
        rows = cells(entry, value)
        return "; ".join(_row(entry, row, currency, language) for row in rows) or "–"
    if entry.kind == "money" and value.isdecimal():
        return money(int(value), currency, language)
    text = value.strip('"')
    return entry.name(text, language) or text


def _row(entry: Entry, row: list[str], currency: str, language: str) -> str:
    """One row of a list: each number with what it is."""
    parts = []
    for cell, column in zip(row, entry.columns, strict=True):
        amount = column.kind == "money" and cell.isdecimal()
        shown = money(int(cell), currency, language) if amount else cell
        parts.append(f"{column.title[language].lower()} {shown}")
    return ", ".join(parts)
