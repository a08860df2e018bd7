"""The last edges of every wire, and what to keep of them when something is odd.

Sans-IO: the counter shows every edge (`see`) and every decision (`witness`), and
takes the cases that are complete (`closed`). A case is the second before an alarm or
a rejected pulse and the half second after it; what else happens on that wire
meanwhile belongs to the same case, so a storm makes a few cases, not thousands. Where
a board judges the coins it tells how wide a pulse was and no edge of it: its lines
have no level in a case, and what the board said is all there is.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cabinet.books.evidence import Case
from cabinet.core.events import MILLISECOND, SECOND, CoinRejected, Edge, Event, Nanos
from cabinet.core.modes.state import Effect
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.operating import OperatingSettings, Slot
from cabinet.i18n.message import message, to_text

REMEMBERED: Final = 2_000
BEFORE: Final[Nanos] = 1 * SECOND
AFTER: Final[Nanos] = 500 * MILLISECOND
MOST_BEFORE: Final = 400
MOST_AFTER: Final = 200


@dataclass(slots=True)
class _Open:
    case: Case
    after: list[Edge]
    before: int  # the number of the last edge before the case, where edges have one


class Evidence:
    """A bounded memory of edges, and the cases being made of it."""

    def __init__(
        self,
        operating: OperatingSettings,
        levels: Mapping[str, bool],
        counted: Collection[str] = (),
    ) -> None:
        self._slots = {slot.line: slot for slot in operating.slots}
        self._counted = counted
        self._levels = {
            line: active for line, active in levels.items() if line not in counted
        }
        self._edges: deque[Edge] = deque()
        self._seen = 0
        self._forgotten = 0
        self._open: dict[str, _Open] = {}

    def see(self, edge: Edge) -> None:
        """Remember an edge, forgetting the oldest when there are too many."""
        if len(self._edges) == REMEMBERED:
            gone = self._edges.popleft()
            self._levels[gone.line] = gone.active
            self._forgotten = gone.seq or self._forgotten
        self._edges.append(edge)
        self._seen += 1
        for case in self._open.values():
            if len(case.after) < MOST_AFTER:
                case.after.append(edge)

    def witness(self, event: Event, effects: Iterable[Effect], wall_ms: int) -> None:
        """Open a case when `event` was a rejected pulse or booked an alarm."""
        if isinstance(event, CoinRejected):
            width = f"{event.width / MILLISECOND:.1f} ms"
            self._begin("rejected", f"{event.why}, {width}", event, wall_ms)
            return
        for effect in effects:
            if isinstance(effect, Posting) and effect.kind is Kind.ALARM:
                self._begin("alarm", effect.note, event, wall_ms)

    def edges_after(self, number: int) -> tuple[list[Edge], int]:
        """The remembered edges after that many, and how many there were in all."""
        new = max(0, min(self._seen - number, len(self._edges)))
        return list(self._edges)[len(self._edges) - new :], self._seen

    def last_words(self, why: str, now: Nanos, wall_ms: int) -> Case:
        """A case of the newest edges, whenever they were: the counter breaks down."""
        newest = tuple(self._edges)[-MOST_BEFORE:]
        levels = self._levels_before(len(newest))
        return Case("crash", "", why, now, wall_ms, "", levels, newest)

    def due(self) -> Nanos | None:
        """When a case will be complete."""
        times = (open_.case.at + AFTER for open_ in self._open.values())
        return min(times, default=None)

    def closed(self, now: Nanos | None = None) -> list[Case]:
        """The cases complete by `now`; without it, all of them as they are."""
        done = [
            line
            for line, open_ in self._open.items()
            if now is None or now >= open_.case.at + AFTER
        ]
        return [_whole(self._open.pop(line)) for line in done]

    def _begin(self, kind: str, why: str, event: Event, wall_ms: int) -> None:
        slot = getattr(event, "slot", None)
        line = f"coin.{slot}" if slot is not None else getattr(event, "line", "")
        if line in self._open:
            going = self._open[line]
            case = replace(going.case, times=going.case.times + 1)
            if kind == "alarm" != case.kind:
                case = replace(case, kind=kind, why=why)
            going.case = case
            return
        later = [edge for edge in self._edges if edge.at > event.at]
        recent = [
            edge for edge in self._edges if event.at - BEFORE <= edge.at <= event.at
        ][-MOST_BEFORE:]
        kept = len(recent) + len(later)
        before = self._number_before(kept)
        case = Case(
            kind,
            line,
            why,
            event.at,
            wall_ms,
            _limits(self._slots.get(line), board=line in self._counted),
            self._levels_before(kept),
            _counted_from(before, recent),
        )
        self._open[line] = _Open(case, later[:MOST_AFTER], before)

    def _number_before(self, kept: int) -> int:
        """The number of the last edge that is older than the `kept` newest ones."""
        older = list(self._edges)[: len(self._edges) - kept]
        return next((e.seq for e in reversed(older) if e.seq), self._forgotten)

    def _levels_before(self, kept: int) -> dict[str, bool]:
        """The levels at the first of the `kept` newest edges."""
        levels = dict(self._levels)
        for edge in list(self._edges)[: len(self._edges) - kept]:
            levels[edge.line] = edge.active
        return levels


def _whole(open_: _Open) -> Case:
    until = open_.case.at + AFTER
    after = [edge for edge in open_.after if edge.at <= until]
    edges = open_.case.edges + _counted_from(open_.before, after)
    return replace(open_.case, edges=edges)


def _counted_from(before: int, edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The edges, numbered as if the count had begun after the number `before`."""
    return tuple(e._replace(seq=e.seq - before) if e.seq else e for e in edges)


def _limits(slot: Slot | None, *, board: bool) -> str:
    if slot is None:
        return ""
    least, most, gap, jam = (
        f"{limit / MILLISECOND:g}"
        for limit in (slot.min_width, slot.max_width, slot.gap, slot.jam)
    )
    pulses, coins = slot.max_per_s, slot.max_coins_per_s
    if board:
        return to_text(
            message(
                "coin_limits_of_board",
                least=least,
                most=most,
                gap=gap,
                pulses=pulses,
                jam=jam,
            )
        )
    return to_text(
        message(
            "coin_limits",
            least=least,
            most=most,
            gap=gap,
            pulses=pulses,
            coins=coins,
            jam=jam,
        )
    )
