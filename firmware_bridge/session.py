"""The host's side of the link, without the link: bytes in, events and bytes out.

The law

- A session believes only a HELLO that answers its own question, so nothing that
  waited in some buffer is taken for the present. It credits nobody: it tells what is
  not credited yet, once, and acknowledges a total only after the host has said that
  it is in the books.
- A board counts on from what it kept. If it kept less than was credited (its power
  went in the middle of writing), it is told so in WELCOME, which raises what the boot
  began with; coins that came since stay counted. A coin is thus credited once, over
  noise, restarts of either side and power cuts.
- A board that is not in the books is not welcomed until the host has written its
  totals down as worth nothing (`adopt`).
- A click of the meter is made when the board says so (`clicks`).
- While the link is lost every line reads idle; the chip shuts the slot by itself.

Whoever owns the wire calls, again and again, `receive` with what arrived, `tick`, and
then writes what `outgoing` returns; `due` says when at the latest. Each session needs
a nonce of its own, any number but 0 that the last one did not have.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from firmware_bridge.clicks import Clicks
from firmware_bridge.commands import Commands
from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    BoardUnknown,
    CommandRefused,
    Event,
    LinkLost,
    LinkUp,
    MeterTurned,
    Nanos,
    Restarted,
    Silent,
    Unplugged,
    WhyLost,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.frames import Frame, FrameReader
from firmware_bridge.hearing import next_nonce, reckon, understand
from firmware_bridge.messages import (
    OUTPUTS,
    PROTOCOL,
    Ask,
    Coin,
    Credited,
    Done,
    Hello,
    Input,
    Kind,
    MessageError,
    Ping,
    Pulse,
    Result,
    SetMeter,
    SetOutputs,
    SetSlot,
    State,
    Totals,
    Welcome,
)
from firmware_bridge.watching import Sighting, Watch

ASK_EVERY: Final[Nanos] = 250 * MILLISECOND
KEEP_ALIVE: Final[Nanos] = 1 * SECOND
LOST_AFTER: Final[Nanos] = 1500 * MILLISECOND
_ALL_OUTPUTS: Final = (1 << len(OUTPUTS)) - 1


class Phase(Enum):
    """How far the two have come with each other."""

    ASKING = auto()
    STRANGE = auto()  # a board not in the books has answered
    WELCOMING = auto()
    UP = auto()


class Session:
    """One conversation with whatever is at the other end of the wire."""

    def __init__(
        self,
        credited: Mapping[int, Totals],
        nonce: int,
        now: Nanos,
        settings: Iterable[SetSlot | SetMeter] = (),
    ) -> None:
        self._credited = dict(credited)
        self._nonce = nonce
        self._settings = tuple(settings)
        self._reader = FrameReader()
        self._commands = Commands()
        self._watch = Watch()
        self._phase = Phase.ASKING
        self._ask_at = now
        self._heard_at = now
        self._hello: Hello | None = None
        self._outputs = 0
        self._clicks = Clicks()
        self._misheard = 0
        self._alarmed: set[WrongProtocol | WrongBoard] = set()
        # How long the last command took to be answered; 0 before the first.
        self.round_trip: Nanos = 0

    @property
    def up(self) -> bool:
        """Whether a board we know is there."""
        return self._phase is Phase.UP

    @property
    def lines(self) -> frozenset[str]:
        """The lines that are active, coin lines too."""
        return self._watch.lines

    @property
    def health(self) -> Mapping[str, int]:
        """Of the cable: frames and bytes damaged either way, commands said again."""
        damaged = self._reader.damaged + self._misheard
        return {"damaged": damaged, "repeated": self._commands.repeated}

    # What the host says

    def set_output(self, name: str, *, on: bool) -> None:
        """Drive `lockout`, `lamp.start` or `lamp.coin`; others are not wired."""
        if name not in OUTPUTS:
            return
        bit = 1 << OUTPUTS.index(name)
        self._outputs = self._outputs | bit if on else self._outputs & ~bit
        self._want_outputs()

    def pulse_meter(self) -> None:
        """Turn the coin meter by one; `MeterTurned` tells when that was done."""
        self._clicks.want()
        self._want_outputs()

    def adopt(self, board: int, totals: Totals) -> None:
        """A new board's totals are in the books, worth nothing: count from there."""
        self._credited[board] = totals
        if self._phase is Phase.STRANGE:
            self._ask_again()

    def credited(self, board: int, slot: int, total: int) -> None:
        """The coins of a `CoinsCounted` are in the books for ever."""
        one, two = self._credited[board]
        self._credited[board] = (total, two) if slot == 1 else (one, total)
        if self.up and self._hello and self._hello.board == board:
            self._commands.want(Credited(self._credited[board]))

    # The wire

    def receive(self, octets: bytes, now: Nanos) -> list[Event]:
        """Hear bytes, in pieces of any size."""
        told: list[Event] = []
        for frame in self._reader.feed(octets):
            self._hear(frame, now, told)
        return told

    def tick(self, now: Nanos) -> list[Event]:
        """Let time pass."""
        told: list[Event] = []
        if self._phase is not Phase.ASKING and now >= self._heard_at + LOST_AFTER:
            self._lose(Silent((now - self._heard_at) / SECOND), now, told)
        return told

    def outgoing(self, now: Nanos) -> bytes:
        """Everything that belongs on the wire now."""
        if self._phase is Phase.ASKING:
            if now < self._ask_at:
                return b""
            self._ask_at = now + ASK_EVERY
            return self._commands.say(Ask(self._nonce), now)
        if self.up and now >= self._commands.sent_at + KEEP_ALIVE:
            self._commands.want(Ping())
        return self._commands.outgoing(now)

    def due(self) -> Nanos:
        """When `tick` or `outgoing` may next have something to do."""
        if self._phase is Phase.ASKING:
            return self._ask_at
        moments = [self._heard_at + LOST_AFTER, self._commands.due()]
        if self.up:
            moments.append(self._commands.sent_at + KEEP_ALIVE)
        return min(moment for moment in moments if moment is not None)

    def unplugged(self, now: Nanos) -> list[Event]:
        """The wire itself is gone."""
        told: list[Event] = []
        self._reader = FrameReader()
        self._nonce = next_nonce(self._nonce)
        self._alarmed.clear()
        self._lose(Unplugged(), now, told)
        return told

    def goodbye(self, now: Nanos) -> bytes:
        """Every output off, said once: the host ends and hears no answer."""
        self._outputs = 0
        last = SetOutputs(0, self._clicks.made)
        return self._commands.say(last, now) if self.up else b""

    # What the chip says

    def _hear(self, frame: Frame, now: Nanos, told: list[Event]) -> None:
        try:
            message = understand(frame, Kind.SLOT, now)
        except MessageError:
            self._reader.damaged += 1
            return
        if isinstance(message, WrongProtocol | WrongBoard):
            if (about := replace(message, at=0)) not in self._alarmed:
                self._alarmed.add(about)
                told.append(message)
            return
        self._heard_at = now
        match message:
            case Hello():
                self._greet(message, now, told)
            case Done():
                self._conclude(message, now, told)
            case State() | Input() | Coin() | Pulse() if self.up:
                self._note(message, now, told)

    def _greet(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        if hello.nonce != self._nonce:
            if self._phase in (Phase.WELCOMING, Phase.UP):
                self._lose(Restarted(hello.reset_cause), now, told)
            self._ask_again()
        elif self._phase in (Phase.ASKING, Phase.STRANGE):
            self._hello = hello
            credited = self._credited.get(hello.board)
            if credited is not None:
                self._welcome(hello, credited, now, told)
            elif self._phase is not Phase.STRANGE:
                told.append(BoardUnknown(hello.board, hello.totals, now))
                self._phase = Phase.STRANGE

    def _welcome(
        self, hello: Hello, credited: Totals, now: Nanos, told: list[Event]
    ) -> None:
        base, forgotten = reckon(hello, credited, now)
        told += forgotten
        self._phase = Phase.WELCOMING
        self._commands.drop_all()
        self._commands.want(Welcome(PROTOCOL, self._nonce, base))

    def _conclude(self, done: Done, now: Nanos, told: list[Event]) -> None:
        command = self._commands.answered(done)
        if command is None:
            return
        self.round_trip = now - self._commands.sent_at
        result = Result(min(done.result, Result.UNKNOWN))
        if result in (Result.NOT_WELCOMED, Result.NOT_ASKED):
            self._lose(Restarted(), now, told)
        elif result is not Result.OK:
            told.append(CommandRefused(command, result, now))
        elif isinstance(command, Welcome) and self._hello:
            self._begin(self._hello, now, told)

    def _begin(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        self._phase = Phase.UP
        credited = self._credited[hello.board]
        self._watch.begin(hello.board, credited, fresh=not hello.welcomed)
        firmware = f"{hello.major}.{hello.minor}"
        told.append(LinkUp(hello.board, firmware, hello.boots, now))
        told += [MeterTurned(now)] * self._clicks.meet(hello)
        for setting in self._settings:
            self._commands.want(setting)
        self._want_outputs()

    def _note(self, report: Sighting, now: Nanos, told: list[Event]) -> None:
        told += self._watch.note(report, now)
        if isinstance(report, State):
            told += [MeterTurned(now)] * self._clicks.note(report.meter)
            self._misheard = report.bad_frames + report.lost_bytes
            differs = (report.outputs ^ self._outputs) & _ALL_OUTPUTS
            if differs or self._clicks.wanted:
                self._want_outputs()
        if isinstance(report, Coin) and self._hello:
            credited = self._credited[self._hello.board]
            if report.totals == credited:
                self._commands.want(Credited(credited))

    def _want_outputs(self) -> None:
        if self.up:
            self._commands.want(SetOutputs(self._outputs, self._clicks.goal))

    def _lose(self, why: WhyLost, now: Nanos, told: list[Event]) -> None:
        if self.up:
            told.append(LinkLost(why, now))
            told += self._watch.let_go(now)
        self._ask_again()

    def _ask_again(self) -> None:
        self._phase = Phase.ASKING
        self._ask_at = 0
        self._commands.drop_all()
