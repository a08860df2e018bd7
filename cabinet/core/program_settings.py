"""What the programs need of the operator's file, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cabinet.core.loudness import Loudness
from cabinet.core.operating import OperatingSettings
from cabinet.core.ports import Wiring


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the web program listens: for the operator, and for players' phones.

    Each is an address and a port. `certificate` and `key` are the operator's own; the
    certificate's file may have the key in it.
    """

    console: tuple[str, int]
    phones: tuple[str, int]
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class Coaching:
    """What the house tells people while they play.

    `danger`: that somebody could win with the next move; `hints`: how often each may
    ask for one in a match; `first_game`: whether a first turn is guided.
    """

    danger: bool = True
    hints: int = 3
    first_game: bool = True


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """What the programs need of the operator's file, as plain values."""

    operating: OperatingSettings
    wiring: Wiring
    backend: str
    fullscreen: bool
    effects: Literal["full", "light", "off"]
    reduce_flashing: bool
    off_when_closed: bool
    real_dice: bool
    tower: str
    loudness: Loudness
    web: Doors
    metrics_token_file: Path | None
    coins: Mapping[str, tuple[tuple[int, int], ...]]
    coaching: Coaching = Coaching()
