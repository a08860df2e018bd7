"""What Aztec says, in French and in English; any other language gets English."""

import tomllib
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("fr", "en")
_WORDS: Final[dict[str, dict[str, Any]]] = {
    language: tomllib.loads(
        files("cabinet.games.aztec")
        .joinpath(f"data/words.{language}.toml")
        .read_text("utf-8")
    )
    for language in LANGUAGES
}


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    words = _WORDS.get(language, _WORDS["en"])
    return str(words[key]).format(**values)


def say_ending(
    language: str, reason: str, winners: tuple[str, ...], points: tuple[int, ...]
) -> str:
    """The sentence for the reason of an `Outcome`."""
    endings = _WORDS.get(language, _WORDS["en"])["endings"]
    many, *fewer = sorted(points, reverse=True)
    return str(endings[reason]).format(
        winner=str(endings["and"]).join(winners), many=many, few=fewer[0]
    )
