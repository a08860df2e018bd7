"""Evidence drawn in a terminal: what the wires did, how wide, and what was decided."""

import json
from bisect import bisect_right
from collections.abc import Sequence

from cabinet.books.evidence import Case
from cabinet.books.exports import moment, table
from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.io.tape import Losses, entry_of

COLUMNS = 64
MOST_PULSES = 24
IDLE, ACTIVE, BOTH = "▁", "█", "▒"
BY_BOARD = (
    "the board at the slot judged it, by the same limits. It tells how wide a pulse "
    "was and none of its edges,\nso there is nothing to draw and nothing to play again"
)


def listing(cases: Sequence[Case]) -> str:
    """All cases in a table, for somebody who looks for one."""
    rows = [("id", "when", "what", "line", "decided")]
    for case in cases:
        often = f" ({case.times} times)" if case.times > 1 else ""
        when = moment(case.wall_ms, None)
        rows.append((str(case.id), when, case.kind, case.line, f"{case.told}{often}"))
    return table(rows, left=5) + "\n"


def draw(case: Case) -> str:
    """One case: a line for each wire that moved, then the pulses of the one."""
    often = f", {case.times} times here" if case.times > 1 else ""
    head = [
        f"evidence {case.id}: {moment(case.wall_ms, None)}, {case.line or 'cabinet'}",
        f"{case.kind}: {case.told}{often}",
        str(case.told_limits or ""),
    ]
    body = [BY_BOARD] if case.by_board else _seen(case)
    return "\n".join([*head, *body]) + "\n"


def _seen(case: Case) -> list[str]:
    first, last = span(case)
    parts = [
        "",
        *_wires(case, first, last),
        _axis(case, first, last),
        "",
        *_pulses(case, first),
    ]
    if len(case.edges) == 0:
        parts.append("no wire moved around that moment")
    name = f"why-{case.id}.tape"
    parts.append(
        f"\nplay it again: cabinet books why {case.id} --tape {name}; "
        f"cabinet replay {name}"
    )
    return parts


def tape_text(case: Case) -> str:
    """The case as a tape that `cabinet replay` plays.

    It begins a second early: a wire that moves as the cabinet wakes up is no coin.
    """
    start = min([case.at, *(edge.at for edge in case.edges)]) - SECOND
    lines: list[dict[str, object]] = [
        {
            "tape": 1,
            "at": start,
            "wall_ms": case.wall_ms,
            "levels": dict(case.levels),
        }
    ]
    losses = Losses()
    lines += [entry_of(edge, losses.before(edge)) for edge in case.edges]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


def span(case: Case) -> tuple[Nanos, Nanos]:
    """From the first edge to the last, the moment of the decision included."""
    times = [case.at, *(edge.at for edge in case.edges)]
    first, last = min(times), max(times)
    margin = max((last - first) // 20, MILLISECOND)
    return first - margin, last + margin


def moved(case: Case) -> list[str]:
    """Every wire that the case is about, its own first."""
    names = dict.fromkeys((case.line, *(edge.line for edge in case.edges)))
    return [name for name in names if name]


def _wires(case: Case, first: Nanos, last: Nanos) -> list[str]:
    names = moved(case)
    width = max(map(len, names), default=0)
    return [f"{name:{width}} {_levels(case, name, first, last)}" for name in names]


def _levels(case: Case, line: str, first: Nanos, last: Nanos) -> str:
    """The line's level over time, a column for each stretch of it."""
    edges = [edge for edge in case.edges if edge.line == line]
    times = [edge.at for edge in edges]
    drawn, seen = "", 0
    level = case.levels.get(line, False)
    for column in range(1, COLUMNS + 1):
        passed = bisect_right(times, first + (last - first) * column // COLUMNS)
        levels = {level, *(edge.active for edge in edges[seen:passed])}
        drawn += BOTH if len(levels) > 1 else ACTIVE if level else IDLE
        if passed > seen:
            level, seen = edges[passed - 1].active, passed
    return drawn


def _axis(case: Case, first: Nanos, last: Nanos) -> str:
    """Where the decision fell, and how long the whole stretch is."""
    width = max((len(edge.line) for edge in case.edges), default=0)
    width = max(width, len(case.line)) + 1
    column = (case.at - first) * COLUMNS // (last - first)
    whole = f"{(last - first) / MILLISECOND:.0f} ms in all"
    return f"{' ' * (width + column)}^ decided; {whole}"


def _pulses(case: Case, first: Nanos) -> list[str]:
    rows = [("pulse", "at", "width", "idle before")]
    idle_since: Nanos | None = None
    began: Nanos | None = None
    for edge in (edge for edge in case.edges if edge.line == case.line):
        if edge.active and began is None:
            began = edge.at
        elif not edge.active and began is not None:
            rows.append(_pulse(len(rows), began, edge, idle_since, first))
            began, idle_since = None, edge.at
    if began is not None:
        rows.append((str(len(rows)), _ms(began - first), "did not end", ""))
    more = len(rows) - 1 - MOST_PULSES
    lines = table(rows[: MOST_PULSES + 1]).split("\n") if len(rows) > 1 else []
    return [*lines, f"and {more} more"] if more > 0 else lines


def _pulse(
    number: int, began: Nanos, end: Edge, idle_since: Nanos | None, first: Nanos
) -> tuple[str, str, str, str]:
    before = "" if idle_since is None else _ms(began - idle_since)
    return str(number), _ms(began - first), _ms(end.at - began), before


def _ms(nanos: Nanos) -> str:
    return f"{nanos / MILLISECOND:.2f} ms"
