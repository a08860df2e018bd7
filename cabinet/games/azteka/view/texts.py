"""What Azteka says, in French and in English; any other language gets English."""

from typing import Final

from cabinet.i18n import Words, game_words

LANGUAGES: Final = ("fr", "en")
# Read now, and not in the first frame that says something.
_BOOKS: Final = {
    language: game_words("cabinet.games.azteka", language) for language in LANGUAGES
}


def words(language: str) -> Words:
    """The catalogue of the game."""
    return _BOOKS.get(language, _BOOKS["en"])


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return words(language)(key, **values)


def say_ending(language: str, reason: str, **values: str | int) -> str:
    """The sentence for the reason of an `Outcome`."""
    return words(language)(f"endings.{reason}", **values)
