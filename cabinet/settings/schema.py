"""The settings as a JSON schema, for editors and for our own sentences.

The schema is made from the model and says for each setting what is expected and
what would be right; error messages are read off it, so an editor and the cabinet
never disagree.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from cabinet.i18n.message import Message, from_document, message
from cabinet.settings.model import Config
from cabinet.settings.problems import SettingPath, all_of, any_of, closest, shown

Schema: TypeAlias = dict[str, Any]
_Figure: TypeAlias = str | int

# Above this a bound is only there to keep numbers sane: not worth mentioning.
_WORTH_MENTIONING: Final = 1_000_000
_NUMBERS: Final = ("integer", "number")


# What a rule says to people: as data among our rules, in English for editors.
_WRONG: Final = "errorMessage"
_HINT: Final = "$comment"


@cache
def rules() -> Schema:
    """The schema of the settings file, with what it says to people as data."""
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, **Config.model_json_schema()}


@cache
def schema() -> Schema:
    """The JSON schema of the settings file."""
    spoken: Schema = _in_english(rules())
    return spoken


def _in_english(rule: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(rule, list):
        return [_in_english(each) for each in rule]
    if not isinstance(rule, dict):
        return rule
    spoken = {name: _in_english(each) for name, each in rule.items()}
    if wanted := wanted_of(rule):
        spoken[_WRONG] = str(message("setting.expects", what=wanted))
    if hint := hint_of(rule):
        spoken[_HINT] = str(hint)
    if isinstance(help_ := rule.get("description"), str):
        spoken["description"] = with_choices(help_, {})
    return spoken


class _Choices(dict[str, str]):
    def __missing__(self, choice: str) -> str:
        return choice


def with_choices(text: str, names: Mapping[str, str]) -> str:
    """A sentence with each `{choice}` by its name, or as the file writes it."""
    return text.format_map(_Choices(names))


def schema_text() -> str:
    """The schema as it stands in `config/cabinet.schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema_at(path: SettingPath) -> Schema:
    """What the schema says of the setting at `path`; {} where it says nothing."""
    here = rules()
    for step in path:
        here = _resolved(_below(here, step))
    return here


def expected(rule: Schema, value: object) -> Message:
    """What a setting must be, and what it is instead."""
    wanted = _wanted(rule, value)
    return message("setting.expected", what=wanted, given=shown(value))


def wanted_of(rule: Schema) -> Message | None:
    """What a rule itself says a setting must be."""
    return from_document(rule[_WRONG]) if _WRONG in rule else None


def hint_of(rule: Schema) -> Message | None:
    """What a rule itself says would be right."""
    return from_document(rule[_HINT]) if _HINT in rule else None


def right(rule: Schema, value: object) -> Message | None:
    """What would be right instead of `value`, as a hint."""
    kind = rule.get("type")
    if kind == "boolean" and value is not None:
        return message("hint.true_or_false")
    if kind in _NUMBERS and isinstance(value, str):
        number = value.strip().lstrip("0") or "0"
        if number.isascii() and number.isdigit() and len(number) < 10:
            if number == value:
                return message("hint.without_quotes", value=number)
            return message("hint.write", value=number)
    if kind == "string" and not choices(rule) and isinstance(value, int | float):
        return message("hint.in_quotes", value=shown(value))
    if kind == "array" and "prefixItems" not in rule:
        return message("hint.one_item_a_line")
    if kind == "object":
        return message("hint.one_setting_a_line")
    if choices(rule):
        return closest(value, choices(rule), _for_example(rule))
    if said := hint_of(rule) or _for_example(rule):
        return said
    if kind in _NUMBERS:
        return message("hint.digits_only")
    return message("hint.one_value")


def example(rule: Schema) -> str:
    """A value that would be right, as it is written in the file; or nothing."""
    if rule.get("examples"):
        return json.dumps(rule["examples"][0], ensure_ascii=False).replace('"', "")
    default = rule.get("default")
    return "" if default is None else str(shown(default)).strip("'")


def choices(rule: Schema) -> list[object]:
    """The only values a setting can have; none where there are many."""
    return rule.get("enum") or ([rule["const"]] if "const" in rule else [])


def _for_example(rule: Schema) -> Message | None:
    value = example(rule)
    return message("hint.for_example", value=value) if value else None


def _below(rule: Schema, step: str | int) -> Schema:
    if isinstance(step, int):
        places: list[Schema] = rule.get("prefixItems", [])
        return places[step] if step < len(places) else rule.get("items", {})
    named: Schema = rule.get("properties", {})
    patterns: list[Schema] = list(rule.get("patternProperties", {}).values())
    rest = rule.get("additionalProperties") or {}
    return named.get(step) or (patterns[0] if patterns else rest)


def _resolved(rule: Schema) -> Schema:
    """The rule with its reference followed, and without the way out of `null`."""
    if "anyOf" in rule:
        ways = [way for way in rule["anyOf"] if way.get("type") != "null"]
        if len(ways) == 1:
            rule = {**ways[0], **rule}
    if "$ref" in rule:
        name = rule["$ref"].rpartition("/")[2]
        return {**rules()["$defs"][name], **rule}
    return rule


def _wanted(rule: Schema, value: object) -> str | Message:
    if said := wanted_of(rule):
        return said
    if choices(rule):
        return any_of(choices(rule))
    match rule.get("type"):
        case "boolean":
            return any_of((True, False))
        case "integer":
            return _whole_number(*_bounds(rule, value))
        case "number":
            return _number(*_bounds(rule, value))
        case "string":
            most = rule.get("maxLength")
            if isinstance(value, str) and value and most:
                return message("kind.text_at_most", most=most)
            return message("kind.text")
        case "array" if isinstance(value, tuple):
            return message("kind.list_at_most", most=rule["maxItems"])
        case "array":
            return message("kind.list")
        case "object" if "properties" in rule:
            return message("kind.mapping_with", names=all_of(rule["properties"]))
        case "object":
            return message("kind.mapping")
    return message("kind.text_number_or_truth")


def _bounds(rule: Schema, value: object) -> tuple[_Figure, _Figure | None]:
    """The least and the most that a number can be; a most that says little is none."""
    least, most = rule.get("minimum", 0), rule.get("maximum")
    if most is None or (most >= _WORTH_MENTIONING and not _exceeds(value, most)):
        return _figure(least), None
    return _figure(least), _figure(most)


def _whole_number(least: _Figure, most: _Figure | None) -> Message:
    if most is None:
        return message("kind.whole_number_at_least", least=least)
    return message("kind.whole_number_from", least=least, most=most)


def _number(least: _Figure, most: _Figure | None) -> Message:
    if most is None:
        return message("kind.number_at_least", least=least)
    return message("kind.number_from", least=least, most=most)


def _exceeds(value: object, most: float) -> bool:
    return isinstance(value, int | float) and value > most


def _figure(number: float) -> _Figure:
    return int(number) if number == int(number) else f"{number:g}"
