"""A dice tower as PROTOCOL.md asks for it, and a host with books of paper."""

import random
from dataclasses import dataclass, field, replace

from firmware_bridge.dice import DiceSession
from firmware_bridge.events import MILLISECOND, SECOND, Thrown
from firmware_bridge.frames import Frame, FrameReader, encode
from firmware_bridge.messages import (
    PROTOCOL,
    Ask,
    Dice,
    Done,
    Hello,
    Lie,
    Result,
    Roll,
    State,
    Taken,
    Welcome,
    from_frame,
    to_frame,
)

TOWER = 0xD1CE
NONCE = 7
FACES = (3, 6, 0, 0, 0, 0)
HELLO = Hello(PROTOCOL, 1, 0, 0x10, NONCE, TOWER, 1, 1, (257, 0), (257, 0), 0, 5)
PAST = Dice(257, Lie.FLAT, FACES, 0)


@dataclass
class Tower:
    """Dice, a gate and a memory, as PROTOCOL.md asks for them."""

    rng: random.Random = field(default_factory=lambda: random.Random(5))
    last: Dice = PAST
    nonce: int = 0
    welcomed: bool = False
    asked: int | None = None
    taken: int = 257
    falls: int = 0
    _reader: FrameReader = field(default_factory=FrameReader)

    def hear(self, octets: bytes) -> bytes:
        return b"".join(map(self._answer, self._reader.feed(octets)))

    def throw(self, lie: Lie = Lie.FLAT) -> None:
        """Somebody throws; dice nobody asked for are nothing."""
        if self.asked is not None:
            faces = (self.rng.randint(1, 6), self.rng.randint(1, 6), 0, 0, 0, 0)
            self.falls += 1
            self.last = Dice(self.asked, lie, faces, 9)
            self.asked = self.asked if lie else None

    def say(self) -> bytes:
        if not self.welcomed:
            return b""
        told = [State(0, 0, 0, (0, 0), 9, 0, 0, 0)]
        told += [self.last] * (self.last.throw > self.taken)
        return b"".join(encode(to_frame(message, 0)) for message in told)

    def restart(self) -> None:
        self.nonce, self.welcomed, self._reader = 0, False, FrameReader()

    def _answer(self, frame: Frame) -> bytes:
        match from_frame(frame):
            case Ask(nonce):
                self.welcomed &= nonce == self.nonce
                self.nonce = nonce
                totals = (self.last.throw, 0)
                flags = 0x10 | self.welcomed
                hello = replace(
                    HELLO, nonce=nonce, flags=flags, base=totals, totals=totals
                )
                return encode(to_frame(hello, 0))
            case Welcome():
                self.welcomed = True
            case Roll(throw) if throw > self.last.throw or self.last.lie:
                self.asked = throw
            case Taken(throw):
                self.taken = throw
        result = Result.OK if self.welcomed else Result.NOT_WELCOMED
        return encode(to_frame(Done(frame.type, frame.sequence, result), 0))


class Evening:
    """A host with books of paper, a tower, and a wire between them."""

    def __init__(self) -> None:
        self.now = 10 * SECOND
        self.tower = Tower()
        self.books: dict[int, int] = {TOWER: 257}
        self.throws: list[tuple[int, ...]] = []
        self.events: list[object] = []
        self.lossy = random.Random(1)
        self.loss = 0.0
        self.starts = 0
        self.start_host()

    def start_host(self) -> None:
        self.starts += 1
        self.session = DiceSession(self.books, NONCE + self.starts, self.now)

    def run(self, duration: int = SECOND, *, write: bool = True) -> None:
        end = self.now + duration
        while self.now < end:
            self.now += 50 * MILLISECOND
            said = self._carry(self.session.outgoing(self.now))
            heard = self._carry(self.tower.hear(said) + self.tower.say())
            told = self.session.receive(heard, self.now) + self.session.tick(self.now)
            self.events += told
            for event in told:
                if isinstance(event, Thrown) and write:
                    self.books[event.tower] = event.throw
                    self.throws.append(event.faces)
                    self.session.taken(event.tower, event.throw)

    def told(self, kind: type) -> list[object]:
        return [event for event in self.events if isinstance(event, kind)]

    def _carry(self, octets: bytes) -> bytes:
        return bytes(
            byte ^ 1 << self.lossy.randrange(8)
            if self.lossy.random() < self.loss
            else byte
            for byte in octets
        )
