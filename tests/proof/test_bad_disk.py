"""The real programs on a disk that is slow, refuses or is full: no coin is lost.

`cabinet --sim` runs with a library that slows or fails what it does with its state
folder, and coins fall in trains. Every snapshot is compared with the books as another
program reads them: nothing is shown that is not written.
"""

import errno
import json
import sqlite3
import subprocess
import time
from contextlib import closing
from random import Random

import pytest

from cabinet.core.errors import BooksError
from cabinet.protocol.codec import Quit, Refused, Touch
from cabinet.protocol.doctor import Examine, Examined
from cabinet.protocol.snapshot import Snapshot
from tests.proof.bad_disk import BadDisk, built
from tests.support.settings import SETTINGS
from tests.system.running import (
    FROM_THE_TREE,
    ROOT,
    TIMEOUT,
    EndedError,
    RunningCabinet,
)

PULSE = 0.15
SYNCS = (0, 0.15, 0.4, 2)
TRAINS = 20


class WatchedCabinet(RunningCabinet):
    """A cabinet whose every word is checked against its books."""

    def __init__(self, *arguments, **more):
        self.refusals = 0
        self.examined = None
        self.must_be_shut = False
        super().__init__(*arguments, **more)

    def _hear(self, message):
        if isinstance(message, Refused):
            self.refusals += 1
            return
        if isinstance(message, Examined):
            self.examined = message
        if isinstance(message, Snapshot):
            assert message.books.coins <= self.booked()
            assert not (self.must_be_shut and message.lockout_open)
        super()._hear(message)

    def booked(self):
        """How many coins are written, for whoever reads the books now."""
        uri = f"file:{self.state / 'books.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            coins = "SELECT count(*) FROM postings WHERE kind = 'coin'"
            return db.execute(coins).fetchone()[0]

    def train(self, pulses):
        """A coin of so many pulses, or as many coins in a row."""
        self.say(Touch("coin.1", active=True, pulses=pulses))

    def until_a_screen_is_there(self):
        """Wait until the screen has been heard twice: nothing else is missing then."""
        end = time.monotonic() + TIMEOUT
        while self.examined is None or self.examined.screen is None:
            assert time.monotonic() < end, "no screen came"
            assert not self._line.closed, "it hung up"
            self.say(Examine())
            self._listen(0.1)

    def is_refused(self):
        """Drop a coin and wait until the slot has let it fall through."""
        before = self.refusals
        self.train(1)
        while self.refusals == before:
            assert self._listen(TIMEOUT), "nobody said that the slot is shut"

    def until_coins(self, coins, patience):
        """Wait until so many coins are shown, and no more are to come."""
        self.until(lambda shown: shown.books.coins >= coins, patience)
        self._settle()
        assert self.shown.books.coins == self.booked() == coins


class Bench:
    """A folder with a disk to hurt, and cabinets on it."""

    def __init__(self, folder):
        self._state = folder / "state"
        self._config = folder / "cabinet.yaml"
        text = SETTINGS.read_text(encoding="utf-8")
        room = text.replace("max_credits: 20 ", "max_credits: 999 ")
        self._config.write_text(room, encoding="utf-8")
        self._cabinets = []
        self.disk = BadDisk(self._state, folder / "control")
        self._environment = self.disk.environment(built(folder))

    def start(self):
        """Start a cabinet; it does not outlive the bench."""
        config = ("--config", str(self._config))
        cabinet = WatchedCabinet(self._state, *config, env=self._environment)
        self._cabinets.append(cabinet)
        return cabinet

    def examine(self):
        """What `cabinet doctor` finds, as codes."""
        self._state.mkdir()
        command = (*FROM_THE_TREE, "doctor", "--sim", "--json", "--state", self._state)
        done = subprocess.run(
            command, env=self._environment, capture_output=True, check=False, cwd=ROOT
        )
        return {each["code"] for each in json.loads(done.stdout)["findings"]}

    def close(self):
        for cabinet in self._cabinets:
            cabinet.close()


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def end(cabinet):
    """Every program ends in peace."""
    cabinet.say(Quit())
    code, out = cabinet.end()
    assert code == 0
    assert "Traceback" not in out


def every_pulse_is_credited_once(cabinet, disk, sync, trains):
    """Trains while each sync takes that long; the seconds from the last pulse on."""
    counter = cabinet.pid("counter")
    disk.slow(sync)
    late = []
    for pulses in trains:
        before, synced = cabinet.shown.books.coins, disk.synced
        cabinet.train(pulses)
        falls = time.monotonic() + pulses * PULSE
        cabinet.until_coins(before + pulses, TIMEOUT + pulses * (PULSE + 2 * sync))
        late.append(time.monotonic() - falls)
        assert disk.synced > synced, "the disk was not slowed"
    disk.slow(0)
    assert cabinet.pid("counter") == counter, "the counter was ended"
    return late


def refused_and_booked_later(cabinet, disk):
    """Three pulses that the disk refuses are booked when it is well again."""
    counter, before = cabinet.pid("counter"), cabinet.shown.books.coins
    disk.fail(errno.EIO, kinds=("sync",))
    cabinet.train(3)
    cabinet.until_mode("out_of_order")
    assert not cabinet.shown.lockout_open
    cabinet.is_refused()
    assert cabinet.shown.books.coins == cabinet.booked() == before
    disk.heal()
    cabinet.tap("test")
    cabinet.until_coins(before + 3, TIMEOUT)
    assert cabinet.shown.lockout_open
    assert cabinet.pid("counter") == counter, "the counter was ended"


def test_coins_fall_while_syncs_are_slow_and_while_they_fail(bench):
    cabinet = bench.start().enter()
    every_pulse_is_credited_once(cabinet, bench.disk, sync=0.4, trains=[8])
    refused_and_booked_later(cabinet, bench.disk)
    end(cabinet)


# What the doctor finds of a disk by how many seconds each sync takes.
SPEEDS = {0: "speed", 0.03: "speed", 0.1: "slow", 0.4: "too_slow"}


@pytest.mark.soak
@pytest.mark.parametrize("sync", SPEEDS)
def test_the_doctor_tells_of_a_slow_card_before_a_coin_is_late(bench, sync):
    bench.disk.slow(sync)
    assert f"storage.{SPEEDS[sync]}" in bench.examine()


@pytest.mark.soak
@pytest.mark.parametrize("sync", SYNCS)
def test_no_coin_is_lost_however_long_a_sync_takes(bench, sync):
    cabinet, hands = bench.start().enter(), Random(sync)
    trains = [hands.randint(1, 20) for _ in range(TRAINS)]
    late = every_pulse_is_credited_once(cabinet, bench.disk, sync, trains)
    print(f"{sync} s: {sum(trains)} coins, the last {max(late):.2f} s late")  # noqa: T201
    end(cabinet)


@pytest.mark.soak
def test_on_a_full_disk_the_slot_never_opens(bench):
    disk, cabinet = bench.disk, bench.start().enter()
    cabinet.coin()
    end(cabinet)
    disk.fill(40_000)
    cabinet = bench.start()
    cabinet.must_be_shut = True
    try:
        cabinet.knock()
        cabinet.until_a_screen_is_there()
        cabinet.is_refused()
        cabinet.must_be_shut = False
        disk.heal()
        cabinet.until(lambda shown: shown.lockout_open)
    except EndedError:
        assert cabinet.process.wait(TIMEOUT) == BooksError.exit_code
        disk.heal()
        cabinet = bench.start().enter()
    assert cabinet.coin().books.coins == 2
    end(cabinet)
