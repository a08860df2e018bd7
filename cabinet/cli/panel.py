"""`cabinet panel WORD…`: hands on the simulated panel of a running cabinet.

A word is a line (`start`, `p1.left`, `coin.1`; `coin` is the first slot), pressed
for 80 ms; `power:3` holds it for three seconds; `wait:0.5` waits.
"""

from collections.abc import Iterable
from pathlib import Path

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Refused, Touch
from cabinet.protocol.refusals import RefusedError
from cabinet.protocol.snapshot import Snapshot

TAP = 0.08
BETWEEN = 0.15
LONGEST = 3600


def speak(bus: Path, words: Iterable[str]) -> int:
    """Do what each word says, in order; a refusal ends it with a sentence."""
    line = CounterConnection.connect(bus, "tool")
    hand = _Hand(line)
    try:
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
        for heard in self._line.heard(round(seconds * SECOND)):
            for message in heard:
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
