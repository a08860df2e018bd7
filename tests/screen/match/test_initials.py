"""A name written with a stick: every sign can be reached, and none is lost."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND
from cabinet.core.money.high_scores import SIGNS, proper
from cabinet.protocol.codec import Panel, Signature
from cabinet.protocol.snapshot import MatchCard, SigningCard, Snapshot
from cabinet.screen.match.initials import IN_TIME, LOCK, InitialsEntry, Pen

NOW = 50 * SECOND
QUIET = Snapshot("result", "Arkade", "fr", 0, 0, 0, 100, "EUR", False, True)
TAPPED = Panel("start", "tapped", 0)
ASKED = replace(
    QUIET,
    mode="signing",
    match=MatchCard(7, "nim", {}, (), 1),
    signing=SigningCard(1, 50, 1),
    deadline=NOW,
)


def asked():
    signatory = InitialsEntry()
    signatory.hear(ASKED, now=-LOCK)
    return signatory


def test_up_and_down_reach_every_sign_and_a_goes_on():
    signatory = asked()
    for button in ("up", "a", "down", "right", "up", "up"):
        assert signatory.press(button) is None
    assert signatory.press("a") == Signature(7, 1, f"B{SIGNS[-1]}C")
    seen = {Pen((0, 0, 0))._turned(n).name[0] for n in range(len(SIGNS))}
    assert seen == set(SIGNS)


def test_left_and_b_go_back_and_stop_at_the_first_sign():
    signatory = asked()
    for button in ("a", "left", "b", "up"):
        signatory.press(button)
    assert signatory.pen == Pen((1, 0, 0), 0)


def test_start_hands_the_name_in_as_it_is_and_once():
    signatory = asked()
    signatory.press("up")
    assert signatory.touch(Panel("start", "pressed", 0)) is None
    assert signatory.touch(TAPPED) == Signature(7, 1, "BAA")
    assert signatory.touch(TAPPED) is None
    assert signatory.press("up") is None


def test_who_hammers_on_the_buttons_signs_nothing():
    signatory = InitialsEntry()
    signatory.hear(ASKED, now=0)
    for tenth in range(40):
        press = Panel("p1.a", "pressed", tenth * SECOND // 10)
        assert signatory.touch(press) is None
    assert signatory.pen == Pen()
    signatory.touch(Panel("p1.a", "pressed", 5 * SECOND))
    assert signatory.pen == Pen((0, 0, 0), 1)


def test_a_slow_name_is_handed_in_before_time_is_up():
    signatory = asked()
    signatory.press("up")
    assert signatory.tick(NOW - IN_TIME - 1) is None
    signed = signatory.tick(NOW - IN_TIME)
    assert signed == Signature(7, 1, "BAA")
    assert proper(signed.name)
    assert signatory.tick(NOW) is None


def test_the_next_one_begins_with_an_empty_line():
    signatory = asked()
    signatory.press("up")
    signatory.hear(replace(ASKED, deadline=NOW + 1))
    assert signatory.pen.name == "BAA", "the same person goes on"
    signatory.hear(replace(ASKED, signing=SigningCard(0, 40, 2)))
    assert signatory.pen == Pen()


@pytest.mark.parametrize("line", ["p1.a", "p6.up"])
def test_any_stick_writes(line):
    signatory = asked()
    signatory.touch(Panel(line, "pressed", 0))
    assert signatory.pen != Pen()


@pytest.mark.parametrize("event", [TAPPED, Panel("p1.a", "pressed", 0)])
def test_nobody_signs_when_nobody_is_asked(event):
    signatory = InitialsEntry()
    signatory.hear(QUIET)
    assert signatory.touch(event) is None
    assert signatory.tick(NOW) is None
