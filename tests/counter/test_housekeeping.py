"""The daily chore: another process proves and copies the books while nobody plays."""

import asyncio
import os
import sys

import pytest

from cabinet.books.sqlite import doubt_at
from cabinet.counter.housekeeping import Copier, keep_copies
from tests.books.ledgers import COIN, opened, tamper


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        books.commit([COIN] * 5, at=0)
    return path


class Room:
    """A cabinet with a plan of when somebody plays."""

    def __init__(self, plan):
        self.plan = list(plan)
        self.distrusted = []
        self.done = asyncio.Event()

    @property
    def idle(self):
        if not self.plan:
            self.done.set()
            return False
        return self.plan.pop(0)

    def distrust(self, why):
        self.distrusted.append(why)


def keep(path, *words, plan):
    """Look after the books until the plan is over."""
    command = (sys.executable, "-m", "cabinet", "--state", str(path.parent), *words)

    async def run():
        copier = Copier(command, doubt_at(path), first=0, daily=0, busy=0.001)
        room = Room(plan)
        task = asyncio.create_task(keep_copies(copier, room))
        await asyncio.wait_for(room.done.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return room

    return asyncio.run(run())


def copies(path):
    return list((path.parent / "copies").glob("*"))


def test_books_are_copied_when_nobody_plays(path):
    room = keep(path, "books", "copy", plan=[False, False, True])
    assert len(copies(path)) == 1
    assert room.distrusted == []


def test_damage_is_told_when_nobody_plays(path):
    tamper(path, "UPDATE postings SET amount = 1 WHERE seq = 3")
    room = keep(path, "books", "copy", plan=[True, False, True])
    assert len(room.distrusted) == 1
    assert "posting 3 is not what was written" in str(room.distrusted[0])
    assert copies(path) == []


def test_a_copy_that_fails_is_logged_and_tried_again(path, caplog):
    room = keep(path, "books", "copy", "nonsense", plan=[True, True])
    assert caplog.text.count("the books were not copied") == 2
    assert room.distrusted == []


def test_a_copy_going_on_ends_with_the_cabinet(path):
    sleeper = (sys.executable, "-c", "input()")

    async def run():
        room = Room([True])
        copier = Copier(sleeper, doubt_at(path), first=0)
        task = asyncio.create_task(keep_copies(copier, room))
        await asyncio.sleep(0)
        task.cancel()
        (ended,) = await asyncio.gather(task, return_exceptions=True)
        return ended

    assert isinstance(asyncio.run(run()), asyncio.CancelledError)
