"""What every setting is called and what it is for, in every language.

English is in `english.yaml`, and in the schema, where editors read it too; French is
in `french.yaml`. What the choices of a setting are called where people read
them is in `choices.yaml`, in both.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path as FilePath
from typing import Final, NamedTuple

import yaml

from cabinet.settings.problems import Path
from cabinet.settings.schema import Schema, rules, schema_at

_FRENCH: Final = FilePath(__file__).with_name("french.yaml")
_CHOICES: Final = FilePath(__file__).with_name("choices.yaml")
_NAMED_BY_PEOPLE: Final = ("io", "lines")


class Title(NamedTuple):
    """A setting's name, and a sentence of help."""

    name: str
    help: str


def titles(path: Path) -> dict[str, Title]:
    """What the setting at a path is called, by language."""
    rule = schema_at(path)
    english = Title(str(rule.get("title", path[-1])), str(rule.get("description", "")))
    return {"fr": french().get(key(path), english), "en": english}


def key(path: Path) -> str:
    """The path by which a setting is known: without numbers and names of lines."""
    steps = [str(step) for step in path if isinstance(step, str)]
    if tuple(steps[:2]) == _NAMED_BY_PEOPLE:
        steps[2:3] = []
    return ".".join(steps)


@cache
def french() -> dict[str, Title]:
    """The French titles by key."""
    found = yaml.safe_load(_FRENCH.read_text(encoding="utf-8"))
    return {name: Title(*pair) for name, pair in found.items()}


def choice_names(path: Path) -> dict[str, dict[str, str]]:
    """What the choices of the setting at a path are called, by language and choice."""
    found = _choices().get(key(path), {})
    return {
        language: {choice: pair[place] for choice, pair in found.items()}
        for place, language in enumerate(("fr", "en"))
    }


@cache
def _choices() -> dict[str, dict[str, tuple[str, str]]]:
    found: dict[str, dict[str, tuple[str, str]]]
    found = yaml.safe_load(_CHOICES.read_text(encoding="utf-8"))
    return found


def every_key(rule: Schema | None = None, above: str = "") -> Iterator[str]:
    """The key of every setting and every group that the model has."""
    rule = rules() if rule is None else rule
    for name in _own(rule):
        yield above + name
        yield from every_key(_inside(_own(rule)[name]), f"{above}{name}.")


def _own(rule: Schema) -> Schema:
    found: Schema = rule.get("properties", {})
    return found


def _inside(rule: Schema) -> Schema:
    """What a group, the items of a list or the values of a mapping are like."""
    if "$ref" in rule:
        found: Schema = rules()["$defs"][rule["$ref"].rpartition("/")[2]]
        return found
    patterns = list(rule.get("patternProperties", {}).values())
    rest = rule.get("additionalProperties")
    for below in (rule.get("items"), *patterns, rest):
        if isinstance(below, dict) and "$ref" in below:
            return _inside(below)
    return {}
