"""Several devices as one port: each line belongs to one of them.

Edges come in the order of their own stamps, whatever device they came through. Coins
are judged only up to where every device that tells coins by their edges has told
everything: an edge of a coin line that is later than that waits here until the others
have caught up. Buttons do not wait. A device that is out of reach holds nobody up.

A device is opened only if a line hangs on it. One that can be unplugged is looked for
by itself, for ever; what it has to say is passed on with its name. `lockout` is told to
every device, because an acceptor on a cable shuts its own slot.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from cabinet.core.acceptors import Ruling
from cabinet.core.boards import Boards
from cabinet.core.errors import CabinetError
from cabinet.core.events import (
    MILLISECOND,
    BoardNews,
    Edge,
    LinkFound,
    LinkLost,
    Nanos,
    ToBook,
)
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import BillPort, BoardPort, Clock, IoPort, KnownPort, Wiring
from cabinet.io.registry import open_io
from cabinet.io.sim import SimPort

LOCKOUT: Final = "lockout"
KIND: Final = "kind"
# Between the name of a device and a fact about it, in `about`.
OF: Final = ": "


@dataclass(slots=True)
class Member:
    """One device of the port: the lines that hang on it, and how it is."""

    port: IoPort
    kind: str
    lines: frozenset[str]
    # The coin lines that it tells by their edges.
    coins: frozenset[str] = frozenset()
    away: bool = False
    seq: int = 0

    @property
    def board(self) -> BoardPort | None:
        """The device as one that can be lost and found, if it is."""
        return self.port if isinstance(self.port, BoardPort) else None


class CompositePort:
    """A `BoardPort` made of others, by their names under `io.devices`."""

    def __init__(self, members: Mapping[str, Member], clock: Clock) -> None:
        self._members = dict(members)
        ports = [each.port for each in members.values()]
        self._bills = [port for port in ports if isinstance(port, BillPort)]
        self._clock = clock
        self._waiting: list[tuple[Edge, int]] = []
        self._seq = 0
        self._looked_at = self._heard_until = clock.now()
        self._told_by: dict[object, BoardPort] = {}
        self._closed = False

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        began = self._looked_at = self._clock.now()
        for member in self._members.values():
            for edge in member.port.poll():
                self._waiting.append((edge, self._lost_before(member, edge)))
        self._heard_until = self._heard(began)
        told, self._waiting = self._parted()
        return [self._numbered(edge, lost) for edge, lost in told]

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`: of the slowest device that tells coins."""
        return self._heard_until

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`."""
        of_boards = (
            member.board.counted & member.lines
            for member in self._members.values()
            if member.board
        )
        return frozenset[str]().union(*of_boards)

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return tuple(name for name, each in self._members.items() if each.board)

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`: each device gets its own slots."""
        for member in self._members.values():
            if member.board:
                own = tuple(slot for slot in slots if slot.line in member.lines)
                coil = meter if "meter" in member.lines else None
                member.board.begin(boards, own, coil)

    def news(self) -> Sequence[BoardNews]:
        """See `BoardPort.news`; what is lost or found is named."""
        news: list[BoardNews] = []
        for name, member in self._members.items():
            for each in member.board.news() if member.board else ():
                news.append(self._named(name, member, each))
        return sorted(news, key=lambda each: each.at)

    def booked(self, news: ToBook) -> None:
        """See `BoardPort.booked`: answered by the device that told it."""
        if board := self._told_by.get(news.board):
            board.booked(news)

    @property
    def bill_slots(self) -> frozenset[int]:
        """See `BillPort.bill_slots`."""
        return frozenset[int]().union(*(port.bill_slots for port in self._bills))

    def rule(self, rulings: Mapping[str, Ruling], room: Mapping[int, int]) -> None:
        """See `BillPort.rule`."""
        for port in self._bills:
            port.rule(rulings, room)

    def due(self) -> Nanos | None:
        """See `IoPort.due`."""
        times = [member.port.due() for member in self._members.values()]
        if self._waiting:  # for a slower device, until it has told as much
            behind = self._waiting[0][0].at - self._heard_until
            times.append(self._looked_at + max(MILLISECOND, behind))
        return min((time for time in times if time is not None), default=None)

    @property
    def lost(self) -> str:
        """See `IoPort.lost`: one device that has to be opened anew is enough."""
        return next((m.port.lost for m in self._members.values() if m.port.lost), "")

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        levels: dict[str, bool] = {}
        for member in self._members.values():
            levels |= member.port.levels()
        return levels

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`."""
        if self._closed:
            return
        for member in self._members.values():
            if output in member.lines or output == LOCKOUT:
                member.port.write(output, on=on)

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`: every fact after the name of its device."""
        facts: dict[str, str] = {}
        for name, member in self._members.items():
            told = member.port.about() if isinstance(member.port, KnownPort) else {}
            facts[f"{name}{OF}{KIND}"] = member.kind
            facts |= {f"{name}{OF}{fact}": value for fact, value in told.items()}
        return facts

    def close(self) -> None:
        """See `IoPort.close`; a device that fails to close keeps none of them open."""
        self._closed = True
        self._waiting.clear()
        failed: BaseException | None = None
        for member in self._members.values():
            try:
                member.port.close()
            except Exception as wrong:  # noqa: BLE001  # the others must close too
                failed = failed or wrong
        if failed:
            raise failed

    def _lost_before(self, member: Member, edge: Edge) -> int:
        """How many edges its device has lost before this one; -1: it counts none."""
        if not edge.seq:
            return -1
        lost = edge.seq - member.seq - 1
        member.seq = edge.seq
        return lost

    def _heard(self, began: Nanos) -> Nanos:
        ends = [
            member.port.heard_until
            for member in self._members.values()
            if member.coins and not member.away
        ]
        return max(self._heard_until, min([began, *ends]))

    def _parted(
        self,
    ) -> tuple[list[tuple[Edge, int]], list[tuple[Edge, int]]]:
        """What can be told now, in order, and the coin edges that have to wait."""
        self._waiting.sort(key=lambda each: each[0].at)
        now: list[tuple[Edge, int]] = []
        later: list[tuple[Edge, int]] = []
        for each in self._waiting:
            early = each[0].at > self._heard_until and each[0].line.startswith("coin.")
            (later if early and self._several_slow() else now).append(each)
        return now, later

    def _several_slow(self) -> bool:
        """Whether coins come through more than one device that can be behind."""
        return sum(bool(m.coins) and not m.away for m in self._members.values()) > 1

    def _numbered(self, edge: Edge, lost: int) -> Edge:
        if lost < 0:
            return edge
        self._seq += 1 + lost
        return edge._replace(seq=self._seq)

    def _named(self, name: str, member: Member, news: BoardNews) -> BoardNews:
        match news:
            case LinkLost():
                member.away = True
                return replace(news, device=name)
            case LinkFound():
                member.away = False
                return replace(news, device=name)
        if isinstance(news, ToBook) and member.board:
            self._told_by[news.board] = member.board
        return news


class TouchableCompositePort(CompositePort):
    """A composite with a simulated device: hands can move what hangs on that."""

    def __init__(
        self, members: Mapping[str, Member], clock: Clock, panel: Member
    ) -> None:
        super().__init__(members, clock)
        self._panel = panel

    def touch(self, line: str, *, active: bool) -> None:
        """See `SimPort.touch`; real buttons are for real hands."""
        if line in self._panel.lines and isinstance(self._panel.port, SimPort):
            self._panel.port.touch(line, active=active)

    def insert(self, slot: int, pulses: int = 1) -> bool:
        """See `SimPort.insert`; a real slot takes no simulated coin."""
        port = self._panel.port
        if f"coin.{slot}" not in self._panel.lines or not isinstance(port, SimPort):
            return False
        return port.insert(slot, pulses)


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> CompositePort:
    """Entry point `cabinet.io: devices`; every device opens, or none stays open."""
    described = _described(wiring)
    members: dict[str, Member] = {}
    try:
        for name, options in described.items():
            own = _lines_of(name, wiring, options)
            if own.inputs or own.outputs:
                kind = str(options[KIND])
                members[name] = _member(kind, own, open_io(kind, own, clock, wake))
    except BaseException:
        for member in members.values():
            with suppress(Exception):
                member.port.close()
        raise
    panels = [each for each in members.values() if each.kind == "sim"]
    if panels:
        return TouchableCompositePort(members, clock, panels[0])
    return CompositePort(members, clock)


def _member(kind: str, wiring: Wiring, port: IoPort) -> Member:
    lines = frozenset((*wiring.inputs, *wiring.outputs))
    counted = port.counted if isinstance(port, BoardPort) else frozenset[str]()
    coins = (line for line in wiring.inputs if line.startswith("coin."))
    edges = frozenset(coins) - counted
    return Member(port, kind, lines, edges, away=isinstance(port, BoardPort))


def _described(wiring: Wiring) -> Mapping[str, Mapping[str, Any]]:
    found = wiring.options.get("devices")
    if not isinstance(found, Mapping):
        raise CabinetError(
            "io.devices: no device is described; write for example "
            "devices: {pins: {kind: gpio}}"
        )
    return found


def _lines_of(name: str, wiring: Wiring, options: Mapping[str, Any]) -> Wiring:
    return Wiring(
        {line: wire for line, wire in wiring.inputs.items() if wire.device == name},
        {line: wire for line, wire in wiring.outputs.items() if wire.device == name},
        {option: value for option, value in options.items() if option != KIND},
    )
