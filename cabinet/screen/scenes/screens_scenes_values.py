"""The values of settings as a person at the service menu reads them."""

import re
from typing import Final

from cabinet.i18n import money
from cabinet.protocol.hallway_rows import cells, ticked
from cabinet.protocol.operator import Column, Entry
from cabinet.screen.scenes.show import Show

_BONUS: Final = re.compile(r"\[\{money: (\d+), credits: (\d+)\}\]")
_UNITS: Final = {"s": "seconds", "ms": "millis", "%": "percent"}
_PLAIN: Final = {
    "true": "yes",
    "false": "no",
    "": "none",
    "[]": "none",
}


def value_words(show: Show, entry: Entry, value: str) -> str:
    """A value as a person reads it; a list in a few words."""
    words = show.words
    if name := entry.name(value, show.language):
        return name
    if value in _PLAIN:
        return words(f"menu.value.{_PLAIN[value]}")
    if found := _BONUS.fullmatch(value):
        amount = _money(show, found[1])
        return words("menu.value.bonus", credits=found[2], money=amount)
    if entry.kind == "several":
        return words("menu.value.some", n=len(ticked(value)), all=len(entry.choices))
    if entry.kind == "pair":
        ((least, most),) = cells(entry, value)
        return words("menu.value.span", least=least, most=most)
    if entry.columns:
        return words("menu.value.rows", n=len(cells(entry, value)))
    return _number(show, entry, value)


def cell_words(show: Show, column: Column, value: str) -> str:
    """What stands in a cell of a list."""
    if value in _PLAIN:
        return show.words(f"menu.value.{_PLAIN[value]}")
    return _number(show, column, value)


def _number(show: Show, of: Entry | Column, value: str) -> str:
    if of.kind == "money":
        return _money(show, value)
    if of.unit:
        return show.words(f"menu.value.{_UNITS[of.unit]}", n=value)
    return value


def _money(show: Show, amount: str) -> str:
    currency = show.desk.value("pricing.currency") or "EUR"
    return money(int(amount), currency, show.language)
