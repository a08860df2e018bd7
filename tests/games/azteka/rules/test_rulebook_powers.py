"""One case per sentence of the rulebook: birth and disintegration (11-12)."""

import pytest

from tests.games.azteka.table import RULES, at, legal, play, ring, seen, segment, told


def test_11_completing_a_segment_of_life_offers_one_more_pawn():
    state = at(life=segment(0, 1, 2, 3), death=[[4, 4]])
    after, events = play(state, "place 4 0")
    assert seen(after)["birth"] is True
    assert RULES.actors(after) == (0,)
    assert told(events) == ["placed", "birth"]
    near = {f"place {r} {s}" for r in (1, 2, 3, 4) for s in (1, 7)}
    assert legal(after) == near | {"pass"}


def test_11_a_birth_may_be_declined():
    state = at(life=segment(0, 1, 2, 3, 4), death=[[4, 4]], birth=True)
    after, events = play(state, "pass")
    assert RULES.actors(after) == (1,)
    assert seen(after)["birth"] is False
    assert seen(after)["actions"] == 1
    assert told(events) == ["passed"]


def test_11_births_chain_when_the_new_pawn_completes_another_segment():
    life = segment(0, 1, 2, 3) + segment(1, 1, 2, 3)
    after, events = play(at(life=life, death=[[4, 4]]), "place 4 0", "place 4 1")
    assert seen(after)["birth"] is True
    assert told(events) == ["placed", "birth", "placed", "birth"]


def test_11_a_birth_pawn_that_completes_nothing_ends_the_turn():
    after, _ = play(
        at(life=segment(0, 1, 2, 3), death=[[4, 4]]), "place 4 0", "place 4 1"
    )
    assert seen(after)["birth"] is False
    assert RULES.actors(after) == (1,)


def test_11_a_turn_never_causes_a_birth():
    state = at(life=[*segment(0, 1, 2, 3), [4, 7]], death=[[4, 4]])
    after, events = play(state, "turn 4")
    assert seen(after)["birth"] is False
    assert told(events) == ["turned"]


def test_11_deaths_pawn_never_causes_a_birth():
    state = at(life=segment(0, 1, 2, 3, 4), death=[[4, 4]], turn="death")
    assert seen(play(state, "place 1 1")[0])["birth"] is False


def test_11_a_birth_with_no_legal_place_is_not_offered():
    life = [*segment(0, 1, 2, 3), [3, 1], [4, 7]]
    death = [*segment(1, 1, 2, 4), *segment(7, 1, 2, 3), [3, 2], [4, 6]]
    after, events = play(at(life=life, death=death), "place 4 0")
    assert seen(after)["birth"] is False
    assert RULES.actors(after) == (1,)
    assert told(events) == ["placed"]


def test_11_a_birth_keeps_the_diagonal_option():
    state = at(
        options={"diagonal": True},
        life=[*segment(0, 1, 2, 3, 4), [4, 2]],
        death=[[1, 4]],
        birth=True,
    )
    assert "place 3 3" in legal(state)


def test_12_a_life_pawn_surrounded_by_death_becomes_a_death_pawn():
    state = at(life=[[2, 0], [4, 4]], death=[[1, 0], [2, 1], [3, 0]], turn="death")
    after, events = play(state, "place 2 7")
    assert seen(after)["life"] == [[4, 4]]
    assert [2, 0] in seen(after)["death"]
    assert told(events) == ["placed", "disintegrated"]
    assert events[1] == {"event": "disintegrated", "at": [2, 0]}


@pytest.mark.parametrize("end_ring", [1, 4])
def test_12_three_neighbours_surround_a_pawn_of_an_end_ring(end_ring):
    inside = 2 if end_ring == 1 else 3
    state = at(life=[[end_ring, 0]], death=[[end_ring, 1], [inside, 0]], turn="death")
    after, _ = play(state, f"place {end_ring} 7")
    assert seen(after)["life"] == []


def test_12_corners_do_not_surround_even_with_diagonal_placement():
    state = at(
        options={"diagonal": True},
        life=[[1, 0]],
        death=[[1, 1], [2, 1]],
        turn="death",
    )
    assert seen(play(state, "place 1 7")[0])["life"] == [[1, 0]]


def test_12_every_life_pawn_is_looked_at_not_only_the_neighbours():
    enclosed = {"life": [[1, 0], [4, 4]], "death": [[1, 1], [1, 7], [2, 0]]}
    after, _ = play(at(**enclosed, turn="death"), "place 4 5")
    assert seen(after)["life"] == [[4, 4]]


def test_12_several_pawns_are_replaced_at_once_by_ring_then_segment():
    death = [[1, 7], [2, 0], [2, 2], [1, 3]]
    state = at(life=[[1, 2], [1, 0]], death=death, turn="death")
    after, events = play(state, "place 1 1")
    assert seen(after)["life"] == []
    assert [h["at"] for h in events[1:]] == [[1, 0], [1, 2]]


def test_12_replacing_stops_when_death_has_fourteen():
    death = [[1, 7], [2, 0], [2, 2], [1, 3]]
    death += [[4, s] for s in range(6)] + [[3, 4], [3, 5]]
    state = at(life=[[1, 2], [1, 0]], death=death, turn="death")
    _, events = play(state, "place 1 1")
    assert told(events) == ["placed", "disintegrated", "round_over"]
    assert events[1]["at"] == [1, 0]
    assert events[2]["result"] == {"seat": 1, "role": "death", "pawns": 14}
    assert events[2]["life"] == [[1, 2]]


def test_12_a_turn_never_disintegrates():
    state = at(life=[[2, 0], [4, 4]], death=[[1, 7], [2, 1], [2, 7], [3, 0]])
    after, _ = play(state, "turn 1")
    assert seen(after)["life"] == [[2, 0], [4, 4]]


def test_12_lifes_placement_never_disintegrates():
    state = at(life=[[1, 0], [4, 4]], death=[[1, 1], [1, 7], [2, 0]])
    assert [1, 0] in seen(play(state, "place 4 5")[0])["life"]


def test_12_a_replaced_pawn_goes_back_to_lifes_supply():
    life = [[1, 0], *ring(3, range(1, 7)), *ring(4, range(1, 7))]
    state = at(life=life, death=[[1, 1], [2, 0]], turn="death")
    after, _ = play(state, "place 1 7", "place 3 7")
    assert len(seen(after)["life"]) == 13
    assert seen(after)["results"] == []
