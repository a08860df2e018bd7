"""What the console may ask of the counter, who may ask, and what is booked of it."""

from dataclasses import replace

import pytest

from cabinet.core.money.journal import changed
from cabinet.core.owner_pin import sealed
from cabinet.counter import audit_log
from cabinet.counter.active_screen import MOST_REPLACED
from cabinet.counter.dispatcher import STRANGER
from cabinet.counter.publisher import seen_by
from cabinet.counter.service_menu import DIGITS, NOT_IN_SERVICE
from cabinet.counter.settings_reload import SettingsReload
from cabinet.i18n.message import from_text
from cabinet.i18n.message import message as told_message
from cabinet.protocol.codec import (
    Action,
    Booked,
    Collect,
    Hello,
    Quit,
    Refused,
    refused,
)
from cabinet.protocol.doctor import Examine, PressCard, ScreenTest
from cabinet.protocol.fleet import Remote, RemoteScore, RemoteScores
from cabinet.protocol.operator import (
    Edit,
    GiveCredit,
    Menu,
    Reload,
    Restart,
    RestartScreen,
    Rewrite,
    ShowTest,
    TrySound,
    Undo,
    Unlock,
)
from cabinet.protocol.phones import PhonesAt
from cabinet.protocol.refusals import FilePosition, Problem
from cabinet.protocol.snapshot import Snapshot
from tests.books.ledgers import query
from tests.counter.stand import HOUSE, SCREEN, Stand

WEB = 9
LIMITED = replace(HOUSE, gifts_per_day=2)


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, LIMITED)
    stand.join()
    stand.counter.outbox.clear()
    yield stand
    stand.close()


def said(stand, message, client=WEB, **how):
    """What the counter answers to a message."""
    stand.counter.outbox.clear()
    stand.counter.hear(client, message, **how)
    return [each.message for each in stand.counter.outbox if each.to == client]


def notes(stand, kind):
    rows = query(stand.path, "SELECT note FROM postings WHERE kind = ?", (kind,))
    return [str(from_text(note)) for (note,) in rows]


def test_a_credit_is_given_booked_with_its_author_and_limited(stand):
    for _ in range(2):
        assert said(stand, GiveCredit("web:staff")) == [Booked()]
    (answer,) = said(stand, GiveCredit("web:staff"))
    assert "2 service credits" in str(answer)
    assert stand.counter.shown().credits == 2
    assert notes(stand, "service") == ["web:staff", "web:staff"]


def test_without_a_limit_no_credit_comes_from_a_page(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    (answer,) = said(stand, GiveCredit("web:owner"))
    assert "service.credits_per_day" in str(answer)
    assert stand.counter.shown().credits == 0
    stand.close()


@pytest.mark.parametrize("wish", [ShowTest("pattern", 1), TrySound()])
def test_the_screen_is_tried_in_service_and_by_who_may(stand, wish):
    def told():
        return [each.to for each in stand.counter.outbox if each.message == wish]

    (answer,) = said(stand, wish, trusted=True)
    assert "service menu only" in str(answer)
    assert told() == []
    stand.press("test")
    (answer,) = said(stand, wish, trusted=False)
    assert told() == []
    assert said(stand, wish, trusted=True) == [Booked()]
    assert told() == [SCREEN]
    stand.leave()
    (answer,) = said(stand, wish, trusted=True)
    assert isinstance(answer, Refused)


def test_what_the_screen_measured_is_told_on_as_long_as_it_is_measured(stand):
    found = ScreenTest("latency", 0, PressCard(3, 8, 9, 10, 11, 100))

    def examined():
        (told,) = said(stand, Examine())
        return told.test

    stand.press("test")
    said(stand, found, WEB)
    assert examined() == ScreenTest()
    said(stand, found, SCREEN)
    assert examined() == found
    stand.press("test")
    assert examined() == ScreenTest()
    stand.press("test")
    said(stand, found, SCREEN)
    stand.leave()
    assert examined() == ScreenTest()


def test_a_screen_is_restarted_like_one_that_hangs(stand):
    assert said(stand, RestartScreen("web:owner")) == [Booked()]
    assert stand.counter.hung == [SCREEN]
    assert notes(stand, "alarm") == ["screen lost: web:owner wanted a new one"]
    (answer,) = said(stand, RestartScreen("web:owner"))
    assert "there is no screen" in str(answer)


def test_a_restart_stops_the_counter_for_whoever_starts_it_again(stand):
    assert said(stand, Restart("web:owner")) == [Booked()]
    assert (stand.counter.halted, stand.counter.restarts) == (True, True)


def test_nobodys_game_is_cut_off_by_a_restart(stand):
    stand.coin()
    (answer,) = said(stand, Restart("web:owner"))
    assert "somebody is at the cabinet" in str(answer)
    assert not stand.counter.halted


def test_the_service_menu_restarts_in_service_and_with_the_pin(stand):
    (answer,) = said(stand, Restart("menu"), client=SCREEN, trusted=False)
    assert "service menu only" in str(answer)
    stand.press("test")
    stand.counter.base = replace(stand.counter.base, pin="4711")
    (answer,) = said(stand, Restart("menu"), client=SCREEN, trusted=False)
    assert "takes the PIN of somebody" in str(answer)
    stand.counter.hear(SCREEN, Unlock("4711"))
    assert Booked() in said(stand, Restart("menu"), client=SCREEN, trusted=False)
    assert stand.counter.restarts


@pytest.mark.parametrize(
    "message",
    [
        Edit({"pricing.credit": "1"}, "me"),
        Reload("me"),
        Rewrite("", "me"),
        Undo("me"),
        Collect(1),
        GiveCredit("me"),
        RestartScreen("me"),
        Restart("me"),
        Remote("credit", "me"),
        Quit(),
        RemoteScores((RemoteScore("azteka", "ME", 9),)),
        PhonesAt("http://evil.example/p/"),
    ],
)
def test_a_stranger_on_the_bus_may_look_and_no_more(stand, message):
    stand.counter.hear(WEB, Hello("tool", 1), trusted=False, roles=())
    assert said(stand, message, trusted=False, roles=()) == [refused(STRANGER)]
    assert stand.counter.asked == []
    assert stand.counter.hung == []


@pytest.mark.parametrize(
    ("message", "role"),
    [
        (Remote("credit", "me"), "fleet"),
        (RemoteScores(()), "fleet"),
        (PhonesAt("http://x/p/"), "web"),
    ],
)
def test_what_belongs_to_a_program_takes_its_role_and_no_right(stand, message, role):
    others = {"screen", "web", "fleet"} - {role}
    assert said(stand, message, trusted=True, roles=others) == [refused(STRANGER)]
    answers = said(stand, message, trusted=False, roles={role})
    assert refused(STRANGER) not in answers


def test_a_strange_screen_may_what_its_menu_may_and_gives_no_credit(stand):
    for message in (GiveCredit("me"), Rewrite("", "me"), Collect(1)):
        told = said(stand, message, client=SCREEN, trusted=False)
        at_menu = isinstance(message, GiveCredit)
        assert told == [refused(NOT_IN_SERVICE if at_menu else STRANGER)]
    (answer,) = said(
        stand, Edit({"sound.coin": "1"}, "me"), client=SCREEN, trusted=False
    )
    assert "in service only" in str(answer)


def test_a_stranger_sees_no_code_and_no_hand_of_a_player(stand):
    stand.press("test")
    shown = replace(stand.counter.shown(), phones=("abc", ""))
    assert shown.pairing
    assert seen_by("", shown) == replace(shown, pairing="", phones=())
    assert seen_by("", Booked()) == Booked()


def test_only_the_screen_sees_what_a_match_is_dealt_from(stand):
    stand.coin()
    stand.press("start")
    stand.press("start")
    stand.counter.hear(SCREEN, Action(1, 0, 0, "take 1"))
    shown = replace(stand.counter.shown(), phones=("abc", ""))
    assert shown.match.seed.bit_length() > 100
    assert (len(shown.match.log), shown.match.moves) == (1, 1)
    assert seen_by("screen", shown) == shown
    blind = replace(shown.match, seed=0, log=())
    assert seen_by("web", shown) == replace(shown, match=blind)
    for role in ("fleet", "tool", ""):
        assert seen_by(role, shown) == replace(shown, match=blind, phones=())


def test_screens_are_not_replaced_until_systemd_gives_up(stand):
    for _ in range(MOST_REPLACED):
        assert said(stand, RestartScreen("web:owner")) == [Booked()]
        stand.join()
    (answer,) = said(stand, RestartScreen("web:owner"))
    assert "within a minute" in str(answer)
    assert len(stand.counter.hung) == MOST_REPLACED


def test_the_log_that_staff_reads_tells_no_pin_that_was_refused():
    wanted = told_message("kind.pin")
    what = told_message("setting.expected", what=wanted, given="'7391x'")
    pin = Problem(
        what, path=("service", "pin"), name="x.yaml", place=FilePosition(2, 8)
    )
    assert "7391x" in str(pin)
    assert audit_log.refusal([pin]) == "x.yaml:2:8: service.pin"
    credit = Problem(told_message("setting.missing"), path=("pricing", "credit"))
    assert audit_log.refusal([credit, pin]) == "pricing.credit: is missing"


def test_the_code_is_for_whoever_stands_at_the_open_door(stand):
    assert stand.counter.shown().pairing == ""
    stand.press("test")
    first = stand.counter.shown().pairing
    assert len(first) == DIGITS
    assert first.isdecimal()
    assert stand.counter.shown().pairing == first
    stand.press("test")
    assert stand.counter.shown().pairing == ""
    stand.press("test")
    assert stand.counter.shown().pairing not in ("", first)


def test_with_a_pin_the_code_is_for_whoever_says_it(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, pin=sealed("4711", b"0" * 16)))
    stand.join()
    stand.press("test")
    assert stand.counter.shown().pairing == ""
    envelopes = said(stand, Unlock("4711"), client=SCREEN)
    assert stand.counter.shown().pairing
    told = [each for each in stand.counter.outbox if isinstance(each.message, Snapshot)]
    assert told[-1].message.pairing == stand.counter.shown().pairing
    assert envelopes
    stand.close()


def test_every_setting_that_a_desk_changed_is_in_the_books(stand):
    told = ("web:owner", "sound.music: 60 → 0")
    operating = replace(LIMITED, author="web:owner", changed=(told,))
    request = Edit({"sound.music": "0"}, "web:owner")
    stand.counter.renew(WEB, request, SettingsReload(operating, Menu()))
    before, after = notes(stand, "setting")
    assert changed(before) == []
    assert changed(after) == [told]


def test_changes_that_wait_for_the_end_of_a_match_are_all_booked(stand):
    stand.counter.hear(WEB, GiveCredit("web:owner"))
    assert stand.counter.shown().mode == "select"
    for who, what in (("web:owner", "one"), ("web:staff", "two")):
        operating = replace(LIMITED, author=who, changed=((who, what),))
        stand.counter.renew(WEB, Reload(who), SettingsReload(operating, Menu()))
    assert len(notes(stand, "setting")) == 1
    stand.advance(60 * 1_000_000_000)
    assert changed(notes(stand, "setting")[-1]) == [
        ("web:owner", "one"),
        ("web:staff", "two"),
    ]
