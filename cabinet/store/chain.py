"""The chain through the postings: each row's hash covers the row and the one before.

A row that was changed, removed, added or moved breaks the chain at its number. What
is hashed is the row as one line of plain text, the same in every version of Python
and SQLite. When the chain is checked SQLite makes that line from what is really
stored, faster than Python could and whatever bytes a dying disk has left there.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from cabinet.core.events import Nanos
from cabinet.core.ledger import Posting

ROOT: Final = bytes(16)

# Only the note may contain the separator, and it is last: no two rows make one line.
# It is not left to `printf`, which stops at a NUL.
LINES: Final = """SELECT seq, CAST(
    printf('%d|%s|%s|%d|%d|%d|%s|%d|%d|%s|', seq, kind, ifnull(slot, '-'), amount,
    credits, run, ifnull(match, '-'), at, wall_ms, boot) AS BLOB),
    CAST(note AS BLOB), hash FROM postings ORDER BY seq"""


def line(seq: int, posting: Posting, at: Nanos, wall_ms: int, boot: str) -> bytes:
    """A posting as the line that `LINES` will find."""
    slot = "-" if posting.slot is None else posting.slot
    match = "-" if posting.match is None else posting.match
    return (
        f"{seq}|{posting.kind.value}|{slot}|{posting.amount}|{posting.credits}"
        f"|{posting.run}|{match}|{at}|{wall_ms}|{boot}|{posting.note}"
    ).encode()


def link(previous: bytes, text: bytes) -> bytes:
    """The hash of a line that follows the row whose hash is `previous`."""
    return blake2b(previous + text, digest_size=16).digest()


def follow(rows: Iterable[tuple[int, bytes, bytes, bytes]]) -> tuple[int, bytes]:
    """Number and hash of the last row; `ValueError` names the first that is wrong."""
    last, count = ROOT, 0
    for count, (seq, text, note, stored) in enumerate(rows, start=1):
        last = link(last, text + note)
        if seq != count:
            raise ValueError(f"posting {count} is missing")
        if last != stored:
            raise ValueError(f"posting {count} is not what was written")
    return count, last
