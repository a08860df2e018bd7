"""A coin acceptor or bill validator at a serial cable as a device of the cabinet.

The cable is `SerialWire`, opened again for ever; what is said on it is `Session`'s. A
reading is told to the counter until it is in the books, and the acceptor takes coins
only while nothing waits for that. `lockout` is its inhibits: it has no wire for it.
"""

import logging
from collections.abc import Callable, Mapping, Sequence

from cabinet.core.acceptors import Ruling
from cabinet.core.boards import Boards
from cabinet.core.events import (
    BoardNews,
    CreditsRead,
    Edge,
    LinkFound,
    LinkLost,
    Nanos,
    ToBook,
)
from cabinet.core.operating import Meter, Slot
from cabinet.core.ports import Clock, Wiring
from cabinet.i18n.message import Message, Verbatim, message, to_text
from cabinet.io.cctalk.session import (
    Foreign,
    Found,
    NoEscrow,
    Read,
    Session,
    Silent,
    Told,
)
from cabinet.io.serial_device import AUTO
from cabinet.io.serial_wire import Cable, Gone, Heard, Opened, SerialWire

BAUD = 9_600

_log = logging.getLogger(__name__)


class CcTalkPort:
    """A `BillPort` with one coin line, at the other end of a `Cable`."""

    lost = ""  # it goes on looking for its acceptor

    def __init__(self, wiring: Wiring, clock: Clock, wire: Cable, name: str) -> None:
        self._clock = clock
        self._wire = wire
        self._name = name
        self._lines = tuple(wiring.inputs)
        self._options = wiring.options
        self._session: Session | None = None
        self._begun = False
        self._open = False
        self._news: list[BoardNews] = []
        self._why: Message | None = None
        self._found: dict[str, str] = {}
        self._heard_until = clock.now()
        self._takes_bills = False

    @property
    def bill_slots(self) -> frozenset[int]:
        """See `BillPort.bill_slots`."""
        return frozenset((self._slot,)) if self._takes_bills else frozenset()

    def rule(self, rulings: Mapping[str, Ruling], room: Mapping[int, int]) -> None:
        """See `BillPort.rule`."""
        if self._session and self._takes_bills:
            ruled = rulings.get(self._found.get("board", ""))
            self._session.rule(ruled, room.get(self._slot, 0))

    @property
    def counted(self) -> frozenset[str]:
        """See `BoardPort.counted`."""
        return frozenset(self._lines)

    @property
    def awaited(self) -> tuple[str, ...]:
        """See `BoardPort.awaited`."""
        return ("",)

    def begin(
        self, boards: Boards, slots: Sequence[Slot], meter: Meter | None = None
    ) -> None:
        """See `BoardPort.begin`."""
        self._begun = True
        self._wire.start()

    def poll(self) -> Sequence[Edge]:
        """See `IoPort.poll`: coins are no edges here."""
        self._heard_until = self._clock.now()
        if self._begun:
            self._listen()
        return ()

    @property
    def heard_until(self) -> Nanos:
        """See `IoPort.heard_until`."""
        return self._heard_until

    def news(self) -> Sequence[BoardNews]:
        """See `BoardPort.news`."""
        news, self._news = self._news, []
        return news

    def booked(self, news: ToBook) -> None:
        """See `BoardPort.booked`."""
        if self._session:
            self._session.booked()

    def due(self) -> Nanos | None:
        """See `IoPort.due`."""
        return self._session.due() if self._session and self._begun else None

    def levels(self) -> Mapping[str, bool]:
        """See `IoPort.levels`: a coin is never on the wire."""
        return dict.fromkeys(self._lines, False)

    def write(self, output: str, *, on: bool) -> None:
        """See `IoPort.write`; the lock-out is told with the next question."""
        if output == "lockout":
            self._open = on and self._begun
            if self._session:
                self._session.accept(on=self._open)

    def close(self) -> None:
        """See `IoPort.close`; an acceptor that is not polled takes no coins for long.

        A last word shuts it at once, if the cable is there.
        """
        if self._begun:
            self._begun = False
            last = Session.last_word(self._address, crc=self._crc)
            self._wire.close(last if self._session else b"")
        self._session = None
        self._news.clear()

    def about(self) -> Mapping[str, str]:
        """See `KnownPort.about`."""
        lost = to_text(self._why) if self._why else ""
        damaged = str(self._session.damaged) if self._session else "0"
        return {"port": self._name, "lost": lost, "damaged": damaged, **self._found}

    @property
    def _address(self) -> int:
        return int(str(self._options.get("address", 2)))

    @property
    def _crc(self) -> bool:
        return self._options.get("checksum") == "crc"

    def _listen(self) -> None:
        for event in self._wire.take():
            match event:
                case Opened(at=at):
                    self._session = self._fresh(at)
                case Heard(octets=octets, at=at):
                    if self._session:
                        self._session.receive(octets, at)
                case Gone(why=why, at=at):
                    self._session = None
                    self._miss(why, at)
        if session := self._session:
            session.tick(self._clock.now())
            for told in session.take():
                self._heed(told)
            self._wire.send(session.outgoing())

    def _fresh(self, at: Nanos) -> Session:
        values = self._options.get("values")
        session = Session(
            at,
            address=self._address,
            crc=self._crc,
            currency=str(self._options.get("currency", "EUR")),
            values=values if isinstance(values, Mapping) else None,
            dearest=int(str(self._options.get("max_bill", 0))),
        )
        session.accept(on=self._open)
        return session

    def _heed(self, told: Told) -> None:
        match told:
            case Found(acceptor=acceptor, coins=coins, at=at, bills=bills):
                self._why = None
                self._takes_bills = bills
                known = (name for name in coins if name[:2].isalpha())
                taught = " ".join(dict.fromkeys(known))
                self._found = {"board": acceptor, "name": acceptor, "coins": taught}
                self._found |= {"bills": "1"} if bills else {}
                self._news.append(LinkFound(at))
                _log.info("acceptor %s at %s: %s", acceptor, self._name, taught)
            case Read():
                self._news.append(
                    CreditsRead(
                        told.acceptor,
                        self._slot,
                        told.counter,
                        told.pairs,
                        told.accepted,
                        told.values,
                        told.at,
                        told.bills,
                    )
                )
            case Silent(at=at):
                self._give_up(message("acceptor_silent", port=self._name), at)
            case Foreign(category=category, at=at):
                theirs = Verbatim(category)
                why = message("not_an_acceptor", port=self._name, theirs=theirs)
                self._give_up(why, at)
            case NoEscrow(at=at):
                self._give_up(message("bill_no_escrow", port=self._name), at)

    def _give_up(self, why: Message, at: Nanos) -> None:
        """Close the cable and begin anew after a while."""
        self._miss(why, at)
        self._wire.reopen()
        self._session = None

    @property
    def _slot(self) -> int:
        return int(self._lines[0].partition(".")[2])

    def _miss(self, why: Message, at: Nanos) -> None:
        if why != self._why:
            self._why = why
            _log.warning("%s", why)
            self._news.append(LinkLost(why, at))


def open_port(wiring: Wiring, clock: Clock, wake: Callable[[], None]) -> CcTalkPort:
    """Entry point `cabinet.io: cctalk`; `port` is a device, a URL or auto."""
    name = str(wiring.options.get("port") or AUTO)
    wire = SerialWire(name, clock, wake, "io.devices", BAUD)
    return CcTalkPort(wiring, clock, wire, name)
