"""What a client of the engine asks, checked field by field.

A request is one JSON object on one line. Nothing is guessed: a field that no
command knows, or of the wrong kind, is refused with a sentence that says what
would be right.
"""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from cabinet.tabletop.api import CHANCE, Document, RulesError, Seat
from cabinet.tabletop.match import CHANCE_MODES, Chance

# Each command with the fields it takes.
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": (),
    "new": ("players", "options", "seed", "chance"),
    "load": ("state", "seed", "chance"),
    "state": (),
    "observe": ("seat",),
    "legal": ("seat",),
    "play": ("action", "seat"),
    "undo": (),
    "outcome": (),
    "bot": ("level", "ms", "seat"),
    "perft": ("depth",),
    "playouts": ("n", "seed"),
    "quit": (),
}


class RequestError(RulesError):
    """A line that is no request, or a request with a field that is not right."""


class Request:
    """One request; each question about a field is also its check."""

    def __init__(self, line: str) -> None:
        fields = _parse(line)
        command = fields.pop("cmd", None)
        if not isinstance(command, str) or command not in COMMANDS:
            raise RequestError(_unknown("command", command, tuple(COMMANDS)))
        for name in fields:
            if name not in COMMANDS[command]:
                raise RequestError(_unknown("field", name, COMMANDS[command], command))
        self.command = command
        self._fields = fields

    def has(self, name: str) -> bool:
        """Whether the client gave this field."""
        return name in self._fields

    def whole(
        self,
        name: str,
        default: int | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
    ) -> int:
        """A whole number from `least` to `most`; needed if there is no default."""
        number = self._take(name, default)
        if not isinstance(number, int) or isinstance(number, bool):
            raise RequestError(f"{name} is a whole number, not {_shown(number)}")
        if least is not None and number < least:
            raise RequestError(f"{name} is at least {least}, not {_shown(number)}")
        if most is not None and number > most:
            raise RequestError(f"{name} is at most {most}, not {_shown(number)}")
        return number

    def text(self, name: str, default: str | None = None) -> str:
        """A text; needed if there is no default."""
        words = self._take(name, default)
        if not isinstance(words, str):
            raise RequestError(f"{name} is a text, not {_shown(words)}")
        return words

    def document(self, name: str, default: Document | None = None) -> Document:
        """A JSON object; needed if there is no default."""
        document = self._take(name, default)
        if not isinstance(document, dict):
            raise RequestError(f"{name} is an object, not {_shown(document)}")
        return document

    def seat(self) -> Seat | None:
        """The seat, `CHANCE` where it says "chance", or None if it says nothing."""
        if not self.has("seat"):
            return None
        return (
            CHANCE if self._fields["seat"] == "chance" else self.whole("seat", least=0)
        )

    def chance(self) -> Chance:
        """Who throws the dice; the engine, if it says nothing."""
        mode = self.text("chance", "auto")
        for known in CHANCE_MODES:
            if mode == known:
                return known
        raise RequestError(f"chance is auto or manual, not {_shown(mode)}")

    def _take(self, name: str, default: object) -> object:
        value = self._fields.get(name, default)
        if value is None and not self.has(name):
            raise RequestError(f"{self.command} needs {name}")
        return value


def _parse(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise RequestError(
            f"this is not JSON: {_shown(line.strip())}; a request is one object on one "
            'line, like {"cmd":"hello"}'
        ) from None
    if not isinstance(fields, dict):
        raise RequestError(
            f'a request is an object like {{"cmd":"hello"}}, not {_shown(fields)}'
        )
    return fields


def _unknown(kind: str, name: object, known: tuple[str, ...], of: str = "") -> str:
    close = get_close_matches(name, known, n=1) if isinstance(name, str) else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    where = f"{of} has no {kind}" if of else f"there is no {kind}"
    return f"{where} {_shown(name)}{hint} (known: {', '.join(known) or 'none'})"


def _shown(value: object) -> str:
    words = value if isinstance(value, str) else json.dumps(value)
    return repr(words[:60]) + (" …" if len(words) > 60 else "")
