"""Messages of the fleet: remote commands, and the scores of other cabinets."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Remote:
    """Somebody far away, whom the broker knows as `author`, wants something done."""

    what: str
    author: str


@dataclass(frozen=True, slots=True)
class RemoteScore:
    """A high score of another cabinet; `mode` is how the books call it."""

    mode: str
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class RemoteScores:
    """The high scores of all other cabinets, best first."""

    scores: tuple[RemoteScore, ...] = field(default=())


FromFleet: TypeAlias = Remote | RemoteScores
