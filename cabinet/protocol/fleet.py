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


@dataclass(frozen=True, slots=True)
class SignedBundle:
    """Settings that somebody signed: the counter looks at the signature itself."""

    payload: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The cabinet is not well with this bundle, which was the newest change."""

    bundle: int


FromFleet: TypeAlias = Remote | RemoteScores | SignedBundle | TakeBack
