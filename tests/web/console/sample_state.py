"""Books of a month in a café, and evidence of odd pulses: for pages to show."""

from datetime import UTC, datetime, timedelta
from random import Random

from cabinet.books.evidence import Case, EvidenceFile
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.core.money.ledger import (
    Kind,
    MatchClosed,
    MatchOpened,
    MatchRecord,
    Posting,
    ScoreSigned,
    Seating,
)

# How busy each hour is, from midnight on.
BUSY = (2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 3, 3, 4, 5, 7, 9, 8, 9, 10, 7, 4)
MODES = ("azteka variant=classic", "aztec", "arkade mode=arcade", "space_aztecs")
ALARMS = ("coin.1 jammed", "door open", "screen lost: it stopped answering")
NAMES = ("ANA", "LEO", "ZOE", "MAX", "EVA", "TOM")


def some_books(path, now, days=30):
    """Days of coins and games that end at `now`, an aware time."""
    chance, match = Random(7), 1
    clock = VirtualClock()
    books = SqliteBooks(path, clock, "sample")
    books.open()
    begin = (now - timedelta(days)).replace(minute=5, second=0)
    for hour in range(days * 24):
        moment = begin + timedelta(hours=hour)
        weekend = 2 if moment.weekday() >= 4 else 1
        for _ in range(chance.randrange(BUSY[moment.hour] + 1) * weekend // 3):
            clock.set_wall(round(moment.timestamp() * 1000))
            _game(books, match, chance)
            match += 1
    for note in ALARMS:
        books.commit([Posting(Kind.ALARM, note=note)], 0)
    books.close()


def _game(books, match, chance):
    mode = chance.choice(MODES)
    coin = Posting(Kind.COIN, amount=100, credits=1, slot=1)
    charge = Posting(Kind.CHARGE, credits=-1, match=match, players=2, mode=mode)
    game = mode.split()[0]
    record = MatchRecord(match, 0, game, {}, (Seating(), Seating()), match, 1, (), mode)
    books.commit([coin, charge, MatchOpened(record)], 0)
    length = chance.randrange(120, 900)
    closed = MatchClosed(match, "finished", (0,), (chance.randrange(20, 90), 12), "")
    signed = ScoreSigned(match, 0, mode, closed.scores[0], chance.choice(NAMES))
    books.commit([closed, *[signed] * (mode == MODES[2])], length * SECOND)


def odd_pulses(path, now):
    """A spark and a coin on a string, kept as evidence."""
    file = EvidenceFile(path)
    wall = round(now.timestamp() * 1000)
    spark = [_edges(100, 1), _edges(104, 2), _edges(131, 1)]
    slow = [_edges(100, 210), _edges(420, 44)]
    for why, pulses, ago in (
        ("short, 1.0 ms", spark, 3_600_000),
        ("long, 210.0 ms", slow, 60_000),
    ):
        edges = tuple(edge for pair in pulses for edge in pair)
        limits = (
            "a coin here is 12 to 80 ms wide, 20 ms after the one before, "
            "at most 12 pulses and 8 coins a second; 500 ms is a jam"
        )
        case = Case(
            "rejected", "coin.1", why, edges[-1].at, wall - ago, limits, {}, edges
        )
        file.keep(case)
    file.close()


def _edges(at_ms, width_ms):
    begin = at_ms * MILLISECOND
    return (
        Edge("coin.1", True, begin),
        Edge("coin.1", False, begin + width_ms * MILLISECOND),
    )


def furnish(state, now=None, days=30):
    """A state folder as a cabinet has it after a while."""
    now = now or datetime.now(UTC)
    state.mkdir(parents=True, exist_ok=True)
    some_books(state / "books.sqlite3", now, days)
    odd_pulses(state / "evidence.sqlite3", now)
