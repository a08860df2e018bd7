"""The settings as one menu to walk, made from the model: groups, entries, ranges.

Every desk shows this. What a menu has no room for (wires) is left to the file itself
and to `cabinet config set`.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from cabinet.protocol.operator import Entry, Group
from cabinet.settings import Catalogue, Config
from cabinet.settings.desk_choice_words import named, switched
from cabinet.settings.desk_coin_menu import told_one_way
from cabinet.settings.desk_lists import columns, is_money, item_choices, kind_of_list
from cabinet.settings.desk_mode_menu import hours, names, options, place
from cabinet.settings.editing import written
from cabinet.settings.prices import NO_CURRENCY
from cabinet.settings.problems import Path, dotted
from cabinet.settings.schema import Schema, choices, schema_at
from cabinet.settings.secrets import HIDDEN, is_secret
from cabinet.settings.titles import choice_names, titles

# Adopted only when the programs start: they hold wires, windows and sockets.
AT_THE_START: Final = ("io", "coins", "meter", "video", "dice", "office", "fleet")
_PLAIN_GROUPS: Final = ("cabinet", "sound", "patience", "video", "dice", "meter")
_IN_SECONDS: Final = ("patience", "attract_pause")
_STEPS: Final = {"s": 5, "ms": 5, "%": 5, "": 1}
_MODE_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "seats": ("", "1", "2", "3", "4", "5", "6"),
    "continue_credits": ("", "0", "1", "2", "3", "4", "5"),
}
# Bonuses an operator can pick on the cabinet: so many credits for the price of so few.
_BONUSES: Final = ((3, 2), (5, 4), (6, 5), (12, 10))
# A quarter of a dollar is a price too.
_SMALLEST_COIN: Final = 5
# Prices beside a preset hide it.
_HIDDEN: Final = (("pricing", "preset"),)
# No name of a file or of a machine is longer; what is, is refused with a sentence.
_LONGEST: Final = 200
_OWNERS: Final = ("common", "1", "2", "3", "4", "5", "6")


def groups(config: Config, catalogue: Catalogue) -> tuple[Group, ...]:
    """Every group of settings, as the file has them now."""
    held = config.model_dump(by_alias=True)
    currency = config.pricing.currency
    return (
        _group(("pricing",), held["pricing"], currency),
        *_modes(config, held["modes"], catalogue, currency),
        *(_group((name,), held[name], currency) for name in _PLAIN_GROUPS),
        *_coins(held["coins"], currency),
        _group(("service",), held["service"], currency),
        _group(("office",), held["office"], currency),
        _group(("fleet",), held["fleet"], currency),
    )


def starts_anew(path: Path) -> bool:
    """Whether a change of this setting counts from the next start only."""
    return path[0] in AT_THE_START


def shown(value: object) -> str:
    """A value as a menu holds it: "" where it is left out, text without quotes."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else written(_plain(value))


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever YAML can hold
    return json.loads(json.dumps(value))


def _group(path: Path, held: dict[str, Any], currency: str) -> Group:
    names = {language: title.name for language, title in titles(path).items()}
    return Group(dotted(path), names, tuple(_entries(path, held, currency)))


def _entries(path: Path, held: dict[str, Any], currency: str) -> Iterator[Entry]:
    for name, value in held.items():
        if (*path, name) == ("pricing", "tiers"):
            yield _bonuses(held, currency)
        elif path[0] == "coins" and name == "owner":
            yield _chosen((*path, name), value, _OWNERS, "common")
        elif (*path, name) not in _HIDDEN:
            yield _entry((*path, name), value, currency)


def _modes(
    config: Config, held: list[dict[str, Any]], catalogue: Catalogue, currency: str
) -> Iterator[Group]:
    for index, (mode, values) in enumerate(zip(config.modes, held, strict=True)):
        path: Path = ("modes", index)
        entries = [
            _entry((*path, name), values[name], currency)
            for name in ("enabled", "credits", "per_player")
        ]
        entries.append(place(path, len(held)))
        entries += [
            _chosen((*path, name), values[name], given)
            for name, given in _MODE_CHOICES.items()
        ]
        entries.append(_entry((*path, "level"), values["level"], currency))
        if card := catalogue.get(mode.game):
            entries += options(path, mode.options, card, shown)
        entry = partial(_entry, currency=currency)
        entries += hours(path, values, entry)
        entries += names(path, values["title"], entry)
        title = {"fr": mode.title.fr, "en": mode.title.en}
        yield Group(dotted(path), title, tuple(entries))


def _coins(held: list[dict[str, Any]], currency: str) -> Iterator[Group]:
    for index, values in enumerate(held):
        group = _group(("coins", index), values, currency)
        number = f" {values['slot']}"
        title = {
            language: title.name + number
            for language, title in titles(("coins",)).items()
        }
        entries = tuple(told_one_way(entry, values) for entry in group.entries)
        yield Group(group.name, title, entries)


def _bonuses(pricing: dict[str, Any], currency: str) -> Entry:
    """The tiers: a choice among the usual ones and what is set already, or a list."""
    path: Path = ("pricing", "tiers")
    now = shown(pricing["tiers"])
    given = ["[]"]
    for credits, paid in _BONUSES:
        money = paid * pricing["credit"]
        given.append(written([{"money": money, "credits": credits}]))
    entry = _chosen(path, now, tuple(dict.fromkeys((*given, now))), "[]")
    most = int(schema_at(path)["maxItems"])
    credits, paid = _BONUSES[0]
    fresh = (str(paid * pricing["credit"]), str(credits))
    columned = columns(path, _money_step(currency))
    return replace(entry, columns=columned, most=most, fresh=fresh)


def _chosen(
    path: Path, value: object, given: tuple[str, ...], default: str = ""
) -> Entry:
    entry = Entry(
        dotted(path),
        "choice",
        *_words(path),
        value=shown(value),
        default=default,
        choices=given,
        live=not starts_anew(path),
    )
    return named(entry, choice_names(path))


def _words(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    found = titles(path)
    return {k: t.name for k, t in found.items()}, {k: t.help for k, t in found.items()}


def _entry(path: Path, value: object, currency: str) -> Entry:
    rule = schema_at(path)
    kind, unit = _kind(rule), _unit(path, rule)
    if is_secret(path):
        kind, value = "pin", HIDDEN if value else None
    longest = int(rule.get("maxLength", _LONGEST)) if kind == "text" else 0
    money_step = _money_step(currency)
    is_list = kind in ("pair", "rows", "several")
    given = tuple(map(shown, item_choices(path) if is_list else choices(rule)))
    entry = Entry(
        dotted(path),
        kind,
        *_words(path),
        value=shown(value),
        default=shown(rule.get("default")),
        choices=("", *given) if _may_be_left_out(rule) else given,
        least=int(rule.get("minimum", 0)),
        most=int(rule.get("maximum") or rule.get("maxItems") or longest),
        step=money_step if kind == "money" else _STEPS[unit],
        unit=unit,
        live=not starts_anew(path),
        columns=columns(path, money_step) if is_list else (),
    )
    if kind == "bool":
        return switched(entry)
    return named(entry, choice_names(path)) if given else entry


def _money_step(currency: str) -> int:
    """What a turn of the stick adds: every coin there is can be reached."""
    return 1 if currency == NO_CURRENCY else _SMALLEST_COIN


def _may_be_left_out(rule: Schema) -> bool:
    return bool(choices(rule)) and "default" in rule and rule["default"] is None


def _kind(rule: Schema) -> str:
    if choices(rule):
        return "choice"
    match rule.get("type"):
        case "boolean":
            return "bool"
        case "integer" | "number":
            return "money" if is_money(rule) else "number"
        case "string":
            return "time" if "time of day" in rule.get("errorMessage", "") else "text"
    return kind_of_list(rule)


def _unit(path: Path, rule: Schema) -> str:
    name = str(path[-1])
    if name.endswith("_ms"):
        return "ms"
    if name.endswith("_s") and "expiry" in name:
        return "s"
    if any(step in _IN_SECONDS for step in path):
        return "s"
    return "%" if path[0] == "sound" and rule.get("maximum") == 100 else ""
