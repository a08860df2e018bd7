"""What stick and buttons of Aztec do to the piece in hand."""

from random import Random

import pytest

from cabinet.games.aztec.rules.board import CUBES
from cabinet.games.aztec.rules.notation import ACTIONS
from cabinet.games.aztec.view import hand as hands
from cabinet.games.aztec.view.hand import grip, ways
from cabinet.games.aztec.view.pyramid import tile
from cabinet.picture.shapes import Polygon
from tests.games.aztec.table import STUCK, at, play, put
from tests.games.aztec.view.test_view import (
    VIEW,
    holding,
    look_at,
    pressed,
    taken,
    texts_of,
    words,
)

STICK = ("up", "down", "left", "right")
EDGES = ("Nord", "Est", "Sud", "Ouest")
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def everywhere(state):
    """A hand over every column where a piece may go, by pushes of the stick."""
    legal, hands = texts_of(state), [taken(state)]
    for hand in hands:
        for button in STICK:
            moved, _ = VIEW.press(hand, button, state, legal)
            there = {(each.x, each.y) for each in hands}
            hands += () if (moved.x, moved.y) in there else (moved,)
    return hands


@pytest.mark.parametrize("number", [1, 6, 12, 17])
def test_a_push_is_undone_by_the_opposite_one(number):
    state = at(pieces=STUCK[:number])
    for hand in everywhere(state):
        for button in STICK:
            there, _ = pressed(state, hand, button)
            if not there.key:
                back, _ = pressed(state, there, OPPOSITE[button])
                assert there == hand or back == hand


def test_however_the_pointer_came_somewhere_it_finds_the_same_piece():
    state, found, rng = at(pieces=STUCK[:9]), {}, Random(4)
    for _ in range(60):
        hand, _ = pressed(state, taken(state), *rng.choices(STICK, k=14))
        place = hand.x, hand.y
        assert found.setdefault(place, hand.action) == hand.action
    assert len(found) > 10


def test_b_goes_through_all_the_ways_in_which_a_piece_fits_over_a_column():
    state = at(pieces=STUCK[:9])
    for hand in everywhere(state):
        here = ways(texts_of(state))[hand.x, hand.y]
        shown = []
        for _ in here:
            shown.append(hand.action)
            hand, action = pressed(state, hand, "b")
            assert action is None
        assert sorted(shown) == sorted(here)
        assert hand.action == shown[0]


def test_every_legal_placement_can_be_pointed_at():
    state = at(pieces=STUCK[:9])
    over = [ways(texts_of(state))[hand.x, hand.y] for hand in everywhere(state)]
    assert {text for texts in over for text in texts} == set(texts_of(state))


def test_a_way_once_taken_is_kept_as_far_as_it_fits():
    state = at(pieces=STUCK[:6])
    kept = 0
    for hand in everywhere(state):
        turned, _ = pressed(state, hand, "b")
        moved, _ = pressed(state, turned, "right")
        same = [
            text
            for text in ways(texts_of(state))[moved.x, moved.y]
            if grip(text, (moved.x, moved.y)) == turned.grip
        ]
        if same:
            assert moved.action == same[0]
            kept += 1
    assert kept


def at_the_keys(state, *buttons):
    """The hand with the first key lit, and after more buttons."""
    hand = taken(state)
    while not hand.key:
        hand, _ = pressed(state, hand, "down")
    return pressed(state, hand, *buttons)


def test_below_the_front_edge_are_keys_that_turn_the_board_and_lift_the_eye():
    state = at(pieces=STUCK[:6])
    first, _ = at_the_keys(state)
    assert [at_the_keys(state, *["a"] * n)[0].quarters for n in range(5)] == [
        *range(4),
        0,
    ]
    floors = [at_the_keys(state, "right", *["a"] * n)[0].floor for n in range(5)]
    assert floors == [0, 3, 2, 1, 0]
    back, action = at_the_keys(state, "a", "right", "a", "up")
    assert (back.x, back.y, back.action) == (first.x, first.y, first.action)
    assert (back.key, back.quarters, back.floor, action) == ("", 1, 3, None)
    assert VIEW.help(look_at(state, first, language="en")) == (
        ("a", "Turn"),
        ("right", "Above"),
        ("up", "Back to the board"),
    )


@pytest.mark.parametrize("quarters", range(4))
def test_up_goes_up_on_the_screen_however_the_board_is_turned(quarters):
    for button, (dx, dy) in hands.STEPS.items():
        sx, sy = hands.step(button, quarters)
        x, y, _ = hands.drawn_at((4, 4, 0), quarters)
        assert hands.drawn_at((4 + sx, 4 + sy, 0), quarters) == (x + dx, y + dy, 0)


def test_the_letters_of_the_edges_turn_with_the_board():
    state = at()
    for floor in (0, 3):
        hand = taken(state)._replace(quarters=1, floor=floor)
        shown = words(VIEW.picture(look_at(state, hand)))
        assert [word for word in shown if word in EDGES] == [*EDGES[1:], EDGES[0]]


def test_a_cube_in_the_air_throws_a_shadow_on_the_board():
    state = at(pieces=STUCK[:6])
    built = {tuple(cube) for piece in STUCK[:6] for cube in piece} | {(4, 4, 0)}
    found = 0
    for text in texts_of(state):
        cubes = CUBES[ACTIONS[text]]
        hand = holding(state, text)
        picture = VIEW.picture(look_at(state, hand))
        for x, y, z in cubes:
            under = {(x, y, level) for level in range(z)}
            hanging = z > 0 and not under & (built | set(cubes))
            shade = Polygon(tile(x, y, 0), "ink")
            assert (shade in picture) == (hanging or (x, y, 0) in cubes)
            found += hanging
    assert found


def test_a_laid_piece_drops_into_its_place():
    state, events = play(at(pieces=STUCK[:6]), put(STUCK[6]))
    early, soon, later, done = (
        VIEW.picture(look_at(state, events=events, age=age)) for age in (0, 8, 15, 16)
    )
    assert len({early, soon, later, done}) == 4
    assert VIEW.picture(look_at(state, events=events, age=60)) == done
