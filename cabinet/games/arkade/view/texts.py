"""What Arkade says, in French and in English; any other language gets English."""

from typing import Final

from cabinet.i18n import Words, game_words

LANGUAGES: Final = ("fr", "en")
# Read now, and not in the first frame that says something.
_BOOKS: Final = {
    language: game_words("cabinet.games.arkade", language) for language in LANGUAGES
}


def words(language: str) -> Words:
    """The catalogue of the game."""
    return _BOOKS.get(language, _BOOKS["en"])


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return words(language)(key, **values)


def say_part(language: str, part: str, key: str, **values: str | int) -> str:
    """The words for `key` in one of the parts: tiles, effects, endings."""
    return words(language)(f"{part}.{key}", **values)


def say_action(language: str, action: str) -> str:
    """What an action does, in a few words."""
    book = words(language)
    verb, *rest = action.split()
    values = {f"w{index}": word for index, word in enumerate(rest)}
    if verb in ("repair", "ammo"):
        values["w0"] = book(f"colors.{rest[0]}")
    whole = f"actions.{action}"
    return book(whole if whole in book else f"actions.{_kind(verb, rest)}", **values)


def _kind(verb: str, rest: list[str]) -> str:
    return f"{verb} {rest[1]}" if verb == "ammo" else verb


def say_lines(language: str, part: str, key: str) -> tuple[str, ...]:
    """A few lines for `key` in one of the parts."""
    return tuple(words(language)(f"{part}.{key}").splitlines())
