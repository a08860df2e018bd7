"""What Arkade says, in French and in English; any other language gets English."""

import tomllib
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("fr", "en")
_WORDS: Final[dict[str, dict[str, Any]]] = {
    language: tomllib.loads(
        files("cabinet.games.arkade")
        .joinpath(f"data/words.{language}.toml")
        .read_text("utf-8")
    )
    for language in LANGUAGES
}


def say(language: str, key: str, **values: str | int) -> str:
    """The words for `key` with its values in place."""
    return _in(_words(language), key).format(**values)


def say_part(language: str, part: str, key: str, **values: str | int) -> str:
    """The words for `key` in one of the parts: tiles, effects, endings."""
    return _in(_words(language)[part], key).format(**values)


def say_action(language: str, action: str) -> str:
    """What an action does, in a few words."""
    verb, *rest = action.split()
    actions = _words(language)["actions"]
    values = {f"w{index}": word for index, word in enumerate(rest)}
    if verb in ("repair", "ammo"):
        values["w0"] = _in(_words(language)["colors"], rest[0])
    return _in(actions, action if action in actions else _kind(verb, rest)).format(
        **values
    )


def _kind(verb: str, rest: list[str]) -> str:
    return f"{verb} {rest[1]}" if verb == "ammo" else verb


def _words(language: str) -> dict[str, Any]:
    return _WORDS.get(language, _WORDS["en"])


def _in(words: dict[str, Any], key: str) -> str:
    return str(words[key])


def say_lines(language: str, part: str, key: str) -> tuple[str, ...]:
    """A few lines for `key` in one of the parts."""
    return tuple(map(str, _words(language)[part][key]))
