"""A port that puts on a tape everything the wires do, and a port that plays one.

Recording never stands between a coin and its credit: lines go to the system in
batches, without waiting for the disk, and a disk that refuses ends the tape, not
the cabinet. So the last line of a tape may be torn.
"""

import json
import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Final, TextIO

from cabinet.core.boards import Boards
from cabinet.core.events import SECOND, BoardNews, Edge, Nanos, ToBook
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import BoardPort, Clock, IoPort, KnownPort
from cabinet.io.sim import SimPort
from cabinet.io.tape import VERSION, Losses, Tape, TapeError, entry_of

BATCH: Final = 256
LONGEST_WAIT: Final[Nanos] = 1 * SECOND

_log = logging.getLogger(__name__)


class RecordingPort:
    """Any `IoPort`, with every edge and every output put on tape."""

    def __init__(self, port: IoPort, tape: TextIO, clock: Clock) -> None:
        self._port = port
        self._tape: TextIO | None = tape
        self._clock = clock
        self._lines: list[str] = []
        self._losses = Losses()
        self._flushed_at = clock.now()
        self._note(
            tape=VERSION,
            at=self._flushed_at,
            wall_ms=clock.wall_ms(),
            levels=dict(port.levels()),
        )
        self._flush()

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        edges = self._port.poll()
        for edge in edges:
            self._note(**entry_of(edge, self._losses.before(edge)))
        waited = self._clock.now() - self._flushed_at
        if len(self._lines) >= BATCH or (self._lines and waited >= LONGEST_WAIT):
            self._flush()
        return edges

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._port.heard_until

    def due(self) -> Nanos | None:
        """See `IoPort.due`."""
        return self._port.due()

    @property
    def lost(self) -> str:
        """See `IoPort.lost`."""
        return self._port.lost

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        return self._port.levels()

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`."""
        self._port.write(output, on=on)
        self._note(at=self._clock.now(), out=output, on=on)

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`."""
        return self._port.about() if isinstance(self._port, KnownPort) else {}

    def close(self) -> None:
        """See `IoPort.close`; the tape is whole, and its file is let go."""
        self._port.close()
        self._flush()
        self._let_go()

    def _note(self, **entry: object) -> None:
        if self._tape is not None:
            self._lines.append(json.dumps(entry, separators=(",", ":")))

    def _flush(self) -> None:
        lines, self._lines = self._lines, []
        self._flushed_at = self._clock.now()
        if self._tape is None or not lines:
            return
        try:
            self._tape.write("\n".join(lines) + "\n")
            self._tape.flush()
        except OSError as wrong:
            _log.warning("the tape ends here, the cabinet goes on: %s", wrong)
            self._let_go()

    def _let_go(self) -> None:
        tape, self._tape = self._tape, None
        if tape is not None:
            with suppress(OSError):
                tape.close()


class RecordedSimPort(RecordingPort):
    """A `SimPort` on tape that can still be touched."""

    def __init__(self, port: SimPort, tape: TextIO, clock: Clock) -> None:
        super().__init__(port, tape, clock)
        self._sim = port

    def touch(self, line: str, *, active: bool) -> None:
        """See `SimPort.touch`."""
        self._sim.touch(line, active=active)

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """See `SimPort.insert`."""
        return self._sim.insert(slot, pulses)


class RecordedBoardPort(RecordingPort):
    """A `BoardPort` on tape: its edges and outputs; its coins are in the books."""

    def __init__(self, port: BoardPort, tape: TextIO, clock: Clock) -> None:
        super().__init__(port, tape, clock)
        self._board = port

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`."""
        return self._board.counted

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return self._board.awaited

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`."""
        self._board.begin(boards, slots, meter)

    def news(self) -> Sequence[BoardNews]:
        """See `BoardPort.news`."""
        return self._board.news()

    def booked(self, news: ToBook) -> None:
        """See `BoardPort.booked`."""
        self._board.booked(news)


def record_to(path: Path, port: IoPort, clock: Clock) -> RecordingPort:
    """The port, recorded to a new file; a tape that is there is never overwritten."""
    try:
        tape = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise TapeError(
            f"{path} is there already, and a tape is never overwritten: "
            "move it away or give another name"
        ) from None
    except OSError as wrong:
        raise TapeError(f"{path}: cannot record there: {wrong.strerror}") from None
    if isinstance(port, SimPort):
        return RecordedSimPort(port, tape, clock)
    if isinstance(port, BoardPort):
        return RecordedBoardPort(port, tape, clock)
    return RecordingPort(port, tape, clock)


class TapePort:
    """An `IoPort` that plays a tape from the moment it is made."""

    def __init__(self, tape: Tape, clock: Clock) -> None:
        shift = clock.now() - tape.at
        edges = sorted(tape.edges, key=lambda edge: edge.at)
        self._clock = clock
        self._coming = deque(edge._replace(at=edge.at + shift) for edge in edges)
        self._levels = dict.fromkeys((edge.line for edge in edges), False)
        self._levels |= tape.levels
        self.outputs = dict.fromkeys((each.output for each in tape.written), False)
        self._closed = False
        self._heard_until = clock.now()

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        self._heard_until = self._clock.now()
        edges = list(self._passed(self._heard_until))
        for edge in edges:
            self._coming.popleft()
            self._levels[edge.line] = edge.active
        return edges

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._heard_until

    def due(self) -> Nanos | None:
        """See `IoPort.due`; None when the tape is at its end."""
        return self._coming[0].at if self._coming else None

    @property
    def lost(self) -> str:
        """See `IoPort.lost`; a tape does not break."""
        return ""

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        return self._levels | {
            edge.line: edge.active for edge in self._passed(self._clock.now())
        }

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; `outputs` shows it, the tape is what it was."""
        if not self._closed:
            self.outputs[output] = on

    def close(self) -> None:
        """See `IoPort.close`."""
        self._closed = True
        self._coming.clear()
        self.outputs = dict.fromkeys(self.outputs, False)

    def _passed(self, now: Nanos) -> Iterator[Edge]:
        return takewhile(lambda edge: edge.at <= now, self._coming)
