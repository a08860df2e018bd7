"""Asking the counter that runs: it holds the wires, so we look through its eyes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, ProtocolError
from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.diagnostics.doctor.counter import CounterFacts
from cabinet.i18n import message as i18n
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Refused
from cabinet.protocol.doctor import EdgeCard, Examine, Examined
from cabinet.protocol.snapshot import Snapshot

TIMEOUT: Final[Nanos] = 3 * SECOND
ASK_EVERY: Final[Nanos] = 100 * MILLISECOND
# What happened longer ago has been seen to, or will happen again.
RECENT: Final[Nanos] = 600 * SECOND

Seen = Callable[[Edge], None]


class CounterSilentError(CabinetError):
    """A counter is there and does not answer, or not in our language."""


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What the counter told: how it is, and how wires and screen are."""

    duty: CounterFacts
    examined: Examined
    edges: tuple[Edge, ...]


def visit(bus: Path, listen: Nanos, seen: Seen = lambda _: None) -> ProbeAnswer:
    """Listen through the counter; `CounterUnreachableError` when none runs.

    `seen` is told each edge that happens meanwhile.
    """
    line = CounterConnection.connect(bus, "tool")
    clock = SystemClock()
    try:
        talk = _Talk(line)
        first = told = talk.ask(0)
        edges = [_edge(card) for card in first.edges]
        end = clock.now() + listen
        while clock.now() < end or (told.screen is None and _young(first, told)):
            talk.wait(ASK_EVERY)
            told = talk.ask(told.seen)
            for card in told.edges:
                edges.append(_edge(card))
                seen(edges[-1])
        return ProbeAnswer(talk.duty(), told, _recent(edges, told.at))
    except ProtocolError as wrong:
        raise CounterSilentError(wrong.told) from None
    finally:
        line.close()


def knock(bus: Path) -> bool:
    """Whether anybody listens there."""
    try:
        CounterConnection.connect(bus).close()
    except CounterUnreachableError:
        return False
    return True


class _Talk:
    """One question at a time, and what the counter says of itself beside it."""

    def __init__(self, line: CounterConnection) -> None:
        self._line = line
        self._shown: Snapshot | None = None

    def ask(self, since: int) -> Examined:
        self._line.send(Examine(since))
        for message in self._heard(TIMEOUT):
            if isinstance(message, Examined):
                return message
        if self._line.closed:
            raise CounterSilentError(i18n.message("counter_hung_up"))
        raise CounterSilentError(i18n.message("counter_mute"))

    def wait(self, duration: Nanos) -> None:
        for _ in self._heard(duration):
            pass

    def duty(self) -> CounterFacts:
        shown = self._shown
        if shown is None:
            return CounterFacts(running=True, answers=True)
        return CounterFacts(
            running=True,
            answers=True,
            mode=shown.mode,
            reason=shown.reason,
            detail=shown.detail,
            alarms=shown.alarms,
        )

    def _heard(self, patience: Nanos) -> Iterator[object]:
        for heard in self._line.heard(patience):
            for message in heard:
                if isinstance(message, ProtocolError):
                    raise message
                if isinstance(message, Refused):
                    raise CounterSilentError(message.why[0].what)
                if isinstance(message, Snapshot):
                    self._shown = message
            yield from heard


def _young(first: Examined, told: Examined) -> bool:
    """A screen tells how it draws at its second heartbeat: give it that long."""
    return told.at - first.at < 2 * SECOND and told.mode != "out_of_order"


def _edge(card: EdgeCard) -> Edge:
    return Edge(card.line, card.active, card.at)


def _recent(edges: list[Edge], now: Nanos) -> tuple[Edge, ...]:
    return tuple(edge for edge in edges if edge.at > now - RECENT)
