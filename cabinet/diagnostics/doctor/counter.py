"""The counter: is it open for business? It holds the wires, so it is asked for them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError, ProtocolError
from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.i18n.message import Message, message
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Refused
from cabinet.protocol.doctor import EdgeCard, Examine, Examined
from cabinet.protocol.snapshot import Snapshot

TIMEOUT: Final[Nanos] = 3 * SECOND
ASK_EVERY: Final[Nanos] = 100 * MILLISECOND
# What happened longer ago has been seen to, or will happen again.
RECENT: Final[Nanos] = 600 * SECOND

Seen = Callable[[Edge], None]


@dataclass(frozen=True, slots=True)
class CounterFacts:
    """`running`: somebody listens at the socket; `answers`: and speaks.

    The rest is what it said of itself.
    """

    running: bool = False
    answers: bool = False
    why: Message | None = None
    mode: str = ""
    reason: str = ""
    detail: Message | None = None
    alarms: tuple[Message, ...] = ()

    def judge(self) -> Iterator[Finding]:
        """Whether somebody can play."""
        if not self.running:
            yield unseen("duty.not_running", "counter")
        elif not self.answers:
            yield red("duty.silent", "counter", why=self.why)
        elif self.mode == "out_of_order":
            why = self.detail or self.reason
            yield red("duty.out_of_order", "counter", why=why)
        else:
            yield green("duty.running", "counter", mode=self.mode)
        for alarm in self.alarms:
            yield amber("duty.alarm", "counter", alarm=alarm)


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What the counter told: how it is, and how wires and screen are."""

    duty: CounterFacts
    examined: Examined
    edges: tuple[Edge, ...]


def visit(bus: Path, listen: Nanos, seen: Seen) -> ProbeAnswer | CounterFacts:
    """Listen through the counter; where none answers, that is all there is to know.

    `seen` is told each edge that happens meanwhile.
    """
    try:
        line = CounterConnection.connect(bus, "tool")
    except CounterUnreachableError:
        return CounterFacts()
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
    except CabinetError as wrong:  # silent, or not in our language
        return CounterFacts(running=True, why=wrong.told)
    finally:
        line.close()


class _Talk:
    """One question at a time, and what the counter says of itself beside it."""

    def __init__(self, line: CounterConnection) -> None:
        self._line = line
        self._shown: Snapshot | None = None

    def ask(self, since: int) -> Examined:
        self._line.send(Examine(since))
        for heard in self._heard(TIMEOUT):
            if isinstance(heard, Examined):
                return heard
        if self._line.closed:
            raise CabinetError(message("counter_hung_up"))
        raise CabinetError(message("counter_mute"))

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

    def _heard(self, timeout: Nanos) -> Iterator[object]:
        for heard in self._line.heard(timeout):
            for one in heard:
                if isinstance(one, ProtocolError):
                    raise one
                if isinstance(one, Refused):
                    raise CabinetError(one.why[0].what)
                if isinstance(one, Snapshot):
                    self._shown = one
            yield from heard


def _young(first: Examined, told: Examined) -> bool:
    """A screen tells how it draws at its second heartbeat: give it that long."""
    return told.at - first.at < 2 * SECOND and told.mode != "out_of_order"


def _edge(card: EdgeCard) -> Edge:
    return Edge(card.line, card.active, card.at)


def _recent(edges: list[Edge], now: Nanos) -> tuple[Edge, ...]:
    return tuple(edge for edge in edges if edge.at > now - RECENT)
