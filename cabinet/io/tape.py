"""A tape: lines of JSON that say what the wires did.

The first says what it is, when it began and which lines were active then; each other
is an input edge (`at`, `line`, `active`, and `lost` when edges were lost just before
it) or an output that was written (`at`, `out`, `on`). Times are nanoseconds of the
monotonic clock. The last line of a tape may be torn; that is forgiven when it is
read, any other damage is not.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.core.errors import CabinetError
from cabinet.core.events import Edge, Nanos

VERSION: Final = 1


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
