"""From a file on the disk to settings, or to everything that is wrong with them."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from cabinet.i18n.message import Message, Verbatim, message
from cabinet.settings.alerts import Alerts
from cabinet.settings.catalogue import Catalogue
from cabinet.settings.checks import Draft, draft_of, sense_flaws
from cabinet.settings.coins import Coin
from cabinet.settings.model import Config, Dice, Web
from cabinet.settings.moved import moved
from cabinet.settings.old_names import current
from cabinet.settings.parts import Part
from cabinet.settings.problems import (
    ConfigError,
    FilePosition,
    Flaw,
    Problem,
    SettingPath,
    Source,
    closest,
    shown,
    there_are,
)
from cabinet.settings.sales import PRESETS, Mode, Pricing
from cabinet.settings.schema import example, expected, hint_of, right, schema_at
from cabinet.settings.week import Week
from cabinet.settings.wires import INPUTS, OUTPUTS, Io
from cabinet.settings.yaml_marks import Composed, YamlNode, compose

_LARGEST: Final = 256 * 1024

P = TypeVar("P", bound=Part)

# A longer list of names helps nobody.
MOST_NAMED: Final = 14


def load(
    path: Path,
    overrides: Mapping[str, object] | None = None,
    catalogue: Catalogue | None = None,
) -> Config:
    """The settings in a file, with `overrides` laid over them.

    Raises `ConfigError` with every problem of the file and of the overrides.
    Without a catalogue, games and their options are taken on trust.
    """
    return load_text(read_text(path), _name(path), overrides, catalogue)


def load_text(
    text: str,
    name: str,
    overrides: Mapping[str, object] | None = None,
    catalogue: Catalogue | None = None,
) -> Config:
    """The same for a text that is not in its file yet, called `name`."""
    source = Source(name, text)
    made = compose(source.text)
    if made.root is None or not isinstance(made.root.value, dict):
        raise ConfigError([_problem(f, source, None) for f in _hopeless(made)])
    over = {current(name): value for name, value in (overrides or {}).items()}
    root = _with_preset(_overlaid(moved(made.root), _grown(over)))
    config, flaws = _validated(root, catalogue)
    known = [f for f in flaws if not _spoils(made.spoiled, f.path)]
    if config is None or made.flaws or known:
        raise ConfigError(_placed((*made.flaws, *known), source, root))
    return config


def _with_preset(root: YamlNode) -> YamlNode:
    """The file over the price list it names, if it names one we have."""
    pricing = root.child("pricing")
    named = pricing.child("preset") if pricing else None
    name = named.value if named else None
    if isinstance(name, str) and name in PRESETS:
        return _overlaid(_grown({"pricing": PRESETS[name]}), root)
    return root


def author(path: Path) -> str:
    """Who a file of settings is from: its account and when it was written."""
    found = path.stat()
    try:
        account = path.owner()
    except KeyError:
        account = f"account {found.st_uid}"
    written = datetime.fromtimestamp(found.st_mtime).astimezone()
    return f"{path.name}, {account}, {written:%Y-%m-%d %H:%M}"


def _name(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_text(path: Path) -> str:
    """The text of a file; `ConfigError` says why it cannot be read."""
    name = _name(path)
    try:
        if path.exists() and not path.is_file():
            hint = message("hint.name_the_file")
            raise _unusable(name, message("setting.not_a_file"), hint)
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise _unusable(name, *_refused(error)) from error
    if len(raw) > _LARGEST:
        hint = message("hint.at_most_kb", most=_LARGEST // 1024)
        raise _unusable(name, message("setting.too_large"), hint)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        what = message("setting.not_utf8", byte=f"0x{raw[error.start]:02X}")
        hint = message("hint.save_as_utf8")
        problem = Problem(what, hint, name=name, place=FilePosition(line, column))
        raise ConfigError([problem]) from error


def _refused(error: OSError) -> tuple[Message, Message]:
    match error:
        case FileNotFoundError():
            return message("setting.no_file"), message("hint.copy_shipped")
        case PermissionError():
            return message("setting.may_not_be_read"), message("hint.sudo")
    why = Verbatim(str(error.strerror))
    return message("setting.unreadable_file", why=why), message("hint.check_disk")


def _unusable(name: str, what: Message, hint: Message) -> ConfigError:
    return ConfigError([Problem(what, hint, name=name)])


def _hopeless(made: Composed) -> list[Flaw]:
    if made.flaws:
        return made.flaws
    hint = message("hint.copy_shipped")
    if made.root is None or made.root.value is None:
        return [Flaw((), message("setting.empty_file"), hint)]
    what = message("setting.no_settings", given=shown(made.root.plain()))
    return [Flaw((), what, hint, made.root.place)]


def _grown(value: object) -> YamlNode:
    """Overrides as a tree without places."""
    if isinstance(value, Mapping):
        return YamlNode({str(key): _grown(each) for key, each in value.items()})
    if isinstance(value, list | tuple):
        return YamlNode([_grown(each) for each in value])
    return YamlNode(value if isinstance(value, str | int | float) else None)


def _overlaid(under: YamlNode, over: YamlNode) -> YamlNode:
    """Mappings merge, everything else is replaced."""
    if not (isinstance(under.value, dict) and isinstance(over.value, dict)):
        return over
    merged = dict(under.value)
    for key, node in over.value.items():
        merged[key] = _overlaid(merged[key], node) if key in merged else node
    return YamlNode(merged, over.place or under.place, over.key or under.key)


def _validated(
    root: YamlNode, catalogue: Catalogue | None
) -> tuple[Config | None, list[Flaw]]:
    try:
        config = Config.model_validate(root.plain())
    except ValidationError as error:
        flaws = shape_flaws(error, root)
        return None, [*flaws, *sense_flaws(_draft(root), catalogue)]
    return config, list(sense_flaws(draft_of(config), catalogue))


def _draft(root: YamlNode) -> Draft:
    """The pieces of a wrong file that are right by themselves."""
    io = root.child("io")
    coins, all_coins = _right_items(root.child("coins"), Coin)
    modes, all_modes = _right_items(root.child("modes"), Mode)
    return Draft(
        Io() if io is None else _right(io, Io),
        _right(root.child("pricing"), Pricing),
        coins,
        modes,
        whole=all_coins and all_modes,
        dice=_right(root.child("dice"), Dice),
        web=_right(root.child("web"), Web),
        week=_right(root.child("schedule"), Week),
        alerts=_right(root.child("alerts"), Alerts),
    )


def _right(node: YamlNode | None, part: type[P]) -> P | None:
    try:
        return part.model_validate(node.plain()) if node else None
    except ValidationError:
        return None


def _right_items(node: YamlNode | None, part: type[P]) -> tuple[dict[int, P], bool]:
    if node is None or not isinstance(node.value, list):
        return {}, False
    items = {index: _right(item, part) for index, item in enumerate(node.value)}
    right = {index: item for index, item in items.items() if item is not None}
    return right, len(right) == len(items)


def _spoils(spoiled: set[SettingPath], path: SettingPath) -> bool:
    return any(path[: len(start)] == start for start in spoiled)


def _placed(flaws: Iterable[Flaw], source: Source, root: YamlNode) -> list[Problem]:
    problems = [_problem(flaw, source, root) for flaw in flaws]
    return sorted(problems, key=lambda problem: problem.place or FilePosition(0, 0))


def _problem(flaw: Flaw, source: Source, root: YamlNode | None) -> Problem:
    if flaw.place is not None or root is None:
        return source.problem(flaw, flaw.place)
    nodes = root.down(flaw.path)
    last, found = nodes[-1], len(nodes) > len(flaw.path)
    place = last.place if found and not flaw.on_key else last.key or last.place
    if place is None:
        return Problem(flaw.what, flaw.hint, flaw.path, "overrides")
    return source.problem(flaw, place)


# What pydantic found wrong, said in our sentences.
#
# Only the place and the sort of an error are taken from pydantic; the words come from
# the schema. A union reports one error for each of its ways: they become one.


def shape_flaws(error: ValidationError, root: YamlNode) -> list[Flaw]:
    """Every setting that is unknown, missing or not what it must be."""
    found: dict[SettingPath, Flaw] = {}
    for detail in error.errors(include_url=False, include_context=False):
        flaw = _flaw(detail, root)
        found.setdefault(flaw.path, flaw)
    # What stands there without the space is not missing besides.
    joined = {(*path[:-1], each[0]) for path in found if (each := _joined(path))}
    return [flaw for path, flaw in found.items() if path not in joined]


def _misnamed(path: SettingPath) -> Flaw:
    """A name that people give, or a line's, that cannot be one."""
    match path:
        case ("io", "devices", _):
            what, hint = message("setting.device_name"), message("hint.device_name")
            return Flaw(path, what, hint, on_key=True)
        case ("coins", _, "coin_values", _):
            what, hint = message("setting.coin_name"), message("hint.coin_name")
            return Flaw(path, what, hint, on_key=True)
    return _unknown(path, message("setting.no_line"), (*INPUTS, *OUTPUTS))


def _joined(path: SettingPath) -> tuple[str, str] | None:
    """The name and the value of `money:200`, which YAML takes for one name."""
    name, colon, value = str(path[-1]).partition(":")
    known = schema_at(path[:-1]).get("properties", {})
    return (name, value) if colon and name in known else None


def _flaw(detail: ErrorDetails, root: YamlNode) -> Flaw:
    path = detail["loc"]
    if path[-1] == "[key]":
        return _misnamed(path[:-1])
    if joined := _joined(path):
        name, value = joined
        hint = message("hint.write", value=f"{name}: {value}")
        return Flaw(path, message("setting.no_space"), hint, on_key=True)
    if detail["type"] == "extra_forbidden":
        names = schema_at(path[:-1]).get("properties", {})
        return _unknown(path, message("setting.no_setting"), names)
    if detail["type"] == "missing" and isinstance(path[-1], str):
        return _missing(path)
    return _wrong(path, root)


def _unknown(path: SettingPath, what: Message, names: Collection[str]) -> Flaw:
    known = (
        there_are(names) if len(names) <= MOST_NAMED else message("hint.see_operator")
    )
    hint = closest(path[-1], names, otherwise=known)
    return Flaw(path, what, hint, on_key=True)


def _missing(path: SettingPath) -> Flaw:
    rule = schema_at(path)
    hint = hint_of(rule)
    if hint is None or hint.code != "hint.add":
        hint = message("hint.add", what=f"{path[-1]}: {example(rule) or '…'}")
    return Flaw(path, message("setting.missing"), hint)


def _wrong(path: SettingPath, root: YamlNode) -> Flaw:
    nodes = root.down(path)  # pydantic's path goes on where the file has no more
    path = path[: len(nodes) - 1]
    rule, value = schema_at(path), nodes[-1].plain()
    what, hint = expected(rule, value), right(rule, value)
    return Flaw(path, what, hint, on_key=value is None)
