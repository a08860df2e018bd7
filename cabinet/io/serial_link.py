"""Wires behind a microcontroller: an `IoPort` made of a session and a cable.

`firmware_bridge.session` knows what is said, `serial_talk` has it said and heard. Coins
are not edges here: the board has counted them, also while nobody listened.
"""

import logging
import os
from collections.abc import Callable, Mapping, Sequence

from cabinet.core.boards import Boards
from cabinet.core.events import (
    MILLISECOND,
    BoardMet,
    BoardNews,
    BoardTroubled,
    CoinFreed,
    CoinJammed,
    CoinNoisy,
    CoinQuiet,
    CoinRejected,
    CoinsCounted,
    Edge,
    LinkFound,
    LinkLost,
    MeterClicked,
    Nanos,
    ToBook,
)
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import Clock, Wiring
from cabinet.i18n.message import message, to_text
from cabinet.io.serial_device import AUTO
from cabinet.io.serial_messages import trouble
from cabinet.io.serial_talk import Missed, Talk
from cabinet.io.serial_wire import Cable, SerialWire
from firmware_bridge import events as told
from firmware_bridge.lines import SLOTS
from firmware_bridge.messages import (
    SetMeter,
    SetSlot,
)
from firmware_bridge.session import Session

_log = logging.getLogger(__name__)


class SerialPort:
    """A `BoardPort` at the other end of a `Cable`."""

    def __init__(self, wiring: Wiring, clock: Clock, wire: Cable, name: str) -> None:
        self._clock = clock
        self._name = name
        self._talk = Talk(
            clock,
            wire,
            silence=message("board_silent", port=name),
            noise=message("board_noise", port=name),
        )
        self._inputs = tuple(wiring.inputs)
        self._outputs: dict[str, bool] = {}
        self._session: Session | None = None
        self._edges: list[Edge] = []
        self._news: list[BoardNews] = []
        self._found: dict[str, str] = {}
        self._heard_until = clock.now()

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`."""
        coins = (line for line in self._inputs if line.startswith("coin."))
        return frozenset((*coins, "meter"))

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return ("",)

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`."""
        credited = {board: _pair(totals) for board, totals in boards.items()}
        nonce = int.from_bytes(os.urandom(4), "big") or 1
        settings: list[SetSlot | SetMeter] = [
            _window(slot) for slot in slots if slot.number <= SLOTS
        ]
        settings += [_coil(meter)] if meter else []
        self._session = Session(credited, nonce, self._clock.now(), settings)
        for output, on in self._outputs.items():
            _drive(self._session, output, on=on)
        self._talk.begin(self._session)

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`."""
        self._heard_until = self._clock.now()
        self._listen()
        edges, self._edges = self._edges, []
        return edges

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`; what is still in the cable is no coin's edge."""
        return self._heard_until

    def news(self) -> Sequence[BoardNews]:
        """See `BoardPort.news`."""
        news, self._news = self._news, []
        return news

    def booked(self, news: ToBook) -> None:
        """See `BoardPort.booked`."""
        session = self._session
        if session is None:
            return
        if isinstance(news, CoinsCounted):
            session.credited(news.board, news.slot, news.total)
        elif isinstance(news, BoardMet):
            session.adopt(news.board, _pair(news.totals))
        self._talk.speak()

    def due(self) -> Nanos | None:
        """See `IoPort.due`: when the board has to hear from us."""
        return self._talk.due()

    @property
    def lost(self) -> str:
        """See `IoPort.lost`: this port goes on looking for its board."""
        return ""

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`."""
        self._listen()
        active = self._session.lines if self._session is not None else frozenset()
        return {line: line in active for line in self._inputs}

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; the board makes the meter's pulse by itself."""
        self._outputs[output] = on
        if self._session is not None:
            _drive(self._session, output, on=on)
            self._talk.speak()

    def close(self) -> None:
        """See `IoPort.close`."""
        session, self._session = self._session, None
        self._edges.clear()
        self._news.clear()
        if session is not None:
            self._talk.close(session.goodbye(self._clock.now()))

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`."""
        session = self._session
        link = {}
        if session is not None and session.round_trip:
            link = {
                "round_trip_ms": f"{session.round_trip / MILLISECOND:.1f}",
                **{name: str(count) for name, count in session.health.items()},
            }
        lost = to_text(self._talk.lost) if self._talk.lost else ""
        return {"port": self._name, "lost": lost, **self._found, **link}

    def _listen(self) -> None:
        for event in self._talk.listen():
            match event:
                case Missed(why=why, at=at):
                    _log.warning("%s", why)
                    self._news.append(LinkLost(why, at))
                case told.LineChanged(line=line, active=active, at=at):
                    if line in self._inputs:
                        self._edges.append(Edge(line, active, at))
                case told.LinkUp():
                    self._find(event)
                case _:
                    self._news += _translated(event)

    def _find(self, link: told.LinkUp) -> None:
        self._found = {
            "board": f"{link.board:08x}",
            "firmware": str(link.firmware),
            "boots": str(link.boots),
        }
        self._news.append(LinkFound(link.at))
        _log.info(
            "board %08x at %s, firmware %s, start %d",
            link.board,
            self._name,
            link.firmware,
            link.boots,
        )


def _translated(event: told.Event) -> list[BoardNews]:
    match event:
        case told.FreshCoins(board=board, slot=slot, total=total, at=at):
            return [CoinsCounted(board, slot, total, at)]
        case told.BoardUnknown(board=board, totals=totals, at=at):
            return [BoardMet(board, totals, at)]
        case told.PulseRefused(slot=slot, why=why, width=width, at=at):
            return [CoinRejected(slot, why, width, at)]
        case told.SlotJammed(slot=slot, at=at):
            return [CoinJammed(slot, at)]
        case told.SlotFreed(slot=slot, at=at):
            return [CoinFreed(slot, at)]
        case told.SlotNoisy(slot=slot, at=at):
            return [CoinNoisy(slot, at)]
        case told.SlotQuiet(slot=slot, at=at):
            return [CoinQuiet(slot, at)]
        case told.MeterTurned(at=at):
            return [MeterClicked(at)]
        case told.BoardForgot() | told.CommandRefused() | told.TimeLost():
            return [BoardTroubled(trouble(event), event.at)]
    return []


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> SerialPort:
    """Entry point `cabinet.io: serial`; `io.port` is a device, a URL or auto."""
    name = str(wiring.options.get("port") or AUTO)
    return SerialPort(wiring, clock, SerialWire(name, clock, wake), name)


def _pair(totals: tuple[int, ...]) -> tuple[int, int]:
    one, two, *_ = (*totals, 0, 0)
    return one, two


def _window(slot: Slot) -> SetSlot:
    """For the board; where every pulse is a coin, it can keep the limit of coins."""
    most = slot.max_per_s
    if not slot.coin_pause:
        most = min(most, slot.max_coins_per_s)
    return SetSlot(
        slot.number,
        min_ms=slot.min_width // MILLISECOND,
        max_ms=slot.max_width // MILLISECOND,
        gap_ms=slot.gap // MILLISECOND,
        jam_ms=slot.jam // MILLISECOND,
        max_per_s=most,
    )


def _coil(meter: Meter) -> SetMeter:
    return SetMeter(meter.on // MILLISECOND, meter.off // MILLISECOND)


def _drive(session: Session, output: str, *, on: bool) -> None:
    if output == "meter" and on:
        session.pulse_meter()
    session.set_output(output, on=on)
