"""One case per sentence of the rulebook: building, ending, two players (1-14);
overhangs (8, 9) are in test_rulebook_overhangs.py.

The numbers are those of the game's README.md.
"""

import pytest

from cabinet.games.aztec.rules.board import CUBES, ORIENTATIONS
from cabinet.tabletop.api import IllegalActionError
from tests.games.aztec.table import (
    FIRST,
    RULES,
    STUCK,
    at,
    build,
    cubes,
    legal,
    new,
    play,
    put,
    seen,
    told,
)


def refused(state, text):
    (seat,) = RULES.actors(state)
    with pytest.raises(IllegalActionError) as error:
        RULES.read_action(state, seat, text)
    return str(error.value)


def test_1_seat_0_scores_north_and_south_seat_1_east_and_west():
    # One level-3 cube at the north edge, 5,0,2; later the corner 8,0,2 and its row.
    assert RULES.outcome(at(pieces=STUCK[:4])).scores == (0, 0)
    assert RULES.outcome(at(pieces=STUCK[:5])).scores == (1, 0)
    assert RULES.outcome(at(pieces=STUCK[:7])).scores == (3, 1)
    assert RULES.outcome(at(pieces=STUCK[:8])).scores == (3, 2)


def test_2_the_piece_has_24_orientations_and_1680_placements():
    assert len(ORIENTATIONS) == 24
    assert len(CUBES) == len(set(CUBES)) == 1680


def test_2_the_start_cube_is_fixed_on_the_centre():
    text = "put 4,4,0 4,5,0 4,6,0 5,4,0 6,4,0 6,4,1"
    assert "4,4,0 is taken by the start cube" in refused(new(), text)


def test_3_first_begins_and_they_take_turns():
    for first in (0, 1):
        state = at(first=first)
        turns = []
        for _ in range(4):
            turns += RULES.actors(state)
            state, _ = play(state, legal(state)[0])
        assert turns == [first, 1 - first, first, 1 - first]


def test_4_the_first_piece_holds_the_start_cube_with_two_faces():
    texts = legal(new())
    assert len(texts) == 8
    assert FIRST in texts
    for text in texts:
        near = [
            c for c in cubes(text) if sum(map(abs, (c[0] - 4, c[1] - 4, c[2]))) == 1
        ]
        assert len(near) == 2


def test_5_a_piece_that_touches_with_one_face_is_refused():
    state, _ = play(new(), FIRST)
    sentence = refused(state, "put 2,6,0 2,6,1 2,6,2 2,7,2 3,6,0 4,6,0")
    assert "one contact only, 3,6,0 with 3,5,0 (piece 1), and two faces" in sentence


def test_5_a_piece_that_touches_nothing_is_refused():
    state, _ = play(new(), FIRST)
    sentence = refused(state, "put 4,7,0 4,8,0 5,7,0 6,7,0 6,7,1 6,7,2")
    assert "it touches nothing that is built, and two faces must" in sentence


def contacts(pieces, text):
    """Where the built cubes are that a placement touches, seen from its cubes."""
    built = [cube for piece in pieces for cube in piece] + [[4, 4, 0]]
    steps = [
        (other[0] - cube[0], other[1] - cube[1], other[2] - cube[2])
        for cube in cubes(text)
        for other in built
    ]
    return sorted(step for step in steps if sum(map(abs, step)) == 1)


def test_5_the_two_contacts_may_be_on_different_levels():
    state, _ = play(new(), FIRST)
    text = "put 3,0,0 4,0,0 5,0,0 5,1,0 5,2,0 5,2,1"
    assert contacts([cubes(FIRST)], text) == [(0, 1, 0), (0, 1, 0)]
    assert text in legal(state)


@pytest.mark.parametrize("face", [(0, 0, -1), (0, 0, 1)])
def test_5_tops_and_bottoms_are_contacts_too(face):
    """Placements that only touch enough because that kind of face counts."""
    games = [build(new(), leave=12, seed=seed)[0] for seed in range(12)]
    found = [
        contacts(seen(state)["pieces"], text)
        for state in games
        for text in legal(state)
    ]
    assert any(len(faces) - faces.count(face) < 2 for faces in found)
    assert all(len(faces) >= 2 for faces in found)


def test_5_the_start_cube_goes_on_counting():
    state, _ = play(new(), FIRST)
    text = "put 4,5,0 4,5,1 4,5,2 4,6,0 4,7,0 5,7,0"
    assert contacts([cubes(FIRST)], text) == [(-1, 0, 0), (0, -1, 0)]
    assert text in legal(state)


def test_6_no_cube_is_above_the_third_level():
    state, _ = play(new(), FIRST)
    sentence = refused(state, "put 5,3,2 6,3,2 7,3,2 5,4,2 5,5,2 7,3,3")
    assert "no cube may be above the third level, as 7,3,3 is" in sentence


@pytest.mark.parametrize("cube", ["9,4,0", "-1,4,0", "4,9,0"])
def test_7_no_cube_is_outside_the_board(cube):
    state, _ = play(new(), FIRST)
    sentence = refused(state, f"put 0,0,0 1,0,0 2,0,0 0,1,0 0,2,0 {cube}")
    assert f"no cube may be outside the board, as {cube} is" in sentence


def test_8_two_free_cubes_are_named_in_the_refusal():
    state, _ = play(new(), FIRST)
    sentence = refused(state, "put 3,4,1 4,4,1 5,4,1 5,5,1 5,6,1 5,6,2")
    assert "cubes A 5,4,1 and B 5,5,1 hang free" in sentence
    assert "one of them must be supported" in sentence


def test_10_any_free_and_legal_place_is_reachable():
    """A place with cubes over it: the piece could only be slid or lifted in."""
    covered = 0
    for number in range(5, 20):
        state = at(pieces=STUCK[:number])
        built = {tuple(cube) for piece in STUCK[:number] for cube in piece}
        for text in legal(state):
            covered += any((x, y, z + 1) in built for x, y, z in cubes(text))
    assert covered


def test_11_the_game_is_over_with_the_22nd_piece():
    state, _ = build(new(), leave=1)
    assert RULES.actors(state)
    state, events = play(state, legal(state)[0])
    assert RULES.actors(state) == ()
    assert seen(state)["turn"] is None
    assert len(seen(state)["pieces"]) == 22
    assert told(events) == ["put", "round_over", "game_over"]
    assert events[1]["why"] == "built"


def test_11_the_game_is_over_when_nothing_fits_any_more():
    state = at(pieces=STUCK[:-1])
    state, events = play(state, put(STUCK[-1]))
    assert RULES.actors(state) == ()
    assert RULES.outcome(state).over
    assert told(events) == ["put", "round_over", "game_over"]
    assert events[1]["why"] == "stuck"
    assert at(pieces=STUCK) == state


def test_12_a_cube_counts_on_the_third_level_only():
    state, _ = build(new())
    level_3 = [c for piece in seen(state)["pieces"] for c in piece if c[2] == 2]
    assert RULES.outcome(state).scores == (
        sum(y in (0, 8) for _, y, _ in level_3),
        sum(x in (0, 8) for x, _, _ in level_3),
    )


def corner_cubes(pieces):
    return sum([x, y, 2] in piece for piece in pieces for x in (0, 8) for y in (0, 8))


def test_12_a_corner_counts_for_both_or_for_nobody():
    games = [seen(build(new(), seed=seed)[0])["pieces"] for seed in range(20)]
    pieces = max(games, key=corner_cubes)
    corners = corner_cubes(pieces)
    assert corners
    both = RULES.outcome(at(pieces=pieces)).scores
    none = RULES.outcome(at(pieces=pieces, options={"corners": "none"})).scores
    assert both == tuple(points + corners for points in none)


def decided(wanted):
    """A finished game for each starter, of the first seed whose points are so."""
    for seed in range(400):
        pieces = seen(build(new(), seed=seed)[0])["pieces"]
        scores = RULES.outcome(at(pieces=pieces)).scores
        if wanted(*scores):
            return [RULES.outcome(at(pieces=pieces, first=first)) for first in (0, 1)]
    raise AssertionError("no such game")


def test_12_more_points_win_whoever_began():
    for wanted, winner in (((lambda a, b: a > b), 0), ((lambda a, b: a < b), 1)):
        for outcome in decided(wanted):
            assert outcome.winners == (winner,)
            assert outcome.reason == "more points"


def test_13_with_equal_points_the_one_who_began_wins():
    ends = decided(lambda a, b: a == b)
    assert [outcome.winners for outcome in ends] == [(0,), (1,)]
    assert {outcome.reason for outcome in ends} == {"equal"}


def test_14_one_may_build_above_the_edges_of_the_other():
    state = at(pieces=STUCK[:5])
    (seat,) = RULES.actors(state)
    other = [
        RULES.outcome(play(state, text)[0]).scores[1 - seat] for text in legal(state)
    ]
    assert max(other) > RULES.outcome(state).scores[1 - seat]
