"""What every setting is called and what it is for, in every language.

English is in `english.yaml`, and in the schema, where editors read it too; French is
in `french.yaml`. What the choices of a setting are called where people read
them is in `choices.yaml`, in both; help speaks of a choice as `{choice}`. Rows of the
menu that are no settings are in `rows.yaml`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cabinet.settings.parts import data
from cabinet.settings.problems import SettingPath
from cabinet.settings.schema import schema_at, with_choices

# By language, and by the choice as the file writes it.
ChoiceNames: TypeAlias = Mapping[str, Mapping[str, str]]
_NAMED_BY_PEOPLE: Final = (("io", "lines"), ("io", "devices"))
_FILE_WORDS: Final[ChoiceNames] = {"fr": {}, "en": {}}


class SettingTitle(NamedTuple):
    """A setting's name, and a sentence of help."""

    name: str
    help: str


def titles(
    path: SettingPath, names: ChoiceNames = _FILE_WORDS
) -> dict[str, SettingTitle]:
    """What the setting at a path is called, by language.

    Its help calls choices as the file writes them, or by their `names`.
    """
    rule = schema_at(path)
    english = SettingTitle(
        str(rule.get("title", path[-1])), str(rule.get("description", ""))
    )
    found = {"fr": french().get(key(path), english), "en": english}
    return {
        language: SettingTitle(title.name, with_choices(title.help, names[language]))
        for language, title in found.items()
    }


def row_titles(name: str) -> dict[str, SettingTitle]:
    """What a row of the menu that is no setting is called, by language."""
    return {
        language: SettingTitle(*pair) for language, pair in data("rows")[name].items()
    }


def key(path: SettingPath) -> str:
    """The path by which a setting is known: without numbers and names of lines."""
    steps = [str(step) for step in path if isinstance(step, str)]
    if tuple(steps[:2]) in _NAMED_BY_PEOPLE:
        steps[2:3] = []
    return ".".join(steps)


@cache
def french() -> dict[str, SettingTitle]:
    """The French titles by key."""
    return {name: SettingTitle(*pair) for name, pair in data("french").items()}


def choice_names(path: SettingPath) -> dict[str, dict[str, str]]:
    """What the choices of the setting at a path are called, by language and choice."""
    found = data("choices").get(key(path), {})
    return {
        language: {choice: pair[place] for choice, pair in found.items()}
        for place, language in enumerate(("fr", "en"))
    }
