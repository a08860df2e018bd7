"""What the panel does becomes keys, mouse and pads of a guest."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.guests import Guest
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.protocol.codec import Panel
from cabinet.screen.guests.hands import COIN_REST, GuestHands, pads_of

KEYS = {
    "p1.left": "left",
    "p1.a": "left ctrl",
    "p2.a": "left ctrl",
    "p1.up": "mouse up",
    "p1.b": "pad a",
    "p2.b": "pad a",
    "start": "return",
}


class Tape:
    """Writes down what was pressed."""

    def __init__(self):
        self.told = []

    def set(self, name, seat, *, down):
        self.told.append((name, seat, down))

    def move(self, across, down):
        self.told.append((across, down))

    def close(self):
        self.told.append("closed")


@pytest.fixture
def tape():
    return Tape()


def hands_for(tape, guest=None, wired=None):
    guest = guest or Guest("trial", ("/bin/true",), keys=KEYS)
    return GuestHands(guest, tape, wired or WiredButtons())


@pytest.fixture
def hands(tape):
    return hands_for(tape)


def touch(hands, line, what="pressed", at=0, *, open_=True):
    hands.touch(Panel(line, what, at), open_=open_)


def test_a_button_is_a_key_as_long_as_it_is_down(hands, tape):
    touch(hands, "p1.left")
    assert tape.told == [("left", 0, True)]
    touch(hands, "p1.left", "released")
    assert tape.told[1:] == [("left", 0, False)]


def test_a_button_that_the_mapping_does_not_name_is_nothing(hands, tape):
    touch(hands, "p3.a")
    touch(hands, "p3.a", "released")
    assert tape.told == []


def test_pads_are_those_of_the_sticks(hands, tape):
    touch(hands, "p2.b")
    touch(hands, "p1.b")
    assert tape.told == [("pad a", 1, True), ("pad a", 0, True)]


def test_the_pads_there_are_go_up_to_the_last_stick_that_has_one():
    assert pads_of(Guest("trial", ("/bin/true",), keys=KEYS)) == 2
    assert pads_of(Guest("trial", ("/bin/true",), keys={"p1.a": "x"})) == 0
    assert pads_of(Guest("trial", ("/bin/true",), coin_key="pad select")) == 1


def test_the_mouse_moves_faster_the_longer_a_way_is_held(hands, tape):
    touch(hands, "p1.up")
    for frame in range(120):
        hands.tick(frame)
    touch(hands, "p1.up", "released")
    hands.tick(121)
    moves = [down for _, down in tape.told]
    assert len(moves) == 120
    assert moves[0] > moves[-1] == -14
    assert sorted(moves, reverse=True) == moves


def test_start_is_a_tap_that_a_program_can_see(hands, tape):
    touch(hands, "start")
    touch(hands, "start", "released")
    assert tape.told == []
    touch(hands, "start", "tapped", 5)
    hands.tick(5)
    hands.tick(60 * MILLISECOND)
    assert tape.told == [("return", 0, True)]
    hands.tick(100 * MILLISECOND)
    assert tape.told[1:] == [("return", 0, False)]


def test_start_is_a_where_a_stick_has_none(tape):
    lines = {"start", *(f"p1.{way}" for way in ("up", "down", "left", "right"))}
    hands = hands_for(tape, wired=WiredButtons(frozenset(lines)))
    touch(hands, "start")
    assert tape.told == [("left ctrl", 0, True)]


def test_what_is_down_when_it_is_frozen_is_let_go_and_counts_no_more(hands, tape):
    touch(hands, "p1.left")
    hands.release()
    assert tape.told == [("left", 0, True), ("left", 0, False)]
    touch(hands, "p1.left", "released", open_=False)
    touch(hands, "p1.a", open_=False)
    touch(hands, "p1.a", "released")
    assert len(tape.told) == 2


def test_coins_are_held_as_long_as_was_said_and_come_one_after_the_other(tape):
    guest = Guest("trial", ("/bin/true",), coin_key="5", coin_ms=50)
    hands = hands_for(tape, guest)
    hands.coins(2, SECOND)
    times = []
    for ms in range(900, 1600):
        before = len(tape.told)
        hands.tick(ms * MILLISECOND)
        times += [ms] * (len(tape.told) - before)
    rest = COIN_REST // MILLISECOND
    assert times == [1000, 1050, 1050 + rest, 1100 + rest]
    assert [down for _, _, down in tape.told] == [True, False, True, False]


def test_a_coin_waits_while_the_program_is_frozen(tape):
    hands = hands_for(tape, Guest("trial", ("/bin/true",), coin_key="5"))
    hands.coins(1, SECOND)
    hands.rest(30 * SECOND, SECOND // 2)
    hands.tick(30 * SECOND)
    assert tape.told == []
    hands.tick(31 * SECOND)
    assert tape.told[0] == ("5", 0, True)


def test_a_key_that_is_down_when_it_is_over_is_let_go(hands, tape):
    touch(hands, "p1.left")
    hands.close()
    assert tape.told == [("left", 0, True), ("left", 0, False), "closed"]
