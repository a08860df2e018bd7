"""What the host says to every board: asking, welcoming, keeping alive, losing it.

A conversation believes only a HELLO that answers its own question, so nothing that
waited in some buffer is taken for the present. `session` and `dice` add what coins and
throws mean.

Whoever owns the wire calls, again and again, `receive` with what arrived, `tick`, and
then writes what `outgoing` returns; `due` says when at the latest. Each conversation
needs a nonce of its own, any number but 0 that the last one did not have.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from enum import Enum, auto
from typing import ClassVar, Final

from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    CommandRefused,
    Event,
    LinkDown,
    LinkUp,
    Nanos,
    Restarted,
    Silent,
    Unplugged,
    WhyLost,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.frames import Frame, FrameReader, encode
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Command,
    Done,
    Hello,
    Kind,
    Message,
    MessageError,
    Ping,
    Result,
    SetSlot,
    Totals,
    Welcome,
    from_frame,
    spoken_protocol,
    to_frame,
)

AGAIN: Final[Nanos] = 100 * MILLISECOND
ASK_EVERY: Final[Nanos] = 250 * MILLISECOND
KEEP_ALIVE: Final[Nanos] = 1 * SECOND
LOST_AFTER: Final[Nanos] = 1500 * MILLISECOND
NOISE: Final = "noise"
_LARGEST_NONCE: Final = (1 << 32) - 1


class Commands:
    """What the host wants, one at a time, said again until the chip has done it.

    All commands say what shall be, not what shall change, so hearing one twice does no
    harm, and one that was not sent yet is replaced by a newer one of its kind.
    """

    def __init__(self) -> None:
        self._wanted: dict[tuple[int, int], Command] = {}
        self._flying: Command | None = None
        self._flying_frame = Frame(0, 0)
        self._sequence = 0
        self.sent_at: Nanos = 0
        self.repeated = 0

    def want(self, command: Command) -> None:
        """Have it sent, after those that were wanted before."""
        slot = command.slot if isinstance(command, SetSlot) else 0
        self._wanted[command.TYPE, slot] = command

    def drop_all(self) -> None:
        """Nothing is wanted any more: nobody is there to do it."""
        self._wanted.clear()
        self._flying = None

    def answered(self, done: Done) -> Command | None:
        """The command this answers, if it is the one that is waited for."""
        frame, command = self._flying_frame, self._flying
        if (frame.type, frame.sequence) != (done.command, done.sequence):
            return None
        self._flying = None
        return command

    def say(self, command: Command, now: Nanos) -> bytes:
        """Say something once, without waiting for an answer."""
        return self._put(self._frame(command), now)

    def outgoing(self, now: Nanos) -> bytes:
        """What belongs on the wire now."""
        if self._flying is None and self._wanted:
            self._flying = self._wanted.pop(next(iter(self._wanted)))
            self._flying_frame = self._frame(self._flying)
        elif self._flying is None or now < self.sent_at + AGAIN:
            return b""
        else:
            self.repeated += 1
        return self._put(self._flying_frame, now)

    def due(self) -> Nanos | None:
        """When `outgoing` next has something to say; None when all is done."""
        if self._flying is not None:
            return self.sent_at + AGAIN
        return self.sent_at if self._wanted else None

    def _frame(self, command: Command) -> Frame:
        self._sequence = (self._sequence + 1) % 256
        return to_frame(command, self._sequence)

    def _put(self, frame: Frame, now: Nanos) -> bytes:
        self.sent_at = now
        return encode(frame)


class Phase(Enum):
    """How far the two have come with each other."""

    ASKING = auto()
    STRANGE = auto()  # a board not in the books has answered
    WELCOMING = auto()
    UP = auto()


class Conversation(ABC):
    """One conversation with whatever is at the other end of the wire."""

    KIND: ClassVar[Kind]

    def __init__(self, nonce: int, now: Nanos) -> None:
        self._nonce = nonce
        self._reader = FrameReader()
        self._commands = Commands()
        self._phase = Phase.ASKING
        self._ask_at = now
        self._heard_at = now
        self._damaged_before = 0
        self._hello: Hello | None = None
        self._alarmed: set[object] = set()
        # How long the last command took to be answered; 0 before the first.
        self.round_trip: Nanos = 0

    @property
    def up(self) -> bool:
        """Whether a board that is in the books is there."""
        return self._phase is Phase.UP

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
        self._damaged_before = 0
        self._alarmed.clear()
        # Another nonce, never 0: what was said before is not believed any more.
        self._nonce = self._nonce % _LARGEST_NONCE + 1
        self._lose(Unplugged(), now, told)
        return told

    # What each kind of board adds

    @abstractmethod
    def _meet(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        """A board has answered: welcome it if it is in the books."""

    @abstractmethod
    def _begin(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        """The board took the welcome."""

    @abstractmethod
    def _note(self, report: Message, now: Nanos, told: list[Event]) -> None:
        """A board that was welcomed reports something."""

    # What the board says

    def _hear(self, frame: Frame, now: Nanos, told: list[Event]) -> None:
        try:
            message = _understand(frame, self.KIND, now)
        except MessageError:
            self._reader.damaged += 1
            return
        if isinstance(message, WrongProtocol | WrongBoard):
            self._alarm(told, replace(message, at=0), message)
            return
        self._heard_at = now
        self._damaged_before = self._reader.damaged
        self._alarmed.discard(NOISE)
        match message:
            case Hello():
                self._greet(message, now, told)
            case Done():
                self._conclude(message, now, told)
            case _ if self.up:
                self._note(message, now, told)

    def _greet(self, hello: Hello, now: Nanos, told: list[Event]) -> None:
        if hello.nonce != self._nonce:
            self._lose(Restarted(hello.reset_cause), now, told)
        elif self._phase in (Phase.ASKING, Phase.STRANGE):
            self._meet(hello, now, told)

    def _welcome(self, hello: Hello, base: Totals) -> None:
        self._hello = hello
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
            self._phase = Phase.UP
            hello = self._hello
            firmware = f"{hello.major}.{hello.minor}"
            told.append(LinkUp(hello.board, firmware, hello.boots, now))
            self._begin(hello, now, told)

    def _alarm(self, told: list[Event], about: object, alarm: Event) -> None:
        """Tell it, unless this was told before."""
        if about not in self._alarmed:
            self._alarmed.add(about)
            told.append(alarm)

    def _lose(self, why: WhyLost, now: Nanos, told: list[Event]) -> None:
        if self.up:
            told.append(LinkDown(why, now))
        self._ask_again()

    def _ask_again(self) -> None:
        self._phase = Phase.ASKING
        self._ask_at = 0
        self._commands.drop_all()


def _understand(
    frame: Frame, wanted: Kind, now: Nanos
) -> Message | WrongProtocol | WrongBoard:
    """The message, or why this board is left alone; `MessageError` for nonsense."""
    theirs = spoken_protocol(frame)
    if theirs is not None and theirs != PROTOCOL:
        return WrongProtocol(theirs, now)
    message = from_frame(frame)
    if isinstance(message, Hello) and message.kind != wanted:
        return WrongBoard(message.kind, wanted, now)
    return message
