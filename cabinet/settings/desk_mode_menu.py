"""The part of the menu about games on sale: place, options, title, hours."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from cabinet.protocol.operator import Entry
from cabinet.settings.catalogue import Chosen, GameCard
from cabinet.settings.desk_choice_words import named
from cabinet.settings.desk_placing import PLACE
from cabinet.settings.editing import written
from cabinet.settings.problems import Path, dotted
from cabinet.settings.titles import titles

Maker = Callable[[Path, object], Entry]
MOST_HOURS: Final = 10
_NEW: Final = {"from": "17:00", "to": "19:00"}
_WORDS: Final = {
    "place": {
        "fr": ("Place", "Sa place dans la liste des jeux ; 1 est en tête."),
        "en": ("Place", "Where it stands in the list of games; 1 is the first."),
    },
    "add": {
        "fr": ("Ajouter des heures", "Un autre prix à certaines heures de la journée."),
        "en": ("Add hours", "Another price at some hours of the day."),
    },
    "remove": {
        "fr": ("Retirer ces heures", "Le prix ordinaire, alors aussi."),
        "en": ("Remove these hours", "The usual price then too."),
    },
}


def place(path: Path, places: int) -> Entry:
    """Where a mode stands among so many."""
    assert isinstance(path[1], int)
    return Entry(
        dotted((*path, PLACE)),
        "number",
        *_words("place"),
        value=str(path[1] + 1),
        least=1,
        most=places,
    )


def options(
    path: Path, held: Chosen, card: GameCard, shown: Callable[[object], str]
) -> Iterator[Entry]:
    """The game's own options, in its own words."""
    about = titles((*path, "options"))
    for name, choices in card.options.items():
        default = card.defaults.get(name, choices[0])
        given = choices if default in choices else (default, *choices)
        told = card.words.get(name, {})
        entry = Entry(
            dotted((*path, "options", name)),
            "choice",
            {k: told[k].title if k in told else name for k in about},
            {k: told[k].help if k in told else about[k].help for k in about},
            value=shown(held.get(name, default)),
            choices=tuple(map(shown, given)),
        )
        spoken = {
            language: {shown(choice): call for choice, call in own.choices.items()}
            for language, own in told.items()
        }
        yield named(entry, spoken)


def hours(path: Path, mode: Mapping[str, Any], entry: Maker) -> Iterator[Entry]:
    """The hours with another price, a way to add some, and one to remove each."""
    held: list[dict[str, Any]] = list(mode["hours"])
    for number, one in enumerate(held):
        for name in ("from", "to", "credits"):
            made = entry((*path, "hours", number, name), one[name])
            yield _numbered(made, number, len(held))
        rest = [each for each in held if each is not one]
        removal = _act(path, "remove", written(rest) if rest else "")
        yield _numbered(removal, number, len(held))
    if len(held) < MOST_HOURS:
        more = [*held, {**_NEW, "credits": mode["credits"]}]
        yield _act(path, "add", written(more))


def names(path: Path, title: Mapping[str, Any], entry: Maker) -> Iterator[Entry]:
    """What players read, in each language."""
    for language, text in title.items():
        made = entry((*path, "title", language), text)
        yield _in_group(made, ("modes", 0, "title"))


def _act(path: Path, name: str, value: str) -> Entry:
    """A row that sets a whole list, once somebody is sure."""
    where = dotted((*path, "hours"))
    return Entry(where, "act", *_words(name), value="", choices=(value,))


def _numbered(entry: Entry, number: int, count: int) -> Entry:
    """Which of several hours it belongs to."""
    which = f" {number + 1}" if count > 1 else ""
    lowered = {k: f"{name[:1].lower()}{name[1:]}" for k, name in entry.title.items()}
    return _in_group(replace(entry, title=lowered), ("modes", 0, "hours"), which)


def _in_group(entry: Entry, path: Path, which: str = "") -> Entry:
    """The entry with its group's name before its own."""
    group = titles(path)
    both = {
        language: f"{group[language].name}{which}, {name}"
        for language, name in entry.title.items()
    }
    return replace(entry, title=both)


def _words(name: str) -> tuple[dict[str, str], dict[str, str]]:
    found = _WORDS[name]
    return (
        {language: pair[0] for language, pair in found.items()},
        {language: pair[1] for language, pair in found.items()},
    )
