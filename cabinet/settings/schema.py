"""The settings as a JSON schema, for editors and for our own sentences.

The schema is made from the model and says for each setting what is expected and
what would be right; error messages are read off it, so an editor and the cabinet
never disagree.
"""

import json
from functools import cache
from typing import Any, Final, TypeAlias

from cabinet.settings.model import Config
from cabinet.settings.problems import Path, closest, listed, shown

Schema: TypeAlias = dict[str, Any]

# Above this a bound is only there to keep numbers sane: not worth mentioning.
_WORTH_MENTIONING: Final = 1_000_000
_NUMBERS: Final = ("integer", "number")


@cache
def schema() -> Schema:
    """The JSON schema of the settings file."""
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, **Config.model_json_schema()}


def schema_text() -> str:
    """The schema as it stands in `config/cabinet.schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema_at(path: Path) -> Schema:
    """What the schema says of the setting at `path`; {} where it says nothing."""
    here = schema()
    for step in path:
        here = _resolved(_below(here, step))
    return here


def expected(rule: Schema, value: object) -> str:
    """What a setting must be, and what it is instead."""
    return f"{_wanted(rule, value)}, got {shown(value)}"


def right(rule: Schema, value: object) -> str:
    """What would be right instead of `value`, as a hint."""
    kind = rule.get("type")
    if kind == "boolean" and value is not None:
        return "write true or false"
    if kind in _NUMBERS and isinstance(value, str):
        number = value.strip().lstrip("0") or "0"
        if number.isascii() and number.isdigit() and len(number) < 10:
            return f"write {number}" + ", without quotes" * (number == value)
    if kind == "string" and not choices(rule) and isinstance(value, int | float):
        return f'write "{shown(value)}", in quotes'
    if kind == "array" and "prefixItems" not in rule:
        return "write one item a line, each after a dash"
    if kind == "object":
        return "write one setting a line, indented below it"
    if choices(rule):
        return closest(value, choices(rule), _for_example(rule))
    otherwise = "write digits only" if kind in _NUMBERS else "write one value"
    return str(rule.get("$comment") or _for_example(rule) or otherwise)


def example(rule: Schema) -> str:
    """A value that would be right, as it is written in the file; or nothing."""
    if rule.get("examples"):
        return json.dumps(rule["examples"][0], ensure_ascii=False).replace('"', "")
    default = rule.get("default")
    return "" if default is None else shown(default).strip("'")


def choices(rule: Schema) -> list[object]:
    """The only values a setting can have; none where there are many."""
    return rule.get("enum") or ([rule["const"]] if "const" in rule else [])


def _for_example(rule: Schema) -> str:
    return f"for example {example(rule)}" if example(rule) else ""


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
        return {**schema()["$defs"][name], **rule}
    return rule


def _wanted(rule: Schema, value: object) -> str:
    if "errorMessage" in rule:
        return str(rule["errorMessage"])
    if choices(rule):
        return f"expected {listed(choices(rule))}"
    match rule.get("type"):
        case "boolean":
            return "expected true or false"
        case "integer":
            return f"expected a whole number{_bounds(rule, value)}"
        case "number":
            return f"expected a number{_bounds(rule, value)}"
        case "string":
            return f"expected text{_length(rule, value)}"
        case "array":
            return f"expected a list{_most(rule, value)}"
        case "object" if "properties" in rule:
            return f"expected a mapping with {listed(rule['properties'], 'and')}"
        case "object":
            return "expected a mapping"
    return "expected text, a whole number, true or false"


def _bounds(rule: Schema, value: object) -> str:
    least, most = rule.get("minimum", 0), rule.get("maximum")
    if most is None or (most >= _WORTH_MENTIONING and not _exceeds(value, most)):
        return f" of at least {_figure(least)}"
    return f" from {_figure(least)} to {_figure(most)}"


def _exceeds(value: object, most: float) -> bool:
    return isinstance(value, int | float) and value > most


def _figure(number: float) -> str:
    return f"{number:g}" if number < _WORTH_MENTIONING else f"{number:.0f}"


def _length(rule: Schema, value: object) -> str:
    most = rule.get("maxLength")
    if isinstance(value, str) and value and most:
        return f" of at most {most} characters"
    return ""


def _most(rule: Schema, value: object) -> str:
    return f" of at most {rule['maxItems']}" if isinstance(value, tuple) else ""
