"""`cabinet panel WORD…`: hands on the simulated panel of a running cabinet.

A word is a line (`start`, `p1.left`, `coin.1`; `coin` is the first slot), pressed
for 80 ms; `power:3` holds it for three seconds; `wait:0.5` waits.
"""

import select
from collections.abc import Iterable
from pathlib import Path

from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Hello, Refused, Touch
from cabinet.protocol.refusals import RefusedError
from cabinet.protocol.snapshot import Snapshot

TAP = 0.08
BETWEEN = 0.15
LONGEST = 3600


def speak(bus: Path, words: Iterable[str]) -> int:
    """Do what each word says, in order; a refusal ends it with a sentence."""
    line = CounterConnection.connect(bus)
    hand = _Hand(line)
    try:
        line.send(Hello("tool", 0))
        for word in words:
            hand.do(word)
        hand.listen(BETWEEN)
    finally:
        line.close()
    print(hand.found)  # noqa: T201
    return 0


class _Hand:
    def __init__(self, line: CounterConnection) -> None:
        self._line = line
        self._clock = SystemClock()
        self.found = ""

    def do(self, word: str) -> None:
        name, colon, seconds = word.partition(":")
        duration = _seconds(word, seconds) if colon else TAP
        if name == "wait":
            self.listen(duration)
            return
        name = "coin.1" if name == "coin" else name
        self._line.send(Touch(name, active=True))
        self.listen(duration)
        self._line.send(Touch(name, active=False))
        self.listen(BETWEEN)

    def listen(self, seconds: float) -> None:
        """Let time pass, hearing what the counter says meanwhile."""
        end = self._clock.now() + round(seconds * SECOND)
        while (left := end - self._clock.now()) > 0 and not self._line.closed:
            readable, _, _ = select.select([self._line], [], [], left / SECOND)
            if not readable:
                return
            for message in self._line.read():
                match message:
                    case Snapshot(mode=mode, credits=credits):
                        self.found = f"{mode}, credits {credits}"
                    case Refused(why=why):
                        raise RefusedError(why)
            if self._line.closed:
                self.found = "the cabinet has ended"


def _seconds(word: str, written: str) -> float:
    try:
        seconds = float(written)
    except ValueError:
        seconds = -1
    if 0 <= seconds <= LONGEST:
        return seconds
    raise CabinetError(
        f"{word}: after the colon stand seconds, as in power:3 or wait:0.5"
    )
