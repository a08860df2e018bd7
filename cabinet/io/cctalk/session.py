"""The talk with one coin acceptor or bill validator: what is asked, what is believed.

One question at a time. A reply has no mark of its question, so after one that did not
come nothing is asked before the wire was silent, and what is to be believed for ever
(coin names, readings) is asked twice and must be the same. Every question may be asked
again: none of them changes what was counted.

A reading that follows the last one is told as it is. One that does not follow (more
than five events, a counter that fell back to 0, another buffer) is told together with
the acceptor's own count of coins, read between two readings that agree.

A validator says by itself what it is. It is told to hold each bill in escrow, and only
a ruling of the counter sends one to the box or back; bills that are not wanted it does
not take in.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.acceptors import (
    BUFFERED,
    UNKNOWN,
    Pairs,
    Ruling,
    Seen,
    judge,
    ruling,
)
from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.io.cctalk.coin_ids import CURRENCIES, Scale, worth, worth_of_bill
from cabinet.io.cctalk.frames import FrameReader, encode

ANSWER_WITHIN: Final[Nanos] = 200 * MILLISECOND
SILENCE: Final[Nanos] = 60 * MILLISECOND
TRIES: Final = 4
# A header that goes unanswered so often, by a device that is there, it does not know.
UNKNOWN_AFTER: Final = 4
REAPPLY_AFTER: Final[Nanos] = 5 * SECOND
COINS: Final = 16
_ALL: Final = 0xFFFF
CATEGORY: Final = "Coin Acceptor"
BILLS_CATEGORY: Final = "Bill Validator"
# Modes of a validator: that it has a box, and that it holds bills in escrow.
_WITH_ESCROW: Final = 3
_ESCROW_BIT: Final = 2
_ROUTE_AGAIN: Final[Nanos] = 500 * MILLISECOND
_DEFAULT_PACE: Final[Nanos] = 200 * MILLISECOND
_FASTEST: Final[Nanos] = 20 * MILLISECOND
_SLOWEST: Final[Nanos] = 500 * MILLISECOND
# Units of the polling priority, as header 249 tells them.
_UNITS: Final = {1: MILLISECOND, 2: 10 * MILLISECOND, 3: SECOND}


class Ask(NamedTuple):
    """A question: its header and data, and how long a reply may be (-1: any)."""

    header: int
    data: bytes = b""
    size: int = -1
    tries: int = TRIES


class Wait(NamedTuple):
    """Nothing to ask until then."""

    until: Nanos


@dataclass(frozen=True, slots=True)
class Found:
    """The acceptor is there: who it is, and what its coins are."""

    acceptor: str
    coins: tuple[str, ...]
    at: Nanos
    bills: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A reading that is to be booked."""

    acceptor: str
    counter: int
    pairs: Pairs
    accepted: int
    values: tuple[int, ...]
    at: Nanos
    bills: bool = False


@dataclass(frozen=True, slots=True)
class Silent:
    """It does not answer (any more)."""

    at: Nanos


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something answers that is no coin acceptor."""

    category: str
    at: Nanos


@dataclass(frozen=True, slots=True)
class NoEscrow:
    """A bill validator that cannot hold a bill until it is in the books."""

    at: Nanos


Told: TypeAlias = Found | Read | Silent | Foreign | NoEscrow
Script: TypeAlias = Generator[Ask | Wait, bytes | None, None]


class _NoAnswerError(Exception):
    """A question was asked often enough."""


class Session:
    """Everything between `begin` and a cable that is gone; begun anew after that."""

    def __init__(
        self,
        now: Nanos,
        *,
        address: int = 2,
        crc: bool = False,
        currency: str = "EUR",
        values: Mapping[str, int] | None = None,
        dearest: int = 0,
    ) -> None:
        self._now = now
        self._address = address
        self._crc = crc
        self._currency = currency
        self._values = dict(values or {})
        self._dearest = dearest
        self._bills = False
        self._ruling: Ruling | None = None
        self._room = 0
        self._routed_at = now
        self._worths: tuple[int, ...] = ()
        self._reader = FrameReader(crc=crc, peer=address)
        self._told: list[Told] = []
        self._out = b""
        self._echo = b""
        self._asked: Ask | None = None
        self._tries = 0
        self._deadline = now
        self._quiet_from = now
        self._waiting: Wait | None = None
        self._open = False
        self._applied: tuple[int, Nanos] | None = None
        self._master_known = False
        self._master_missed = 0
        self._counts_life = True
        self._pending = False
        self._script = self._talk()
        self._advance(None)

    # What whoever owns the cable does

    @property
    def damaged(self) -> int:
        """Frames that were not whole."""
        return self._reader.damaged

    def accept(self, *, on: bool) -> None:
        """Whether coins are wanted; applied with the next question."""
        self._open = on

    def booked(self) -> None:
        """The last reading is in the books."""
        self._pending = False

    def rule(self, ruling: Ruling | None, room: int) -> None:
        """What is to become of the bill in escrow, and how dear a bill is wanted."""
        self._ruling, self._room = ruling, room

    @staticmethod
    def last_word(address: int, *, crc: bool) -> bytes:
        """What shuts the slot when nobody will ask any more."""
        return encode(address, 231, b"\0\0", crc=crc)

    def receive(self, octets: bytes, at: Nanos) -> None:
        """Bytes have come."""
        self._now = max(self._now, at)
        if at - self._quiet_from > SILENCE:
            self._reader.reset()
        self._quiet_from = at
        for reply in self._reader.feed(octets, self._echo):
            asked = self._asked
            if asked is None or reply.source != self._address:
                continue
            fits = asked.size in (-1, len(reply.data))
            if fits and reply.header == 0:
                self._asked = None
                self._advance(reply.data)
        self._echo = b""

    def tick(self, now: Nanos) -> None:
        """Let time pass: ask again, or ask the next."""
        self._now = max(self._now, now)
        if self._asked is not None and now >= self._deadline:
            if now < self._quiet_from + SILENCE:
                self._deadline = self._quiet_from + SILENCE
                return
            self._reader.reset()
            if self._tries >= self._asked.tries:
                self._asked = None
                self._fail()
            else:
                self._ask(self._asked)
        elif self._waiting is not None and now >= self._waiting.until:
            self._waiting = None
            self._advance(None)

    def outgoing(self) -> bytes:
        """What is to be sent now."""
        out, self._out = self._out, b""
        return out

    def due(self) -> Nanos:
        """When `tick` has something to do."""
        return self._waiting.until if self._waiting else self._deadline

    def take(self) -> list[Told]:
        """What was found out since the last look."""
        told, self._told = self._told, []
        return told

    # The script

    def _advance(self, reply: bytes | None) -> None:
        self._next(lambda: self._script.send(reply))

    def _fail(self) -> None:
        self._next(lambda: self._script.throw(_NoAnswerError()))

    def _next(self, resume: Callable[[], Ask | Wait]) -> None:
        step = resume()
        if isinstance(step, Wait):
            self._waiting = step
        else:
            self._tries = 0
            self._ask(step)

    def _ask(self, asked: Ask) -> None:
        self._asked = asked
        self._tries += 1
        octets = encode(self._address, asked.header, asked.data, crc=self._crc)
        self._out = self._echo = octets
        self._deadline = self._now + ANSWER_WITHIN
        self._quiet_from = self._now

    def _talk(self) -> Script:
        """For ever: find it, learn what it is, read it until it falls silent."""
        while True:
            try:
                yield from self._visit()
            except _NoAnswerError:
                self._told.append(Silent(self._now))
            self._applied = None
            yield Wait(self._now + SECOND)

    def _visit(self) -> Script:
        yield Ask(254, size=0)
        category = yield from self._text(245)
        if category not in (CATEGORY, BILLS_CATEGORY):
            self._told.append(Foreign(category, self._now))
            return
        self._bills = category == BILLS_CATEGORY
        self._ruling, self._counts_life = None, not self._bills
        # Shut from the last time: what falls while it is examined is refused.
        yield from self._apply(0)
        if self._bills and not (yield from self._holds_bills()):
            self._told.append(NoEscrow(self._now))
            return
        name = yield from self._name()
        names = yield from self._coin_names()
        values = self._worths = yield from self._worths_of(names)
        pace = yield from self._pace()
        last = yield from self._counted_reading()
        self._told.append(Found(name, tuple(names), self._now, self._bills))
        self._tell(name, last, values)
        while True:
            yield from self._keep_inhibits()
            yield Wait(self._now + pace)
            if not self._pending:
                yield from self._route(last)
                now = yield from self._next_reading(last)
                if now[:3] != last[:3] or now.accepted not in (UNKNOWN, last.accepted):
                    self._tell(name, now, values)
                    last = now
            else:
                yield Ask(254, size=0)

    def _tell(self, name: str, seen: Seen, values: tuple[int, ...]) -> None:
        self._pending = True
        self._told.append(
            Read(
                name,
                seen.counter,
                seen.pairs,
                seen.accepted,
                values,
                self._now,
                self._bills,
            )
        )

    def _route(self, last: Seen) -> Script:
        """Send the bill in escrow where the counter wants it; events tell if it went.

        Once only for a while: the next bill must not be taken for this one.
        """
        ruled = self._ruling
        if not self._bills or ruled is None or ruling(last) is None:
            return
        if ruled.counter != last.counter or self._now < self._routed_at + _ROUTE_AGAIN:
            return
        self._routed_at = self._now
        try:
            yield Ask(154, bytes((ruled.to_box,)), tries=1)
        except _NoAnswerError:
            yield Ask(254, size=0)

    def _holds_bills(self) -> Generator[Ask | Wait, bytes | None, bool]:
        """Tell a validator to hold bills in escrow; whether it says that it does."""
        try:
            yield Ask(153, bytes((_WITH_ESCROW,)), size=0)
            mode = yield Ask(152, size=1)
        except _NoAnswerError:
            yield Ask(254, size=0)
            return False
        return bool((mode or b"\0")[0] & _ESCROW_BIT)

    def _worths_of(
        self, names: Sequence[str]
    ) -> Generator[Ask | Wait, bytes | None, tuple[int, ...]]:
        """What each coin or bill is worth here, by its place."""
        if not self._bills:
            return tuple(worth(each, self._currency, self._values) for each in names)
        scales: dict[str, Scale] = {}
        for country in dict.fromkeys(name[:2] for name in names):
            if CURRENCIES.get(country) == self._currency:
                scales[country] = yield from self._scale(country)
        return tuple(
            worth_of_bill(name, self._currency, self._values, scales) for name in names
        )

    def _scale(self, country: str) -> Generator[Ask | Wait, bytes | None, Scale]:
        """By what the numbers of a country's bills are to be multiplied."""
        while True:
            try:
                one = yield Ask(156, country.encode("ascii"), size=3)
                two = yield Ask(156, country.encode("ascii"), size=3)
            except _NoAnswerError:
                yield Ask(254, size=0)
                return Scale(0, 0)
            if one == two and one is not None:
                return Scale(int.from_bytes(one[:2], "little"), one[2])

    def _next_reading(self, last: Seen) -> Generator[Ask | Wait, bytes | None, Seen]:
        """A reading; one that does not follow the last comes with the count."""
        now = yield from self._reading(last)
        if (now.counter, now.pairs) == (last.counter, last.pairs):
            return now
        judged = judge(last, now.counter, now.pairs)
        if judged.missed or judged.restarted:
            self._applied = None
            return (yield from self._counted_reading())
        return now

    def _counted_reading(self) -> Generator[Ask | Wait, bytes | None, Seen]:
        """A reading and the coins of its life that belong together."""
        while True:
            before = yield from self._reading(None)
            accepted = yield from self._accepted()
            after = yield from self._reading(None)
            if before == after:
                return after._replace(accepted=accepted)

    def _reading(self, last: Seen | None) -> Generator[Ask | Wait, bytes | None, Seen]:
        """The same twice, unless it is what is known already."""
        known = (last.counter, last.pairs) if last else None
        events = 159 if self._bills else 229
        while True:
            one = _pairs((yield Ask(events, size=1 + 2 * BUFFERED)) or b"")
            if one == known:
                return Seen(0, *one)
            two = _pairs((yield Ask(events, size=1 + 2 * BUFFERED)) or b"")
            if one == two:
                return Seen(0, *two)

    def _accepted(self) -> Generator[Ask | Wait, bytes | None, int]:
        """The coins of its life; -1 where it does not tell."""
        missed = 0
        while self._counts_life:
            try:
                one = yield Ask(225, size=3)
                two = yield Ask(225, size=3)
                if one == two and one is not None:
                    return int.from_bytes(one, "little")
            except _NoAnswerError:
                yield Ask(254, size=0)
                missed += 1
                self._counts_life = missed < UNKNOWN_AFTER
        return UNKNOWN

    def _keep_inhibits(self) -> Script:
        """Apply the lock-out when it changed, and now and then all the same."""
        wanted = self._wanted()
        if (
            self._applied is None
            or self._applied[0] != wanted
            or self._now - self._applied[1] >= REAPPLY_AFTER
        ):
            yield from self._apply(wanted)

    def _wanted(self) -> int:
        """The coins or bills that may be taken now, as bits by their places."""
        if not self._open:
            return 0
        if not self._bills:
            return 0 if self._pending else _ALL
        most = min(self._room, self._dearest or self._room)
        return sum(1 << at for at, bill in enumerate(self._worths) if 0 < bill <= most)

    def _apply(self, wanted: int) -> Script:
        """The mask of coins; the master too, which some do not know."""
        if wanted and self._bills:
            yield Ask(153, bytes((_WITH_ESCROW,)), size=0)
        yield Ask(231, wanted.to_bytes(2, "little"), size=0)
        if self._master_missed < UNKNOWN_AFTER:
            yield from self._apply_master(on=wanted > 0)
        self._applied = wanted, self._now

    def _apply_master(self, *, on: bool) -> Script:
        """One that has answered before is not missing: then the wire is."""
        try:
            yield Ask(228, bytes((on,)), size=0)
            self._master_known = True
        except _NoAnswerError:
            if self._master_known:
                raise
            yield Ask(254, size=0)
            self._master_missed += 1

    def _name(self) -> Generator[Ask | Wait, bytes | None, str]:
        maker = yield from self._text(246)
        product = yield from self._text(244)
        while True:
            one = yield Ask(242, size=3)
            two = yield Ask(242, size=3)
            if one == two and one is not None:
                number = int.from_bytes(one, "little")
                return f"{_word(maker)}-{_word(product)}-{number}"

    def _coin_names(self) -> Generator[Ask | Wait, bytes | None, list[str]]:
        names: list[str] = []
        header = 157 if self._bills else 184
        for place in range(1, COINS + 1):
            names.append((yield from self._text(header, bytes((place,)))))
        return names

    def _pace(self) -> Generator[Ask | Wait, bytes | None, Nanos]:
        try:
            told = yield Ask(249, size=2)
        except _NoAnswerError:
            return _DEFAULT_PACE
        unit, value = told or b"\0\0"
        pace = _UNITS.get(unit, 0) * value // 2 or _DEFAULT_PACE
        return min(max(pace, _FASTEST), _SLOWEST)

    def _text(
        self, header: int, data: bytes = b""
    ) -> Generator[Ask | Wait, bytes | None, str]:
        """What it says twice alike."""
        while True:
            one = yield Ask(header, data)
            two = yield Ask(header, data)
            if one == two:
                return (one or b"").decode("latin-1").strip("\0 ")


def _pairs(octets: bytes) -> tuple[int, Pairs]:
    return octets[0], tuple(zip(octets[1::2], octets[2::2], strict=True))


def _word(text: str) -> str:
    """Letters and digits: it goes into a note of the books."""
    return "".join(sign for sign in text if sign.isascii() and sign.isalnum()) or "x"
