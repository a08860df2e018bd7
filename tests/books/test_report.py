"""Reports by example: everything counted once, in the right column."""

import json
import re
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone

import pytest

from cabinet.books.accounts import account
from cabinet.books.collection import (
    read_money,
    reconcile,
    reconciliation_text,
)
from cabinet.books.exports import as_json, as_text, breakdown_text, length
from cabinet.books.report import Sums, breakdown, report
from cabinet.clock import VirtualClock
from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, MatchClosed, MatchOpened, Posting
from cabinet.core.money.notes import collection_note
from cabinet.core.money.tenders import marked
from cabinet.i18n.message import from_text
from tests.books.ledgers import CHARGE, COIN, RECORD, opened

HOUR = 3600 * SECOND
MIDNIGHT = 1_767_225_600_000  # the first of January 2026, in Greenwich
SECOND_SLOT = COIN._replace(amount=200, slot=2, credits=2)


@pytest.fixture
def path(tmp_path):
    """Two evenings, 31 December 22:00 and 1 January 01:00; a collection between."""
    path = tmp_path / "books.sqlite3"
    clock = VirtualClock(wall_ms=MIDNIGHT - 2 * 3_600_000)
    with opened(path, clock) as books:
        books.commit([Posting(Kind.PRICE, note="EUR 100")], at=0)
        books.commit([COIN, COIN, Posting(Kind.METER, clicks=-1)], at=0)
        books.commit([Posting(Kind.COLLECTION, amount=200, note="meter 10")], at=0)
        clock.advance_to(3 * HOUR)
        books.commit([SECOND_SLOT, Posting(Kind.TEST, amount=100, slot=1)], at=0)
        books.commit([CHARGE, MatchOpened(RECORD)], at=10 * SECOND)
        books.commit([MatchClosed(1, "finished")], at=100 * SECOND)
        books.commit([Posting(Kind.SERVICE, credits=1)], at=0)
        books.commit([Posting(Kind.ALARM, note="coin.1 jammed")], at=0)
        books.commit([Posting(Kind.REFUND, credits=1, players=1, mode=CHARGE.mode)], 0)
        books.commit([Posting(Kind.EXPIRY, credits=-2)], at=0)
    return path


NOW = MIDNIGHT + 3_600_000


def test_today_the_period_and_the_lifetime(path):
    found = report(account(path), NOW, UTC)
    assert found.lifetime == Sums(
        money=400,
        coins=3,
        plays=1,
        players=1,
        credits=1,
        refunds=1,
        service=1,
        expired=2,
        tests=1,
        test_money=100,
        alarms=1,
        clicks_owed=3,
        clicks_made=1,
        matches=1,
        timed=1,
        play_ms=90_000,
    )
    assert (found.today.money, found.period.money) == (200, 200)
    assert (found.today.coins, found.period.plays) == (1, 1)
    assert {slot: sums.money for slot, sums in found.slots.items()} == {
        "1": 200,
        "2": 200,
    }
    assert found.modes[CHARGE.mode].average_ms == 90_000
    assert (found.credits, found.clicks_owed, found.currency) == (3, 2, "EUR")
    assert found.disagreements == ()


def test_a_day_begins_at_midnight_where_the_cabinet_stands(path):
    tokyo = timezone(timedelta(hours=9))
    assert report(account(path), NOW, tokyo).today.money == 400
    assert breakdown(account(path), "day", None, UTC).rows.keys() == {
        "2025-12-31",
        "2026-01-01",
    }
    assert breakdown(account(path), "day", None, tokyo).rows.keys() == {"2026-01-01"}


@pytest.mark.parametrize(
    ("by", "money"),
    [
        ("day", {"2025-12-31": 200, "2026-01-01": 200}),
        ("hour", {"01": 200, "22": 200}),
        ("weekday", {"3": 200, "4": 200}),
        ("week", {"2026-W01": 400}),
        ("month", {"2025-12": 200, "2026-01": 200}),
        ("slot", {"1": 200, "2": 200}),
        ("mode", {CHARGE.mode: 0}),
        ("", {"all": 400}),
    ],
)
def test_the_books_by(path, by, money):
    rows = breakdown(account(path), by, None, UTC).rows
    assert {label: sums.money for label, sums in rows.items()} == money


def test_a_breakdown_is_a_table_with_a_row_for_each(path):
    head, *rows = breakdown_text(breakdown(account(path), "slot", None, UTC)).split(
        "\n"
    )
    assert head.split()[:4] == ["slot", "money", "coins", "plays"]
    assert [row.split()[:4] for row in rows[:2]] == [
        ["1", "2.00", "EUR", "2"],
        ["2", "2.00", "EUR", "1"],
    ]


def test_json_has_rows_only_where_they_were_asked_for(path):
    found = report(account(path), NOW, UTC)
    assert "rows" not in json.loads(as_json(found, None))
    by_slot = breakdown(account(path), "slot", None, UTC)
    assert json.loads(as_json(found, by_slot))["rows"]["2"]["money"] == 200


def test_since_a_day_leaves_out_what_was_before(path):
    rows = breakdown(account(path), "slot", date(2026, 1, 1), UTC).rows
    assert {slot: (sums.coins, sums.tests) for slot, sums in rows.items()} == {
        "1": (0, 1),
        "2": (1, 0),
    }
    assert breakdown(account(path), "", date(2027, 1, 1), UTC).rows == {}


def test_until_a_day_leaves_out_what_was_after_it(path):
    before = breakdown(account(path), "", None, UTC, date(2025, 12, 31)).rows
    assert before["all"].money == 200
    whole = breakdown(account(path), "", date(2025, 12, 31), UTC, date(2026, 1, 1))
    assert whole.rows["all"].money == 400


def test_empty_books_are_a_report_too(tmp_path):
    path = tmp_path / "books.sqlite3"
    with opened(path):
        pass
    found = report(account(path), NOW, UTC)
    assert found.lifetime == Sums()
    assert "no collection yet" in as_text(found)


def test_books_that_do_not_add_up_say_so(path):
    found = account(path)
    totals = replace(found.books.totals, minor_units=500)
    wrong = replace(found, books=replace(found.books, totals=totals))
    text = as_text(report(wrong, NOW, UTC))
    assert "money: the ledger says 500, its pages 400" in text
    assert "money: the ledger says 500, the slots 400" in text


def test_a_changed_setting_is_shown_old_and_new(path):
    with opened(path) as books:
        for most in (20, 30):
            note = f'{{"max_credits":{most},"by":"cabinet.yaml, alice"}}'
            books.commit([Posting(Kind.SETTING, note=note)], at=0)
    assert "max_credits: 20 → 30  (cabinet.yaml, alice)" in as_text(
        report(account(path), NOW, UTC)
    )


def collect(path, cash, note=""):
    with opened(path) as books:
        books.commit([Posting(Kind.COLLECTION, amount=cash, note=note)], at=0)
    return reconcile(account(path))


def test_a_collection_compares_cash_ledger_slots_and_meter(path):
    found = collect(path, 250, "meter 12")
    assert (found.sums.money, found.expected, found.cash_difference) == (200, 300, -50)
    assert found.clicks_read == 2
    text = reconciliation_text(found)
    assert "counted          2.50 EUR  0.50 EUR too little" in text
    assert "slot 2: 1 coins 2.00 EUR" in text
    assert "2 read, differs by 2" in text
    assert "1 owed, 1 still to come" in text


CARD = COIN._replace(amount=500, slot=2, mode=marked("card"))


@pytest.fixture
def cards(path):
    """The same books with a card and a test of the card reader."""
    with opened(path) as books:
        test = Posting(Kind.TEST, amount=500, slot=2, mode=CARD.mode)
        books.commit([CARD, test], at=0)
    return path


def test_a_collection_expects_no_cards_in_the_box(cards):
    found = collect(cards, 300)
    assert (found.sums.money, found.expected, found.cash_difference) == (700, 300, 0)
    text = reconciliation_text(found)
    assert "card             5.00 EUR  not in the box" in text
    assert "test coins       1.00 EUR  1 coins, in the box too" in text
    assert "should be there  3.00 EUR" in text


def test_a_card_alone_leaves_nothing_to_expect(tmp_path):
    path = tmp_path / "cards.sqlite3"
    with opened(path) as books:
        books.commit([Posting(Kind.PRICE, note="EUR 100"), CARD], at=0)
    found = collect(path, 0)
    assert (found.expected, found.cash_difference) == (0, 0)
    assert "test coins" not in reconciliation_text(found)


def test_reports_and_exports_keep_cards_and_cash_apart(cards):
    found = report(account(cards), NOW, UTC)
    assert {name: sums.money for name, sums in found.tenders.items()} == {
        "card": 500,
        "cash": 400,
    }
    assert "tender:card" not in found.modes
    assert found.disagreements == ()
    assert re.search(r"^card +1 +5\.00 EUR$", as_text(found), re.MULTILINE)
    assert found.box == 300
    assert json.loads(as_json(found, None))["tenders"]["card"]["coins"] == 1
    by = breakdown(account(cards), "tender", None, UTC)
    assert by.rows["card"].money == 500
    assert by.rows["cash"].plays == 0


def test_a_collection_that_agrees_says_so(path):
    assert "counted          3.00 EUR  agrees" in reconciliation_text(
        collect(path, 300)
    )


@pytest.mark.parametrize(
    ("meter", "author", "told"),
    [
        (None, "", ""),
        (None, "console, owner", "by console, owner"),
        (12, "", "meter 12"),
        (12, "console, owner", "meter 12, by console, owner"),
    ],
)
def test_a_collection_notes_the_meter_and_who_counted(meter, author, told):
    assert str(from_text(collection_note(meter, author))) == told


def test_a_collection_ends_with_the_check_code_of_its_posting(path):
    found = collect(path, 300)
    assert f"\ncheck code  {found.closed.code}  (keep it" in reconciliation_text(found)


def test_a_collection_resets_the_period_and_nothing_else(path):
    before = report(account(path), NOW, UTC).lifetime
    collect(path, 300)
    found = report(account(path), NOW, UTC)
    assert found.lifetime == before
    assert found.period == Sums()
    assert reconcile(account(path)).sums.money == 200


@pytest.mark.parametrize(
    ("before", "now", "clicks"), [(10, 12, 2), (999_998, 12, 14), (9, 9, 0), (99, 0, 1)]
)
def test_a_meter_that_begins_anew_has_not_gone_backwards(tmp_path, before, now, clicks):
    path = tmp_path / "meter.sqlite3"
    with opened(path) as books:
        books.commit([Posting(Kind.COLLECTION, note=f"meter {before}")], at=0)
        made = [Posting(Kind.METER, clicks=-1)] * clicks
        books.commit([*made, Posting(Kind.COLLECTION, note=f"meter {now}")], at=0)
    found = reconcile(account(path))
    assert found.clicks_read == clicks
    past = f" (past {'9' * len(str(before))})" if now < before else ""
    assert f"{clicks} read{past}, agrees" in reconciliation_text(found)


@pytest.mark.parametrize(
    ("text", "code", "amount"),
    [
        ("45.60", "EUR", 4560),
        ("45,60", "EUR", 4560),
        ("0.05", "EUR", 5),
        ("45", "EUR", 4500),
        ("4.5", "EUR", 450),
        ("7", "XXX", 7),
        ("10000000000.00", "EUR", 10**12),
        ("100", "JPY", 100),
        ("1.500", "TND", 1500),
    ],
)
def test_cash_is_written_as_people_write_it(text, code, amount):
    assert read_money(text, code) == amount


@pytest.mark.parametrize(
    "text",
    ["", "-5", "1e3", "4.567", "1,234", "1.234,50", "1.0 EUR", "٤٥", "9" * 20 + ".00"],
)
def test_what_is_no_amount_is_refused_with_an_example(text):
    with pytest.raises(CabinetError, match=r"is not an amount of EUR: write for exa"):
        read_money(text, "EUR")


def test_what_a_day_long_before_the_books_began_finds_is_everything(path):
    since = breakdown(
        account(path), "slot", date(1, 1, 1), timezone(timedelta(hours=9))
    )
    assert since.rows == breakdown(account(path), "slot", None, UTC).rows


def test_a_length_of_play_is_minutes_and_seconds():
    assert [length(ms) for ms in (None, 0, 65_900, 3_600_000)] == [
        "-",
        "0:00",
        "1:05",
        "60:00",
    ]
