"""The daily chore: another process proves and copies the books while nobody plays."""

import asyncio
import os
import subprocess
import sys

import pytest

from cabinet.books.inspection import verify
from cabinet.books.sqlite import doubt_at, log_at
from cabinet.counter.housekeeping import Checkpoint, Copier, keep_copies
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


def test_a_note_that_cannot_be_read_is_a_doubt_and_ends_no_chore(path):
    doubt_at(path).mkdir()
    room = keep(path, "books", "verify", plan=[True, True, True, True])
    assert ["Is a directory" in str(why) for why in room.distrusted] == [True, True]


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


class QuietRoom:
    """A cabinet whose log is kept short, looked at as often as the loop turns."""

    def __init__(self, books, path):
        self.idle = False
        self.checkpoints = 0
        self._books = books
        self._made = asyncio.Event()
        log, note = log_at(path), doubt_at(path)
        checkpoint = Checkpoint(self._make, log, quiet=0)
        copier = Copier((), note, first=3600, checkpoint=checkpoint)
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(keep_copies(copier, self))

    def _make(self):
        self._books.checkpoint()
        self.checkpoints += 1
        self._loop.call_soon_threadsafe(self._made.set)

    async def look(self, times=30):
        for _ in range(times):
            await asyncio.sleep(0)

    async def emptied(self):
        self._made.clear()
        await asyncio.wait_for(self._made.wait(), 60)
        await self.look()

    async def close(self):
        self._task.cancel()
        (ended,) = await asyncio.gather(self._task, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)


def in_the_file_alone(path):
    """How many postings there are without the log."""
    alone = path.with_name("alone.sqlite3")
    # Not here: a process that closes a file loses all locks that SQLite has on it.
    subprocess.run(["cp", path, alone], check=True)
    return verify(alone).seq


def test_the_log_is_emptied_once_when_nobody_plays_and_nothing_was_booked(path):
    async def run(books):
        room = QuietRoom(books, path)
        await room.look()
        assert (room.checkpoints, in_the_file_alone(path)) == (0, 5)
        room.idle = True
        await room.emptied()
        assert (room.checkpoints, in_the_file_alone(path)) == (1, 6)
        books.commit([COIN], at=0)
        await room.emptied()
        assert (room.checkpoints, in_the_file_alone(path)) == (2, 7)
        await room.close()

    with opened(path) as books:
        books.commit([COIN], at=0)
        asyncio.run(run(books))


def test_the_log_is_left_alone_while_coins_fall(path):
    async def run(books):
        room = QuietRoom(books, path)
        room.idle = True
        for _ in range(30):
            books.commit([COIN], at=0)
            await room.look(1)
        assert room.checkpoints == 0
        await room.close()

    with opened(path) as books:
        asyncio.run(run(books))


def test_the_log_of_damaged_books_is_left_alone(path):
    async def run(books):
        room = QuietRoom(books, path)
        room.idle = True
        await room.look()
        assert room.checkpoints == 0
        await room.close()

    doubt = doubt_at(path)
    with opened(path) as books:
        doubt.write_text("damaged")
        asyncio.run(run(books))
