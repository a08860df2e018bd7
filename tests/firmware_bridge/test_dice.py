"""A throw of the dice tower is told once, whatever happens to the wire."""

import random
from dataclasses import replace

import pytest

from cabinet.io.serial_messages import trouble, why_left_alone
from firmware_bridge.dice import DiceSession
from firmware_bridge.events import (
    MILLISECOND,
    SECOND,
    LinkDown,
    LinkUp,
    Silent,
    Thrown,
    ThrowRefused,
    ThrowSpoiled,
    TowerUnknown,
    WireNoisy,
    WrongBoard,
    WrongProtocol,
)
from firmware_bridge.frames import encode
from firmware_bridge.messages import (
    Dice,
    Kind,
    Lie,
    to_frame,
)
from tests.firmware_bridge.tower import FACES, HELLO, NONCE, TOWER, Evening, Tower


@pytest.fixture
def evening():
    evening = Evening()
    evening.run()
    assert evening.session.up
    return evening


def test_a_throw_that_was_asked_for_is_told_once(evening):
    evening.session.roll()
    evening.run()
    evening.tower.throw()
    evening.run(5 * SECOND)
    assert evening.throws == [evening.tower.last.faces[:2]]
    assert evening.tower.taken == 258
    assert evening.told(LinkUp)[0].board == TOWER


def test_dice_that_fall_before_anybody_asked_are_nothing(evening):
    evening.tower.throw()
    evening.run()
    evening.session.roll()
    evening.run()
    assert evening.throws == []


def test_a_report_that_comes_twice_is_one_throw(evening):
    evening.session.roll()
    evening.run()
    evening.tower.throw()
    evening.run()
    evening.tower.taken = 257
    evening.run()
    assert len(evening.throws) == 1
    assert evening.tower.taken == 258


@pytest.mark.parametrize("moment", ["asked", "thrown", "told"])
@pytest.mark.parametrize("what", ["cable", "tower", "host"])
def test_nobody_rolls_twice_by_unplugging(evening, moment, what):
    evening.session.roll()
    evening.run()
    if moment != "asked":
        evening.tower.throw()
    if moment == "told":
        evening.run(50 * MILLISECOND, write=what != "host")
    seen = evening.tower.last.faces[:2]
    unplug(evening, what)
    evening.session.roll()
    evening.run(3 * SECOND)
    if moment == "asked":
        evening.tower.throw()
        seen = evening.tower.last.faces[:2]
    evening.run(3 * SECOND)
    evening.tower.throw()
    evening.run(3 * SECOND)
    assert evening.throws[0] == seen
    assert len(evening.throws) == evening.tower.falls


def unplug(evening: Evening, what: str) -> None:
    if what == "host":
        evening.start_host()
    else:
        evening.events += evening.session.unplugged(evening.now)
    if what == "tower":
        evening.tower.restart()


def test_a_hundred_throws_over_a_bad_wire_with_restarts(evening):
    rng = random.Random(11)
    evening.loss = 0.005
    fell = []
    while len(fell) < 100:
        evening.session.roll()
        while evening.tower.asked is None:
            evening.run(200 * MILLISECOND)
            evening.session.roll()
        evening.tower.throw()
        fell.append(evening.tower.last.faces[:2])
        if rng.random() < 0.3:
            unplug(evening, rng.choice(["host", "cable", "tower"]))
            evening.session.roll()
        while len(evening.throws) < len(fell):
            evening.run(200 * MILLISECOND)
        evening.run(rng.randrange(SECOND))
    assert evening.throws == fell


def test_a_cocked_die_is_told_once_and_thrown_again_as_the_same_throw(evening):
    evening.session.roll()
    evening.run()
    evening.tower.throw(Lie.COCKED)
    evening.run(2 * SECOND)
    [spoiled] = evening.told(ThrowSpoiled)
    assert (spoiled.throw, spoiled.why) == (258, Lie.COCKED)
    evening.tower.throw(Lie.MISSING)
    evening.run()
    evening.tower.throw()
    evening.run()
    assert [e.why for e in evening.told(ThrowSpoiled)] == [Lie.COCKED, Lie.MISSING]
    assert evening.throws == [evening.tower.last.faces[:2]]
    assert evening.books[TOWER] == 258


@pytest.mark.parametrize("throw", [259, 99_999])
def test_a_throw_nobody_asked_for_is_an_alarm_and_no_throw(evening, throw):
    evening.session.roll()
    evening.run()
    evening.tower.last = Dice(throw, Lie.FLAT, FACES, 1)
    evening.run(3 * SECOND)
    assert evening.throws == []
    [refused] = evening.told(ThrowRefused)
    assert f"throw {throw} as (3, 6), which nobody asked for" in str(trouble(refused))


def test_other_faces_for_the_same_throw_are_an_alarm(evening):
    evening.session.roll()
    evening.run()
    evening.tower.throw()
    evening.run(write=False)
    first = evening.told(Thrown)[0].faces
    evening.tower.last = replace(evening.tower.last, faces=(1, 1, 1, 0, 0, 0))
    evening.run(write=False)
    assert [event.faces for event in evening.told(Thrown)] == [first]
    assert len(evening.told(ThrowRefused)) == 1


def test_a_throw_without_any_face_is_spoiled(evening):
    evening.session.roll()
    evening.run()
    evening.tower.last = Dice(258, Lie.FLAT, (0,) * 6, 1)
    evening.run()
    assert [event.why for event in evening.told(ThrowSpoiled)] == [Lie.MISSING]


def test_a_silent_tower_is_told_and_found_again(evening):
    silent, evening.tower = evening.tower, Tower()
    evening.tower.hear = lambda octets: b""
    evening.run(3 * SECOND)
    [lost] = evening.told(LinkDown)
    assert lost.why == Silent(1.5)
    evening.tower = silent
    evening.run()
    assert evening.session.up


def test_a_wire_that_carries_only_garbage_is_told_once(evening):
    noise = b"".join(b"\0" + random.Random(n).randbytes(20) for n in range(60))
    told = evening.session.receive(noise, evening.now)
    told += evening.session.receive(noise, evening.now)
    assert [type(event) for event in told] == [WireNoisy]
    assert "damaged frames from the dice tower: look at its cable" in str(
        trouble(told[0])
    )
    evening.run()
    assert evening.told(WireNoisy) == []
    assert evening.session.up


def test_a_tower_that_is_not_in_the_books_starts_there(evening):
    evening.books.clear()
    evening.start_host()
    evening.run(2 * SECOND)
    [unknown] = evening.told(TowerUnknown)
    assert not evening.session.up
    evening.books[TOWER] = unknown.throw
    evening.session.adopt(TOWER, unknown.throw)
    evening.session.roll()
    evening.run()
    evening.tower.throw()
    evening.run()
    assert len(evening.throws) == 1


def test_a_tower_that_forgot_its_numbers_goes_on_with_ours(evening):
    evening.tower.last = replace(evening.tower.last, throw=3)
    evening.tower.restart()
    evening.session.roll()
    evening.run(3 * SECOND)
    evening.tower.throw()
    evening.run()
    assert evening.books[TOWER] == 258


def test_a_coin_slot_or_another_version_is_named_and_left_alone():
    session = DiceSession({TOWER: 1}, NONCE, 0)
    slot = encode(to_frame(replace(HELLO, flags=0), 0))
    other = encode(to_frame(replace(HELLO, protocol=9), 0))
    told = session.receive(slot + slot + other + other, 1)
    assert told == [WrongBoard(0, Kind.DICE_TOWER, 1), WrongProtocol(9, 1)]
    assert str(why_left_alone(told[0])) == (
        "the board here is a coin slot and not a dice tower: plug it into its own port"
    )
    assert not session.up
