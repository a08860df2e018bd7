"""Refusals in every language: each is written in English where it is found.

A sentence is known again by its English words; its holes are said too. What nobody
has words for stays as it is: rather English than nothing.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

_SENTENCES: Final = Path(__file__).with_name("sentences.yaml")
_HOLE: Final = re.compile(r"\{(\w+)\}")
_AMOUNT: Final = "money"
_MACHINE: Final = "system"
_WIDTH: Final = "ms"
_LIST: Final = "{name"
Amount = Callable[[str], str]


def said(sentence: str, language: str, amount: Amount = str) -> str:
    """The sentence in that language, with its amounts as `amount` writes them."""
    if not sentence:
        return sentence
    what, hint = split_hint(sentence)
    if hint:
        return f"{said(what, language, amount)} ({said(hint, language, amount)})"
    for pattern, english, french in _known():
        if found := pattern.fullmatch(sentence):
            template = french if language == "fr" else english
            return template.format(**_filled(found.groupdict(), language, amount))
    return sentence


def is_known(sentence: str) -> bool:
    """Whether there are words for a sentence and for what is behind it."""
    what, hint = split_hint(sentence)
    if hint:
        return is_known(what) and is_known(hint)
    return any(
        pattern.fullmatch(sentence)
        for pattern, english, _ in _known()
        if not english.startswith(_LIST)
    )


def split_hint(sentence: str) -> tuple[str, str]:
    """What is wrong, and what stands behind it in brackets."""
    if not sentence.endswith(")") or _whole(sentence):
        return sentence, ""
    depth = 0
    for place in range(len(sentence) - 1, 0, -1):
        depth += {")": 1, "(": -1}.get(sentence[place], 0)
        if not depth:
            return sentence[:place].rstrip(), sentence[place + 1 : -1]
    return sentence, ""


def _whole(sentence: str) -> bool:
    """Whether its brackets belong to it."""
    return any(
        english.endswith(")") and pattern.fullmatch(sentence)
        for pattern, english, _ in _known()
    )


def _filled(holes: Mapping[str, str], language: str, amount: Amount) -> dict[str, str]:
    def hole(name: str, text: str) -> str:
        if name.startswith(_MACHINE):
            return text
        if name == _WIDTH and language == "fr":
            return text.replace(".", ",")
        return (
            amount(text) if name.startswith(_AMOUNT) else said(text, language, amount)
        )

    return {name: hole(name, text) for name, text in holes.items()}


@cache
def _known() -> list[tuple[re.Pattern[str], str, str]]:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    text = _SENTENCES.read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, Loader=loader)
    return [(_pattern(english), english, str(found[english])) for english in found]


def _pattern(english: str) -> re.Pattern[str]:
    parts = _HOLE.split(english)
    made = (
        f"(?P<{part}>.+?)" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )
    return re.compile("".join(made), re.DOTALL)
