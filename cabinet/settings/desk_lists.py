"""Settings that hold several values: what kind of list each is, and its columns."""

from collections.abc import Iterator
from typing import Final

from cabinet.protocol.operator import Column
from cabinet.settings.problems import Path
from cabinet.settings.schema import Schema, choices, schema_at
from cabinet.settings.titles import titles

MONEY: Final = "amounts are in minor units"
_LIMITS: Final = (
    {"fr": "la plus courte", "en": "shortest"},
    {"fr": "la plus longue", "en": "longest"},
)


def kind_of_list(rule: Schema) -> str:
    """A pair of numbers, several of some choices, or rows."""
    if "prefixItems" in rule:
        return "pair"
    return "several" if choices(_items(rule)) else "rows"


def columns(path: Path, coin: int) -> tuple[Column, ...]:
    """The columns of the list at a path; none where it is one of choices.

    `coin` is the least amount that one turn of a stick changes money by.
    """
    return tuple(_columns(path, schema_at(path), coin))


def item_choices(path: Path) -> list[object]:
    """What each item of the list at a path may be."""
    return choices(_items(schema_at(path)))


def is_money(rule: Schema) -> bool:
    """Whether a number is an amount."""
    return str(rule.get("$comment", "")).startswith(MONEY)


def _columns(path: Path, rule: Schema, coin: int) -> Iterator[Column]:
    if "prefixItems" in rule:
        yield from _limits("", path, {})
        return
    for name in schema_at((*path, 0)).get("properties", {}):
        where = (*path, 0, name)
        inner = schema_at(where)
        title = {language: one.name for language, one in titles(where).items()}
        if "prefixItems" in inner:
            yield from _limits(f"{name}.", where, title)
        elif is_money(inner):
            yield _column(name, "money", title, where, step=coin)
        else:
            yield _column(name, "number", title, where)


def _limits(above: str, path: Path, title: dict[str, str]) -> Iterator[Column]:
    """The two columns of a pair: the shortest and the longest."""
    for place, limit in enumerate(_LIMITS):
        both = {k: f"{title[k]}, {limit[k]}" if title else limit[k] for k in limit}
        yield _column(f"{above}{place}", "number", both, (*path, place), unit="ms")


def _column(
    name: str,
    kind: str,
    title: dict[str, str],
    path: Path,
    *,
    unit: str = "",
    step: int = 1,
) -> Column:
    rule = schema_at(path)
    return Column(name, kind, title, unit, rule["minimum"], rule["maximum"], step)


def _items(rule: Schema) -> Schema:
    found: Schema = rule.get("items", {})
    return found
