"""Money by game: what each play cost, to the cent."""

from datetime import UTC, date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.books.accounts import account
from cabinet.books.exports import breakdown_text
from cabinet.books.inspection import reading
from cabinet.books.report import breakdown
from cabinet.books.takings import (
    CREDIT,
    EXPIRED,
    FOREVER,
    KEPT,
    BooksReader,
    Takings,
    by_game,
    by_mode,
    heat,
    kept_takings,
    takings,
)
from cabinet.clock import VirtualClock
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import Purse, Tariff, Tier
from tests.books.ledgers import opened

HOUR = 3600 * SECOND
MIDNIGHT = 1_767_225_600_000  # the first of January 2026, a Thursday, in Greenwich
PRICE = Posting(Kind.PRICE, note="EUR 100")
AZTEKA, LONG, KALAHA = "azteka", "azteka timed=True", "kalaha"


def coin(amount=100, credits=1, **more):
    return Posting(Kind.COIN, amount=amount, credits=credits, slot=1, **more)


def charge(credits, mode, match=1, **more):
    return Posting(
        Kind.CHARGE, credits=-credits, match=match, players=1, mode=mode, **more
    )


def refund(credits, mode, match=1, **more):
    return Posting(
        Kind.REFUND, credits=credits, match=match, players=1, mode=mode, **more
    )


@pytest.fixture
def write(tmp_path):
    """Books with these postings, an hour after each other, and their money by mode."""
    path = tmp_path / "books.sqlite3"

    def books_of(*postings, since=None, until=None):
        clock = VirtualClock(wall_ms=MIDNIGHT)
        with opened(path, clock) as books:
            for number, posting in enumerate(postings):
                clock.advance_to(number * HOUR)
                books.commit([posting], at=0)
        return by_mode(account(path), takings(path), since, until, UTC)

    books_of.path = path
    return books_of


def money(found):
    return {label: sums.money for label, sums in found.rows.items()}


def test_a_play_costs_what_its_credits_cost_with_the_tier(write):
    found = write(
        PRICE, coin(200, 3), charge(1, AZTEKA), charge(1, KALAHA, 2), charge(1, LONG, 3)
    )
    assert money(found) == {AZTEKA: 66, LONG: 67, KALAHA: 67}
    assert money(by_game(found)) == {"azteka": 133, "kalaha": 67}
    assert by_game(found).rows["azteka"].plays == 2


def test_what_is_not_played_yet_is_a_row_of_its_own(write):
    found = write(PRICE, coin(200, 2), charge(1, AZTEKA))
    assert money(found) == {AZTEKA: 100, CREDIT: 100}


def test_money_that_has_bought_no_credit_is_no_play_s(write):
    found = write(PRICE, coin(150, 1, run=50), charge(1, AZTEKA, run=50))
    assert money(found) == {AZTEKA: 100, CREDIT: 50}


def test_what_expires_is_a_row_of_its_own(write):
    found = write(
        PRICE,
        coin(250, 2, run=50),
        Posting(Kind.EXPIRY, amount=50),
        charge(1, AZTEKA),
        Posting(Kind.EXPIRY, credits=-1),
    )
    assert money(found) == {AZTEKA: 100, EXPIRED: 150}


def test_a_refunded_match_has_cost_nothing(write):
    found = write(PRICE, coin(), charge(1, AZTEKA), refund(1, AZTEKA), charge(1, LONG))
    assert money(found) == {AZTEKA: 0, LONG: 100}


def test_a_refund_gives_back_only_what_its_own_match_has_cost(write):
    postings = (PRICE, coin(), charge(1, AZTEKA), refund(1, AZTEKA, 7))
    assert money(write(*postings)) == {AZTEKA: 100}


def test_a_service_credit_has_cost_nothing(write):
    given_away = Posting(Kind.SERVICE, credits=1)
    found = write(PRICE, given_away, charge(1, AZTEKA), coin(), charge(1, KALAHA, 2))
    assert money(found) == {AZTEKA: 0, KALAHA: 100}


def test_a_free_play_costs_nothing(write):
    assert money(write(PRICE, charge(0, AZTEKA))) == {AZTEKA: 0}


def test_from_one_day_to_another(write):
    """The coin fell at one in the morning, the second play was a day later."""
    wait = [Posting(Kind.TEST, amount=100, slot=1)] * 24
    postings = (PRICE, coin(200, 2), charge(1, AZTEKA), *wait, charge(1, KALAHA, 2))
    first, second = date(2026, 1, 1), date(2026, 1, 2)
    assert money(write(*postings, until=first)) == {AZTEKA: 100, CREDIT: 100}
    rows, found = account(write.path), takings(write.path)
    assert money(by_mode(rows, found, second, None, UTC)) == {
        KALAHA: 100,
        CREDIT: -100,
    }


def test_money_of_another_currency_is_never_added(write):
    found = write(
        PRICE,
        coin(),
        Posting(Kind.PRICE, note="CHF 200"),
        coin(400, 2),
        charge(3, AZTEKA),
        PRICE,
        coin(300, 3),
        charge(3, KALAHA, 2),
    )
    assert money(found)[KALAHA] == 300
    assert {
        code: sum(each.values()) for code, each in takings(write.path).played.items()
    } == {
        "EUR": 400,
        "CHF": 400,
    }


def test_a_program_that_keeps_them_reads_on(write):
    write(PRICE, coin())
    kept = takings(write.path)
    with opened(write.path) as books:
        books.commit([charge(1, AZTEKA)], at=0)
    with reading(write.path) as db:
        kept.update(db)
        kept.update(db)
    assert sum(kept.played["EUR"].values()) == 100


def test_other_books_are_read_from_the_beginning(write, tmp_path):
    write(PRICE, coin(), charge(1, AZTEKA))
    kept = takings(write.path)
    for name, postings in (
        ("shorter", (PRICE,)),
        ("other", (PRICE, coin(), charge(1, KALAHA))),
    ):
        other = tmp_path / f"{name}.sqlite3"
        with opened(other) as books:
            books.commit(postings, at=0)
        with reading(other) as db:
            kept.update(db)
        assert kept == takings(other)


def test_a_reader_that_is_asked_again_says_what_a_new_one_says(write):
    write(PRICE, coin())
    reader = BooksReader(write.path)
    steps = (
        (Posting(Kind.COLLECTION, amount=100), charge(1, AZTEKA)),
        (Posting(Kind.COLLECTION, amount=0), coin(), charge(1, KALAHA, 2)),
        (Posting(Kind.SETTING, note='{"tariff":"CHF 200"}'),),
        (Posting(Kind.PRICE, note="CHF 200"), coin(200)),
        (Posting(Kind.COLLECTION, amount=200),),
    )
    for postings in steps:
        with opened(write.path) as books:
            books.commit(postings, at=0)
        again = BooksReader(write.path)
        assert reader.account() == again.account()
        wanted = again.by_mode(None, None, UTC)
        assert reader.by_mode(None, None, UTC) == wanted


def test_a_reader_notices_other_books(write):
    write(PRICE, coin(), Posting(Kind.COLLECTION, amount=100))
    reader = BooksReader(write.path)
    reader.account()
    for file in write.path.parent.glob("books*"):
        file.unlink()
    write(PRICE, coin(), coin(), Posting(Kind.COLLECTION, amount=200))
    assert reader.account() == account(write.path)


def test_empty_books_have_taken_nothing(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path):
        pass
    assert by_mode(account(path), takings(path), None, None, UTC).rows == {}
    assert heat(account(path), UTC, None, None) == {}


def test_the_busiest_hours(write):
    write(PRICE, coin(), coin(200, 2), charge(1, AZTEKA))
    rows, first = account(write.path), date(2026, 1, 1)
    assert heat(rows, UTC, first, first) == {(3, 1): 100, (3, 2): 200}
    assert heat(rows, UTC, date(2026, 1, 2), None) == {}


def test_the_average_of_a_play_is_rounded(write):
    found = write(PRICE, coin(200, 3), charge(2, AZTEKA), charge(1, KALAHA, 2))
    _, azteka, kalaha, *_ = breakdown_text(found).splitlines()
    assert azteka.endswith("1.33 EUR")
    assert kalaha.endswith("0.67 EUR")
    _, slot, *_ = breakdown_text(
        breakdown(account(write.path), "slot", None, UTC)
    ).splitlines()
    assert slot.endswith("-")


TARIFF = Tariff(credit=100, tiers=(Tier(200, 3), Tier(500, 8)))
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("coin", "charge", "refund", "expiry", "service")),
        st.integers(0, 2),
        st.sampled_from((10, 20, 50, 100, 200, 7)),
        st.integers(0, 5),
    ),
    max_size=60,
)


def history(steps):
    """Postings as a till would make them, each with the row that the books have."""
    purses, paid, match = [Purse()] * 3, {}, 0
    for number, (kind, owner, amount, credits) in enumerate(steps):
        purse = purses[owner]
        moved = 0
        if kind == "coin":
            after = TARIFF.drop(purse, amount)
        elif kind == "charge":
            credits = min(credits, purse.credits)
            after, match = TARIFF.charge(purse, credits), match + 1
            paid = {owner: credits}
        elif kind == "refund":
            after = Purse(purse.credits + paid.pop(owner, 0), purse.run)
        elif kind == "service":
            after = Purse(purse.credits + 1, purse.run)
        else:
            amount = TARIFF.fraction(purse)
            after = Purse(purse.credits if credits else 0, 0)
        moved = after.credits - purse.credits
        purses[owner] = after
        of = kind in ("charge", "refund")
        yield (
            *(number, kind, owner, amount, moved, after.run),
            *(match if of else None, f"mode {credits}" if of else "", number // 9, ""),
        )


@given(STEPS)
def test_not_a_cent_is_lost_or_counted_twice(steps):
    rows = list(history(steps))
    coins = sum(row[3] for row in rows if row[1] == "coin")
    found = Takings()
    found.read(rows)
    assert sum(found.played[""].values()) + sum(found.worth) == coins
    assert all(worth >= 0 for worth in found.worth)


@given(STEPS, st.integers(0, 60))
def test_wherever_the_reading_stops_it_goes_on_to_the_same_end(steps, at):
    rows, whole, parts = list(history(steps)), Takings(), Takings()
    whole.read(rows)
    parts.read(rows[:at])
    parts.read(rows[at:])
    assert whole == parts


def test_a_new_price_in_the_same_money_takes_nothing_away(write):
    dearer = Posting(Kind.PRICE, note="EUR 200")
    found = write(PRICE, coin(), dearer, charge(1, AZTEKA))
    assert money(found) == {AZTEKA: 100}


def test_kept_takings_are_those_of_a_first_reading(tmp_path, monkeypatch):
    """And a file that is damaged, or of other books, is read anew."""
    monkeypatch.setattr("cabinet.books.takings.POSTINGS_A_PAGE", 3)
    path, beside = tmp_path / "books.sqlite3", tmp_path / KEPT
    with opened(path, VirtualClock()) as books:
        coin = Posting(Kind.COIN, amount=200, credits=2, run=0, slot=1)
        charge = Posting(Kind.CHARGE, credits=-1, match=1, players=1, mode="azteka")
        books.commit([coin, coin, charge], 0)
        assert kept_takings(path) == takings(path)
        assert beside.exists()
        books.commit([charge], 0)
        again = kept_takings(path)
        assert again == takings(path)
        beside.unlink()
        assert kept_takings(path, 3) is None
        assert kept_takings(path, 4) == again
        assert again.by_mode(-FOREVER, FOREVER) == {"azteka": 200}
    of_others = beside.read_text().replace('"end":[', '"end":[1')
    for text in ("", "[]", '{"end": [1, "00"]}', of_others):
        beside.write_text(text)
        assert kept_takings(path) == takings(path)
