"""A dice tower at a serial port of its own: a `DicePort` of a session and a cable.

`firmware_bridge.dice` knows what is said, `serial_wire` carries it; here one is turned
into the other whenever the counter polls, on the counter's own thread. A tower that is
gone, silent or something else is told in one sentence, once, and looked for for ever.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cabinet.core.events import (
    SECOND,
    BoardTroubled,
    DiceFell,
    DiceSpoiled,
    Nanos,
    TowerFound,
    TowerLost,
    TowerMet,
    TowerNews,
)
from cabinet.core.ports import Clock
from cabinet.io.serial_wire import Gone, Heard, Opened, SerialWire, Wire
from cabinet.throws import Throw
from firmware_bridge import dice_events as told
from firmware_bridge.dice import DiceSession
from firmware_bridge.events import LinkLost, LinkUp, WrongBoard, WrongProtocol

# Longer than any boot loader waits for a new program.
ANSWER_WITHIN: Final[Nanos] = 3 * SECOND
TRY_AGAIN_AFTER: Final[Nanos] = 6 * SECOND
SETTING: Final = "dice.port"

_log = logging.getLogger(__name__)


class SerialTower:
    """A `DicePort` at the other end of a `Wire`."""

    def __init__(self, clock: Clock, wire: Wire, name: str) -> None:
        self._clock = clock
        self._wire = wire
        self._name = name
        self._session: DiceSession | None = None
        self._news: list[TowerNews] = []
        self._wanted: Throw | None = None
        self._asking_since: Nanos | None = None  # None: nobody there, or linked
        self._is_open = False
        self._noise = 0
        self._why = ""

    def begin(self, past: Mapping[int, int], wanted: Throw | None) -> None:
        """See `DicePort.begin`."""
        known = {**past, **({wanted.tower: wanted.number - 1} if wanted else {})}
        nonce = int.from_bytes(os.urandom(4), "big") or 1
        self._session = DiceSession(known, nonce, self._clock.now())
        self.want(wanted)
        self._wire.start()

    def want(self, throw: Throw | None) -> None:
        """See `DicePort.want`."""
        session, before = self._session, self._wanted
        if session is None or throw == before:
            return
        self._wanted = throw
        if before:
            session.taken(*before)
        if throw:
            session.roll(throw.tower)
        self._speak(session)

    def enter(self, met: TowerMet) -> None:
        """See `DicePort.enter`."""
        if self._session is not None:
            self._session.adopt(met.tower, met.throw)
            self._speak(self._session)

    def poll(self) -> Sequence[TowerNews]:
        """See `DicePort.poll`."""
        if self._session is not None:
            self._listen(self._session)
        news, self._news = self._news, []
        return news

    def due(self) -> Nanos | None:
        """See `DicePort.due`."""
        session = self._session
        if session is None or not self._is_open:
            return None
        times = [session.due()]
        if self._asking_since is not None:
            times.append(self._asking_since + TRY_AGAIN_AFTER)
            if not self._why:
                times.append(self._asking_since + ANSWER_WITHIN)
        return min(times)

    def close(self) -> None:
        """See `DicePort.close`."""
        if self._session is not None:
            self._session = None
            self._is_open = False
            self._wire.close()

    def _listen(self, session: DiceSession) -> None:
        for happening in self._wire.take():
            at = happening.at
            match happening:
                case Opened():
                    self._is_open, self._asking_since, self._noise = True, at, 0
                case Heard(octets=octets):
                    self._noise += len(octets)
                    self._understand(session.receive(octets, at))
                case Gone(why=why):
                    self._is_open, self._asking_since = False, None
                    self._understand(session.unplugged(why, at))
                    self._miss(why, at)
        now = self._clock.now()
        self._understand(session.tick(now))
        self._insist(now)
        self._speak(session)

    def _insist(self, now: Nanos) -> None:
        """Nobody answers: say so, and after a while open the device anew."""
        since = self._asking_since
        if since is None or now < since + ANSWER_WITHIN:
            return
        if not self._why:
            self._miss(self._unanswered(), now)
        if now >= since + TRY_AGAIN_AFTER:
            self._is_open, self._asking_since = False, None
            self._wire.reopen()

    def _unanswered(self) -> str:
        if self._noise:
            return f"something at {self._name} talks, but not as a dice tower does"
        return f"nobody answers at {self._name}: is that the dice tower, and is it on?"

    def _speak(self, session: DiceSession) -> None:
        if self._is_open:
            self._wire.send(session.outgoing(self._clock.now()))

    def _miss(self, why: str, at: Nanos) -> None:
        """The tower is out of reach: told when it is news."""
        if why != self._why:
            self._why = why
            _log.warning("dice tower: %s", why)
            self._news.append(TowerLost(why, at))

    def _understand(self, events: list[told.DiceEvent]) -> None:
        for event in events:
            match event:
                case LinkUp(board=tower, at=at):
                    self._asking_since, self._why = None, ""
                    self._news.append(TowerFound(tower, at))
                    _log.info("dice tower %08x at %s", tower, self._name)
                case LinkLost(why=why, at=at):
                    self._asking_since = at
                    self._miss(why, at)
                case WrongProtocol(at=at) | WrongBoard(at=at):
                    self._miss(str(event), at)
                case told.TowerUnknown(tower=tower, throw=throw, at=at):
                    self._news.append(TowerMet(tower, throw, at))
                case told.Thrown(tower=tower, throw=throw, faces=faces, at=at):
                    self._news.append(DiceFell(tower, throw, faces, at))
                case told.ThrowSpoiled(tower=tower, throw=throw, why=lie, at=at):
                    self._news.append(DiceSpoiled(tower, throw, lie.name.lower(), at))
                case _:
                    self._news.append(BoardTroubled(str(event), event.at))


def open_tower(name: str, clock: Clock, wake: Callable[[], None]) -> SerialTower:
    """The tower at a device or URL; `wake` is called when `poll` has something."""
    wire = SerialWire(name, clock, wake, SETTING, "dice tower")
    return SerialTower(clock, wire, name)
