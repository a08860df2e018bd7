"""How fast the books are: durable postings beside the bare disk, and opening."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.disk import bare_disk
from bench.running import scratch_folder
from bench.table import Row
from cabinet.clock import SystemClock
from cabinet.core.ledger import Kind, Posting
from cabinet.store.books import SqliteBooks

COIN: Final = Posting(Kind.COIN, amount=100, credits=1, slot=1)
BOOT: Final = "00000000-0000-0000-0000-000000000000"
ROUNDS: Final = 5
COMMITS: Final = 200


def rows() -> Iterator[Row]:
    """Postings a second, and how long the books take to open."""
    with scratch_folder() as name:
        folder = Path(name)
        pairs = [(_bare(folder), _postings(folder)) for _ in range(ROUNDS)]
        bare, durable = map(max, zip(*pairs, strict=True))
        yield Row("bare write + fdatasync, one after the other", f"{bare:,.0f} /s")
        yield Row(
            f"durable postings (SQLite {sqlite3.sqlite_version})",
            f"{durable:,.0f} /s",
            "2,000 /s or 80 % of bare",
            durable >= min(2_000, 0.8 * bare),
        )
        small, large = _opening(folder, 10_000), _opening(folder, 100_000)
    what = "opening books of {:,} postings, best of 5"
    yield Row(what.format(10_000), f"{small:.0f} ms", "≤ 50 ms", small <= 50)
    yield Row(what.format(100_000), f"{large:.0f} ms")


def _bare(folder: Path) -> float:
    with bare_disk(folder) as disk:
        return COMMITS / sum(disk.write() for _ in range(COMMITS))


def _postings(folder: Path) -> float:
    """Coins booked one by one, each on the disk before the next; how many a second."""
    books = SqliteBooks(folder / "books.sqlite3", SystemClock(), BOOT)
    books.open()
    try:
        began = perf_counter()
        for number in range(COMMITS):
            books.commit((COIN,), number)
        return COMMITS / (perf_counter() - began)
    finally:
        books.close()


def _opening(folder: Path, postings: int) -> float:
    """Milliseconds of the best of five openings, everything checked."""
    books = SqliteBooks(folder / f"{postings}.sqlite3", SystemClock(), BOOT)
    books.open()
    books.commit((COIN,) * postings, 0)
    books.close()
    taken = []
    for _ in range(5):
        began = perf_counter()
        books.open()
        taken.append(perf_counter() - began)
        books.close()
    return min(taken) * 1e3
