"""Odds are exact: they agree with every way the sides can fall, one by one."""

from fractions import Fraction
from itertools import product

import pytest

from cabinet.games.arkade.rules.box import COLORS
from tools.dice_sim.dice import ALIEN, FIRE, MOVE, Die, numbered
from tools.dice_sim.errors import LabError
from tools.dice_sim.odds import Goal, chance, read_goal, usual_goals

PAINTED = {"alien": "OOBBVV", "fire": "OOBBVV", "move": "123456"}


def brute_force(goal, rolls):
    """The best chance as a float, by looking at every side of every die."""
    painted = [PAINTED[die.name] for die in goal.dice]
    wanted = {
        tuple(die.faces[face] for die, face in zip(goal.dice, throw, strict=True))
        for throw in goal.throws
    }
    known = {}

    def value(faces, left):
        if faces in wanted:
            return 1.0
        if left == 0:
            return 0.0
        if (faces, left) not in known:
            choices = product((False, True), repeat=len(faces))
            known[faces, left] = max(
                thrown(faces, again, left - 1) for again in choices if any(again)
            )
        return known[faces, left]

    def thrown(faces, again, left):
        sides = [
            painted[place] if again[place] else faces[place]
            for place in range(len(faces))
        ]
        falls = list(product(*sides))
        return sum(value(fall, left) for fall in falls) / len(falls)

    nothing = tuple("-" for _ in painted)
    return thrown(nothing, (True,) * len(painted), rolls - 1)


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("goal", usual_goals(), ids=lambda goal: goal.words)
def test_odds_are_those_of_every_side_counted_one_by_one(goal, rolls):
    assert abs(float(chance(goal, rolls)) - brute_force(goal, rolls)) < 1e-12


@pytest.mark.parametrize("one", COLORS)
@pytest.mark.parametrize("two", COLORS)
def test_every_pair_within_three_rolls_is_that_of_brute_force(one, two):
    goal = read_goal(one + two)
    assert abs(float(chance(goal, 3)) - brute_force(goal, 3)) < 1e-12


def test_odds_that_can_be_written_down_by_hand():
    assert chance(read_goal("O"), 1) == Fraction(5, 9)
    assert chance(read_goal("O"), 3) == 1 - Fraction(4, 9) ** 3
    assert chance(read_goal("OO"), 3) == (1 - Fraction(2, 3) ** 3) ** 2
    assert chance(read_goal("4"), 3) == 1 - Fraction(5, 6) ** 3
    within = (1 - Fraction(5, 6) ** 3) * (1 - Fraction(2, 3) ** 3)
    assert chance(read_goal("4V"), 3) == within


def test_a_die_that_is_right_is_never_picked_up_again():
    """O and B in two rolls: 2/9, else keep an O or a B (6/9 of throws), else both."""
    assert chance(read_goal("OB"), 2) == Fraction(2, 9) + Fraction(6, 9) / 3 + (
        Fraction(1, 9) * Fraction(2, 9)
    )


def test_a_nugget_makes_a_neighbouring_column_do():
    assert chance(read_goal("1", 1), 1) == Fraction(2, 6)
    assert chance(read_goal("3", 1), 1) == Fraction(3, 6)


def test_a_loaded_die_has_the_odds_of_its_sides():
    crooked = Die("crooked", ("a", "b"), (1, 3))
    assert chance(Goal("a", (crooked,), frozenset({(0,)})), 2) == Fraction(7, 16)


def test_faces_are_those_of_the_box():
    for die in (ALIEN, FIRE, MOVE):
        sides = PAINTED[die.name]
        assert tuple(map(sides.count, die.faces)) == die.sides
    assert numbered(6).odds == (Fraction(1, 6),) * 6


@pytest.mark.parametrize(
    ("text", "what"),
    [("X", "no face 'X'"), ("OBV", "a colour"), ("7", "column 7"), ("3X", "face 'X'")],
)
def test_what_the_dice_cannot_show_is_refused(text, what):
    with pytest.raises(LabError, match=what):
        read_goal(text)
