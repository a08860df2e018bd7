"""How fast the books are: durable postings beside the bare disk, and opening."""

import os
import sqlite3
import tempfile
from pathlib import Path
from time import perf_counter

from cabinet.clock import SystemClock
from cabinet.core.ledger import Kind, Posting
from cabinet.store.books import SqliteBooks

COIN = Posting(Kind.COIN, amount=100, credits=1, slot=1)
BOOT = "00000000-0000-0000-0000-000000000000"
ROUNDS, COMMITS = 5, 200
WAL_FRAME = 4096 + 24


def bare_fsyncs_per_s(folder: Path) -> float:
    """What the disk can do: a frame as SQLite writes it, then fdatasync, and again."""
    frame = bytes(WAL_FRAME)
    file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        began = perf_counter()
        for _ in range(COMMITS):
            os.write(file, frame)
            os.fdatasync(file)
        return COMMITS / (perf_counter() - began)
    finally:
        os.close(file)


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


def open_s(folder: Path, postings: int) -> float:
    """The best of five openings, everything checked."""
    books = SqliteBooks(folder / f"{postings}.sqlite3", SystemClock(), BOOT)
    books.open()
    books.commit((COIN,) * postings, 0)
    books.close()
    seconds = []
    for _ in range(5):
        began = perf_counter()
        books.open()
        seconds.append(perf_counter() - began)
        books.close()
    return min(seconds)


def rows() -> list[tuple[str, str, str]]:
    """What was measured, how much, and the bar."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        pairs = [
            (bare_fsyncs_per_s(folder), postings_per_s(folder)) for _ in range(ROUNDS)
        ]
        bare, durable = map(max, zip(*pairs, strict=True))
        small, large = open_s(folder, 10_000), open_s(folder, 100_000)
    library = f"SQLite {sqlite3.sqlite_version}"
    return [
        ("bare write + fdatasync of this disk", f"{bare:,.0f} /s", ""),
        (f"durable postings ({library})", f"{durable:,.0f} /s", "≥ 2,000 /s or fsync"),
        ("opening books of 10,000 postings", f"{small * 1e3:.0f} ms", "≤ 50 ms"),
        ("opening books of 100,000 postings", f"{large * 1e3:.0f} ms", ""),
    ]


if __name__ == "__main__":
    for what, measured, bar in rows():
        print(f"{what:45} {measured:>14}   {bar}")
