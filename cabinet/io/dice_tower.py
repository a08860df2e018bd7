"""A dice tower at a serial port of its own: a `DicePort` of a session and a cable.

`firmware_bridge.dice` knows what is said, `serial_talk` has it said and heard.
"""

import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from cabinet.core.events import (
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
from cabinet.i18n.message import message
from cabinet.io.serial_messages import trouble
from cabinet.io.serial_talk import Missed, Talk
from cabinet.io.serial_wire import Cable, SerialWire
from cabinet.throws import Throw
from firmware_bridge import events as told
from firmware_bridge.dice import DiceSession
from firmware_bridge.events import CommandRefused, LinkUp

SETTING: Final = "dice.port"

_log = logging.getLogger(__name__)


class SerialTower:
    """A `DicePort` at the other end of a `Cable`."""

    def __init__(self, clock: Clock, wire: Cable, name: str) -> None:
        self._clock = clock
        self._name = name
        self._talk = Talk(
            clock,
            wire,
            silence=message("tower_silent", port=name),
            noise=message("tower_noise", port=name),
            tower=True,
        )
        self._session: DiceSession | None = None
        self._wanted: Throw | None = None

    def begin(self, past: Mapping[int, int], wanted: Throw | None) -> None:
        """See `DicePort.begin`."""
        known = {**past, **({wanted.tower: wanted.number - 1} if wanted else {})}
        nonce = int.from_bytes(os.urandom(4), "big") or 1
        self._session = DiceSession(known, nonce, self._clock.now())
        self.want(wanted)
        self._talk.begin(self._session)

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
        self._talk.speak()

    def enter(self, met: TowerMet) -> None:
        """See `DicePort.enter`."""
        if self._session is not None:
            self._session.adopt(met.tower, met.throw)
            self._talk.speak()

    def poll(self) -> Sequence[TowerNews]:
        """See `DicePort.poll`."""
        return [news for event in self._talk.listen() for news in self._news(event)]

    def due(self) -> Nanos | None:
        """See `DicePort.due`."""
        return self._talk.due()

    def close(self) -> None:
        """See `DicePort.close`."""
        self._session = None
        self._talk.close()

    def _news(self, event: told.Event | Missed) -> Iterator[TowerNews]:
        match event:
            case Missed(why=why, at=at):
                _log.warning("dice tower: %s", why)
                yield TowerLost(why, at)
            case LinkUp(board=tower, at=at):
                _log.info("dice tower %08x at %s", tower, self._name)
                yield TowerFound(tower, at)
            case told.TowerUnknown(tower=tower, throw=throw, at=at):
                yield TowerMet(tower, throw, at)
            case told.Thrown(tower=tower, throw=throw, faces=faces, at=at):
                yield DiceFell(tower, throw, faces, at)
            case told.ThrowSpoiled(tower=tower, throw=throw, why=lie, at=at):
                yield DiceSpoiled(tower, throw, lie.name.lower(), at)
            case told.ThrowRefused() | told.WireNoisy() | CommandRefused():
                yield BoardTroubled(trouble(event), event.at)


def open_tower(name: str, clock: Clock, wake: Callable[[], None]) -> SerialTower:
    """The tower at a device or URL; `wake` is called when `poll` has something."""
    wire = SerialWire(name, clock, wake, SETTING)
    return SerialTower(clock, wire, name)
