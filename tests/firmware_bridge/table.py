"""A session, a clock, and a hand that writes the board's part."""

from firmware_bridge.events import (
    SECOND,
)
from firmware_bridge.frames import Frame, FrameReader, encode
from firmware_bridge.lines import INPUTS
from firmware_bridge.messages import (
    PROTOCOL,
    Done,
    Hello,
    Message,
    Result,
    SetSlot,
    State,
    from_frame,
    to_frame,
)
from firmware_bridge.session import Session

BOARD = 0xC0FFEE
NONCE = 42
HELLO = Hello(PROTOCOL, 1, 0, 0, NONCE, BOARD, 7, 1, (5, 0), (5, 0), 0, 20)
STATE = State(0, 0, 0, (5, 0), 1000, 0, 0, 0)
WINDOW = SetSlot(1, 60, 160, 20, 500, 8)


def bit(line: str) -> int:
    return 1 << INPUTS.index(line)


class Table:
    """A session, a clock, and a hand that writes the board's part."""

    def __init__(self, credited=None, settings=()):
        self.now = 10 * SECOND
        credited = {BOARD: (5, 0)} if credited is None else credited
        self.session = Session(credited, NONCE, self.now, settings)
        self.frames: list[Frame] = []

    def says(self, *messages: Message):
        octets = b"".join(encode(to_frame(message, 0)) for message in messages)
        return self.session.receive(octets, self.now)

    def hears(self) -> list[Message]:
        frames = FrameReader().feed(self.session.outgoing(self.now))
        self.frames += frames
        return [from_frame(frame) for frame in frames]

    def answers(self, result: Result = Result.OK):
        last = self.frames[-1]
        return self.says(Done(last.type, last.sequence, result))

    def settle(self) -> list[Message]:
        """Answer every command until there is none."""
        said = []
        while heard := self.hears():
            said += heard
            self.answers()
        return said

    def wait(self, duration: int):
        self.now += duration
        return self.session.tick(self.now)


def linked() -> Table:
    """A table whose board has been welcomed."""
    table = Table()
    table.hears()
    table.says(HELLO)
    table.settle()
    assert table.session.up
    return table
