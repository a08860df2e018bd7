"""One case per sentence of the rulebook: turns, placing, goals (1-10).

The numbers are those of the game's README.md.
"""

import pytest

from tests.games.azteka.table import (
    ALL_PLACES,
    NEARLY_EVERYWHERE,
    RULES,
    TURNS,
    at,
    legal,
    new,
    play,
    ring,
    seen,
    segment,
    told,
)


def test_1_seat_0_is_life_and_seat_1_is_death_in_round_1():
    state = new()
    assert RULES.actors(state) == (0,)
    assert seen(state)["turn"] == "life"
    after, _ = play(state, "place 1 0")
    assert RULES.actors(after) == (1,)
    assert seen(after)["turn"] == "death"


def test_2_roles_are_swapped_after_round_1():
    state = at(death=segment(0, 1, 2, 3), life=[[1, 1], [4, 1]], turn="death")
    after, events = play(state, "place 4 0")
    assert seen(after)["round"] == 2
    assert seen(after)["turn"] == "life"
    assert RULES.actors(after) == (1,)
    assert seen(after)["results"] == [{"seat": 1, "role": "death", "pawns": 4}]
    assert told(events) == ["placed", "round_over"]


def test_2_the_next_round_begins_at_once_with_an_empty_circle():
    state = at(
        death=segment(0, 1, 2, 3), life=[[1, 1], [4, 1]], turn="death", actions=17
    )
    document = seen(play(state, "place 4 0")[0])
    assert document["life"] == document["death"] == document["turned"] == []
    assert document["actions"] == 0


def test_3_turning_a_ring_moves_its_pawns_one_segment_clockwise():
    state = at(life=[[2, 7], [3, 7]], death=[[2, 3]])
    after, _ = play(state, "turn 2")
    assert seen(after)["life"] == [[2, 0], [3, 7]]
    assert seen(after)["death"] == [[2, 4]]


def test_4_life_wins_with_a_pawn_in_every_segment_and_every_ring():
    state = at(life=NEARLY_EVERYWHERE, death=[[1, 1]])
    after, events = play(state, "place 3 7")
    assert seen(after)["results"] == [{"seat": 0, "role": "life", "pawns": 8}]
    assert events[-1]["why"] == "spread"


def test_4_every_segment_is_not_enough_without_every_ring():
    state = at(life=ring(1, range(4)) + ring(2, range(4, 7)), death=[[4, 4]])
    after, _ = play(state, "place 2 7")
    assert seen(after)["results"] == []


@pytest.mark.parametrize(
    ("death", "life", "last"),
    [
        (segment(5, 1, 2, 4), [[3, 4]], "place 3 5"),
        (ring(1, range(7)), [[2, 7]], "place 1 7"),
        (ring(4, range(7)), [[3, 7]], "place 4 7"),
    ],
)
def test_5_death_wins_with_a_full_segment_or_a_full_ring(death, life, last):
    after, events = play(at(life=life, death=death, turn="death"), last)
    assert seen(after)["results"][0]["role"] == "death"
    assert events[-1]["why"] == "reign"


@pytest.mark.parametrize("role", ["life", "death"])
def test_6_all_fourteen_pawns_on_the_circle_win(role):
    lower = [[r, s] for r in (1, 3) for s in range(7)][:13]
    upper = [[r, s] for r in (2, 4) for s in range(7)][:12]
    if role == "life":
        after, events = play(at(life=lower, death=upper), "place 3 6")
    else:
        state = at(life=upper, death=lower, turn="death")
        after, events = play(state, "place 3 6")
    assert seen(after)["results"][0]["pawns"] == 14
    assert seen(after)["results"][0]["role"] == role
    assert events[-1]["why"] == "destiny"


def test_7_a_round_ends_at_once_when_a_goal_is_reached():
    state = at(life=[[1, 1]], death=segment(0, 2, 3, 4), turn="death")
    after, _ = play(state, "place 1 0")
    assert RULES.actors(after) == (1,)
    assert legal(after) == ALL_PLACES


def test_8_life_starts_and_turns_alternate():
    state, _ = play(new(), "place 1 0", "turn 1", "turn 2")
    assert seen(state)["turn"] == "death"


def test_9_a_turn_is_one_placement_or_one_turn_of_any_ring_even_an_empty_one():
    state, _ = play(new(), "place 1 0")
    assert legal(state) == {"place 1 1", "place 1 7", "place 2 0"} | TURNS
    assert RULES.actors(play(state, "turn 4")[0]) == (0,)


def test_10_the_very_first_pawn_goes_anywhere_and_must_be_placed():
    assert legal(new()) == ALL_PLACES
    for options in (
        {"placement": "own"},
        {"variant": "aggressive"},
        {"diagonal": True},
    ):
        assert legal(new(**options)) == ALL_PLACES


@pytest.mark.parametrize("turn", ["life", "death"])
def test_10_both_players_place_next_to_a_life_pawn(turn):
    state = at(life=[[2, 0]], death=[[4, 4]], turn=turn)
    near = {"place 2 1", "place 2 7", "place 1 0", "place 3 0"}
    assert legal(state) == near | TURNS


def test_10_nothing_touches_across_the_centre():
    state = at(life=[[1, 0]], death=[[4, 0]])
    assert "place 1 4" not in legal(state)


def test_10_without_life_on_the_circle_life_places_anywhere_and_death_must_turn():
    death = [[1, 0], [2, 0], [1, 1]]
    free = ALL_PLACES - {"place 1 0", "place 2 0", "place 1 1"}
    assert legal(at(death=death, turn="death")) == TURNS
    assert legal(at(death=death, turn="life")) == free | TURNS


def test_10_own_placement_is_next_to_ones_own_pawns():
    state = at(
        options={"placement": "own"}, life=[[1, 0]], death=[[4, 4]], turn="death"
    )
    assert legal(state) == {"place 4 3", "place 4 5", "place 3 4"} | TURNS


def test_10_own_placement_without_a_pawn_is_anywhere_or_a_turn():
    state = at(options={"placement": "own"}, life=[[1, 0]], turn="death")
    assert legal(state) == ALL_PLACES - {"place 1 0"} | TURNS


def test_10_diagonal_placement_adds_the_corners():
    state = at(options={"diagonal": True}, life=[[4, 0]], death=[[1, 4]], turn="death")
    orthogonal = {"place 4 1", "place 4 7", "place 3 0"}
    assert legal(state) == orthogonal | {"place 3 1", "place 3 7"} | TURNS
