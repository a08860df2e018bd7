"""An entry whose choices are called what people call them; the file keeps its words."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cabinet.protocol.operator import Entry

_YES_AND_NO: Final = {
    "fr": {"true": "oui", "false": "non"},
    "en": {"true": "yes", "false": "no"},
}
# `full: glow; off: none` explains choices; elsewhere such words may be any words.
_EXPLAINED: Final = r"(?= ?:)"


def named(entry: Entry, names: Mapping[str, Mapping[str, str]]) -> Entry:
    """The entry with the names of its choices, by language; its help says them too."""
    called = {
        language: tuple(own.get(choice, "") for choice in entry.choices)
        for language, own in names.items()
        if any(own.get(choice) for choice in entry.choices)
    }
    return replace(_spoken(entry, names, _EXPLAINED), names=called)


def switched(entry: Entry) -> Entry:
    """The entry of a yes or no, whose help says that and not true or false."""
    return _spoken(entry, _YES_AND_NO)


def _spoken(
    entry: Entry, names: Mapping[str, Mapping[str, str]], before: str = ""
) -> Entry:
    said = {k: _said(text, names.get(k, {}), before) for k, text in entry.help.items()}
    return replace(entry, help=said)


def _said(text: str, names: Mapping[str, str], before: str) -> str:
    words = "|".join(re.escape(choice) for choice in names if choice)
    if not words:
        return text
    return re.sub(rf"\b({words})\b{before}", lambda found: names[found[0]], text)
