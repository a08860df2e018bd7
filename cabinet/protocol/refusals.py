"""Why a setting was not kept, for whoever reads titles and not files.

The child that checks the file says `file:line:column: setting: what is wrong (what
would be right)`. A person at a menu or a form sees neither line nor minor units: the
setting is called by its title, money is written as people write it.
"""

import re
from collections.abc import Iterator
from typing import Final

from cabinet.core.money.amounts import NO_CURRENCY
from cabinet.i18n import money
from cabinet.i18n.sentences import said, split_hint
from cabinet.protocol.operator import Column, Entry, Menu

_PROBLEM: Final = re.compile(r"(?:[^:\n]+:\d+:\d+: )?(?:(\w+(?:\.[\w.]+)+|\w+): )?(.+)")
_MINOR_UNITS: Final = "amounts are in minor units"
_FILE: Final = re.compile(r"/\S+: ")


def explained(why: str, menu: Menu | None, language: str) -> tuple[str, ...]:
    """Each thing that is wrong, in a sentence."""
    return tuple(_explained(why, menu or Menu(), language))


def _explained(why: str, menu: Menu, language: str) -> Iterator[str]:
    for line in why.splitlines():
        found = _PROBLEM.fullmatch(line)
        if line.startswith("    ") or found is None:  # the line of the file, the caret
            continue
        path, what = found[1] or "", _FILE.sub("", found[2], count=1)
        entry = _nearest(menu, path)
        if entry is None:
            sentence = said(what, language)
            yield f"{path}: {sentence}" if path else sentence
            continue
        title = _title(entry, path, menu, language)
        yield f"{title}: {_sentence(entry, path, what, menu, language)}"


def _sentence(entry: Entry, path: str, what: str, menu: Menu, language: str) -> str:
    currency = _value(menu, "pricing.currency") or "EUR"

    def amount(text: str) -> str:
        plain = not text.isdecimal() or currency == NO_CURRENCY
        return text if plain else money(int(text), currency, language)

    if _is_money(entry, path):
        what = what.replace("a whole number", "an amount")
    what, hint = split_hint(what)
    sentence = said(what, language, amount)
    if not hint or hint.startswith(_MINOR_UNITS):
        return sentence
    return f"{sentence} ({said(hint, language, amount)})"


def _title(entry: Entry, path: str, menu: Menu, language: str) -> str:
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


def _column(entry: Entry, path: str) -> Column | None:
    rest = path.removeprefix(entry.path).split(".")[2:]
    name = ".".join(rest)
    return next((one for one in entry.columns if one.name == name), None)


def _is_money(entry: Entry, path: str) -> bool:
    column = _column(entry, path)
    return entry.kind == "money" or (column is not None and column.kind == "money")


def _nearest(menu: Menu, path: str) -> Entry | None:
    """The entry of that path, or the one that it is a part of."""
    every = [entry for group in menu.groups for entry in group.entries]
    while path:
        if found := next((entry for entry in every if entry.path == path), None):
            return found
        path = path.rpartition(".")[0]
    return None


def _value(menu: Menu, path: str) -> str:
    found = _nearest(menu, path)
    return found.value if found else ""
