"""A release is tried beside the cabinet: whatever that is doing, it is never refused.

Soak: each case starts a whole cabinet, some seconds of work.
"""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.money.ledger import Kind, Posting
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parents[2]
RELEASE = Path(sys.executable).parents[1]
NO_COINS = {"pricing.free_play": True, "coins": []}
LITTLE_ROOM = {"pricing.max_credits": 6, "modes.0.credits": 1}
FULL = Posting(Kind.COIN, amount=600, credits=6, run=600, slot=1)
RESTORED = Posting(Kind.RESTORED, note="from a copy, nobody has looked yet")

pytestmark = pytest.mark.soak


def file_with(changes):
    settings = yaml.safe_load(SETTINGS.read_text())
    for path, value in changes.items():
        *way, last = path.split(".")
        part = settings
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part[step]
        part[last] = value
    return yaml.safe_dump(settings)


@pytest.mark.parametrize(
    ("changes", "posting"),
    [
        pytest.param(NO_COINS, None, id="free play, and no slot at all"),
        pytest.param(LITTLE_ROOM, FULL, id="no credit fits any more"),
        pytest.param({}, RESTORED, id="out of order since the books were restored"),
    ],
)
def test_a_healthy_release_is_taken_whatever_the_cabinet_is_doing(
    tmp_path, changes, posting
):
    etc, state = tmp_path / "etc", tmp_path / "state"
    etc.mkdir()
    state.mkdir()
    (etc / "cabinet.yaml").write_text(file_with(changes), encoding="utf-8")
    if posting:
        books = SqliteBooks(state / "books.sqlite3", SystemClock(), "boot")
        books.open()
        books.commit([posting], SystemClock().now())
        books.close()
    before = checksum(state / "books.sqlite3")
    done = subprocess.run(
        ["sh", ROOT / "systemd/try.sh", RELEASE, etc, state],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert checksum(state / "books.sqlite3") == before


def checksum(path):
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""
