"""How a stick and two buttons play Space Aztecs, and what the curtain hides."""

from itertools import combinations
from random import Random

import pytest

from cabinet.games.space_aztecs import GAME
from cabinet.games.space_aztecs.view.hand import Hand
from tests.games.space_aztecs.table import RULES, at

VIEW = GAME.view
PILES = [[1, 5, 6], [14, 30], [17], [25], [29], [33], [49], [53]]
BUTTONS = ("up", "down", "left", "right", "a", "b")


def texts_of(state, seat=None):
    due = RULES.actors(state)
    seat = due[0] if seat is None else seat
    return tuple(RULES.write_action(state, a) for a in RULES.legal(state, seat))


def begin(state, before=None, seat=None):
    return VIEW.hand(RULES.seen_by(state, seat), texts_of(state), before)


def pressed(state, hand, *buttons):
    action = None
    for button in buttons:
        seen = RULES.seen_by(state, None)
        hand, action = VIEW.press(hand, button, seen, texts_of(state))
    return hand, action


def choosing():
    return at(phase="choose", piles=PILES, taken={"0": 1, "1": 2})


def test_the_stick_points_at_piles_around_the_dial():
    state = at()
    hand = begin(state)
    assert hand.action == "take 1"
    assert pressed(state, hand, "right")[0].action == "take 2"
    assert pressed(state, hand, "left")[0].action == "take 8"
    assert pressed(state, hand, "down")[0].action in ("take 2", "take 8", "take 5")
    assert pressed(state, hand, "up")[0] == hand
    assert pressed(state, hand, "right", "a")[1] == "take 2"


def test_every_pile_can_be_pointed_at_whatever_else_is_taken():
    for many in (2, 3, 4, 8):
        for free in combinations(range(1, 9), many):
            legal = tuple(f"take {pile}" for pile in free)
            for first in legal:
                assert reached(first, legal) == set(legal)


def reached(first, legal):
    found, edge = {first}, [first]
    while edge:
        action = edge.pop()
        for button in ("left", "right", "up", "down"):
            hand, _ = VIEW.press(Hand(action, False), button, {}, legal)
            if hand.action not in found:
                found.add(hand.action)
                edge.append(hand.action)
    return found


def test_a_pile_in_hand_is_behind_a_curtain_until_b():
    state = choosing()
    hand = begin(state)
    assert not hand.open
    assert pressed(state, hand, "a") == (hand, None), "nothing is chosen blindly"
    assert pressed(state, hand, "right") == (hand, None)
    open_hand, _ = pressed(state, hand, "b")
    assert open_hand.open
    assert pressed(state, open_hand, "right", "a")[1] == "choose 5"
    assert pressed(state, open_hand, "b")[0] == hand


def test_who_plays_alone_needs_no_curtain():
    state = choosing()
    assert begin(state, seat=0).open
    assert not begin(state).open


@pytest.mark.parametrize("players", [2, 6])
def test_a_whole_game_can_be_played_with_a_stick_and_two_buttons(players):
    rng = Random(players)
    state, hand, used = RULES.new(players, {}, rng), None, set()
    while due := RULES.actors(state):
        legal, action = texts_of(state), None
        hand = begin(state, hand)
        for _ in range(500):
            hand, action = pressed(state, hand, rng.choice(BUTTONS))
            if action:
                break
        assert action in legal
        used.add(action.split()[0])
        state = RULES.apply(state, due[0], RULES.read_action(state, due[0], action))
    assert {"take", "choose"} <= used


def test_a_turn_begins_where_the_hand_was_or_at_the_next_pile():
    state = at(piles=[*PILES[:3], [], *PILES[4:]])
    assert begin(state, Hand("take 3", False)).action == "take 3"
    assert begin(state, Hand("take 4", False)).action == "take 5"
    assert begin(state, Hand("choose 5", True)) == Hand("take 1", False)
