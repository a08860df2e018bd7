"""A person who is due, as a view sees them: where they sit and what they point at."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

KEYS: Final[Mapping[str, str]] = MappingProxyType({"a": "A", "b": "B"})


class Pointing(NamedTuple):
    """A person who is due: their seat, what they point at, what they may play.

    `keys` is what A and B are called on their panel, which may have neither.
    """

    seat: int
    hand: Any
    legal: tuple[str, ...]
    keys: Mapping[str, str] = KEYS
