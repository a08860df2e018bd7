"""One case per sentence of the rulebook: bonus cells (16-22)."""

import pytest

from tests.games.arkade.table import (
    RULES,
    aliens,
    legal,
    odds,
    of,
    play,
    seen,
    told,
)

LIVES = {"alien_tiles": ["life", "life", "hit"]}
# Each frame with its color and a step onto it: from, color of the cell.
FRAMES = [
    ("4,1", "O", "3,1", "O"),
    ("4,4", "B", "3,4", "O"),
    ("4,5", "V", "3,5", "B"),
    ("6,2", "O", "5,2", "O"),
    ("6,3", "B", "5,3", "B"),
    ("6,6", "V", "5,6", "B"),
]


@pytest.mark.parametrize(("frame", "color", "source", "die"), FRAMES)
def test_16_a_saucer_of_the_frames_color_that_stops_there_turns_a_tile(
    frame, color, source, die
):
    state = aliens(f"{source} {color}", dice=(die, None), **LIVES)
    document = seen(state, f"step {source} {frame} {die}")
    cell = [int(number) for number in frame.split(",")]
    asked = {"for": "tile", "seat": 0, "at": cell, "then": None}
    assert document["pending"] == asked
    assert document["bonus"] == []


@pytest.mark.parametrize(("frame", "color", "source", "die"), FRAMES)
def test_16_a_saucer_of_another_color_does_not(frame, color, source, die):
    for other in set("OBV") - {color}:
        state = aliens(f"{source} {other}", dice=(die, None), **LIVES)
        assert seen(state, f"step {source} {frame} {die}")["pending"] is None


def test_16_the_advanced_face_has_three_of_them():
    face = {"options": {"face": "advanced"}} | LIVES
    state = aliens("5,3 B", "3,4 B", dice=("V", "O"), **face)
    after, _ = play(state, "step 3,4 4,4 O")
    assert seen(after)["bonus"] == []
    assert seen(after, "step 5,3 6,3 V")["pending"]["at"] == [6, 3]


def test_16_the_tile_is_drawn_at_random_by_how_many_there_are():
    state, _ = play(aliens("3,1 O", dice=("O", None), **LIVES), "step 3,1 4,1 O")
    assert RULES.actors(state) == (-1,)
    assert odds(state) == {"tile life": 2, "tile hit": 1}


def test_16_the_tile_is_discarded():
    state = aliens("3,1 O", dice=("O", None), **LIVES)
    document = seen(state, "step 3,1 4,1 O", "tile hit")
    assert document["alien_tiles"] == ["life", "life"]
    assert document["pending"] is None
    assert RULES.actors(play(state, "step 3,1 4,1 O", "tile hit")[0]) == (0,)


def test_17_sideways_counts_too():
    state = aliens("6,1 O", dice=("O", None), **LIVES)
    assert seen(state, "step 6,1 6,2 O")["pending"]["at"] == [6, 2]


def test_17_without_tiles_left_nothing_is_drawn():
    document = seen(aliens("3,1 O", dice=("O", None)), "step 3,1 4,1 O")
    assert document["pending"] is None
    assert document["bonus"] == []


def test_18_a_saucer_that_flies_on_with_the_other_die_has_not_stopped():
    state = aliens("3,1 O", dice=("O", "B"), **LIVES)
    waiting, _ = play(state, "step 3,1 4,1 O")
    assert seen(waiting)["bonus"] == [[4, 1]]
    assert seen(waiting)["pending"] is None
    document = seen(waiting, "step 4,1 5,1 B")
    assert document["bonus"] == []
    assert document["pending"] is None


def test_18_it_has_stopped_when_the_alien_ends():
    state = aliens("3,1 O", dice=("O", "B"), **LIVES)
    after, _ = play(state, "step 3,1 4,1 O", "end")
    assert seen(after)["pending"] == {
        "for": "tile",
        "seat": 0,
        "at": [4, 1],
        "then": "end",
    }
    assert seen(after)["alien_dice"] == [None, None]
    assert seen(after)["turn"] == "alien"
    document = seen(after, "tile life")
    assert document["turn"] == "defender"
    assert document["pending"] is None


def test_19_two_frames_are_settled_in_the_order_of_movement():
    state = aliens("5,2 O", "3,1 O", dice=("O", "O"), **LIVES)
    after, _ = play(state, "step 5,2 6,2 O", "step 3,1 4,1 O")
    assert seen(after)["pending"]["at"] == [6, 2]
    assert seen(after)["bonus"] == [[4, 1]]
    document = seen(after, "tile life")
    assert document["pending"]["at"] == [4, 1]
    assert document["bonus"] == []


def test_19_the_last_tile_leaves_the_other_frame_without():
    state = aliens("5,2 O", "3,1 O", dice=("O", "O"), alien_tiles=["hit"])
    document = seen(state, "step 5,2 6,2 O", "step 3,1 4,1 O", "tile hit")
    assert document["pending"] is None
    assert document["bonus"] == []
    assert document["alien_tiles"] == []


def test_20_a_saucer_that_stays_on_a_frame_does_not_trigger_again():
    state = aliens("4,1 O", "5,4 V", dice=("V", None), **LIVES)
    assert seen(state, "step 5,4 6,4 V", "end")["pending"] is None


def test_20_leaving_and_coming_back_does():
    # 4,1 to 4,2 needs B, and back to 4,1 an O.
    state = aliens("4,1 O", dice=("B", "O"), **LIVES)
    document = seen(state, "step 4,1 4,2 B", "step 4,2 4,1 O")
    assert document["pending"]["at"] == [4, 1]


def test_20_a_bonus_cell_is_not_used_up():
    state = aliens("3,1 O", dice=("O", None), **LIVES)
    after, _ = play(state, "step 3,1 4,1 O", "tile life", "end", "roll", "dice 2 B")
    after, _ = play(after, "end", "roll", "dice B O")
    document = seen(after, "step 4,1 4,2 B", "step 4,2 4,1 O")
    assert document["pending"]["at"] == [4, 1]


def test_21_a_frame_left_by_a_sacrifice_triggers_nothing():
    state = aliens("3,1 O", "1,6 V", dice=("O", "B"), asteroids=[[5, 1]], **LIVES)
    after, _ = play(state, "step 3,1 4,1 O", "sacrifice 4,1")
    assert seen(after)["bonus"] == []
    assert seen(after, "end")["turn"] == "defender"


def test_22_while_a_tile_is_drawn_only_chance_is_due():
    state, _ = play(aliens("3,1 O", dice=("O", None), **LIVES), "step 3,1 4,1 O")
    assert RULES.legal(state, 0) == RULES.legal(state, 1) == ()


def test_22_after_it_the_alien_goes_on_and_must_end():
    state, events = play(
        aliens("3,1 O", dice=("O", None), **LIVES), "step 3,1 4,1 O", "tile hit"
    )
    assert told(events) == ["moved", "tile"]
    assert legal(state) == {"end"}
    assert of("reroll", legal(state)) == set()
