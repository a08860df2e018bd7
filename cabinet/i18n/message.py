"""Something to tell a person, as data: a code, and the values that fill its words.

Alarms, refusals, faults and notes travel as messages. Words are made where somebody
reads them, by `Words.say`, in that reader's language; the catalogues have them under
`message.CODE`. Nothing ever reads a code back out of a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

CODE: Final = "code"


@dataclass(frozen=True, slots=True)
class Amount:
    """Money among the values: minor units, written as the reader writes money."""

    minor_units: int


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that has no other language: what a driver or an operating system said."""

    text: str


Value: TypeAlias = "str | int | float | Amount | Verbatim | Message | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """A code such as `coin_jammed`, and its values by name, in order of the names."""

    code: str
    values: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        """The value of that name."""
        return dict(self.values)[name]

    def __str__(self) -> str:
        """The message as machines know it: in logs, MQTT, scenarios and exports.

        Where its words cannot be read, as from a disk that failed, its document.
        """
        from cabinet.i18n import short_words

        try:
            return short_words().say(self, currency="")
        except (OSError, ImportError, LookupError):
            return to_text(self)


def message(code: str, **values: Value) -> Message:
    """A message of that code; values may be messages themselves."""
    return Message(code, tuple(sorted(values.items())))


def verbatim(text: str) -> Message:
    """A message that is the same in every language."""
    return message("verbatim", text=Verbatim(text))


def to_text(told: Message) -> str:
    """A message as one line of JSON, its code first: how the books note it."""
    return json.dumps(document(told), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Message:
    """The message of such a line; any other text is verbatim."""
    try:
        return from_document(json.loads(text)) if text[:1] == "{" else verbatim(text)
    except ValueError:
        return verbatim(text)


def document(told: Message) -> dict[str, Any]:
    """A message as a JSON document: its code, and its values beside it."""
    return {CODE: told.code} | {name: _plain(value) for name, value in told.values}


def from_document(found: Mapping[str, Any]) -> Message:
    """The message of a document; `ValueError` where it is none."""
    code = found.get(CODE)
    if not isinstance(code, str):
        raise ValueError(f"a message has a code, and this has none: {found!r}")
    values = {name: _value(value) for name, value in found.items() if name != CODE}
    return message(code, **values)


def _plain(value: Value) -> Any:  # noqa: ANN401
    match value:
        case Message():
            return document(value)
        case Amount(minor_units):
            return {"minor_units": minor_units}
        case Verbatim(text):
            return {"verbatim": text}
        case tuple():
            return [_plain(one) for one in value]
    return value


def _value(found: Any) -> Value:  # noqa: ANN401
    match found:
        case {"code": str()}:
            return from_document(found)
        case {"minor_units": int(minor_units)}:
            return Amount(minor_units)
        case {"verbatim": str(text)}:
            return Verbatim(text)
        case list():
            return tuple(_value(one) for one in found)
        case str() | int() | float():
            return found
    raise ValueError(f"{found!r} cannot be a value of a message")
