"""One button, on a virtual clock: what is lit, for how long, and what it takes."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.protocol.codec import Panel
from cabinet.screen.loop.scanning import MOST_AT_ONCE, Choice, Scanner, grouped

STEP = 2 * SECOND


def named(*keys):
    return tuple(Choice(key, key.upper()) for key in keys)


class Hand:
    """Somebody with one button."""

    def __init__(self, choices, dwell=0):
        self.scanner, self.choices, self.dwell = Scanner(), choices, dwell
        self.now = 0
        self.wait(0)

    def wait(self, duration):
        end, taken = self.now + duration, None
        while True:
            self.scanner.offer(self.choices, STEP, self.now)
            taken = taken or self.scanner.tick(self.now, self.dwell)
            if self.now >= end:
                return taken
            self.now = min(end, self.now + 50 * MILLISECOND)

    def press(self, held=80 * MILLISECOND):
        down = Panel("start", "pressed", self.now)
        taken = self.scanner.touch(down, self.dwell) or self.wait(held)
        self.scanner.touch(Panel("start", "released", self.now), self.dwell)
        return taken.key if taken else None

    @property
    def lit(self):
        return self.scanner.choice.key if self.scanner.choice else None


def test_choices_light_up_in_turn_and_the_first_for_longer():
    hand = Hand(named("one", "two"))
    seen = []
    for _ in range(6):
        seen.append(hand.lit)
        hand.wait(STEP)
    assert seen == ["one", "one", "two", "one", "two", "two"] or seen[:3] == [
        "one",
        "one",
        "two",
    ]
    assert {*seen} == {"one", "two"}
    assert hand.press() in ("one", "two")


def test_other_choices_begin_anew_and_nothing_lit_takes_nothing():
    hand = Hand(named("one", "two"))
    hand.wait(2 * STEP)
    hand.choices = named("three", "four")
    hand.wait(0)
    assert hand.lit == "three"
    hand.choices = ()
    hand.wait(0)
    assert (hand.lit, hand.press()) == (None, None)
    hand.scanner.rest()
    assert hand.scanner.lit is None


def test_start_held_too_shortly_takes_nothing_and_stops_the_clock_meanwhile():
    hand = Hand(named("one", "two"), dwell=600 * MILLISECOND)
    assert hand.press(held=300 * MILLISECOND) is None
    assert hand.press(held=4 * STEP) == "one"


def test_a_trembling_finger_presses_once():
    hand = Hand(named("one", "two"))
    assert hand.press() == "one"
    assert hand.press() is None
    hand.wait(SECOND)
    assert hand.press() == "one"


@pytest.mark.parametrize("many", [9, 25, 60])
def test_many_choices_come_in_groups_and_a_group_is_left_after_two_rounds(many):
    flat = [*named(*(f"c{n}" for n in range(many)))]
    groups = grouped(flat, [[each] for each in flat])
    assert 1 < len(groups) <= max(MOST_AT_ONCE, round(many**0.5) + 1)
    hand = Hand(groups)
    assert hand.press() is None
    assert hand.lit == "c0"
    inside = len(groups[0].within)
    hand.wait((2 * inside + 2) * STEP)
    assert hand.lit.startswith("group.")
    few = grouped(flat[:MOST_AT_ONCE], [])
    assert few == tuple(flat[:MOST_AT_ONCE])


def test_a_group_that_is_lit_points_at_its_choices_one_after_the_other():
    within = tuple(Choice(f"c{n}", "", hand=n) for n in range(4))
    hand = Hand((Choice("group.c0", "", within=within), Choice("c9", "", hand=9)))
    seen = {hand.scanner.pointed}
    while hand.lit == "group.c0":
        seen.add(hand.scanner.pointed)
        hand.wait(100 * MILLISECOND)
    assert seen == {0, 1, 2, 3}
    assert hand.scanner.pointed == 9
