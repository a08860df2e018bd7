"""The unmodified counter and the real firmware on a real pty, killed and unplugged.

Both are processes; nothing sleeps: whoever waits, waits for a word of one of them.
"""

import os
import select
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Heartbeat, Hello
from cabinet.protocol.snapshot import Snapshot
from tests.hil.pty_board import Program
from tests.support.settings import SETTINGS

TIMEOUT_S = 20
BEAT_S = 0.5
# Contacts bounce at both ends of a pulse of 30 ms; a coin needs silence before it.
BOUNCING = ((1, 0), (0, 400), (1, 900), (0, 30_000), (1, 30_300), (0, 31_000))
GAP_US = 130_000


def coins(number):
    """So many bouncing coins one after the other, as a line for the board."""
    moments = [
        f"{level}@{GAP_US * (coin + 1) + at}"
        for coin in range(number)
        for level, at in BOUNCING
    ]
    return f"coin.1 {' '.join(moments)}"


class CounterProgram:
    """`cabinet counter` at the board's port, and us in the place of its screen."""

    def __init__(self, config, state):
        self._state = state
        self._said = (state.parent / "said").open("ab")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "cabinet", "counter"),
                *("--config", str(config), "--state", str(state)),
            ],
            stderr=self._said,
        )
        self.shown = None
        self._line = self._enter()
        self._line.send(Hello("screen", os.getpid()))

    def _enter(self):
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            try:
                return CounterConnection.connect(self._state / "bus.sock")
            except CounterUnreachableError:
                try:
                    self.process.wait(0.02)
                except subprocess.TimeoutExpired:
                    continue
                said = (self._state.parent / "said").read_text()
                raise AssertionError(f"the counter has ended: {said}") from None
        raise AssertionError("nobody opened the bus")

    def until(self, wanted):
        """Be a living screen until a snapshot is as wanted; that snapshot."""
        end = time.monotonic() + TIMEOUT_S
        while self.shown is None or not wanted(self.shown):
            assert time.monotonic() < end, f"waited in vain; last shown: {self.shown}"
            self._line.send(Heartbeat(0, 0))
            if select.select([self._line], [], [], BEAT_S)[0]:
                for message in self._line.read():
                    if isinstance(message, Snapshot):
                        self.shown = message
        return self.shown

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait(TIMEOUT_S)
        self._line.close()
        self._said.close()


@pytest.fixture
def board(new_chip, tmp_path):
    board = Program("--link", str(tmp_path / "board"))
    yield board
    assert board.end() == 0


@pytest.fixture
def start(board, tmp_path):
    """Start a counter with the shipped settings, but for its wires."""
    shipped = SETTINGS.read_text(encoding="utf-8")
    wires = f"backend: serial\n  port: {board.port}"
    config = tmp_path / "cabinet.yaml"
    config.write_text(shipped.replace("backend: gpio", wires, 1), encoding="utf-8")
    running = []

    def begin():
        running.append(CounterProgram(config, tmp_path / "state"))
        return running[-1]

    yield begin
    for each in running:
        if each.process.poll() is None:
            each.kill(signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "said").read_text()


def notes(tmp_path, kind):
    """What the postings of a kind say, as another program reads them."""
    books = tmp_path / "state/books.sqlite3"
    with closing(sqlite3.connect(f"file:{books}?mode=ro", uri=True)) as db:
        rows = db.execute("SELECT note FROM postings WHERE kind = ?", (kind,))
        return [note for (note,) in rows]


def numbers(tmp_path):
    return [int(note.split()[-1]) for note in notes(tmp_path, "coin")]


def test_bouncing_coins_are_credits_on_the_screen_and_rows_in_the_books(
    start, board, tmp_path
):
    counter = start()
    counter.until(lambda shown: shown.lockout_open)
    board.wait_for("lockout on")
    board.say(coins(3))
    shown = counter.until(lambda shown: shown.credits == 3)
    assert (shown.books.coins, shown.books.minor_units) == (3, 300)
    assert numbers(tmp_path) == [1, 2, 3]
    [alarm] = notes(tmp_path, "alarm")
    assert '"code":"board_new"' in alarm
    counter.kill(signal.SIGTERM)
    board.wait_for("lockout off")


def test_killed_in_the_middle_of_coins_and_every_coin_is_credited_once(
    start, board, tmp_path
):
    counter = start()
    counter.until(lambda shown: shown.lockout_open)
    board.say(coins(8))
    counter.until(lambda shown: shown.books.coins >= 2)
    board.has_told()
    counter.kill()
    assert len(numbers(tmp_path)) < 8
    board.wait_for("lockout off")  # a new host resets the board: first all must fall
    counter = start()
    counter.until(lambda shown: shown.books.coins == 8)
    assert numbers(tmp_path) == list(range(1, 9))
    board.say(coins(1))
    counter.until(lambda shown: shown.books.coins == 9)


def test_unplugged_in_the_middle_of_coins_it_shuts_shows_and_mends_itself(
    start, board, tmp_path
):
    counter = start()
    counter.until(lambda shown: shown.lockout_open)
    board.say(coins(6))
    counter.until(lambda shown: shown.books.coins >= 2)
    board.say("unplug")
    shown = counter.until(lambda shown: not shown.lockout_open)
    assert any("was unplugged" in str(alarm) for alarm in shown.alarms)
    shown = counter.until(lambda shown: shown.reason == "link")
    assert "there is no board at" in str(shown.detail)
    board.say("plug")
    shown = counter.until(lambda shown: shown.books.coins == 6 and shown.lockout_open)
    assert shown.mode != "out_of_order"
    assert numbers(tmp_path) == [1, 2, 3, 4, 5, 6]
    assert sum('"code":"link_lost"' in alarm for alarm in notes(tmp_path, "alarm")) == 1


def test_a_board_that_loses_power_is_missed_and_found_again(start, board, tmp_path):
    counter = start()
    counter.until(lambda shown: shown.lockout_open)
    board.say(coins(1))
    counter.until(lambda shown: shown.books.coins == 1)
    board.say("power off")
    shown = counter.until(lambda shown: not shown.lockout_open)
    assert any("nothing heard for" in str(alarm) for alarm in shown.alarms)
    board.say("power on")
    counter.until(lambda shown: shown.lockout_open)
    board.say(coins(2))
    counter.until(lambda shown: shown.books.coins == 3)
    assert numbers(tmp_path) == [1, 2, 3]
