"""Every change of what money is worth stands in the books, old and new."""

from dataclasses import replace

from cabinet.core.events import MILLISECOND
from cabinet.core.money.journal import author, changed, changes, edits, settings
from cabinet.core.money.ledger import Kind
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Meter, Offer, OperatingSettings, Slot, Width
from cabinet.core.schedule import Rule, Schedule

NIM = Offer("nim", {"fr": "Nim", "en": "Nim"}, {"heaps": 3})
HOUSE = OperatingSettings(offers=(NIM,))


def test_new_books_note_the_settings_and_the_same_are_not_noted_again():
    (posting,) = edits("", HOUSE, run=50)
    assert (posting.kind, posting.run) == (Kind.SETTING, 50)
    assert edits(posting.note, HOUSE, run=0) == ()


def test_a_change_tells_old_and_new():
    (before,) = edits("", HOUSE, run=0)
    dearer = replace(
        HOUSE,
        tariff=Tariff(credit=150, max_credits=30),
        offers=(replace(NIM, credits=2),),
    )
    (after,) = edits(before.note, dearer, run=0)
    assert changes(before.note, after.note) == [
        ("tariff", "EUR 100", "EUR 150"),
        ("max_credits", 20, 30),
        ("nim heaps=3.credits", 1, 2),
    ]


def test_a_change_tells_who_made_it_and_a_new_author_alone_is_no_change():
    first = replace(HOUSE, author="cabinet.yaml, root")
    (before,) = edits("", first, run=0)
    assert author(before.note) == "cabinet.yaml, root"
    second = replace(first, author="the service menu, owner")
    assert edits(before.note, second, run=0) == ()
    (after,) = edits(before.note, replace(second, tariff=Tariff(credit=50)), run=0)
    assert author(after.note) == "the service menu, owner"
    assert changes(before.note, after.note) == [("tariff", "EUR 100", "EUR 50")]


def test_what_is_new_or_gone_has_no_other_side():
    (before,) = edits("", HOUSE, run=0)
    (after,) = edits("", replace(HOUSE, meter=Meter(per_coin=False)), run=0)
    assert changes(before.note, after.note) == [("meter.value", None, 100)]
    assert changes(after.note, before.note) == [("meter.value", 100, None)]


def test_everything_that_decides_what_money_is_worth_is_noted():
    slot = Slot(2, owner=3, widths=(Width(10 * MILLISECOND, 20 * MILLISECOND, 50),))
    offer = replace(NIM, continue_credits=1)
    week = Schedule((Rule("free", 600, 720), Rule("volume", 0, 1)))
    noted = settings(OperatingSettings(slots=(slot,), offers=(offer,), schedule=week))
    assert noted["coin.2.owner"] == 3
    assert noted["coin.2.10-20 ms"] == 50
    assert noted["schedule.1"] == "01234567 600-720 free"
    assert "schedule.2" not in noted
    assert noted["nim heaps=3.continue_credits"] == 1
    assert noted["free_play"] is False


def test_a_note_nobody_can_read_is_shown_as_it_is():
    assert changes("7", "nonsense") == [("settings", "7", "nonsense")]


def test_a_setting_that_is_no_money_is_noted_with_its_author():
    (before,) = edits("", HOUSE, run=0)
    louder = replace(HOUSE, changed=(("console, owner", "sound.music: 3 → 5"),))
    (after,) = edits(before.note, louder, run=0)
    assert changed(after.note) == [("console, owner", "sound.music: 3 → 5")]
    assert changes(before.note, after.note) == []
    assert changed(before.note) == changed("no JSON") == []
