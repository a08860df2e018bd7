"""The host's side of a dice tower, without the wire: bytes in, throws and bytes out.

The law: nobody rolls twice by unplugging. A throw has a number that only grows. The
host asks for the next one by its number (`roll`); a tower that has made that throw
already tells it again with the same faces, whatever was unplugged or restarted in
between. A throw is told once (`Thrown`), by all the sessions that start from what was
written down; it is acknowledged only after the host said that it is (`taken`). What a
tower says of a throw nobody asked for, or differently the second time, counts for
nothing and is told as `ThrowRefused`.

Whoever owns the wire calls, again and again, `receive` with what arrived, `tick`, and
then writes what `outgoing` returns; `due` says when at the latest. Each session needs
a nonce of its own, any number but 0 that the last one did not have.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from firmware_bridge.commands import Commands
from firmware_bridge.dice_events import (
    DiceEvent,
    Thrown,
    ThrowRefused,
    ThrowSpoiled,
    TowerUnknown,
    WireNoisy,
)
from firmware_bridge.events import (
    SECOND,
    CommandRefused,
    LinkLost,
    LinkUp,
    Nanos,
    Restarted,
    Silent,
    Unplugged,
    WhyLost,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.frames import Frame, FrameReader
from firmware_bridge.hearing import next_nonce, understand
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Dice,
    Done,
    Hello,
    Kind,
    Lie,
    MessageError,
    Ping,
    Result,
    Roll,
    Taken,
    Welcome,
)
from firmware_bridge.session import ASK_EVERY, KEEP_ALIVE, LOST_AFTER

NOISY_FROM: Final = 5  # damaged frames without a good one between them


class DiceSession:
    """One conversation with whatever is at the other end of the wire.

    `taken` is the last throw written down, for each tower that is in the books.
    """

    def __init__(self, taken: Mapping[int, int], nonce: int, now: Nanos) -> None:
        self._taken = dict(taken)
        self._nonce = nonce
        self._reader = FrameReader()
        self._commands = Commands()
        self._ask_at = now
        self._heard_at = now
        self._damaged_before = 0
        self._tower: int | None = None
        self._hello: Hello | None = None
        self._up = False
        self._rolling = False
        self._of: int | None = None
        self._told: DiceEvent | None = None
        self._alarmed: set[object] = set()

    @property
    def up(self) -> bool:
        """Whether a tower that is in the books is there."""
        return self._up

    # What the host says

    def roll(self, tower: int | None = None) -> None:
        """Want the next throw, of this tower only if one is named.

        Wanting it twice before it is taken is wanting one.
        """
        self._rolling, self._of = True, tower
        self._want_roll()

    def taken(self, tower: int, throw: int) -> None:
        """A `Thrown` is in the books for ever."""
        self._taken[tower] = max(throw, self._taken[tower])
        self._rolling = False
        self._told = None
        if self._up and tower == self._tower:
            self._commands.want(Taken(self._taken[tower]))

    def adopt(self, tower: int, throw: int) -> None:
        """A new tower's last throw is in the books as past: count from there."""
        self._taken[tower] = throw
        if not self._up:
            self._ask_again()

    # The wire

    def receive(self, octets: bytes, now: Nanos) -> list[DiceEvent]:
        """Hear bytes, in pieces of any size."""
        told: list[DiceEvent] = []
        for frame in self._reader.feed(octets):
            self._hear(frame, now, told)
        damaged = self._reader.damaged - self._damaged_before
        if damaged >= NOISY_FROM:
            self._alarm(told, "noise", WireNoisy(damaged, now))
        return told

    def tick(self, now: Nanos) -> list[DiceEvent]:
        """Let time pass."""
        told: list[DiceEvent] = []
        if self._hello and now >= self._heard_at + LOST_AFTER:
            self._lose(Silent((now - self._heard_at) / SECOND), now, told)
        return told

    def outgoing(self, now: Nanos) -> bytes:
        """Everything that belongs on the wire now."""
        if self._hello is None:
            if now < self._ask_at:
                return b""
            self._ask_at = now + ASK_EVERY
            return self._commands.say(Ask(self._nonce), now)
        if self._up and now >= self._commands.sent_at + KEEP_ALIVE:
            self._commands.want(Ping())
        return self._commands.outgoing(now)

    def due(self) -> Nanos:
        """When `tick` or `outgoing` may next have something to do."""
        if self._hello is None:
            return self._ask_at
        moments = [self._heard_at + LOST_AFTER, self._commands.due()]
        if self._up:
            moments.append(self._commands.sent_at + KEEP_ALIVE)
        return min(moment for moment in moments if moment is not None)

    def unplugged(self, now: Nanos) -> list[DiceEvent]:
        """The wire itself is gone."""
        told: list[DiceEvent] = []
        self._reader = FrameReader()
        self._damaged_before = 0
        self._alarmed.clear()
        self._nonce = next_nonce(self._nonce)
        self._lose(Unplugged(), now, told)
        return told

    # What the tower says

    def _hear(self, frame: Frame, now: Nanos, told: list[DiceEvent]) -> None:
        try:
            message = understand(frame, Kind.DICE_TOWER, now)
        except MessageError:
            self._reader.damaged += 1
            return
        if isinstance(message, WrongProtocol | WrongBoard):
            self._alarm(told, replace(message, at=0), message)
            return
        self._heard_at = now
        self._damaged_before = self._reader.damaged
        self._alarmed.discard("noise")
        match message:
            case Hello():
                self._greet(message, now, told)
            case Done():
                self._conclude(message, now, told)
            case Dice() if self._up and self._tower is not None:
                self._look(self._tower, message, now, told)

    def _greet(self, hello: Hello, now: Nanos, told: list[DiceEvent]) -> None:
        if hello.nonce != self._nonce:
            if self._hello:
                self._lose(Restarted(hello.reset_cause), now, told)
            self._ask_at = now
        elif self._hello is None:
            self._meet(hello, now, told)

    def _meet(self, hello: Hello, now: Nanos, told: list[DiceEvent]) -> None:
        if self._tower != hello.board and not isinstance(self._told, Thrown):
            self._told = None
        self._tower, throws = hello.board, hello.totals[0]
        if hello.board not in self._taken:
            self._alarm(told, hello.board, TowerUnknown(hello.board, throws, now))
            return
        self._hello = hello
        self._commands.drop_all()
        self._commands.want(Welcome(PROTOCOL, self._nonce, hello.base))

    def _conclude(self, done: Done, now: Nanos, told: list[DiceEvent]) -> None:
        command = self._commands.answered(done)
        if command is None:
            return
        result = Result(min(done.result, Result.UNKNOWN))
        if result in (Result.NOT_WELCOMED, Result.NOT_ASKED):
            self._lose(Restarted(), now, told)
        elif result is not Result.OK:
            told.append(CommandRefused(command, result, now))
        elif isinstance(command, Welcome) and self._hello:
            self._up = True
            hello = self._hello
            firmware = f"{hello.major}.{hello.minor}"
            told.append(LinkUp(hello.board, firmware, hello.boots, now))
            self._want_roll()

    def _look(self, tower: int, dice: Dice, now: Nanos, told: list[DiceEvent]) -> None:
        """Tell a throw that is the next one, was asked for, and was not told yet."""
        taken = self._taken[tower]
        if dice.throw <= taken:
            self._commands.want(Taken(taken))
            return
        faces = tuple(face for face in dice.faces if face)
        if dice.throw == taken + 1 and not self._is_asked(tower):
            return  # made before a restart; it is told when it is wanted again
        news: DiceEvent
        if dice.throw == taken + 1 and dice.lie == Lie.FLAT and faces:
            news = Thrown(tower, dice.throw, faces, now)
        elif dice.throw == taken + 1:
            why = Lie.COCKED if dice.lie == Lie.COCKED else Lie.MISSING
            news = ThrowSpoiled(tower, dice.throw, why, now)
        else:
            news = ThrowRefused(tower, dice.throw, faces, now)
        self._tell_once(news, faces, now, told)

    def _tell_once(
        self,
        news: Thrown | ThrowSpoiled | ThrowRefused,
        faces: tuple[int, ...],
        now: Nanos,
        told: list[DiceEvent],
    ) -> None:
        before = self._told
        if isinstance(before, Thrown):
            if not (isinstance(news, Thrown) and news.faces == before.faces):
                refused = ThrowRefused(news.tower, news.throw, faces, now)
                self._alarm(told, (news.throw, faces), refused)
        elif isinstance(news, ThrowRefused):
            self._alarm(told, (news.throw, faces), news)
        elif not (
            isinstance(before, ThrowSpoiled)
            and isinstance(news, ThrowSpoiled)
            and before.why is news.why
        ):
            self._told = news
            told.append(news)

    def _is_asked(self, tower: int) -> bool:
        return self._rolling and self._of in (None, tower)

    def _want_roll(self) -> None:
        tower, made = self._tower, isinstance(self._told, Thrown)
        if self._up and not made and tower is not None and self._is_asked(tower):
            self._commands.want(Roll(self._taken[tower] + 1))

    def _alarm(self, told: list[DiceEvent], about: object, alarm: DiceEvent) -> None:
        if about not in self._alarmed:
            self._alarmed.add(about)
            told.append(alarm)

    def _lose(self, why: WhyLost, now: Nanos, told: list[DiceEvent]) -> None:
        if self._up:
            told.append(LinkLost(why, now))
        self._ask_again()

    def _ask_again(self) -> None:
        self._up = False
        self._hello = None
        self._ask_at = 0
        self._commands.drop_all()
