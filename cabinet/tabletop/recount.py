"""What was played lately, in a few words of the game's own.

A game says what its events are called in its word files, under `log`: an event without
words there is not told. A value of an event may have words too, under `log.names`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from cabinet.i18n import Words, game_words, has_words
from cabinet.tabletop.api import GameEvent

# Of what somebody did in a row no more is told than this.
MOST: Final = 3


def recounted(package: str, language: str, events: Iterable[GameEvent]) -> str:
    """What an action or some did, in one line; "" if the game has no words for it."""
    words = _words(package, language)
    if words is None:
        return ""
    told = (_told(words, event) for event in events)
    return ", ".join([*dict.fromkeys(line for line in told if line)][-MOST:])


def _told(words: Words, event: GameEvent) -> str:
    key = f"log.{event['event']}"
    return words(key, **_named(words, event)) if key in words else ""


def _named(words: Words, event: GameEvent) -> dict[str, object]:
    """The values of an event, in words where there are some."""
    return {
        name: words(key) if (key := f"log.names.{value}") in words else value
        for name, value in event.items()
    }


@cache
def _words(package: str, language: str) -> Words | None:
    return game_words(package, language) if has_words(package) else None
