"""What Space Aztecs says, in French and in English; any other language gets English."""

import tomllib
from importlib.resources import files
from typing import Any, Final

from cabinet.games.space_aztecs.cards import CARDS, FAMILIES, NO_FAMILY
from cabinet.games.space_aztecs.score import CODEX_POINTS, HUNGER, PRIEST, WARRIORS

LANGUAGES: Final = ("fr", "en")
_WORDS: Final[dict[str, dict[str, Any]]] = {
    language: tomllib.loads(
        files("cabinet.games.space_aztecs")
        .joinpath(f"data/words.{language}.toml")
        .read_text("utf-8")
    )
    for language in LANGUAGES
}


def _book(language: str) -> dict[str, Any]:
    return _WORDS.get(language, _WORDS["en"])


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return str(_book(language)[key]).format(**values)


def card_name(language: str, card: int) -> str:
    """What a card is called: `Temple rose`, `Villageois`."""
    book, printed = _book(language), CARDS[card]
    if printed.family == NO_FAMILY:
        return str(book["cards"][printed.type])
    family = FAMILIES[printed.family]
    words = book["cards"].get(f"{printed.type}_{family}")
    words = words or book["cards"][printed.type]
    return str(words).format(family=book["families"][family])


def card_mark(language: str, card: int) -> str:
    """An Aztec in one or two letters: its points, or the letter of its kind."""
    printed = CARDS[card]
    mark = _book(language)["marks"].get(printed.type, "{points}")
    return str(mark).format(points=printed.points)


def card_about(language: str, card: int) -> str:
    """What a card does, in one line."""
    printed = CARDS[card]
    return str(_book(language)["about"][printed.type]).format(
        points=printed.points,
        bonus=printed.bonus,
        hunger=HUNGER,
        priest=PRIEST,
        codex=CODEX_POINTS.get(printed.type, 0),
        table=", ".join(map(str, WARRIORS.get(printed.type, ()))),
    )


def reason_name(language: str, reason: str) -> str:
    """A line of the count; every Codex goes under one name."""
    return str(_book(language)["reasons"][reason.split()[0]])


def line_name(language: str, reason: str) -> str:
    """A line of the count; a Codex by the name of its god."""
    god = reason.partition(" ")[2]
    return str(_book(language)["cards"][god]) if god else reason_name(language, reason)


def why(language: str, reason: str) -> str:
    """Why the game ended, from the reason of an `Outcome`."""
    return str(_book(language)["why"][reason])
