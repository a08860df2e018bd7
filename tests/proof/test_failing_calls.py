"""Every system call of an evening fails once: no coin is lost, nothing untrue is shown.

`evenings.py` says what happens on such an evening and what has to hold. Here stands
which calls fail, and how. A few in `make test`, all of them in `make soak`.
"""

import json
import subprocess
import sys
from errno import EINTR, EIO, ENOSPC, EROFS
from pathlib import Path

import pytest

from tests.proof.bad_disk import SHORT, BadDisk, Call, built, name_of

ROOT = Path(__file__).parents[2]
# How each kind of call can fail.
ERRORS = {
    "write": (EIO, ENOSPC, EROFS, EINTR, SHORT),
    "sync": (EIO, ENOSPC, EROFS, EINTR),
    "rename": (EIO, ENOSPC, EROFS),
    "open": (EIO, ENOSPC, EROFS, EINTR),
    "truncate": (EIO, EROFS, EINTR),
    "unlink": (EIO, EROFS),
}
READING = (EIO, EINTR)
ALL = (EIO, ENOSPC, EROFS, EINTR, SHORT)
# Bytes that a full disk still has: from too little to begin to more than enough.
ROOMS = range(0, 220_000, 1_000)


class Evenings:
    """A process that lives through evenings, one fault each."""

    def __init__(self, folder):
        self._disk = BadDisk(folder / "state", folder / "control")
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.proof.evenings", str(folder)),
            cwd=ROOT,
            env=self._disk.environment(built(folder)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        told = self._answer()
        self.calls = [Call(*call) for call in told["calls"]]
        self._begun = told["begun"]

    def _answer(self):
        line = self._process.stdout.readline()
        assert line, "nobody lives through an evening any more"
        return json.loads(line)

    def with_fault(self, **fault):
        """What broke, or "", on an evening with that fault; and how often it struck."""
        self._process.stdin.write(json.dumps(fault) + "\n")
        self._process.stdin.flush()
        told = self._answer()
        return told["broke"], told["hurt"]

    def place_of(self, step, kind, name, *, last=False):
        """The number, from 1, of the first or last such call in a step."""
        begun = self._begun[step]
        end = min((n for n in self._begun.values() if n > begun), default=None)
        found = [
            number
            for number, call in enumerate(self.calls[begun:end], start=begun + 1)
            if (call.kind, call.name) == (kind, name)
        ]
        return found[-1 if last else 0]

    def close(self):
        with self._process as process:
            process.stdin.close()
        self._disk.close()


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    evenings = Evenings(tmp_path_factory.mktemp("evenings"))
    yield evenings
    evenings.close()


def can_fail_with(call, error):
    if call.kind == "open" and not call.size:
        return error in READING
    if error == SHORT and call.size < 2:
        return False
    return error in ERRORS[call.kind]


SAMPLE = (
    ("setting", "rename", "cabinet.yaml", EROFS),
    ("coin", "sync", "books.sqlite3-wal", EIO),
    ("match", "write", "books.sqlite3-wal", ENOSPC),
    ("collection", "write", "books.sqlite3.lock", SHORT),
    ("next start", "open", "books.sqlite3", EIO),
    ("next stop", "unlink", "books.sqlite3-wal", EIO),
)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: f"{case[0]}, {case[1]}")
def test_a_call_fails_once_and_no_coin_is_lost(evenings, case):
    *call, error = case
    nth = evenings.place_of(*call, last=True)
    assert evenings.with_fault(error=error, nth=nth, lasting=False) == ("", 1)


def test_a_disk_that_takes_nothing_any_more_shuts_the_slot(evenings):
    nth = evenings.place_of("train", "write", "books.sqlite3-wal")
    broke, hurt = evenings.with_fault(error=EIO, nth=nth, lasting=True)
    assert broke == ""
    assert hurt


def test_a_disk_that_fills_up_costs_no_coin(evenings):
    broke, hurt = evenings.with_fault(room=100_000)
    assert broke == ""
    assert hurt


@pytest.mark.soak
@pytest.mark.parametrize("error", ALL, ids=name_of)
def test_every_call_fails_once(evenings, error):
    tried, found = 0, []
    for nth, call in enumerate(evenings.calls, start=1):
        if can_fail_with(call, error):
            broke, hurt = evenings.with_fault(error=error, nth=nth, lasting=False)
            tried += 1
            if broke or hurt != 1:
                found.append((nth, call, hurt, broke))
    assert not found, told(found)
    print(f"{name_of(error)}: {tried} evenings")  # noqa: T201


@pytest.mark.soak
@pytest.mark.parametrize("error", [EIO, ENOSPC, EROFS], ids=name_of)
def test_from_any_call_on_the_disk_takes_nothing(evenings, error):
    found = []
    for nth, call in enumerate(evenings.calls, start=1):
        broke, hurt = evenings.with_fault(error=error, nth=nth, lasting=True)
        if broke or not hurt:
            found.append((nth, call, hurt, broke))
    assert not found, told(found)
    print(f"{name_of(error)}: {len(evenings.calls)} evenings")  # noqa: T201


@pytest.mark.soak
def test_the_disk_is_full_at_any_moment(evenings):
    found = []
    for room in ROOMS:
        broke, _ = evenings.with_fault(room=room)
        if broke:
            found.append((room, broke))
    assert not found, told(found)
    print(f"{len(ROOMS)} evenings")  # noqa: T201


def told(found):
    lines = (" ".join(map(str, each)) for each in found)
    return f"{len(found)} went wrong:\n" + "\n".join(lines)
