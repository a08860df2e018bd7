"""The settings as one menu to walk, made from the model: groups, entries, ranges.

Service menu and web console show this. What a menu has no room for (wires) is left to
the file itself and to `cabinet config set`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from cabinet.i18n import LANGUAGES, words
from cabinet.i18n.currencies import NO_CURRENCY
from cabinet.i18n.message import message
from cabinet.protocol.operator import Column, Entry, Group
from cabinet.settings import Catalogue, Config
from cabinet.settings.catalogue import Chosen, GameCard
from cabinet.settings.editing import written
from cabinet.settings.file import PLACE
from cabinet.settings.problems import SettingPath, dotted
from cabinet.settings.schema import Schema, choices, hint_of, schema_at, wanted_of
from cabinet.settings.secrets import HIDDEN, is_secret
from cabinet.settings.titles import (
    ChoiceNames,
    SettingTitle,
    choice_names,
    row_titles,
    titles,
)
from cabinet.settings.wires import Io

# The part of the menu about coin acceptors: what coins are worth is told in one way.
#
# By the pulse, by a table of pulses or by the length of a pulse: the file holds one of
# these, and the kind that goes with it. A menu changes one setting after another, so
# here each of them leaves the others out and brings its kind along.


# Each way with the kinds that it goes with, the usual one first.
_WAYS: Final = {
    "pulse_value": ("pulse", "line"),
    "table": ("pulse",),
    "widths": ("duration",),
}


# What a ccTalk acceptor knows by itself, and what only it has.
_OF_NAMED_COINS: Final = frozenset({"coin_values", "max_bill"})
_OF_PULSES: Final = frozenset(
    (*_WAYS, "width_ms", "gap_ms", "jam_ms", "max_per_s", "max_coins_per_s")
)


def told_one_way(entry: Entry, slot: Mapping[str, Any]) -> Entry:
    """The entry of a slot; one that tells what coins are worth is instead of others."""
    path, _, name = entry.path.rpartition(".")
    if name not in _WAYS:
        return entry
    also = {f"{path}.{way}": "" for way in _WAYS if way != name and slot[way]}
    if slot["kind"] not in _WAYS[name]:
        also[f"{path}.kind"] = _WAYS[name][0]
    return replace(entry, also=also, fresh=_fresh(name, slot))


def _fresh(name: str, slot: Mapping[str, Any]) -> tuple[str, ...]:
    """A table begins with what a coin is worth already."""
    worth = [row["value"] for row in (*slot["table"], *slot["widths"])]
    value = str(slot["pulse_value"] or min(worth))
    match name:
        case "table":
            return ("1", value)
        case "widths":
            return (*map(str, slot["width_ms"]), value)
    return ()


# Settings that hold several values: what kind of list each is, and its columns.


def kind_of_list(rule: Schema) -> str:
    """A pair of numbers, several of some choices, or rows."""
    if "prefixItems" in rule:
        return "pair"
    return "several" if choices(rule.get("items", {})) else "rows"


def columns(path: SettingPath, coin: int) -> tuple[Column, ...]:
    """The columns of the list at a path; none where it is one of choices.

    `coin` is the least amount that one turn of a stick changes money by.
    """
    return tuple(_columns(path, schema_at(path), coin))


def is_money(rule: Schema) -> bool:
    """Whether a number is an amount."""
    hint = hint_of(rule)
    return hint is not None and hint.code == "hint.minor_units"


def _columns(path: SettingPath, rule: Schema, coin: int) -> Iterator[Column]:
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


def _limits(above: str, path: SettingPath, title: dict[str, str]) -> Iterator[Column]:
    """The two columns of a pair: the shortest and the longest."""
    for place, name in enumerate(("shortest", "longest")):
        limit = _own_words(name)[0]
        both = {k: f"{title[k]}, {limit[k]}" if title else limit[k] for k in limit}
        yield _column(f"{above}{place}", "number", both, (*path, place), unit="ms")


def _column(
    name: str,
    kind: str,
    title: dict[str, str],
    path: SettingPath,
    *,
    unit: str = "",
    step: int = 1,
) -> Column:
    rule = schema_at(path)
    return Column(name, kind, title, unit, rule["minimum"], rule["maximum"], step)


# The part of the menu about games on sale: place, options, title; and the schedule.


Maker = Callable[[SettingPath, object], Entry]
MOST_RULES: Final = 40
# A rule to begin with, of each kind.
_NEW_RULES: Final[dict[str, dict[str, Any]]] = {
    "price": {"what": "price", "from": "16:00", "to": "18:00", "credits": 1},
    "free": {"what": "free", "from": "18:00", "to": "22:00"},
    "closed": {"what": "closed", "from": "02:00", "to": "08:00"},
    "volume": {"what": "volume", "from": "22:00", "to": "08:00", "volume": 30},
}
# What of a rule says something, by what it does.
_OF_RULES: Final = {
    "price": ("what", "days", "from", "to", "games", "credits"),
    "free": ("what", "days", "from", "to", "games"),
    "closed": ("what", "days", "from", "to"),
    "volume": ("what", "days", "from", "to", "volume"),
}


def place(path: SettingPath, places: int) -> Entry:
    """Where a mode stands among so many."""
    assert isinstance(path[1], int)
    return Entry(
        dotted((*path, PLACE)),
        "number",
        *_own_words("place"),
        value=str(path[1] + 1),
        least=1,
        most=places,
    )


def options(path: SettingPath, held: Chosen, card: GameCard) -> Iterator[Entry]:
    """The game's own options, in its own words."""
    about = titles((*path, "options"))
    for name, values in card.options.items():
        default = card.defaults.get(name, values[0])
        given = values if default in values else (default, *values)
        told = card.words.get(name, {})
        choices = tuple(map(shown, given))
        spoken = {
            language: {shown(choice): call for choice, call in own.choices.items()}
            for language, own in told.items()
        }
        yield Entry(
            dotted((*path, "options", name)),
            "choice",
            {k: told[k].title if k in told else name for k in about},
            {k: told[k].help if k in told else about[k].help for k in about},
            value=shown(held.get(name, default)),
            choices=choices,
            names=_called(choices, spoken),
        )


def week(held: Mapping[str, Any], entry: Maker) -> Iterator[Entry]:
    """The holidays, each rule, a way to remove it, and one to add each kind."""
    path: SettingPath = ("schedule",)
    yield entry((*path, "holidays"), held["holidays"])
    rules = [_said(rule) for rule in held["rules"]]
    for number, rule in enumerate(held["rules"]):
        for name in _OF_RULES[rule["what"]]:
            made = entry((*path, "rules", number, name), rule[name])
            if name != "what":
                yield _numbered(made, number, rule["what"])
        rest = [each for place, each in enumerate(rules) if place != number]
        yield _numbered(_act("remove", written(rest)), number, rule["what"])
    if len(rules) < MOST_RULES:
        for what, fresh in _NEW_RULES.items():
            made = _act(f"add_{what}", written([*rules, fresh]))
            yield replace(made, kind="add")


def _said(rule: Mapping[str, Any]) -> dict[str, Any]:
    """A rule as the file has it, without what it does not say."""
    names = _OF_RULES[rule["what"]]
    return {
        name: _plain(rule[name]) for name in names if rule[name] not in ((), "", None)
    }


def names(
    path: SettingPath, title: Mapping[str, str], entry: Maker, *, own: bool
) -> Iterator[Entry]:
    """What players read, in each language.

    The game's `own` title is in no file: who changes one language keeps the others.
    """
    paths = {language: (*path, "title", language) for language in title}
    for language, text in title.items():
        made = entry(paths[language], text)
        if own:
            others = {dotted(paths[k]): v for k, v in title.items() if k != language}
            made = replace(made, also=others)
        yield _in_group(made, ("modes", 0, "title"))


def _act(name: str, value: str) -> Entry:
    """A row that sets all rules, once somebody is sure."""
    return Entry("schedule.rules", "act", *_own_words(name), value="", choices=(value,))


def _numbered(entry: Entry, number: int, what: str) -> Entry:
    """Which of the rules it belongs to, and what that one does."""
    group = titles(("schedule", "rules"))
    called = row_titles(what)
    return replace(
        entry,
        title={
            language: f"{group[language].name} {number + 1} "
            f"({called[language].name}), {name[:1].lower()}{name[1:]}"
            for language, name in entry.title.items()
        },
    )


def _in_group(entry: Entry, path: SettingPath) -> Entry:
    """The entry with its group's name before its own."""
    group = titles(path)
    both = {
        language: f"{group[language].name}, {name}"
        for language, name in entry.title.items()
    }
    return replace(entry, title=both)


# Adopted only when the programs start: they hold wires, windows and sockets.
KEYS_OF_DEVICES: Final = "io.lines"
AT_THE_START: Final = (
    "io",
    "coins",
    "meter",
    "video",
    "dice",
    "coaching",
    "web",
    "fleet",
)
_PLAIN_GROUPS: Final = (
    "cabinet",
    "house",
    "sound",
    "patience",
    "video",
    "access",
    "dice",
    "coaching",
    "meter",
)
_IN_SECONDS: Final = ("patience", "attract_pause")
_STEPS: Final = {"s": 5, "ms": 5, "%": 5, "": 1}
_MODE_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "seats": ("", "1", "2", "3", "4", "5", "6"),
    "minutes": ("", "1", "2", "3", "5", "10", "15", "20", "30", "60"),
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
_TIME: Final = message("kind.time_of_day")
_OWNERS: Final = ("common", "1", "2", "3", "4", "5", "6")


def groups(config: Config, catalogue: Catalogue) -> tuple[Group, ...]:
    """Every group of settings, as the file has them now."""
    held = config.model_dump(by_alias=True)
    currency = config.pricing.currency
    return (
        _group(("pricing",), held["pricing"], currency),
        *_modes(config, held["modes"], catalogue, currency),
        *(_group((name,), held[name], currency) for name in _PLAIN_GROUPS),
        _schedule(held["schedule"], currency),
        *_coins(held["coins"], currency),
        _group(("service",), held["service"], currency),
        _group(("disk",), held["disk"], currency),
        _group(("web",), held["web"], currency),
        _group(("fleet",), held["fleet"], currency),
        _group(("alerts",), held["alerts"], currency),
        *_keys(config.io),
    )


def starts_anew(path: SettingPath) -> bool:
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


def _group(path: SettingPath, held: dict[str, Any], currency: str) -> Group:
    names = {language: title.name for language, title in titles(path).items()}
    return Group(dotted(path), names, tuple(_entries(path, held, currency)))


def _entries(path: SettingPath, held: dict[str, Any], currency: str) -> Iterator[Entry]:
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
        path: SettingPath = ("modes", index)
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
            entries += options(path, mode.options, card)
        entry = partial(_entry, currency=currency)
        title = mode.titles(catalogue.get(mode.game))
        entries += names(path, title, entry, own=mode.title is None)
        yield Group(dotted(path), title, tuple(entries))


def _schedule(held: dict[str, Any], currency: str) -> Group:
    names = {language: title.name for language, title in titles(("schedule",)).items()}
    return Group(
        "schedule", names, tuple(week(held, partial(_entry, currency=currency)))
    )


def _coins(held: list[dict[str, Any]], currency: str) -> Iterator[Group]:
    for index, values in enumerate(held):
        group = _group(("coins", index), values, currency)
        number = f" {values['slot']}"
        title = {
            language: title.name + number
            for language, title in titles(("coins",)).items()
        }
        told = (each for each in group.entries if _goes_with(each, values["kind"]))
        entries = tuple(told_one_way(entry, values) for entry in told)
        yield Group(group.name, title, entries)


def _goes_with(entry: Entry, kind: str) -> bool:
    """Whether a slot of this kind has the setting: an acceptor has no pulses."""
    name = entry.path.rpartition(".")[2]
    return name not in (_OF_PULSES if kind == "cctalk" else _OF_NAMED_COINS)


def _keys(io: Io) -> Iterator[Group]:
    """What hangs on encoders and pads: each line with the key that it is."""
    found = [name for name in io.lines if io.is_encoder(name)]
    title, explained = _own_words("key")
    entries = tuple(
        Entry(
            f"io.lines.{name}.key",
            "key",
            dict.fromkeys(LANGUAGES, name),
            explained,
            value=io.lines[name].key or "",
            choices=(io.lines[name].device or "",),
            live=False,
        )
        for name in found
    )
    if entries:
        yield Group(KEYS_OF_DEVICES, title, entries)


def _bonuses(pricing: dict[str, Any], currency: str) -> Entry:
    """The tiers: a choice among the usual ones and what is set already, or a list."""
    path: SettingPath = ("pricing", "tiers")
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
    path: SettingPath, value: object, given: tuple[str, ...], default: str = ""
) -> Entry:
    names = choice_names(path)
    return Entry(
        dotted(path),
        "choice",
        *_words(titles(path, names)),
        value=shown(value),
        default=default,
        choices=given,
        live=not starts_anew(path),
        names=_called(given, names),
    )


def _words(found: Mapping[str, SettingTitle]) -> tuple[dict[str, str], dict[str, str]]:
    """The names and the sentences of help of a row, by language."""
    return {k: t.name for k, t in found.items()}, {k: t.help for k, t in found.items()}


def _own_words(name: str) -> tuple[dict[str, str], dict[str, str]]:
    """The same of a row that is no setting of the file."""
    return _words(row_titles(name))


def _called(given: tuple[str, ...], names: ChoiceNames) -> dict[str, tuple[str, ...]]:
    """What each of the choices is called, in each language that has names for some."""
    called = {k: tuple(own.get(one, "") for one in given) for k, own in names.items()}
    return {language: own for language, own in called.items() if any(own)}


def _yes_and_no() -> ChoiceNames:
    keys = {"true": "menu.value.yes", "false": "menu.value.no"}
    return {
        language: {choice: words(language)(key) for choice, key in keys.items()}
        for language in LANGUAGES
    }


def _entry(path: SettingPath, value: object, currency: str) -> Entry:
    rule = schema_at(path)
    kind, unit = _kind(rule), _unit(path, rule)
    if is_secret(path):
        kind, value = "pin", HIDDEN if value else None
    longest = int(rule.get("maxLength", _LONGEST)) if kind == "text" else 0
    money_step = _money_step(currency)
    is_list = kind in ("pair", "rows", "several")
    given = tuple(map(shown, choices(rule.get("items", {}) if is_list else rule)))
    if _may_be_left_out(rule):
        given = ("", *given)
    names = _yes_and_no() if kind == "bool" else choice_names(path)
    return Entry(
        dotted(path),
        kind,
        *_words(titles(path, names)),
        value=shown(value),
        default=shown(rule.get("default")),
        choices=given,
        least=int(rule.get("minimum", 0)),
        most=int(rule.get("maximum") or rule.get("maxItems") or longest),
        step=money_step if kind == "money" else _STEPS[unit],
        unit=unit,
        live=not starts_anew(path),
        names=_called(given, names),
        columns=columns(path, money_step) if is_list else (),
    )


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
            return "time" if wanted_of(rule) == _TIME else "text"
    return kind_of_list(rule)


def _unit(path: SettingPath, rule: Schema) -> str:
    name = str(path[-1])
    if name.endswith("_ms"):
        return "ms"
    if name.endswith("_s") and "expiry" in name:
        return "s"
    if any(step in _IN_SECONDS for step in path):
        return "s"
    return (
        "%" if path[0] in ("sound", "schedule") and rule.get("maximum") == 100 else ""
    )
