"""The real counter and the real firmware in one simulated time: no port, no waiting."""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.operating import Meter, Slot
from cabinet.i18n.message import from_text
from cabinet.io.serial_link import SerialPort
from cabinet.io.serial_wire import Heard, Opened
from tests.counter.stand import HOUSE, WIRING, Stand

STEP = 5 * MILLISECOND


class ChipWire:
    """A `Wire` with a simulated chip at its end; while `cut` nothing passes."""

    def __init__(self, chip, clock):
        self.chip = chip
        self.cut = False
        self._clock = clock
        self._queue = []

    def start(self):
        self._queue.append(Opened(self._clock.now()))

    reopen = start

    def take(self):
        octets = self.chip.read()
        if octets and not self.cut:
            self._queue.append(Heard(octets, self._clock.now()))
        taken, self._queue = self._queue, []
        return taken

    def send(self, octets):
        if not self.cut:
            self.chip.write(octets)

    def close(self, last=b""):
        self.send(last)


class ChipStand(Stand):
    """A counter whose wires are the chip's."""

    def __init__(
        self, folder, chip, operating=HOUSE, ready=lambda stand: stand.lockout
    ):
        self.chip = chip
        super().__init__(folder, operating, port=object())
        self.join()
        self.run_until(lambda: ready(self))

    def start(self):
        self.wire = ChipWire(self.chip, self.clock)
        self.port = SerialPort(WIRING, self.clock, self.wire, "chip")
        self.ahead = self.clock.now() - self.chip.now
        super().start()

    def advance(self, duration):
        end = self.clock.now() + duration
        while self.clock.now() < end:
            self.chip.run(STEP)
            super().advance(self.chip.now + self.ahead - self.clock.now())

    def run_until(self, holds, limit=10 * SECOND):
        end = self.clock.now() + limit
        while not holds():
            assert self.clock.now() < end, f"in vain; shown: {self.shown}"
            self.advance(STEP)

    def pulse(self, width_ms=50, slot=1):
        at = self.chip.now + MILLISECOND
        self.chip.touch(f"coin.{slot}", active=True, at=at)
        self.chip.touch(f"coin.{slot}", active=False, at=at + width_ms * MILLISECOND)
        self.advance((width_ms + 60) * MILLISECOND)

    @property
    def lockout(self):
        return self.chip.outputs["lockout"]

    @property
    def turned(self):
        """What a person reads on the meter."""
        changes = self.chip.output_changes
        return sum(name == "meter" and on for _, name, on in changes)

    def alarms(self):
        with self.reading() as db:
            rows = db.execute("SELECT note FROM postings WHERE kind = 'alarm'")
            notes = [str(from_text(note)) for (note,) in rows]
            return [note for note in notes if "is new to the books" not in note]


@pytest.fixture
def cabinet(new_chip, tmp_path):
    """Make one of a house."""
    stands = []

    def make(**changes):
        stands.append(ChipStand(tmp_path, new_chip(), replace(HOUSE, **changes)))
        return stands[-1]

    yield make
    for stand in stands:
        stand.close()


def test_a_noisy_slot_is_no_credit_one_alarm_and_shut_until_it_is_quiet(cabinet):
    stand = cabinet()
    for _ in range(12):
        stand.pulse(width_ms=7)
    assert stand.alarms() == ["coin.1 noisy"]
    assert not stand.lockout
    stand.pulse()
    assert stand.shown.books.coins == 0
    stand.run_until(lambda: stand.lockout)
    stand.pulse()
    assert stand.shown.books.coins == 1
    assert stand.alarms() == ["coin.1 noisy"]


def test_beside_a_noisy_slot_the_other_goes_on(cabinet):
    stand = cabinet(slots=(Slot(1), Slot(2)))
    for _ in range(8):
        stand.pulse(width_ms=7)
    assert stand.alarms() == ["coin.1 noisy"]
    assert stand.lockout
    stand.pulse(slot=2)
    assert stand.shown.books.coins == 1


@pytest.mark.parametrize("cut_ms", [20, 90, 130])
def test_clicks_are_owed_until_the_meter_has_made_them(cabinet, cut_ms):
    stand = cabinet(meter=Meter(on=80 * MILLISECOND, off=40 * MILLISECOND))
    for _ in range(4):
        stand.pulse()
    stand.run_until(lambda: stand.counter.state.totals.coins == 4)
    stand.advance(cut_ms * MILLISECOND)
    stand.wire.cut = True
    stand.advance(1900 * MILLISECOND)
    assert stand.counter.state.clicks >= 4 - stand.turned
    stand.wire.cut = False
    stand.run_until(lambda: stand.counter.state.clicks == 0)
    assert stand.turned == 4


def test_a_chip_reset_in_mid_click_may_be_one_ahead_and_is_never_behind(cabinet):
    stand = cabinet(meter=Meter())
    stand.pulse()
    stand.run_until(lambda: stand.turned == 1)
    stand.chip.press_reset()
    stand.run_until(lambda: stand.counter.state.clicks == 0)
    assert stand.turned == 2


def test_a_door_that_was_open_before_the_counter_came_is_noticed(new_chip, tmp_path):
    chip = new_chip()
    chip.touch("door", active=True)
    stand = ChipStand(tmp_path, chip, ready=lambda stand: stand.mode == "service")
    assert tuple(map(str, stand.shown.alarms)) == ("door open",)
    assert stand.alarms() == ["door open"]
    assert not stand.lockout
    stand.close()
