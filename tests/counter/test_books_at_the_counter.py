"""Counter and books: nothing shown that is not there, no coin that cannot be kept."""

from dataclasses import replace

import pytest

from cabinet.books.accounts import account
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.money.notes import collection_note
from cabinet.core.money.tariff import Tariff
from cabinet.protocol.codec import Booked, Collect, Refused
from tests.books.cabinets import HOUSE, TOOL, Till
from tests.books.ledgers import query, reopened


@pytest.fixture
def path(tmp_path):
    return tmp_path / "books.sqlite3"


def answers(till, message):
    till.counter.outbox.clear()
    till.counter.hear(TOOL, message)
    return [envelope.message for envelope in till.counter.outbox if envelope.to == TOOL]


class ShortOfRoom:
    """Real books on a disk that can be filled and emptied."""

    def __init__(self, path):
        self.clock = VirtualClock(now=SECOND)
        self.books = SqliteBooks(path, self.clock, "boot")

    def fill(self):
        (pages,) = self.books._db.execute("PRAGMA page_count").fetchone()
        self.books._db.execute(f"PRAGMA max_page_count = {pages}")

    def make_room(self):
        self.books._db.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_shuts_the_slot_and_shows_nothing_it_did_not_write(path):
    disk = ShortOfRoom(path)
    till = Till(
        disk.books,
        clock=disk.clock,
        operating=replace(HOUSE, tariff=Tariff(credit=100, max_credits=900)),
    )
    disk.fill()
    dropped = 0
    while till.mode != "out_of_order":
        assert till.coin()
        dropped += 1
        assert dropped < 300
    assert not till.port.outputs["lockout"]
    assert not till.coin()
    shown = till.counter.shown()
    assert (shown.mode, shown.reason) == ("out_of_order", "books")
    assert "the disk is full" in str(till.counter.state.mode.detail)
    assert shown.credits == reopened_while_open(path) == dropped - 1
    till.press("test")
    assert till.mode == "out_of_order"
    disk.make_room()
    till.press("test")
    till.advance(50 * MILLISECOND)
    assert till.mode == "select"
    assert till.port.outputs["lockout"]
    assert reopened_while_open(path) == till.credits == dropped, "and the refused one"
    assert till.coin()
    till.counter.close()
    assert reopened(path).totals.coins == till.totals.coins == dropped + 1


def reopened_while_open(path):
    return sum(purse.credits for purse in account(path).books.purses)


def test_books_that_became_read_only_shut_the_slot(path):
    till = Till.at(path)
    till.coin()
    till.counter._books._db.execute("PRAGMA query_only = ON")
    till.coin()
    assert till.mode == "out_of_order"
    assert "they cannot be written" in str(till.counter.state.mode.detail)
    assert not till.port.outputs["lockout"]
    assert till.credits == reopened_while_open(path) == 1
    till.counter.close()


def test_a_collection_is_booked_by_the_counter_and_answered(path):
    till = Till.at(path)
    till.coin()
    assert answers(till, Collect(100, 7)) == [Booked()]
    till.counter.close()
    assert query(
        path, "SELECT amount, note FROM postings WHERE kind = 'collection'"
    ) == [(100, collection_note(7))]


def test_a_collection_the_disk_refuses_is_refused(path):
    till = Till.at(path)
    till.counter._books._db.execute("PRAGMA query_only = ON")
    (refused,) = answers(till, Collect(100))
    assert isinstance(refused, Refused)
    till.counter.close()
    assert account(path).collections == ()


@pytest.mark.parametrize("cash", [-1, 10**12 + 1])
def test_what_nobody_can_have_counted_is_refused_and_the_slot_stays_open(path, cash):
    till = Till.at(path)
    (refused,) = answers(till, Collect(cash))
    assert isinstance(refused, Refused)
    assert till.port.outputs["lockout"]
    till.counter.close()


def test_changed_settings_are_journalled_and_lifetime_money_stays(path):
    till = Till.at(path)
    till.coin()
    till.counter.close()
    dearer = replace(HOUSE, tariff=replace(HOUSE.tariff, credit=150, max_credits=9))
    for _ in range(2):
        till = Till.at(path, operating=dearer)
        till.counter.close()
    notes = query(path, "SELECT note FROM postings WHERE kind = 'setting' ORDER BY seq")
    assert len(notes) == 2
    assert '"max_credits":50' in notes[0][0]
    assert '"max_credits":9' in notes[1][0]
    assert reopened(path).totals.minor_units == 100


def test_damage_found_by_somebody_else_stops_the_coins_until_test_is_pressed(path):
    till = Till.at(path)
    till.counter.distrust("posting 17 is not what was written")
    till.advance(MILLISECOND)
    assert (till.mode, till.counter.shown().reason) == ("out_of_order", "books")
    assert not till.coin()
    till.press("test")
    assert till.mode == "attract"
    till.counter.close()


def test_wall_clock_jumps_of_ten_years_change_no_order_and_no_money(path):
    ten_years_ms = 10 * 365 * 24 * 3600 * 1000
    till = Till.at(path)
    start = till.clock.wall_ms()
    for jump in (0, ten_years_ms, -ten_years_ms):
        till.clock.set_wall(start + jump)
        assert till.coin()
    till.counter.close()
    rows = query(path, "SELECT seq, at FROM postings WHERE kind = 'coin' ORDER BY seq")
    assert [at for _, at in rows] == sorted(at for _, at in rows)
    told = reopened(path)
    assert (told.totals.coins, told.totals.minor_units) == (3, 300)


@pytest.mark.parametrize("years", [10, -10])
def test_a_jump_of_the_wall_clock_changes_no_width_and_no_expiry(path, years):
    jump = years * 365 * 24 * 3600 * 1000
    tariff = replace(HOUSE.tariff, credit=300, fraction_expiry=900 * SECOND)
    till = Till.at(path, operating=replace(HOUSE, tariff=tariff))
    assert till.port.insert(1)
    till.advance(15 * MILLISECOND)
    till.clock.set_wall(till.clock.wall_ms() + jump)
    till.advance(200 * MILLISECOND)
    assert till.totals.coins == 1
    till.advance(890 * SECOND)
    till.clock.set_wall(till.clock.wall_ms() + jump)
    till.advance(MILLISECOND)
    assert till.counter.shown().fraction == 100
    till.advance(10 * SECOND)
    assert till.counter.shown().fraction == 0
    till.counter.close()


def test_a_missing_disk_is_no_new_beginning(tmp_path):
    with pytest.raises(BooksError, match="check that the folder exists"):
        Till.at(tmp_path / "not mounted" / "books.sqlite3")
