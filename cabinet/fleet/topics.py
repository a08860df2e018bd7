"""The names under which cabinets speak, and how what is said there is read.

Whoever can write to the broker can write anything: a payload is bounded, has to be
one JSON object, and everything wrong with it is a sentence, never a crash.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

ROOT: Final = "cabinet"
EVERYBODY: Final = "_all"
_AUTHOR: Final = re.compile(r"[A-Za-z0-9_.@-]{1,40}")
_CABINET: Final = re.compile(rf"{ROOT}/([a-z0-9][a-z0-9-]{{0,30}})/\w+")


class PayloadError(ValueError):
    """Something on the broker that is none of ours, and why."""


@dataclass(frozen=True, slots=True)
class Topics:
    """Where one cabinet speaks and listens."""

    id: str

    def __call__(self, name: str) -> str:
        """The topic called `name` of this cabinet."""
        return f"{ROOT}/{self.id}/{name}"

    @property
    def discovery(self) -> str:
        """Where Home Assistant looks for devices."""
        return f"homeassistant/device/{self.id}/config"

    @property
    def commands(self) -> str:
        """A topic for each author: the broker lets each write to their own alone."""
        return self("command/+")

    def author(self, topic: str) -> str:
        """Who wrote to a topic of `commands`."""
        name = topic.removeprefix(self("command/"))
        if not _AUTHOR.fullmatch(name):
            raise PayloadError("the author has a name that cannot be booked")
        return name


SCORES: Final = f"{ROOT}/+/scores"
BUNDLES: Final = f"{ROOT}/{EVERYBODY}/bundle"
EVENTS: Final = f"{ROOT}/+/event"


def cabinet_of(topic: str) -> str:
    """Whose topic this is: only that cabinet may write there, the broker sees to it."""
    found = _CABINET.fullmatch(topic)
    if not found:
        raise PayloadError("no cabinet has such a name")
    return found[1]


def written(document: object) -> bytes:
    """A document on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def read(payload: bytes, most: int) -> dict[str, Any]:
    """The document in a payload of at most so many bytes."""
    if len(payload) > most:
        raise PayloadError(f"{len(payload)} bytes are too many, {most} at most")
    try:
        document = json.loads(payload)
    except (ValueError, RecursionError):
        raise PayloadError("this is not JSON") from None
    if not isinstance(document, dict):
        raise PayloadError("expected a JSON object")
    return document


def text(document: dict[str, Any], name: str, most: int) -> str:
    """A text of the document, printable and not longer than `most`."""
    value = document.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= most:
        raise PayloadError(f"{name}: expected a text of 1 to {most} signs")
    if not value.isprintable():
        raise PayloadError(f"{name}: expected signs that can be printed")
    return value


def whole(document: dict[str, Any], name: str, most: int) -> int:
    """A whole number of the document, from 0 to `most`."""
    value = document.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise PayloadError(f"{name}: expected a whole number from 0 to {most}")
    return value
