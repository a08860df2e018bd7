"""Notes of the books as messages, those of older releases included.

A note is a message as a line of JSON. Older releases noted English sentences; here,
and nowhere else, such a sentence is recognised again, by the words it had then.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from cabinet.i18n import WordsError, short_words
from cabinet.i18n.message import Message, Value, Verbatim, from_text, message, verbatim

_SENTENCES: Final = Path(__file__).with_suffix(".yaml")
_HOLE: Final = re.compile(r"\{(\w+):?(\w?)\}")


def read_note(note: str) -> Message:
    """The message of a note, whichever release wrote it; else its text, verbatim."""
    told = from_text(note)
    if told == verbatim(note):
        return _recognised(note)
    try:
        short_words().say(told)
    except WordsError:  # of a newer release
        return verbatim(note)
    return told


def _recognised(sentence: str) -> Message:
    for code, pattern, kinds in _patterns():
        if found := pattern.fullmatch(sentence):
            values = {
                name: _value(kind, found[name])
                for name, kind in kinds.items()
                if name != "_"
            }
            return message(code, **values)
    return verbatim(sentence)


def _value(kind: str, text: str) -> Value:
    match kind:
        case "d":
            return int(text)
        case "m":
            return _recognised(text)
        case "l":
            return tuple(map(_recognised, text.split(", ")))
        case "v":
            return Verbatim(text)
    return text


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], dict[str, str]]]:
    import yaml

    old = yaml.safe_load(_SENTENCES.read_text(encoding="utf-8"))
    return [
        (code, _pattern(sentence), dict(_HOLE.findall(sentence)))
        for code, sentence in old.items()
    ]


def _pattern(sentence: str) -> re.Pattern[str]:
    literals = map(re.escape, _HOLE.split(sentence)[::3])
    pattern = next(literals)
    for (name, kind), literal in zip(_HOLE.findall(sentence), literals, strict=True):
        pattern += f"(?P<{name}>{'-?[0-9]+' if kind == 'd' else '.*?'}){literal}"
    return re.compile(pattern, re.DOTALL)
