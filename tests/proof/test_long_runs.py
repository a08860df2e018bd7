"""A day with a fault every minute, a million events: nothing lost, nothing grows."""

import gc
import time
from pathlib import Path
from random import Random

import pytest

from cabinet import settings
from cabinet.books.inspection import verify
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.io.sim import SimPort
from cabinet.loops.registry import all_shipped
from cabinet.scenario.rig import Rig
from tests.counter.stand import WIRING, Stand
from tests.support.settings import SETTINGS

MINUTE = 60 * SECOND
WARM, MILLION = 100_000, 1_000_000
MINUTES_OF_A_DAY = 24 * 60
GAMES = all_shipped()
# The slot would shut at the cap: with more room every coin has to count.
OVERRIDES = {"io": {"backend": "sim"}, "pricing": {"max_credits": 999}}


class Day:
    """A cabinet, hands that play at random, and what breaks."""

    def __init__(self, folder, seed):
        chosen = settings.load(SETTINGS, OVERRIDES, settings.catalogue_of(GAMES))
        self.rig = Rig(chosen, GAMES, folder, seed)
        self.rng = Random(seed)
        self.taken = 0
        self.kills = 0
        self.faults = {}

    def minute(self):
        """Somebody comes, something breaks, time passes."""
        rig, rng = self.rig, self.rng
        end = rig.clock.now() + MINUTE
        if rig.mode == "standby":
            rig.press("power")
        for _ in range(rng.randint(0, 3)):
            rig.settle_wires()
            self.taken += rig.insert(1)
        for _ in range(rng.randint(0, 4)):
            rig.press(rng.choice(("start", "start", "mode", "player", "p1.a", "p1.up")))
        fault = rng.choice(self.FAULTS)
        self.faults[fault.__name__] = self.faults.get(fault.__name__, 0) + 1
        fault(self)
        rig.advance(max(end - rig.clock.now(), 20 * SECOND))

    def screen_killed(self):
        self.rig.kill_screen()

    def screen_frozen(self):
        self.rig.freeze_screen()

    def counter_killed(self):
        self.rig.settle_wires()
        self.rig.kill_counter()
        self.kills += 1

    def glitches(self):
        self.rig.port.glitch("coin.1", count=200, width_us=self.rng.choice((50, 400)))

    def jam(self):
        self.rig.settle_wires()
        self.rig.port.stick("coin.1", True, 5 * SECOND)
        self.rig.advance(8 * SECOND)

    def worn_button(self):
        self.rig.port.bounce("start", count=8)

    def stall(self):
        self.rig.clock.advance_to(self.rig.clock.now() + 5 * SECOND)

    def clock_jumped(self):
        day = 24 * 3_600_000
        wall = self.rig.clock.wall_ms() + self.rng.randint(-day, day)
        self.rig.clock.set_wall(wall)

    FAULTS = (
        screen_killed,
        screen_frozen,
        counter_killed,
        glitches,
        jam,
        worn_button,
        stall,
        clock_jumped,
    )


@pytest.mark.soak
def test_a_day_with_a_fault_every_minute_loses_no_coin(tmp_path):
    day = Day(tmp_path, seed=24)
    started = time.monotonic()
    try:
        for _ in range(MINUTES_OF_A_DAY):
            day.minute()
        day.rig.advance(MINUTE)
        counter = day.rig.counter
        assert counter is not None, "it came back after every fault"
        totals = counter.state.totals
        assert totals.coins == day.taken, "every coin that the slot took is booked"
        assert totals.minor_units == 100 * day.taken
        restarts = day.rig._boots - 1
        assert restarts == day.kills, "no counter ended that was not killed"
    finally:
        day.rig.close()
    end = verify(tmp_path / "books.sqlite3")
    print(  # noqa: T201
        f"\n{MINUTES_OF_A_DAY} minutes, {day.faults}, {day.taken} coins taken and "
        f"booked, {totals.plays} plays, {restarts} restarts of the counter for "
        f"{day.kills} kills, {end.seq} postings; {time.monotonic() - started:.0f} s"
    )


def resident_kb():
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4


class CountingPort(SimPort):
    seen = 0

    def poll(self):
        edges = super().poll()
        self.seen += len(edges)
        return edges


@pytest.mark.soak
def test_a_counter_does_not_grow_over_a_million_events(tmp_path):
    stand = Stand(tmp_path)
    stand.close()
    stand.port = port = CountingPort(WIRING, stand.clock)
    stand.start()
    stand.join()

    def let_pass(duration):
        stand.clock.advance_to(stand.clock.now() + duration)
        stand._beat_at = stand.clock.now()
        stand.advance(SECOND)

    def work_until(count):
        while port.seen < count:
            stand.port.glitch("coin.1", count=2000, width_us=80)
            stand.counter.turn()
            let_pass(40 * SECOND)
            for line in ("start", "p1.a", "p1.up", "mode"):
                for _ in range(20):
                    stand.press(line, 40 * MILLISECOND)
            stand.coin()
            stand.press("start")
            stand.press("start")
            let_pass(300 * SECOND)
            stand.envelopes()

    work_until(WARM)
    before = resident_kb()
    work_until(WARM + MILLION)
    grown = resident_kb() - before
    state = stand.counter.state
    stand.close()
    print(  # noqa: T201
        f"\n{port.seen} edges, {state.totals.coins} coins, {state.totals.plays} plays: "
        f"{grown} kB more than after the first 100 000"
    )
    assert grown <= 1024
