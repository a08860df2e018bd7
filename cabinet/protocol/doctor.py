"""Messages of the doctor: how the wires and the screen are.

The counter holds the wires, so whoever wants to know how they are asks it. It judges
nothing: it tells what it remembers, and the doctor says what that means.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EdgeCard:
    """One edge of one wire, at a moment of the counter's clock."""

    line: str
    active: bool
    at: int


@dataclass(frozen=True, slots=True)
class ScreenCard:
    """How the screen on duty draws, by its last two heartbeats.

    `interval_ns` lies between them; in it came `frames` new frames, `late` of them
    late. `driver` is what SDL draws with, `sound` is ready, silent, off or opening.
    """

    interval_ns: int
    frames: int
    late: int
    driver: str = ""
    sound: str = ""


@dataclass(frozen=True, slots=True)
class LatencyCard:
    """How long events took, from the edge until it was told: how many up to each bound.

    There is one count more than bounds: of what took longer than all.
    """

    bounds_us: tuple[int, ...]
    counts: tuple[int, ...]
    sum_us: int


@dataclass(frozen=True, slots=True)
class PressCard:
    """How long presses took from the edge to the picture, in nanoseconds.

    `within` is the share of them, in percent, that took one frame at most.
    """

    count: int = 0
    last: int = 0
    median: int = 0
    p95: int = 0
    worst: int = 0
    within: int = 0


@dataclass(frozen=True, slots=True)
class ScreenTest:
    """The screen on duty tells which test its menu shows, and what it measured.

    `page` and `place` are those of `ShowTest`.
    """

    page: str = ""
    place: int = 0
    presses: PressCard = field(default_factory=PressCard)


@dataclass(frozen=True, slots=True)
class Examine:
    """Somebody wants to know how the wires are, and every edge after number `since`."""

    since: int = 0


@dataclass(frozen=True, slots=True)
class Examined:
    """How the wires are at `at`, by the counter's clock, which listens from `from_`.

    `seen` edges there were in all; `edges` are the newest, up to a bound. `about` says
    what the wires hang on, as the backend tells it.
    """

    at: int
    from_: int
    seen: int
    levels: dict[str, bool]
    mode: str
    edges: tuple[EdgeCard, ...] = ()
    about: dict[str, str] = field(default_factory=dict)
    screen: ScreenCard | None = None
    latency: LatencyCard | None = None
    test: ScreenTest = field(default_factory=ScreenTest)
