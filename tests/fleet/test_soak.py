"""Fifty cabinets at one broker that dies, and a day without it."""

import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from random import Random

import pytest

from cabinet.clock import SystemClock
from cabinet.core.events import SECOND
from cabinet.fleet.broker import Access
from cabinet.fleet.collector import Collector
from tests.counter import stand
from tests.fleet.booth import Booth
from tests.system.running import ROOT

CABINETS = 50
HOUSE = replace(stand.HOUSE, tariff=replace(stand.HOUSE.tariff, max_credits=999))
WORKERS = 5
ROUNDS = 40
HOUR = 3600 * SECOND


class Arcade:
    """All cabinets with their hands, and the processes that speak for them."""

    def __init__(self, folder, broker):
        self.rng = Random(20)
        self.broker = broker
        self.booths = {}
        for number in range(CABINETS):
            name = f"cabinet-{number:02}"
            self.booths[name] = Booth(folder / name, HOUSE)
        names = list(self.booths)
        self._words = [
            [str(folder / name) for name in names[n::WORKERS]] for n in range(WORKERS)
        ]
        self.workers = [self._begin(n) for n in range(WORKERS)]
        self._fleet_books = folder / "fleet.sqlite3"
        self.collector = None
        self.collect()
        self.kills = dict.fromkeys(("broker", "worker", "collector"), 0)

    def _begin(self, number):
        words = [sys.executable, "-m", "tests.fleet.worker", str(self.broker.port)]
        return subprocess.Popen([*words, *self._words[number]], cwd=ROOT)

    def collect(self):
        access = Access("127.0.0.1", self.broker.port)
        self.collector = Collector(access, self._fleet_books, SystemClock())

    def kill_worker(self, number):
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait()
        self.workers[number] = self._begin(number)
        self.kills["worker"] += 1

    def kill_collector(self):
        if self.collector._broker:
            self.collector._broker._client.socket().close()
        self.collector.books.close()
        self.collect()
        self.kills["collector"] += 1

    def trade(self, booth):
        """Something happens at a cabinet."""
        match self.rng.randrange(8):
            case 0:
                booth.coin()
                booth.press("start")
                booth.press("start")
            case 1:
                booth.press("service")
            case 2:
                booth.port.touch("coin.1", active=True)
                booth.advance(2 * SECOND)
                booth.port.touch("coin.1", active=False)
                booth.advance(SECOND)
            case 3:
                booth.let_pass(HOUR)
            case _:
                for _ in range(self.rng.randint(1, 6)):
                    booth.coin()

    def turn(self):
        for booth in self.booths.values():
            booth.turn()
        self.collector.turn()

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()
            select.select([], [], [], 0.01)

    def written(self):
        found = {}
        for name, booth in self.booths.items():
            with booth.reading() as db:
                query = "SELECT seq, lower(hex(hash)), kind, amount FROM postings"
                found[name] = set(db.execute(query))
        return found

    def collected(self):
        found = {name: [] for name in self.booths}
        query = "SELECT cabinet, seq, hash, kind, amount FROM postings"
        for name, *row in self.collector.books._db.execute(query):
            found[name].append(tuple(row))
        return found

    def close(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.collector.close()
        for booth in self.booths.values():
            booth.close()


@pytest.mark.soak
def test_every_posting_of_fifty_cabinets_arrives_exactly_once(
    tmp_path, broker, closing
):
    arcade = closing(Arcade(tmp_path, broker))
    started = time.monotonic()
    for round_ in range(ROUNDS):
        for booth in arcade.booths.values():
            arcade.trade(booth)
        arcade.wait(0.3)
        if round_ % 5 == 1:
            broker.kill()
            arcade.kills["broker"] += 1
            arcade.wait(0.3)
            broker.start()
        if round_ % 3 == 2:
            arcade.kill_worker(arcade.rng.randrange(WORKERS))
        if round_ % 7 == 3:
            arcade.kill_collector()
    online = sum(map(len, arcade.written().values()))
    # A day without the broker: every half hour something happens everywhere.
    broker.kill()
    arcade.kills["broker"] += 1
    for half_hour in range(48):
        for booth in arcade.booths.values():
            booth.let_pass(HOUR // 2)
            arcade.trade(booth)
            booth.turn()
        if half_hour % 12 == 5:
            arcade.kill_worker(arcade.rng.randrange(WORKERS))
    traded = time.monotonic() - started
    written = arcade.written()
    broker.start()
    back = time.monotonic()
    while any(
        arcade.collector.books.complete(name) < len(rows)
        for name, rows in written.items()
    ):
        assert time.monotonic() < back + 240, "not everything comes"
        arcade.wait(0.5)
    took = time.monotonic() - back
    collected = arcade.collected()
    for name, rows in written.items():
        assert len(collected[name]) == len(rows), name
        assert set(collected[name]) == rows, name
    count = sum(map(len, written.values()))
    money = sum(row[3] for rows in written.values() for row in rows if row[2] == "coin")
    print(  # noqa: T201
        f"\n{CABINETS} cabinets, {count} postings ({count - online} of them offline), "
        f"{money} minor units; {arcade.kills}; traded {traded:.0f} s, "
        f"complete {took:.0f} s after the broker was back"
    )
