"""What the tools of Aztec do to the piece in hand, and what is said of it."""

from itertools import product

import pytest

from cabinet.games.aztec.rules.board import CUBES, LAID, ORIENTATIONS
from cabinet.games.aztec.rules.notation import ACTIONS, TEXTS
from cabinet.games.aztec.rules.site import overhangs
from cabinet.games.aztec.view import hand as hands
from cabinet.games.aztec.view.pyramid import tile
from cabinet.picture.shapes import Polygon, Text
from tests.games.aztec.table import STUCK, at, play, put
from tests.games.aztec.view.test_view import (
    VIEW,
    look_at,
    pressed,
    taken,
    texts_of,
    words,
)

STICK = ("up", "down", "left", "right")


def with_tool(state, tool):
    return taken(state)._replace(tool=tool)


@pytest.mark.parametrize("quarters", range(4))
def test_the_stick_turns_the_piece_through_all_its_orientations(quarters):
    reached, waiting = {0}, [0]
    while waiting:
        now = waiting.pop()
        for button in STICK:
            after = hands.turned(now, button, quarters)
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    assert len(reached) == len(ORIENTATIONS) == 24


@pytest.mark.parametrize(("there", "back"), [("left", "right"), ("up", "down")])
def test_a_turn_is_undone_by_the_opposite_one(there, back):
    for way, quarters in product(range(24), range(4)):
        after = hands.turned(way, there, quarters)
        assert after != way
        assert hands.turned(after, back, quarters) == way


def test_the_hand_always_points_at_the_piece_it_turns():
    state = at(pieces=STUCK[:9])
    hand = with_tool(state, "turn")
    for button in STICK * 6:
        hand, action = pressed(state, hand, button)
        assert action is None
        assert (hand.x, hand.y) in {(x, y) for x, y, _ in hand.piece}


def test_a_turned_piece_snaps_to_a_legal_place_if_there_is_one():
    state = at(pieces=STUCK[:6])
    legal = texts_of(state)
    snapped = 0
    for text in legal:
        x, y, _ = CUBES[ACTIONS[text]][0]
        start = taken(state)._replace(x=x, y=y, action=text, tool="turn")
        for button in STICK:
            hand, _ = pressed(state, start, button)
            way = LAID[hand.placement].orientation
            fitting = [
                other
                for other in legal
                if LAID[ACTIONS[other]].orientation == way
                and (x, y) in hands.COLUMNS[ACTIONS[other]]
            ]
            if fitting:
                assert hand.action in fitting
                snapped += 1
    assert snapped


def test_held_one_way_over_one_place_a_piece_has_one_legal_height():
    """The higher of two such placements rests on cells that the lower one fills."""
    for number, cubes in enumerate(CUBES):
        lower = [(x, y, z - 1) for x, y, z in cubes]
        if min(z for _, _, z in lower) < 0:
            continue
        filled = {(z * 9 + y) * 9 + x for x, y, z in lower}
        assert any(need <= filled for need in overhangs(cubes)), TEXTS[number]


def test_pushing_reaches_every_place_of_the_piece_as_it_is_held():
    state = at(pieces=STUCK[:6])
    hand = with_tool(state, "push")
    way = LAID[hand.placement].orientation
    reached, waiting = {hand.action}, [hand]
    while waiting:
        now = waiting.pop()
        for button in STICK:
            after, _ = pressed(state, now, button)
            assert LAID[after.placement].orientation == way
            if after.action not in reached:
                reached.add(after.action)
                waiting.append(after)
    legal = {t for t in texts_of(state) if LAID[ACTIONS[t]].orientation == way}
    assert legal <= reached
    assert reached - legal


def test_a_lays_a_pushed_piece_only_where_it_is_legal():
    state = at(pieces=STUCK[:6])
    hand = with_tool(state, "push")
    assert pressed(state, hand, "a")[1] == hand.action
    for button in ("left", "left", "left", "up"):
        hand, _ = pressed(state, hand, button)
        assert pressed(state, hand, "a")[1] == (
            hand.action if hand.action in texts_of(state) else None
        )


def test_back_at_the_simple_tool_the_piece_is_on_a_legal_place_again():
    state = at(pieces=STUCK[:6])
    legal = texts_of(state)
    strays = 0
    for text in TEXTS[: len(CUBES)]:
        x, y, _ = CUBES[ACTIONS[text]][0]
        hand = taken(state)._replace(x=x, y=y, action=text, tool="look")
        after, _ = pressed(state, hand, "b")
        assert after.action in legal
        assert after.action == text or text not in legal
        strays += text not in legal
    assert strays


def test_the_view_turns_and_rises_and_sinks_level_by_level():
    state = at(pieces=STUCK[:6])
    hand = with_tool(state, "look")
    assert [pressed(state, hand, *["right"] * n)[0].quarters for n in range(5)] == [
        0,
        1,
        2,
        3,
        0,
    ]
    assert [pressed(state, hand, *["up"] * n)[0].floor for n in range(5)] == [
        0,
        3,
        2,
        1,
        1,
    ]
    assert pressed(state, hand, "up", "down")[0] == hand


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
        assert [word for word in shown if word in ("N", "E", "S", "O")] == [
            "E",
            "S",
            "O",
            "N",
        ]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_illegal_place_says_which_rule_it_breaks(language):
    said = set()
    state = at(pieces=STUCK[:4])
    for text in TEXTS[: len(CUBES)]:
        if text in texts_of(state):
            continue
        x, y, _ = CUBES[ACTIONS[text]][0]
        hand = taken(state)._replace(x=x, y=y, action=text, tool="push")
        look = look_at(state, hand, language=language)
        picture = VIEW.picture(look)
        said |= {t.words for t in picture if isinstance(t, Text) and t.x == 535}
        assert VIEW.help(look)[0] == ("a", "Impossible")
    sentences = {
        "fr": {
            "La place est prise",
            "Elle ne touche rien",
            "Un seul contact",
            "A et B dans le vide",
        },
        "en": {
            "The place is taken",
            "It touches nothing",
            "One contact only",
            "A and B hang free",
        },
    }
    assert sentences[language] <= said


def test_the_cubes_that_hang_free_are_lettered():
    state = at(pieces=STUCK[:4])
    free = None
    for text in TEXTS[: len(CUBES)]:
        x, y, _ = CUBES[ACTIONS[text]][0]
        hand = taken(state)._replace(x=x, y=y, action=text)
        shown = words(VIEW.picture(look_at(state, hand)))
        if "A et B dans le vide" in shown:
            free = shown
            break
    assert free is not None
    assert "A" in free
    assert "B" in free


def test_a_cube_in_the_air_throws_a_shadow_on_the_board():
    state = at(pieces=STUCK[:6])
    built = {tuple(cube) for piece in STUCK[:6] for cube in piece} | {(4, 4, 0)}
    found = 0
    for text in texts_of(state):
        cubes = CUBES[ACTIONS[text]]
        hand = taken(state)._replace(action=text)
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
