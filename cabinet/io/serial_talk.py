"""A talk over a cable: who answers, who is silent, who is gone.

The board and the dice tower are spoken to alike: a session of `firmware_bridge` knows
what is said, a `Cable` carries it, and here one is turned into the other whenever the
counter looks, on the counter's own thread. The other end is out of reach when the cable
is gone, when it is silent, and when it does not answer as it should. Each is told in
one sentence, once, and tried again for ever: a device that is open and says nothing
sensible is opened anew, which resets an Uno or a Nano and ends its boot loader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.ports import Clock
from cabinet.i18n.message import Message
from cabinet.io.serial_messages import why_left_alone, why_lost
from cabinet.io.serial_wire import Cable, Gone, Heard, Opened
from firmware_bridge.conversation import Conversation
from firmware_bridge.events import (
    Event,
    LinkDown,
    LinkUp,
    Unplugged,
    WrongBoard,
    WrongProtocol,
)

# Longer than any boot loader waits for a new program.
ANSWER_WITHIN: Final[Nanos] = 3 * SECOND
TRY_AGAIN_AFTER: Final[Nanos] = 6 * SECOND


@dataclass(frozen=True, slots=True)
class Missed:
    """The other end is out of reach, for a reason not told before."""

    why: Message
    at: Nanos


class Talk:
    """One end of a `Cable`.

    `silence` and `noise` are what to say when nothing, or nonsense, comes from there;
    `tower` where a dice tower is to be there, and no board.
    """

    def __init__(
        self,
        clock: Clock,
        wire: Cable,
        *,
        silence: Message,
        noise: Message,
        tower: bool = False,
    ) -> None:
        self._clock = clock
        self._wire = wire
        self._silence = silence
        self._noise = noise
        self._tower = tower
        self._session: Conversation | None = None
        self._asking_since: Nanos | None = None  # None: nobody there, or linked
        self._is_open = False
        self._is_heard = False
        self._why: Message | None = None
        self._guess: Message | None = None

    @property
    def lost(self) -> Message | None:
        """Why the other end is out of reach; None while it is not."""
        return self._why

    def begin(self, session: Conversation) -> None:
        """Speak for this session, and look for the other end from now on."""
        self._session = session
        self._wire.start()

    def listen(self) -> Sequence[Event | Missed]:
        """What was told since the last look, in order; then say what is due."""
        session = self._session
        if session is None:
            return ()
        told: list[Event | Missed] = []
        for event in self._wire.take():
            at = event.at
            match event:
                case Opened():
                    self._is_open, self._asking_since, self._is_heard = True, at, False
                case Heard(octets=octets):
                    self._is_heard = True
                    told += self._heed(session.receive(octets, at))
                case Gone(why=why):
                    self._is_open, self._asking_since = False, None
                    told += self._heed(session.unplugged(at))
                    told += self._miss(why, at)
        now = self._clock.now()
        told += self._heed(session.tick(now))
        told += self._insist(now)
        self.speak()
        return told

    def speak(self) -> None:
        """Say what there is to say, if there is a cable."""
        if self._is_open and self._session is not None:
            self._wire.send(self._session.outgoing(self._clock.now()))

    def due(self) -> Nanos | None:
        """When to listen again though nothing came."""
        if self._session is None or not self._is_open:
            return None
        times = [self._session.due()]
        if self._asking_since is not None:
            times.append(self._asking_since + TRY_AGAIN_AFTER)
            if not self._why:
                times.append(self._asking_since + ANSWER_WITHIN)
        return min(times)

    def close(self, last: bytes = b"") -> None:
        """Say a last word and let go; may be called twice."""
        if self._session is not None:
            self._session = None
            self._is_open = False
            self._wire.close(last)

    def _heed(self, events: Sequence[Event]) -> list[Event | Missed]:
        """Notice what says that the other end is there, or is not."""
        told: list[Event | Missed] = []
        for event in events:
            match event:
                case LinkUp():
                    self._asking_since, self._why = None, None
                    told.append(event)
                case LinkDown(why=why, at=at):
                    self._asking_since = at
                    if not isinstance(why, Unplugged):
                        told += self._miss(why_lost(why, tower=self._tower), at)
                case WrongProtocol(at=at) | WrongBoard(at=at):
                    told += self._miss(why_left_alone(event), at)
                case _:
                    told.append(event)
        return told

    def _insist(self, now: Nanos) -> list[Missed]:
        """Nobody answers: say so, and after a while open the device anew."""
        since = self._asking_since
        if since is None or now < since + ANSWER_WITHIN:
            return []
        missed: list[Missed] = []
        if self._why in (None, self._guess):
            self._guess = self._noise if self._is_heard else self._silence
            missed = self._miss(self._guess, now)
        if now >= since + TRY_AGAIN_AFTER:
            self._is_open, self._asking_since = False, None
            self._wire.reopen()
        return missed

    def _miss(self, why: Message, at: Nanos) -> list[Missed]:
        if why == self._why:
            return []
        self._why = why
        return [Missed(why, at)]
