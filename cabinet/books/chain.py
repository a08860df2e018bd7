"""The chain through the postings: each row's hash covers the row and the one before.

A row that was changed, removed, added or moved breaks the chain at its number. What
is hashed is the row as one line of plain text, the same in every version of Python
and SQLite. When the chain is checked SQLite makes that line from what is really
stored, faster than Python could and whatever bytes a dying disk has left there. The
pages (see `pages`) are links of the same chain: a page's hash follows the hash of
its last posting, and the next posting follows the page.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from cabinet.core.events import Nanos
from cabinet.core.money.ledger import Posting
from cabinet.i18n.message import message

ROOT: Final = bytes(16)
# Behind the last posting of any books.
ENDLESS: Final = 1 << 62

# Only the note may contain the separator, and it is last: no two rows make one line.
# It is not left to `printf`, which stops at a NUL; the mode goes through `hex`.
LINES: Final = """SELECT seq, CAST(printf('%d|%s|%s|%d|%d|%d|%s|%d|%d|%d|%s|%d|%d|%s|',
    seq, kind, ifnull(slot, '-'), amount, credits, run, ifnull(match, '-'), owner,
    players, clicks, hex(mode), at, wall_ms, boot) AS BLOB), CAST(note AS BLOB), hash
    FROM postings WHERE seq > ? AND seq <= ? ORDER BY seq"""
PAGES: Final = """SELECT seq, CAST(books || tally AS BLOB), hash
    FROM pages WHERE seq > ? AND seq <= ? ORDER BY seq"""

Line: TypeAlias = tuple[int, bytes, bytes, bytes]
PageLine: TypeAlias = tuple[int, bytes, bytes]


class End(NamedTuple):
    """How far a chain reaches: the number of its last posting, and its last hash."""

    seq: int = 0
    hash: bytes = ROOT


BEGINNING: Final = End()


def line(seq: int, posting: Posting, at: Nanos, wall_ms: int, boot: str) -> bytes:
    """A posting as the line that `LINES` will find."""
    slot = "-" if posting.slot is None else posting.slot
    match = "-" if posting.match is None else posting.match
    mode = posting.mode.encode().hex().upper()
    return (
        f"{seq}|{posting.kind.value}|{slot}|{posting.amount}|{posting.credits}"
        f"|{posting.run}|{match}|{posting.owner}|{posting.players}|{posting.clicks}"
        f"|{mode}|{at}|{wall_ms}|{boot}|{posting.note}"
    ).encode()


def link(previous: bytes, text: bytes) -> bytes:
    """The hash of a line that follows the one whose hash is `previous`."""
    return blake2b(previous + text, digest_size=16).digest()


def walk(
    lines: Iterable[Line], pages: Iterable[PageLine], start: End = BEGINNING
) -> Iterator[End]:
    """The end of the chain after each posting; `ValueError` names the first bad one."""
    count, last = start
    coming = iter(pages)
    page = next(coming, None)
    for seq, text, note, stored in lines:
        count += 1
        last = link(last, text + note)
        if seq != count:
            raise ValueError(message("posting_missing", posting=count))
        if last != stored:
            raise ValueError(message("posting_changed", posting=count))
        if page and page[0] == count:
            last = link(last, page[1])
            if last != page[2]:
                raise ValueError(message("page_changed", posting=count))
            page = next(coming, None)
        yield End(count, last)
    if page:
        raise ValueError(message("posting_missing", posting=count + 1))


def follow(
    lines: Iterable[Line], pages: Iterable[PageLine], start: End = BEGINNING
) -> End:
    """The end of the whole chain; `ValueError` names the first posting that is bad."""
    ends = deque(walk(lines, pages, start), maxlen=1)
    return ends[0] if ends else start
