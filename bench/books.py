"""How fast the books are: durable postings beside the bare disk, opening, reporting."""

import gc
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from time import perf_counter
from timeit import repeat

from bench.running import bare_disk, scratch_folder
from bench.table import Row
from cabinet.books.accounts import account
from cabinet.books.exports import as_text
from cabinet.books.inspection import verify
from cabinet.books.report import report
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock, VirtualClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import (
    Entry,
    Kind,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Posting,
    Seating,
)

COIN = Posting(Kind.COIN, amount=100, credits=1, slot=1, clicks=1)
CLICK = Posting(Kind.METER, clicks=-1)
MODES = ("azteka", "azteka variant=aggressive", "kalaha", "six")
BOOT = "a1b2c3d4"
ROUNDS, COMMITS = 5, 200
MANY = 1_000_000
A_GAME = 4  # postings
GAMES_A_COMMIT = 12
BETWEEN_GAMES = 300 * SECOND
RAM = Path("/dev/shm")


def bare_fsyncs_per_s(folder: Path) -> float:
    """What the disk can do: a frame as SQLite writes it, then fdatasync, and again."""
    with bare_disk(folder) as write:
        return COMMITS / sum(write() for _ in range(COMMITS))


def postings_per_s(folder: Path) -> float:
    """Coins booked one by one, each on the disk before the next."""
    books = SqliteBooks(folder / "books.sqlite3", SystemClock(), BOOT)
    books.open()
    try:
        began = perf_counter()
        for number in range(COMMITS):
            books.commit((COIN,), number)
        return COMMITS / (perf_counter() - began)
    finally:
        books.close()


def a_game(number: int) -> Iterator[Entry]:
    """A coin, its click, a match from start to end, and now and then something else."""
    mode = MODES[number % len(MODES)]
    seats = (Seating(), Seating("bot", "hard"))
    yield COIN
    yield CLICK
    yield Posting(Kind.CHARGE, credits=-1, match=number, players=1, mode=mode)
    record = MatchRecord(number, 0, mode.split()[0], {}, seats, 7, 1, (), mode)
    yield MatchOpened(record)
    yield MatchClosed(number, "finished", (0,), (12, 7))
    if number % 50 == 0:
        yield Posting(Kind.ALARM, slot=1, note="coin.1 jammed")
    elif number % 20 == 0:
        yield Posting(Kind.SERVICE, credits=1)
    else:
        yield Posting(Kind.TEST, amount=100, slot=1)


def write_books(path: Path, postings: int) -> None:
    """Books of so many postings: a game every five minutes, for years.

    They are written where a sync costs nothing, then moved.
    """
    clock = VirtualClock()
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as name:
        made = Path(name) / path.name
        books = SqliteBooks(made, clock, BOOT)
        books.open()
        for first in range(1, postings // A_GAME + 1, GAMES_A_COMMIT):
            numbers = range(first, min(first + GAMES_A_COMMIT, postings // A_GAME + 1))
            entries = [entry for number in numbers for entry in a_game(number)]
            books.commit(entries, clock.now())
            clock.advance_to(clock.now() + len(numbers) * BETWEEN_GAMES)
        books.close()
        shutil.copy(made, path)


def best_of_five(work: Callable[[], object]) -> float:
    """Seconds of the fastest of five."""
    return min(repeat(work, gc.enable, repeat=5, number=1))


def timed(work: Callable[[Path], object], path: Path) -> float:
    """Seconds of the faster of two."""
    return min(repeat(lambda: work(path), repeat=2, number=1))


def open_s(path: Path) -> float:
    """Until the books say what the balance is, everything it depends on proven."""
    books = SqliteBooks(path, SystemClock(), BOOT)
    seconds = best_of_five(books.open)
    books.close()
    return seconds


def report_s(path: Path) -> float:
    """From the file to the text an operator reads."""
    now = SystemClock().wall_ms()
    return best_of_five(lambda: as_text(report(account(path), now, UTC)))


def rows() -> Iterator[Row]:
    """Postings a second, how long the books take to open, and the report."""
    with scratch_folder() as name:
        folder = Path(name)
        pairs = [
            (bare_fsyncs_per_s(folder), postings_per_s(folder)) for _ in range(ROUNDS)
        ]
        bare, durable = map(max, zip(*pairs, strict=True))
        yield Row("bare write + fdatasync, one after the other", f"{bare:,.0f} /s")
        yield Row(
            f"durable postings (SQLite {sqlite3.sqlite_version})",
            f"{durable:,.0f} /s",
            "2,000 /s or 80 % of bare",
            durable >= min(2_000, 0.8 * bare),
        )
        small, large = folder / "small.sqlite3", folder / "large.sqlite3"
        write_books(small, 10_000)
        yield _limit("opening books of 10,000 postings", open_s(small), 0.05)
        write_books(large, MANY)
        yield _limit(f"opening books of {MANY:,}", open_s(large), 0.3)
        yield _limit(f"the report over {MANY:,}", report_s(large), 1.0)
        yield _limit(f"`verify` of {MANY:,}", timed(verify, large), 5.0)


def _limit(what: str, seconds: float, most: float) -> Row:
    measured, bar = f"{seconds * 1e3:.0f} ms", f"≤ {most * 1e3:,.0f} ms"
    return Row(what, measured, bar, seconds <= most)
