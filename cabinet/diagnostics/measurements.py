"""What the tests of the service menu measure: edges of wires, the time to a picture.

The counter tells the edges, when it is asked. Everything here is a value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.core.inputs.calibration import (
    COINS,
    Measured,
    Proposal,
    coins,
    disagreement,
    propose,
)
from cabinet.protocol.doctor import Examined, PressCard

# What the edges of one wire were: pulses, presses and glitches, without judging them.
#
# Edges that follow each other within `SETTLE` are one movement: a contact that bounces
# while it closes or opens. A movement that ends where it began is glitches; what lies
# between a movement to active and one to idle is a pulse.


SETTLE: Final[Nanos] = 4 * MILLISECOND


@dataclass(frozen=True, slots=True)
class WireSummary:
    """One wire over a stretch: how it is now, and what it did."""

    active: bool
    edges: int = 0
    glitches: int = 0
    pulses: tuple[Nanos, ...] = ()
    most_per_s: int = 0


def summary(edges: Sequence[Edge], *, active: bool) -> WireSummary:
    """What the edges of one line mean; `active` is its level after the last of them."""
    movements: list[list[Edge]] = []
    for edge in edges:
        if movements and edge.at - movements[-1][-1].at <= SETTLE:
            movements[-1].append(edge)
        else:
            movements.append([edge])
    glitches = 0
    pulses: list[Nanos] = []
    rose: Nanos | None = None
    for movement in movements:
        first, last = movement[0], movement[-1]
        if first.active != last.active:
            glitches += len(movement) // 2
        elif last.active:
            rose = first.at
        elif rose is not None:
            pulses.append(first.at - rose)
            rose = None
    return WireSummary(
        active, len(edges), glitches, tuple(pulses), _most_in_a_second(edges)
    )


def _most_in_a_second(edges: Sequence[Edge]) -> int:
    first = most = 0
    for last, edge in enumerate(edges):
        while edge.at - edges[first].at >= SECOND:
            first += 1
        most = max(most, last - first + 1)
    return most


MOST_EDGES: Final = 4_000
MOST_PRESSES: Final = 200
_FRAME: Final[Nanos] = SECOND // 60


@dataclass(frozen=True, slots=True)
class MeasuredWire:
    """One line since the page was opened; `pulse` is the last one's length, or 0."""

    line: str
    active: bool
    edges: int = 0
    pulses: int = 0
    pulse: Nanos = 0
    shortest: Nanos = 0
    longest: Nanos = 0


@dataclass(frozen=True, slots=True)
class Measurements:
    """Everything measured since a page was opened.

    `seen` is how many edges the counter had told by then, None before its first
    answer. `about` is what it knows of the wires' other end. `presses` are how long
    each press took to be a picture; `pending` those that are no picture yet.
    """

    seen: int | None = None
    at: Nanos = 0
    edges: tuple[Edge, ...] = ()
    levels: Mapping[str, bool] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    presses: tuple[Nanos, ...] = ()
    pending: tuple[Nanos, ...] = ()

    def heard(self, told: Examined) -> "Measurements":
        """The counter answered; what was before the first answer is not ours."""
        new = tuple(Edge(card.line, card.active, card.at) for card in told.edges)
        edges = () if self.seen is None else (*self.edges, *new)[-MOST_EDGES:]
        return replace(
            self,
            seen=told.seen,
            at=told.at,
            edges=edges,
            levels=told.levels,
            about=told.about,
        )

    def pressed(self, at: Nanos) -> "Measurements":
        """A button went down."""
        return replace(self, pending=(*self.pending, at))

    def shown(self, now: Nanos) -> "Measurements":
        """A picture is on the screen, with all that was pressed before it."""
        took = tuple(now - at for at in self.pending)
        presses = (*self.presses, *took)[-MOST_PRESSES:]
        return replace(self, presses=presses, pending=())

    def took(self) -> PressCard:
        """What the presses came to."""
        if not self.presses:
            return PressCard()
        took = sorted(self.presses)
        return PressCard(
            count=len(took),
            last=self.presses[-1],
            median=round(median(took)),
            p95=took[len(took) * 95 // 100 - 1],
            worst=took[-1],
            within=sum(each <= _FRAME for each in took) * 100 // len(took),
        )

    def wires(self) -> list[MeasuredWire]:
        """The lines that moved or are active, the last to move first."""
        moved: dict[str, list[Edge]] = {}
        for edge in self.edges:
            moved.setdefault(edge.line, []).append(edge)
        found = [
            self._wire(line, edges)
            for line, edges in sorted(moved.items(), key=lambda one: -one[1][-1].at)
        ]
        still = (line for line, on in self.levels.items() if on and line not in moved)
        return found + [MeasuredWire(line, active=True) for line in still]

    def coins(self, line: str) -> list[Measured]:
        """The first ten coins of a slot."""
        own = [edge for edge in self.edges if edge.line == line]
        return coins(own, self.at)[:COINS]

    def proposal(self, line: str) -> Proposal | str | None:
        """What ten coins propose, or why they do not; None before there are ten."""
        measured = self.coins(line)
        if len(measured) < COINS:
            return None
        return disagreement(measured) or propose(measured)

    def _wire(self, line: str, edges: list[Edge]) -> MeasuredWire:
        told = summary(edges, active=bool(self.levels.get(line)))
        pulses = told.pulses
        return MeasuredWire(
            line,
            told.active,
            len(edges),
            len(pulses),
            pulses[-1] if pulses else 0,
            min(pulses, default=0),
            max(pulses, default=0),
        )


def changes(group: str, found: Proposal) -> dict[str, str]:
    """A proposal as settings of a slot; what was not measured stays as it is."""
    least, most = found.width_ms
    made = {"width_ms": f"[{least}, {most}]", "jam_ms": str(found.jam_ms)}
    if found.gap_ms:
        made |= {"gap_ms": str(found.gap_ms), "max_per_s": str(found.max_per_s)}
    return {f"{group}.{name}": value for name, value in made.items()}
