"""What Space Aztecs says, in French and in English; any other language gets English."""

from typing import Final

from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES, NO_FAMILY
from cabinet.games.space_aztecs.rules.score import (
    CODEX_POINTS,
    HUNGER,
    PRIEST,
    WARRIORS,
)
from cabinet.i18n import Words, game_words

LANGUAGES: Final = ("fr", "en")
# Read now, and not in the first frame that says something.
_BOOKS: Final = {
    language: game_words("cabinet.games.space_aztecs", language)
    for language in LANGUAGES
}


def words(language: str) -> Words:
    """The catalogue of the game."""
    return _BOOKS.get(language, _BOOKS["en"])


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return words(language)(key, **values)


def card_name(language: str, card: int) -> str:
    """What a card is called: `Temple rose`, `Villageois`."""
    book, printed = words(language), CARDS[card]
    if printed.family == NO_FAMILY:
        return book(f"cards.{printed.type}")
    family = FAMILIES[printed.family]
    own = f"cards.{printed.type}_{family}"
    key = own if own in book else f"cards.{printed.type}"
    return book(key, family=book(f"families.{family}"))


def card_mark(language: str, card: int) -> str:
    """An Aztec in one or two letters: its points, or the letter of its kind."""
    book, printed = words(language), CARDS[card]
    mark = f"marks.{printed.type}"
    if mark in book:
        return book(mark, points=printed.points)
    return str(printed.points)


def card_about(language: str, card: int) -> str:
    """What a card does, in one line."""
    printed = CARDS[card]
    return words(language)(
        f"about.{printed.type}",
        n=PRIEST if printed.type == "priest" else printed.points,
        bonus=printed.bonus,
        hunger=HUNGER,
        codex=CODEX_POINTS.get(printed.type, 0),
        table=", ".join(map(str, WARRIORS.get(printed.type, ()))),
    )


def reason_name(language: str, reason: str) -> str:
    """A line of the count; every Codex goes under one name."""
    return words(language)(f"reasons.{reason.split()[0]}")


def line_name(language: str, reason: str) -> str:
    """A line of the count; a Codex by the name of its god."""
    god = reason.partition(" ")[2]
    return words(language)(f"cards.{god}") if god else reason_name(language, reason)


def why(language: str, reason: str) -> str:
    """Why the game ended, from the reason of an `Outcome`."""
    return words(language)(f"why.{reason}")
