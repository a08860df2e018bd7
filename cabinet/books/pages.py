"""Pages: every so many postings, what the books say up to there.

A page holds the fold of all postings so far, so that waking up reads one page and
the few postings after it, and a tally of its own postings by hour (of UTC), slot and
mode, so that a report adds up pages and not postings. A collection ends a page, so a
period of the operator's is whole pages. Pages are rows like any other: only added,
and chained.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple, TypeAlias

from cabinet.books.chain import BEGINNING, ENDLESS, End
from cabinet.core.acceptors import Acceptors, Seen
from cabinet.core.boards import Boards
from cabinet.core.money.ledger import Kind, OpenBooks, Posting, Totals, fold
from cabinet.core.money.tariff import Purse
from cabinet.i18n.message import message

# Asking `Kind` itself takes as long as all the rest of a posting.
_KINDS: Final = {kind.value: kind for kind in Kind}
POSTINGS_A_PAGE: Final = 1_000
HOUR_MS: Final = 3_600_000

_COLUMNS: Final = """kind, amount, credits, run, slot, match, note, owner, players,
    clicks, mode"""
_POSTINGS: Final = f"""SELECT {_COLUMNS} FROM postings
    WHERE seq > ? AND seq <= ? ORDER BY seq"""
_LAST: Final = "SELECT seq, books, tally, hash FROM pages ORDER BY seq DESC LIMIT 1"
_PAGES: Final = """SELECT seq, books, tally, hash FROM pages
    WHERE seq > ? AND seq <= ? ORDER BY seq"""
_NEWEST_CLOSED: Final = "SELECT coalesce(max(match), 0) FROM closings"
# A match played over a power cut has no length: its clocks are of two boots.
_POSTED: Final = f"""SELECT wall_ms / {HOUR_MS} AS hour, ifnull(slot, 0) AS slot, mode,
    coalesce(sum(amount) FILTER (WHERE kind = 'coin'), 0) AS money,
    count(*) FILTER (WHERE kind = 'coin') AS coins,
    count(*) FILTER (WHERE kind = 'charge' AND players > 0) AS plays,
    coalesce(sum(players) FILTER (WHERE kind = 'charge'), 0) AS players,
    coalesce(-sum(credits) FILTER (WHERE kind = 'charge'), 0) AS credits,
    count(*) FILTER (WHERE kind = 'refund' AND players > 0) AS refunds,
    count(*) FILTER (WHERE kind = 'service') AS service,
    coalesce(-sum(credits) FILTER (WHERE kind = 'expiry'), 0) AS expired,
    count(*) FILTER (WHERE kind = 'test') AS tests,
    coalesce(sum(amount) FILTER (WHERE kind = 'test'), 0) AS test_money,
    count(*) FILTER (WHERE kind = 'alarm') AS alarms,
    coalesce(sum(clicks) FILTER (WHERE kind <> 'meter'), 0) AS clicks_owed,
    coalesce(-sum(clicks) FILTER (WHERE kind = 'meter'), 0) AS clicks_made,
    0 AS matches, 0 AS timed, 0 AS play_ms
    FROM postings WHERE seq > :seq AND seq <= :until GROUP BY 1, 2, 3"""
_PLAYED: Final = f"""SELECT c.wall_ms / {HOUR_MS}, 0, m.mode,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    count(*), count(*) FILTER (WHERE c.boot = m.boot),
    coalesce(sum((c.at - m.at) / 1000000) FILTER (WHERE c.boot = m.boot), 0)
    FROM closings AS c JOIN matches AS m ON m.id = c.match
    WHERE c.match > :closed AND c.match <= :closed_until GROUP BY 1, 2, 3"""
_SUMS: Final = """sum(money), sum(coins), sum(plays), sum(players), sum(credits),
    sum(refunds), sum(service), sum(expired), sum(tests), sum(test_money), sum(alarms),
    sum(clicks_owed), sum(clicks_made), sum(matches), sum(timed), sum(play_ms)"""
_TALLY: Final = f"""SELECT hour, slot, mode, {_SUMS}
    FROM ({_POSTED} UNION ALL {_PLAYED}) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""


class Tally(NamedTuple):
    """What happened in one hour, slot (0: none) and mode ("": none).

    `money` is that of coins, `credits` what matches cost, `expired` credits too;
    `clicks` are owed and made by the coin meter. `matches` have ended, `timed` of
    them have a known length, `play_ms` in all. Everything else counts postings.
    """

    hour: int
    slot: int
    mode: str
    money: int
    coins: int
    plays: int
    players: int
    credits: int
    refunds: int
    service: int
    expired: int
    tests: int
    test_money: int
    alarms: int
    clicks_owed: int
    clicks_made: int
    matches: int
    timed: int
    play_ms: int


# The cells of a `Tally` as they come from the file: long books have very many.
Row: TypeAlias = Sequence[Any]


class Page(NamedTuple):
    """A page: where it ends, the last match closed by then, and the books so far."""

    end: End = BEGINNING
    closed: int = 0
    books: OpenBooks = OpenBooks()


COVER: Final = Page()


def last_page(db: sqlite3.Connection) -> Page:
    """The newest page; the cover when there is none. `ValueError`: damaged."""
    row = db.execute(_LAST).fetchone()
    return _page(row) if row else COVER


def page_at(db: sqlite3.Connection, seq: int) -> Page:
    """The page that ends at a posting; the cover for 0. `ValueError`: damaged."""
    return next((page for page, _ in pages(db, seq - 1, seq)), COVER)


def pages(
    db: sqlite3.Connection, after: int = 0, until: int = ENDLESS
) -> Iterator[tuple[Page, list[Row]]]:
    """Every page that ends in a stretch, with its tally, the oldest first."""
    for row in db.execute(_PAGES, (after, until)):
        yield _page(row), json.loads(row[2])


def tally(
    db: sqlite3.Connection, page: Page, until: int | None = None, closed: int = 0
) -> list[Row]:
    """What happened after `page`, up to posting `until` and the match `closed`."""
    limits = {
        "seq": page.end.seq,
        "until": ENDLESS if until is None else until,
        "closed": page.closed,
        "closed_until": ENDLESS if until is None else closed,
    }
    return [list(row) for row in db.execute(_TALLY, limits)]


def postings(db: sqlite3.Connection, after: int, until: int) -> Iterator[Posting]:
    """The postings of a stretch, as they were handed in."""
    for row in db.execute(_POSTINGS, (after, until)):
        yield Posting(_KINDS.get(row[0]) or Kind(row[0]), *row[1:])


def write_page(
    db: sqlite3.Connection, page: Page, books: OpenBooks
) -> tuple[int, str, str]:
    """Last match closed, books and tally of the page that follows `page`."""
    (closed,) = db.execute(_NEWEST_CLOSED).fetchone()
    tallied = json.dumps(tally(db, page), ensure_ascii=False, separators=(",", ":"))
    return closed, _write(books, closed), tallied


def check_pages(
    db: sqlite3.Connection,
    before: Page = COVER,
    until: int = ENDLESS,
    told: Callable[[int], None] = lambda posting: None,
) -> None:
    """Count every page again from its postings; `ValueError` names one that differs.

    `before` is the page before the first, taken as proven. `told` hears how far it is.
    """
    for page, tallied in pages(db, before.end.seq, until):
        books = fold(postings(db, before.end.seq, page.end.seq), before.books)
        again = tally(db, before, page.end.seq, page.closed)
        if books != page.books or again != tallied:
            raise ValueError(message("page_wrong", posting=page.end.seq))
        before = page
        told(page.end.seq)


def _write(books: OpenBooks, closed: int) -> str:
    document: dict[str, Any] = {
        "purses": books.purses,
        "totals": asdict(books.totals),
        "clicks": books.clicks,
        "tariff": books.tariff,
        "settings": books.settings,
        "doubt": books.doubt,
        "boards": {f"{board:08x}": of for board, of in books.boards.items()},
        "acceptors": {name: _plain(seen) for name, seen in books.acceptors.items()},
        "closed": closed,
    }
    document["purses"] = [(purse.credits, purse.run) for purse in books.purses]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _page(row: Iterable[Any]) -> Page:
    seq, text, _, hash_ = row
    try:
        document = json.loads(text)
        books = OpenBooks(
            purses=tuple(Purse(*both) for both in document["purses"]),
            totals=Totals(**document["totals"]),
            clicks=document["clicks"],
            tariff=document["tariff"],
            settings=document["settings"],
            doubt=document["doubt"],
            boards=_boards(document.get("boards", {})),
            acceptors=_acceptors(document.get("acceptors", {})),
        )
        return Page(End(seq, hash_), document["closed"], books)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise ValueError(message("page_unreadable", posting=seq)) from wrong


def _plain(seen: Seen) -> list[Any]:
    pairs = [list(pair) for pair in seen.pairs]
    return [seen.number, seen.counter, pairs, seen.accepted]


def _acceptors(document: Mapping[str, Sequence[Any]]) -> Acceptors:
    return {
        name: Seen(number, counter, tuple((a, b) for a, b in pairs), accepted)
        for name, (number, counter, pairs, accepted) in document.items()
    }


def _boards(document: Mapping[str, Sequence[int]]) -> Boards:
    return {int(board, 16): tuple(map(int, of)) for board, of in document.items()}
