"""Settings as fields of a form, and a form as settings: by the same menu both ways.

A form carries what each field was when it was shown, so only what somebody changed on
it is asked for, whatever another desk did meanwhile.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from cabinet.protocol.hallway_rows import ticked, written_ticks
from cabinet.protocol.operator import Entry, Group, Menu
from cabinet.web.console.rows import minor_units, rows_of_form

WAS: Final = "was:"


def section(menu: Menu, name: str) -> list[Group]:
    """The groups of a page: `modes` has one for each mode, others are one."""
    several = f"{name}."
    return [
        group
        for group in menu.groups
        if group.name == name or group.name.startswith(several)
    ]


def sections(menu: Menu) -> list[str]:
    """The pages of settings, in the menu's order."""
    return list(dict.fromkeys(group.name.partition(".")[0] for group in menu.groups))


def value_of(menu: Menu, path: str) -> str:
    """What a setting is; "" when there is no such."""
    entries = (entry for group in menu.groups for entry in group.entries)
    return next((entry.value for entry in entries if entry.path == path), "")


def currency_of(menu: Menu) -> str:
    """The currency of every amount."""
    return value_of(menu, "pricing.currency") or "EUR"


def changes(
    form: Mapping[str, str], entries: Iterable[Entry], currency: str
) -> dict[str, str]:
    """What somebody changed on a form: path to value, as the counter takes it."""
    wanted: dict[str, str] = {}
    for entry in entries:
        was = form.get(WAS + entry.path)
        if was is None:
            continue
        if entry.kind == "act":  # several of these share a path
            if form.get(entry.path) in entry.choices:
                wanted[entry.path] = form[entry.path]
            continue
        now = _written(form, entry, was, currency)
        if now != was:
            wanted[entry.path] = now
    return wanted


def _written(form: Mapping[str, str], entry: Entry, was: str, currency: str) -> str:
    path = entry.path
    if entry.columns:
        now = rows_of_form(form, entry, was, currency)
        return was if now is None else now
    match entry.kind:
        case "bool":
            return "true" if form.get(path) == "true" else "false"
        case "money":
            text = form.get(path, "").strip()
            if not text and not entry.default:  # left out, if the file may do without
                return ""
            return minor_units(text, currency, path)
        case "several":
            given = [one for one in entry.choices if f"{path}.{one}" in form]
            return was if given == ticked(was) else written_ticks(given)
        case "pin":  # what it is nobody sees; left empty it stays
            return form.get(path, "").strip() or entry.value
    return form.get(path, "").strip()
