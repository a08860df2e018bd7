"""What the players of a loop pressed, update by update: enough to play it again.

As text, the first line says who plays what, and each other line for how many updates
which buttons are held: `30 p1.left p1.a`. A `+` before a button says that it went down
in that update: `1 p1.a +p1.a`, and only that if it came up again at once: `1 +p1.a`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from cabinet.loops.api import BUTTONS, Buttons, LoopError

_HEAD: Final = "seats 1 seed 1 pace 60"


class Update(NamedTuple):
    """What is held and what went down, in one update, for each seat."""

    held: Buttons
    pressed: Buttons


@dataclass(frozen=True, slots=True)
class Recording:
    """One game: who played which, and every update of it."""

    seats: int
    seed: int
    pace: int = 60
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    updates: tuple[Update, ...] = ()


def idle(seats: int) -> Update:
    """An update in which nobody touches anything."""
    nothing: Buttons = (frozenset(),) * seats
    return Update(nothing, nothing)


def written(recording: Recording) -> str:
    """A recording as text."""
    chosen = "".join(f" {name}={value}" for name, value in recording.options.items())
    head = f"seats {recording.seats} seed {recording.seed} pace {recording.pace}"
    lines = (
        " ".join((str(sum(1 for _ in same)), *_named(update)))
        for update, same in groupby(recording.updates)
    )
    return "\n".join((head + chosen, *lines, ""))


def read(text: str, file: str = "demo.txt") -> Recording:
    """The recording that `written` wrote; `LoopError` names the line."""
    head, *lines = text.splitlines() or [""]
    match head.split():
        case ["seats", seats, "seed", seed, "pace", pace, *chosen] if (
            seats + seed + pace
        ).isdigit():
            pairs = (each.partition("=") for each in chosen)
            options = {name: _value(value) for name, _, value in pairs}
            updates = tuple(
                update
                for number, line in enumerate(lines, 2)
                for update in _updates(f"{file}:{number}", line, int(seats))
            )
            return Recording(int(seats), int(seed), int(pace), options, updates)
    raise LoopError(f"{file}:1: {head!r} is not `{_HEAD}`")


def _named(update: Update) -> Iterator[str]:
    for sign, buttons in (("", update.held), ("+", update.pressed)):
        for seat, names in enumerate(buttons, 1):
            yield from (f"{sign}p{seat}.{name}" for name in BUTTONS if name in names)


def _updates(place: str, line: str, seats: int) -> Iterator[Update]:
    count, *names = line.split() or [""]
    if not count.isdigit():
        raise LoopError(f"{place}: {line!r} is not a count and buttons: `30 p1.left`")
    held: list[set[str]] = [set() for _ in range(seats)]
    pressed: list[set[str]] = [set() for _ in range(seats)]
    for name in names:
        seat, _, button = name.removeprefix("+").removeprefix("p").partition(".")
        if not (seat.isdigit() and 1 <= int(seat) <= seats and button in BUTTONS):
            raise LoopError(f"{place}: {name!r} is not a button such as p1.left")
        (pressed if name[0] == "+" else held)[int(seat) - 1].add(button)
    update = Update(_frozen(held), _frozen(pressed))
    yield from (update for _ in range(int(count)))


def _frozen(sets: Sequence[set[str]]) -> Buttons:
    return tuple(frozenset(each) for each in sets)


def _value(text: str) -> str | int | bool:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdigit() else text
