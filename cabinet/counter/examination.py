"""What the counter tells a doctor of wires and screen, without judging it."""

from bisect import bisect_left
from typing import Final

from cabinet.core.events import MICROSECOND, Nanos
from cabinet.core.ports import IoPort, KnownPort
from cabinet.counter.evidence import Evidence
from cabinet.protocol.codec import Heartbeat
from cabinet.protocol.doctor import (
    EdgeCard,
    Examine,
    Examined,
    LatencyCard,
    ScreenCard,
    ScreenTest,
)

# How long the counter takes from an edge to what follows of it, as a histogram.
#
# Measured where it happens: from the moment the wire was stamped to the moment that
# what it meant is on the disk, the outputs are driven and the programs are told. A coin
# is stamped when it is one, at the end of its pulse and the quiet after it.


BOUNDS_US: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000)


class Latency:
    """Counts since the counter began; it never grows."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS_US) + 1)
        self._sum_us = 0

    def took(self, duration: Nanos) -> None:
        """One event took so long."""
        micros = duration // MICROSECOND
        self._counts[bisect_left(BOUNDS_US, micros)] += 1
        self._sum_us += micros

    def card(self) -> LatencyCard:
        """For whoever asks."""
        return LatencyCard(BOUNDS_US, tuple(self._counts), self._sum_us)


MOST_EDGES: Final = 500


class Examination:
    """Remembers how the screen beat, and answers with what the wires did."""

    def __init__(
        self, port: IoPort, evidence: Evidence, latency: Latency, now: Nanos
    ) -> None:
        self._port = port
        self._latency = latency
        self._evidence = evidence
        self._from = now
        self._last: tuple[Nanos, Heartbeat] | None = None
        self._screen: ScreenCard | None = None
        # Which test the screen shows, by its own word.
        self.test = ScreenTest()

    def beat(self, heartbeat: Heartbeat, at: Nanos) -> None:
        """The screen on duty told how many frames it has drawn."""
        if self._last is not None:
            before_at, before = self._last
            self._screen = ScreenCard(
                at - before_at,
                heartbeat.frames - before.frames,
                heartbeat.late - before.late,
                heartbeat.driver,
                heartbeat.sound,
            )
        self._last = at, heartbeat

    def lose_screen(self) -> None:
        """The screen on duty is another one, or none."""
        self._last = self._screen = None
        self.test = ScreenTest()

    def answer(self, question: Examine, mode: str, now: Nanos) -> Examined:
        """How the wires are, and what they did since the asker last heard."""
        edges, seen = self._evidence.edges_after(question.since)
        port = self._port
        return Examined(
            at=now,
            from_=self._from,
            seen=seen,
            levels=dict(port.levels()),
            mode=mode,
            edges=tuple(EdgeCard(e.line, e.active, e.at) for e in edges[-MOST_EDGES:]),
            about=dict(port.about()) if isinstance(port, KnownPort) else {},
            screen=self._screen,
            latency=self._latency.card(),
            test=self.test,
        )
