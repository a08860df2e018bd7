"""A chip and a host, with wires between them that somebody can shake.

The host is the real session and a book of paper: what it writes down survives its
restarts. Everything moves in steps of the chip's time.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from firmware_bridge.events import (
    MILLISECOND,
    BoardUnknown,
    Event,
    FreshCoins,
    LineChanged,
    Nanos,
)
from firmware_bridge.frames import Frame, FrameReader
from firmware_bridge.hil.chip import MICROSECOND, Chip
from firmware_bridge.messages import Message, SetMeter, SetSlot, Totals, from_frame
from firmware_bridge.session import Session

STEP: Nanos = 2 * MILLISECOND
BOUNCE_US = 3000


@dataclass
class PaperBooks:
    """What SQLite would hold: credits and totals, written in one stroke."""

    credited: dict[int, Totals] = field(default_factory=dict)
    coins: int = 0

    def adopt(self, board: int, totals: Totals) -> None:
        self.credited[board] = totals

    def credit(self, event: FreshCoins) -> None:
        totals = list(self.credited[event.board])
        assert event.total == totals[event.slot - 1] + event.fresh
        totals[event.slot - 1] = event.total
        self.credited[event.board] = (totals[0], totals[1])
        self.coins += event.fresh


class Line:
    """Bytes on their way; `corrupt` is the share of them that gets hurt."""

    def __init__(self, rng: random.Random, corrupt: float = 0) -> None:
        self._rng = rng
        self.corrupt = corrupt
        self.hurt = 0

    def carry(self, octets: bytes) -> bytes:
        if not self.corrupt:
            return octets
        return b"".join(map(self._one, octets))

    def _one(self, byte: int) -> bytes:
        if self._rng.random() >= self.corrupt:
            return bytes((byte,))
        self.hurt += 1
        match self._rng.randrange(3):
            case 0:
                return b""
            case 1:
                return bytes((byte ^ 1 << self._rng.randrange(8),))
        return bytes((self._rng.randrange(256), byte))


class Rig:
    """Runs chip and host together; hands for the wires, eyes for what came out."""

    def __init__(
        self,
        chip: Chip,
        seed: int = 1,
        corrupt: float = 0,
        settings: Iterable[SetSlot | SetMeter] = (),
    ) -> None:
        self.chip = chip
        self._settings = tuple(settings)
        self.rng = random.Random(seed)
        self.line = Line(random.Random(f"{seed} line"), corrupt)
        self.books = PaperBooks()
        self.events: list[Event] = []
        self.frames: list[tuple[Nanos, Frame]] = []
        self.credits_coins = True
        self._nonce = 0
        self._reader = FrameReader()
        self.session: Session | None = None
        self.start_host()

    # The host

    def start_host(self) -> None:
        """A fresh program that remembers only what is in the books."""
        self._nonce += 1
        self.session = Session(
            self.books.credited, self._nonce, self.chip.now, self._settings
        )

    def kill_host(self) -> None:
        self.session = None

    def set_output(self, name: str, *, on: bool) -> None:
        assert self.session
        self.session.set_output(name, on=on)

    # Time

    def run(self, duration: Nanos) -> list[Event]:
        """Let time pass; the events that came in it."""
        first, end = len(self.events), self.chip.now + duration
        while self.chip.now < end:
            self.chip.run(min(STEP, end - self.chip.now + 100))
            self._exchange()
        return self.events[first:]

    def run_until(self, holds: Callable[[], bool], limit: Nanos) -> None:
        end = self.chip.now + limit
        while not holds():
            assert self.chip.now < end, "it did not happen in time"
            self.run(STEP)

    def link(self) -> None:
        """Wait until the two know each other."""
        self.run_until(lambda: bool(self.session and self.session.up), 2_000_000_000)

    # Hands

    def bounce(self, line: str, *, active: bool, at: Nanos, spikes: int = 8) -> None:
        """A contact that closes or opens as contacts do."""
        moments = sorted(self.rng.sample(range(1, BOUNCE_US), 2 * spikes))
        self.chip.touch(line, active=active, at=at)
        for i, moment in enumerate(moments):
            level = active if i % 2 else not active
            self.chip.touch(line, active=level, at=at + moment * MICROSECOND)

    def drop_coin(self, at: Nanos, width_ms: int = 50, slot: int = 1) -> Nanos:
        """Plan a coin; the moment when its pulse ends."""
        end = at + width_ms * MILLISECOND
        self.bounce(f"coin.{slot}", active=True, at=at)
        self.bounce(f"coin.{slot}", active=False, at=end)
        return end

    def pulse(self, line: str, at: Nanos, width: Nanos) -> None:
        """A clean pulse, as from a generator."""
        self.chip.touch(line, active=True, at=at)
        self.chip.touch(line, active=False, at=at + width)

    def cut_power(self) -> None:
        self.chip = self.chip.after_a_power_cut()
        self._reader = FrameReader()
        if self.session:
            self.kill_host()
            self.start_host()

    # Eyes

    def messages(self, kind: type[Message]) -> list[tuple[Nanos, Message]]:
        """Whole messages of a kind, each with the time of its last byte."""
        return [
            (at, from_frame(frame))
            for at, frame in self.frames
            if frame.type == kind.TYPE
        ]

    def changes(self, line: str) -> list[bool]:
        return [
            event.active
            for event in self.events
            if isinstance(event, LineChanged) and event.line == line
        ]

    def _exchange(self) -> None:
        stamped = self.chip.read_stamped()
        for byte, at in stamped:
            for frame in self._reader.feed(bytes((byte,))):
                self.frames.append((at, frame))
        heard = bytes(byte for byte, _ in stamped)
        if self.session is None:
            return
        session, now = self.session, self.chip.now
        told = session.receive(self.line.carry(heard), now) + session.tick(now)
        for event in told:
            self._write_down(session, event)
        self.events += told
        self.chip.write(self.line.carry(session.outgoing(now)))

    def _write_down(self, session: Session, event: Event) -> None:
        match event:
            case BoardUnknown():
                self.books.adopt(event.board, event.totals)
                session.adopt(event.board, event.totals)
            case FreshCoins() if self.credits_coins:
                self.books.credit(event)
                session.credited(event.board, event.slot, event.total)
