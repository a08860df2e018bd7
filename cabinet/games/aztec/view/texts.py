"""What Aztec says, in French and in English; any other language gets English."""

from typing import Final

from cabinet.i18n import Words, game_words

LANGUAGES: Final = ("fr", "en")
# Read now, and not in the first frame that says something.
_BOOKS: Final = {
    language: game_words("cabinet.games.aztec", language) for language in LANGUAGES
}


def words(language: str) -> Words:
    """The catalogue of the game."""
    return _BOOKS.get(language, _BOOKS["en"])


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return words(language)(key, **values)


def say_ending(
    language: str, reason: str, winners: tuple[str, ...], points: tuple[int, ...]
) -> str:
    """The sentence for the reason of an `Outcome`."""
    book = words(language)
    many, *fewer = sorted(points, reverse=True)
    winner = book("endings.and").join(winners)
    return book(f"endings.{reason}", winner=winner, n=many, few=fewer[0])
