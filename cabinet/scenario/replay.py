"""`cabinet replay TAPE`: what a recorded tape meant, edge by edge.

The tape's edges go through the same decoder and state machine as on the cabinet, in
virtual time and with books of their own, and everything that happened is told.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from cabinet import settings
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import SECOND, Nanos
from cabinet.core.inputs.decoder import Decoder, holds
from cabinet.counter.active_screen import HEARTBEAT
from cabinet.counter.counter import Counter
from cabinet.io.recorder import TapePort
from cabinet.io.tape import read_tape
from cabinet.loops.registry import GameShelf
from cabinet.protocol.codec import Heartbeat, Hello, Panel
from cabinet.protocol.snapshot import Snapshot

SCREEN = 1


def replay(path: Path, config_path: Path, out: TextIO) -> int:
    """Play the tape and tell what it meant."""
    tape = read_tape(path)
    catalogue = settings.catalogue_of(GameShelf())
    chosen = settings.load(config_path, {"io": {"backend": "sim"}}, catalogue)
    operating = chosen.operating(catalogue)
    clock = VirtualClock(now=tape.at)
    with TemporaryDirectory(prefix="cabinet-replay-") as folder:
        books = SqliteBooks(Path(folder) / "books.sqlite3", clock, boot="replay")
        port = TapePort(tape, clock)
        counter = Counter(
            operating,
            books,
            port,
            Decoder(operating.slots, holds(operating.wired)),
            clock,
            seed=0,
        )
        counter.hear(SCREEN, Hello("screen", 0))
        teller = _Teller(out, tape.at)
        beat = clock.now() + HEARTBEAT
        while port.due() is not None:
            due = counter.due()
            clock.advance_to(max(clock.now(), min(beat, due if due else beat)))
            if clock.now() >= beat:
                counter.hear(SCREEN, Heartbeat(0, 0))
                beat = clock.now() + HEARTBEAT
            counter.turn()
            teller.tell(counter, clock.now())
        clock.advance_to(clock.now() + SECOND)
        counter.turn()
        teller.tell(counter, clock.now())
        totals = counter.state.totals
        counter.close()
    out.write(
        f"{len(tape.edges)} edges: {totals.coins} coins, "
        f"{totals.minor_units} minor units, {totals.plays} plays, "
        f"{totals.alarms} alarms\n"
    )
    return 0


class _Teller:
    """Writes what changed, with the tape's own time."""

    def __init__(self, out: TextIO, began: Nanos) -> None:
        self._out = out
        self._began = began
        self._last = ""

    def tell(self, counter: Counter, now: Nanos) -> None:
        envelopes, counter.outbox = counter.outbox, []
        for envelope in envelopes:
            match envelope.message:
                case Panel(line=line, what=what, at=at):
                    self._say(at, f"{line} {what}")
                case Snapshot(mode=mode, credits=credits, alarms=alarms):
                    line = f"{mode}, credits {credits}"
                    line += "".join(f", alarm: {alarm}" for alarm in alarms)
                    if line != self._last:
                        self._last = line
                        self._say(now, line)

    def _say(self, at: Nanos, what: str) -> None:
        self._out.write(f"{(at - self._began) / SECOND:10.4f}  {what}\n")
