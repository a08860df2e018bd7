"""Coins on a bad day: slow commits, stalls of the whole process, eight slots at once.

Time is virtual: a commit takes as long as the disk is said to need, a stall as long as
the process is said to stand still, and the wires go on meanwhile. Every pulse is
credited exactly once, and no later than two syncs and 100 ms after it was one, stalls
excluded.
"""

import random
from dataclasses import replace
from itertools import accumulate

import pytest
from gpiozero import Device
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.counter.active_screen import HEARTBEAT
from cabinet.counter.counter import Counter
from cabinet.io.composite import CompositePort, Member
from cabinet.io.evdev.port import EvdevPort
from cabinet.io.gpio import GpioPort
from cabinet.io.recorder import TapePort
from cabinet.io.tape import Tape
from cabinet.protocol.codec import Heartbeat, Hello
from tests.counter.stand import HOUSE
from tests.io.evdev.fake_tree import Bell, FakeTree
from tests.io.kernel_line import PlayedLine

MS = MILLISECOND
SCREEN = 1
PINS = {
    f"coin.{number}": pin
    for number, pin in enumerate((17, 4, 5, 6, 12, 13, 16, 19), start=1)
}
WIRING = Wiring(
    {**{line: Wire(pin) for line, pin in PINS.items()}, "start": Wire(27)},
    {"lockout": Wire(20, active_low=False)},
)
OPERATING = replace(
    HOUSE,
    tariff=Tariff(credit=100, max_credits=10**9),
    slots=tuple(Slot(number) for number in range(1, 9)),
)
# The slot is open by then, whatever the disk needed for the first page.
READY = 10 * SECOND
LONGEST_STALL = 5 * SECOND
# How late lgpio's thread tells an edge, and how late after a stall.
THREAD_LATE = 2 * MS
THREAD_WAKES = 15 * MS
# The slots on a USB encoder, where there is one.
KEYS = {f"coin.{number}": str(number) for number in range(1, 5)}
# How many moves of a key the kernel keeps: 64 events, three each.
KEPT = 21
PULSES_A_RUN = 250
SLOWEST_SYNCS = (0, 12, 50, 150, 400, 1000, 2000)


class Trouble:
    """A run: when pulses fall, how slow the disk is, when everything stands still."""

    def __init__(self, seed, pulses=PULSES_A_RUN):
        self.random = random.Random(seed)
        self.pulses = pulses
        self.slowest_sync = self.random.choice(SLOWEST_SYNCS) * MS
        slots = self.random.randint(1, 8)
        self.edges = sorted(self._trains(slots), key=lambda edge: edge.at)
        self.end = self.edges[-1].at + 10 * SECOND
        self.stalls = list(self._stalls())

    def sync(self):
        return self.random.randint(0, self.slowest_sync)

    def stalled(self, first, last):
        """For how long of a stretch of time everything stood still."""
        parts = (min(last, at + long) - max(first, at) for at, long in self.stalls)
        return sum(part for part in parts if part > 0)

    def _trains(self, slots):
        """Trains of pulses on every slot, none faster than an acceptor's."""
        free, left = [READY] * slots, self.pulses
        while left:
            slot = self.random.randrange(slots)
            at = free[slot] + self.random.randint(200, 900) * MS
            train = min(left, self.random.choice((1, 1, 2, 5, 20)))
            for _ in range(train):
                width = self.random.randint(25, 60) * MS
                yield from self._contact(f"coin.{slot + 1}", at, active=True)
                yield from self._contact(f"coin.{slot + 1}", at + width, active=False)
                at += width + self.random.randint(60, 80) * MS
            free[slot] = at + 200 * MS
            left -= train

    def _contact(self, line, at, *, active):
        yield Edge(line, active, at)
        for _ in range(self.random.randint(0, 2)):
            for level in (not active, active):
                at += self.random.randint(50, 400) * 1_000
                yield Edge(line, level, at)

    def _stalls(self):
        at = READY
        while (at := at + self.random.randint(2, 40) * SECOND) < self.end:
            long = self.random.randint(1, LONGEST_STALL)
            yield at, long
            at += long


class Wires:
    """A virtual clock on whose way the edges of a run happen."""

    def __init__(self, trouble):
        self.trouble = trouble
        self.clock = VirtualClock(SECOND)
        self.woken = False
        told = self.in_order(trouble.edges)
        self.coming = sorted(told, key=lambda each: each[0], reverse=True)

    def in_order(self, edges):
        """The edges of one device, none told before an earlier one."""
        return zip(accumulate(map(self.told_at, edges), max), edges, strict=True)

    def told_at(self, edge):
        return edge.at

    def next(self):
        return self.coming[-1][0] if self.coming else None

    def pass_time(self, until):
        """Let time go on; what happens on the way is there when somebody looks."""
        while self.coming and self.coming[-1][0] <= until:
            at, edge = self.coming.pop()
            self.clock.advance_to(max(at, self.clock.now()))
            self.happen(edge)
            self.woken = True
        self.clock.advance_to(max(until, self.clock.now()))

    def begin(self):
        """The counter has begun to look for its devices."""

    def close(self):
        pass


class Played(Wires):
    """A tape: what comes is known."""

    def open(self, folder):
        idle = dict.fromkeys(WIRING.inputs, False)
        tape = Tape(self.clock.now(), 0, idle, tuple(self.trouble.edges), ())
        self.port = TapePort(tape, self.clock)
        self.port.outputs["lockout"] = False

    def happen(self, edge):
        pass

    @property
    def is_open(self):
        return self.port.outputs["lockout"]


class Pins(Wires):
    """Pins of this machine, through gpiozero: one thread brings all edges, a bit late.

    While everything stands still it brings none.
    """

    ask = None

    def told_at(self, edge):
        for at, long in self.trouble.stalls:
            if at <= edge.at < at + long:
                return at + long + self.trouble.random.randint(0, THREAD_WAKES)
        return edge.at + self.trouble.random.randint(0, THREAD_LATE)

    def open(self, folder):
        class LocalMockFactory(MockFactory, LocalPiFactory):
            """Mock pins whose stamps are believed."""

        self.factory = Device.pin_factory = LocalMockFactory()
        self.port = GpioPort(WIRING, self.clock, ask=self.ask)

    def happen(self, edge):
        pin = self.factory.pin(PINS[edge.line])
        pin.when_changed(edge.at / SECOND, 0 if edge.active else 1)

    @property
    def is_open(self):
        return bool(self.factory.pin(20).state)

    def close(self):
        self.factory.reset()
        Device.pin_factory = None


class Kernel(Pins):
    """Coin lines of the kernel, which keeps each edge until somebody reads it."""

    told_at = Wires.told_at

    def ask(self, wire):
        line = PlayedLine(wire)
        self.lines = {**getattr(self, "lines", {}), wire.pin: line}
        return line

    def happen(self, edge):
        self.lines[PINS[edge.line]].move(edge.at, active=edge.active)


class Several(Pins):
    """Half of the slots on a USB encoder, the others on pins, whose thread is late.

    The kernel keeps few moves of a key until the port's thread has read them, which it
    does unless everything stands still; a stall lasts no longer than that here. An
    encoder debounces, so its contacts are clean.
    """

    def __init__(self, trouble):
        edges = trouble.edges
        keyed = [*clean(edge for edge in edges if edge.line in KEYS)]
        wired = [edge for edge in edges if edge.line not in KEYS]
        trouble.stalls = [(at, short(at, long, keyed)) for at, long in trouble.stalls]
        trouble.edges = sorted((*keyed, *wired), key=lambda edge: edge.at)
        super().__init__(trouble)

    def in_order(self, edges):
        for edge in edges:
            if edge.line in KEYS:
                yield edge.at, edge
        yield from super().in_order([e for e in edges if e.line not in KEYS])

    def open(self, folder):
        super().open(folder)
        (folder / "input").mkdir()
        tree, self.bell = FakeTree(folder / "input"), Bell()
        self.pad = tree.pad("I-PAC")
        keys = Wiring({line: Wire(key=key) for line, key in KEYS.items()}, {})
        keys = replace(keys, options={"match": "I-PAC"})
        self.encoder = EvdevPort(keys, self.clock, self.bell.ring, tree.search)
        members = {
            "pins": (self.port, {*WIRING.inputs, "lockout"} - KEYS.keys()),
            "encoder": (self.encoder, KEYS.keys()),
        }
        slots = PINS.keys()
        devices = {
            name: Member(port, name, frozenset(lines), frozenset(lines & slots), True)
            for name, (port, lines) in members.items()
        }
        self.pins, self.port = self.port, CompositePort(devices, self.clock)

    def begin(self):
        self.bell.until(
            lambda: self.encoder.levels() and "board" in self.encoder.about()
        )

    def happen(self, edge):
        if edge.line not in KEYS:
            super().happen(edge)
            return
        self.pad.press(KEYS[edge.line], edge.at, int(edge.active))
        now = self.clock.now()
        if not any(at <= now < at + long for at, long in self.trouble.stalls):
            self.bell.until(lambda: not self.pad.unread())


def clean(edges):
    """The edges without those of bounce."""
    last = {}
    for edge in edges:
        active, at = last.get(edge.line, (False, 0))
        if edge.active != active and edge.at - at > 5 * MS:
            last[edge.line] = edge.active, edge.at
            yield edge


def short(at, long, edges):
    """How much of a stall the kernel's queue has room for."""
    during = [edge.at for edge in edges if at <= edge.at < at + long]
    return during[KEPT] - at if len(during) > KEPT else long


class SlowBooks(SqliteBooks):
    """Real books on a disk that takes its time; `late` is how late each coin was."""

    def __init__(self, path, wires):
        super().__init__(path, wires.clock, "boot")
        self.wires = wires
        self.late = []

    def commit_all(self, dated):
        super().commit_all(dated)
        now, trouble = self.wires.clock.now(), self.wires.trouble
        self.wires.pass_time(now + trouble.sync())
        now = self.wires.clock.now()
        for entries, at in dated:
            for entry in entries:
                if isinstance(entry, Posting) and entry.kind is Kind.COIN:
                    self.late.append(now - at - trouble.stalled(at, now))


def run(wires, folder):
    """One run of a real counter; how late each of its coins was."""
    wires.open(folder)
    try:
        return _run(wires, folder)
    finally:
        wires.close()


def _run(wires, folder):
    trouble = wires.trouble
    books = SlowBooks(folder / "books.sqlite3", wires)
    counter = Counter(
        OPERATING, books, wires.port, Decoder(OPERATING.slots), wires.clock, seed=7
    )
    wires.begin()
    counter.hear(SCREEN, Hello("screen", 0))
    beat, stalls = wires.clock.now(), list(reversed(trouble.stalls))
    while wires.clock.now() < trouble.end:
        times = [counter.due(), wires.next(), beat, *(at for at, _ in stalls[-1:])]
        times += [wires.clock.now()] if wires.woken else []
        now = max(wires.clock.now(), min(time for time in times if time is not None))
        wires.pass_time(now)
        while stalls and stalls[-1][0] <= now:
            at, long = stalls.pop()
            wires.pass_time(max(now, at + long))
        if wires.clock.now() >= beat:
            beat = wires.clock.now() + HEARTBEAT
            counter.hear(SCREEN, Heartbeat(0, 0))
        wires.woken = False
        counter.turn()
        assert wires.is_open, "nothing here is a reason to shut the slot"
    assert counter.state.totals.coins == len(books.late) == trouble.pulses
    assert counter.state.totals.alarms == 0
    counter.close()
    return books.late


def check(kind, seeds, folder, pulses=PULSES_A_RUN):
    for seed in seeds:
        trouble = Trouble(f"{kind.__name__} {seed}", pulses)
        fresh = folder / str(seed)
        fresh.mkdir()
        late = run(kind(trouble), fresh)
        assert max(late) <= 2 * trouble.slowest_sync + 100 * MS, seed


FEW = [(Played, (0, 1, 2)), (Pins, (0, 1, 2)), (Kernel, (0, 1, 2)), (Several, (3,))]


@pytest.mark.parametrize(("kind", "seeds"), FEW)
def test_no_coin_is_lost_or_late_on_a_slow_disk(kind, seeds, tmp_path):
    check(kind, seeds, tmp_path, pulses=60)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Played, Pins, Kernel, Several])
def test_a_hundred_thousand_coins_on_a_slow_disk(kind, tmp_path):
    check(kind, range(135), tmp_path)
