"""Chip to cabinet to disk and back, on a serial port, by the wall clock."""

import subprocess
import sys

import pytest

from tests.hil.pty_board import Program
from tests.hil.tap import Tap
from tests.support.settings import SETTINGS

BOUNCING_COIN = "coin.1 1@130000 0@130400 1@130900 0@160000 1@160300 0@161000"


@pytest.fixture
def line(new_chip, tmp_path):
    """A board and the unmodified cabinet on `backend: serial`, with a tap between."""
    shipped = SETTINGS.read_text()
    board = Program()
    tap = Tap(board.port)
    changed = shipped.replace(
        "backend: gpio", f"backend: serial\n  port: {tap.port}", 1
    )
    assert changed != shipped
    config = tmp_path / "cabinet.yaml"
    config.write_text(changed)
    counter = subprocess.Popen(
        [
            *(sys.executable, "-m", "cabinet", "counter"),
            *("--config", str(config), "--state", str(tmp_path / "state")),
        ],
        stderr=subprocess.PIPE,
    )
    yield board, tap
    counter.terminate()
    _, said = counter.communicate(timeout=20)
    tap.close()
    assert board.end() == 0
    assert b"Traceback" not in said


def milliseconds(board, tap, coins):
    """From the first word of each coin to its acknowledgement."""
    tap.run_until(lambda: tap.linked)
    for coin in range(1, coins + 1):
        board.say(BOUNCING_COIN)
        tap.run_until(lambda coin=coin: coin in tap.credited)
    return [1000 * (tap.credited[n] - tap.told[n]) for n in range(1, coins + 1)]


def test_every_coin_is_acknowledged_once_it_is_in_the_books(line):
    assert len(milliseconds(*line, coins=5)) == 5


@pytest.mark.soak
def test_a_coin_is_durable_and_acknowledged_within_50_ms_p99(line):
    took = sorted(milliseconds(*line, coins=300))
    p50, p99, most = took[150], took[297], took[-1]
    print(f"\np50 {p50:.1f}, p99 {p99:.1f}, at most {most:.1f} ms")  # noqa: T201
    assert p99 <= 50
