"""Settings as fields of a form, and a form as settings: by the same menu both ways.

A form carries what each field was when it was shown, so only what somebody changed on
it is asked for, whatever was changed elsewhere meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cabinet.core.money import amounts
from cabinet.i18n.currencies import figures
from cabinet.protocol.list_rows import cells, ticked, written_rows, written_ticks
from cabinet.protocol.operator import Column, Entry, Group, Menu

# Settings that are lists, as rows of a form: bonuses, tables of coins, two limits.
#
# A form shows every row there is and an empty one; a row that it does not show stays.


_DIGITS: Final = 9


class FieldError(ValueError):
    """A field that is not what it asks for; `path` is the setting's, `why` a word."""

    def __init__(self, path: str, text: str, why: str = "not_money") -> None:
        super().__init__(path)
        self.path = path
        self.text = text
        self.why = why


def decimal(amount: str, currency: str, language: str = "en") -> str:
    """Minor units as a field shows them: 150 is 1.50, in French 1,50."""
    if not amount.isdecimal():
        return amount
    shown = figures(int(amount), currency)
    return shown.replace(".", ",") if language == "fr" else shown


def minor_units(text: str, currency: str, path: str) -> str:
    """What was written in a field of money; `FieldError` when it is no amount."""
    amount = amounts.minor_units(text, currency)
    if amount is None:
        raise FieldError(path, text)
    return str(amount)


def shown_rows(
    form: Mapping[str, str], entry: Entry, currency: str, language: str
) -> list[list[tuple[str, Column, str]]]:
    """Each row of fields: its name in the form, its column, what stands in it."""
    held = cells(entry, entry.value)
    fresh = 0 if entry.kind == "pair" or len(held) >= entry.most else 1
    count = max(len(held) + fresh, *(number + 1 for number in _sent(form, entry)), 0)
    rows = []
    for number in range(count):
        row = []
        for place, column in enumerate(entry.columns):
            name = field_name(entry, number, column)
            now = held[number][place] if number < len(held) else ""
            if column.kind == "money":
                now = decimal(now, currency, language)
            row.append((name, column, form.get(name, now)))
        rows.append(row)
    return rows


def field_name(entry: Entry, number: int, column: Column) -> str:
    """The name of one field in the form."""
    return f"{entry.path}.{number}.{column.name}"


def rows_of_form(
    form: Mapping[str, str], entry: Entry, was: str, currency: str
) -> str | None:
    """The list that a form says, as the file has it; None when it is as it was."""
    held = cells(entry, was)
    rows: list[list[str]] = []
    for number in range(max(len(held), *(n + 1 for n in _sent(form, entry)), 0)):
        names = [field_name(entry, number, column) for column in entry.columns]
        if not any(name in form for name in names):
            rows += held[number : number + 1]
            continue
        texts = [form.get(name, "").strip() for name in names]
        if any(texts):
            rows.append(
                [
                    _number(text, column, currency, entry.path)
                    for text, column in zip(texts, entry.columns, strict=True)
                ]
            )
    return None if rows == held else written_rows(entry, rows)


def _sent(form: Mapping[str, str], entry: Entry) -> Iterator[int]:
    """The numbers of the rows that a form has fields of, and none beyond the most."""
    for number in range(max(entry.most, 1)):
        if any(field_name(entry, number, one) in form for one in entry.columns):
            yield number


def _number(text: str, column: Column, currency: str, path: str) -> str:
    if column.kind == "money":
        return minor_units(text, currency, path)
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise FieldError(path, text)
    return str(int(text))


WAS: Final = "was:"
# The second field of a PIN, which nobody sees while it is written.
AGAIN: Final = ":again"


def section(menu: Menu, name: str) -> list[Group]:
    """The groups of a page: `modes` has one for each mode, others are one."""
    return [g for g in menu.groups if f"{g.name}.".startswith(f"{name}.")]


def sections(menu: Menu) -> list[str]:
    """The pages of settings, in the menu's order."""
    named = (
        each.name.partition(".")[0] for each in menu.groups if not _is_of_keys(each)
    )
    return list(dict.fromkeys(named))


def _is_of_keys(group: Group) -> bool:
    """Whether it is learnt by pressing, at the cabinet."""
    return any(entry.kind == "key" for entry in group.entries)


def changes(
    form: Mapping[str, str], entries: Iterable[Entry], currency: str
) -> dict[str, str]:
    """What somebody changed on a form: path to value, as the counter takes it."""
    wanted: dict[str, str] = {}
    for entry in entries:
        was = form.get(WAS + entry.path)
        if was is None:
            continue
        if entry.kind in ("act", "add"):  # several of these share a path
            if form.get(entry.path) in entry.choices:
                wanted[entry.path] = form[entry.path]
            continue
        now = _written(form, entry, was, currency)
        if now != was:
            # Of a title both languages are set, or none.
            also = entry.also if entry.kind == "text" else {}
            wanted = {**also, **wanted, entry.path: now}
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
            pin = form.get(path, "").strip()
            if pin != form.get(path + AGAIN, "").strip():
                raise FieldError(path, pin, "pin_differs")
            return pin or entry.value
    return form.get(path, "").strip()
