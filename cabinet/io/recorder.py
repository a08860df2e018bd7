"""A tape of everything the wires did, and a port that plays one.

A tape is lines of JSON. The first says what it is, when it began and which lines
were active then; each other is an input edge (`at`, `line`, `active`, and `lost` when
edges were lost just before it) or an output that was written (`at`, `out`, `on`).
Times are nanoseconds of the monotonic clock.

Recording never stands between a coin and its credit: lines go to the system in
batches, without waiting for the disk, and a disk that refuses ends the tape, not
the cabinet. So the last line of a tape may be torn; that is forgiven when it is
read, any other damage is not.
"""

import json
import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from cabinet.core.boards import Boards
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND, BoardNews, Edge, Nanos, ToBook
from cabinet.core.house import Slot
from cabinet.core.ports import BoardPort, Clock, IoPort, KnownPort
from cabinet.io.sim import SimPort

VERSION: Final = 1
BATCH: Final = 256
LONGEST_WAIT: Final[Nanos] = 1 * SECOND

_log = logging.getLogger(__name__)


class TapeError(CabinetError, ValueError):
    """A tape that cannot be read."""


@dataclass(frozen=True, slots=True)
class Written:
    """An output was driven."""

    output: str
    on: bool
    at: Nanos


@dataclass(frozen=True, slots=True)
class Tape:
    """What was recorded; `warning` says what was missing at its end, if anything."""

    at: Nanos
    wall_ms: int
    levels: Mapping[str, bool]
    edges: tuple[Edge, ...]
    written: tuple[Written, ...] = ()
    warning: str = ""


class Losses:
    """How many edges a port has lost, by the numbers of those it told."""

    def __init__(self) -> None:
        self._seq = 0

    def before(self, edge: Edge) -> int:
        """How many were lost just before the next edge."""
        if not edge.seq:
            return 0
        lost, self._seq = edge.seq - self._seq - 1, edge.seq
        return lost


def entry_of(edge: Edge, lost: int) -> dict[str, object]:
    """An edge as it stands on a tape."""
    entry = {"at": edge.at, "line": edge.line, "active": edge.active}
    return {**entry, "lost": lost} if lost else {**entry}


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

    def begin(self, boards: Boards, slots: Sequence[Slot]) -> None:
        """See `BoardPort.begin`."""
        self._board.begin(boards, slots)

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

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        edges = list(self._passed())
        for edge in edges:
            self._coming.popleft()
            self._levels[edge.line] = edge.active
        return edges

    def due(self) -> Nanos | None:
        """See `IoPort.due`; None when the tape is at its end."""
        return self._coming[0].at if self._coming else None

    @property
    def lost(self) -> str:
        """See `IoPort.lost`; a tape does not break."""
        return ""

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        return self._levels | {edge.line: edge.active for edge in self._passed()}

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; `outputs` shows it, the tape is what it was."""
        if not self._closed:
            self.outputs[output] = on

    def close(self) -> None:
        """See `IoPort.close`."""
        self._closed = True
        self._coming.clear()
        self.outputs = dict.fromkeys(self.outputs, False)

    def _passed(self) -> Iterator[Edge]:
        now = self._clock.now()
        return takewhile(lambda edge: edge.at <= now, self._coming)


def read_tape(path: Path) -> Tape:
    """The tape in a file; `TapeError` names the line that is damaged."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as wrong:
        raise TapeError(f"{path}: cannot be read: {wrong.strerror}") from None
    first, *rest = text.split("\n")
    header = _object(first, f"{path}:1")
    if header.get("tape") != VERSION:
        raise TapeError(
            f"{path}:1: this is not a tape of version {VERSION}; a tape begins with "
            f'{{"tape":{VERSION},…}} as the recorder writes it'
        )
    entries: list[_Told | Written] = []
    warning = ""
    for number, line in enumerate(rest, start=2):
        if line:
            try:
                entries.append(_entry(line, f"{path}:{number}"))
            except TapeError as wrong:
                if number <= len(rest):
                    raise
                warning = f"{wrong}; it is the last line and was left out"
    return Tape(
        at=_whole(header, "at", f"{path}:1"),
        wall_ms=_whole(header, "wall_ms", f"{path}:1"),
        levels=_levels(header.get("levels"), f"{path}:1"),
        edges=_numbered(entry for entry in entries if isinstance(entry, _Told)),
        written=tuple(entry for entry in entries if isinstance(entry, Written)),
        warning=warning,
    )


class _Told(NamedTuple):
    """An edge of a tape, and how many were lost just before it."""

    edge: Edge
    lost: int


def _numbered(told: Iterable[_Told]) -> tuple[Edge, ...]:
    """The edges in their order, numbered as their port did where some were lost."""
    inline = sorted(told, key=lambda each: each.edge.at)
    if not any(lost for _, lost in inline):
        return tuple(edge for edge, _ in inline)
    numbers = accumulate(1 + lost for _, lost in inline)
    return tuple(
        edge._replace(seq=seq) for (edge, _), seq in zip(inline, numbers, strict=True)
    )


def _entry(line: str, where: str) -> _Told | Written:
    match _object(line, where):
        case {"at": int(at), "line": str(name), "active": bool(active), **more}:
            lost = more.get("lost", 0)
            if type(lost) is int and lost >= 0:
                return _Told(Edge(name, active, at), lost)
        case {"at": int(at), "out": str(name), "on": bool(on)}:
            return Written(name, on, at)
    raise TapeError(
        f'{where}: expected {{"at":ns,"line":name,"active":true}} or '
        f'{{"at":ns,"out":name,"on":true}}, got {_excerpt(line)}'
    )


def _object(line: str, where: str) -> dict[str, object]:
    with suppress(ValueError):
        document = json.loads(line)
        if isinstance(document, dict):
            return document
    raise TapeError(f"{where}: expected a JSON object, got {_excerpt(line)}")


def _whole(header: Mapping[str, object], key: str, where: str) -> int:
    value = header.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TapeError(f"{where}: {key}: expected a whole number, got {value!r}")


def _levels(value: object, where: str) -> dict[str, bool]:
    if isinstance(value, dict) and all(isinstance(v, bool) for v in value.values()):
        return value
    raise TapeError(f"{where}: levels: expected true or false for each line")


def _excerpt(line: str) -> str:
    return repr(line[:60]) + (" …" if len(line) > 60 else "")
