"""One case per sentence of the rulebook: the Alien's power tiles (37-42)."""

import pytest

from tests.games.arkade.table import (
    RULES,
    aliens,
    legal,
    of,
    play,
    seen,
    standing,
    told,
)


def drawn(tile, *saucers, **fields):
    """A tile of the Alien's is about to be turned for the saucer on 4,1."""
    asked = {"for": "tile", "seat": 0, "at": [4, 1], "then": None}
    spent = {"dice": (None, None), "pending": asked, "alien_tiles": [tile]}
    return aliens("4,1 O", *saucers, **spent | fields)


def effect(state, tile):
    return play(state, f"tile {tile}")[1][0]["effect"]


def test_37_extra_life_turns_the_saucer_heart_up():
    state = drawn("life", "1,2 B")
    assert standing(seen(state, "tile life")) == {"4,1 O heart", "1,2 B"}
    assert effect(state, "life")


def test_37_a_second_life_has_no_effect():
    state = drawn("life", saucers=[{"at": [4, 1], "color": "O", "heart": True}])
    assert standing(seen(state, "tile life")) == {"4,1 O heart"}
    assert not effect(state, "life")


def test_38_acceleration_moves_it_one_more_cell_forward():
    state = drawn("speed")
    after, events = play(state, "tile speed")
    assert standing(seen(after)) == {"5,1 O"}
    assert told(events) == ["tile", "moved"]


@pytest.mark.parametrize(
    "fields", [{"asteroids": [[5, 1]]}, {"fields": [[5, 1]]}, {"saucers": None}]
)
def test_38_unless_that_cell_is_taken(fields):
    if fields == {"saucers": None}:
        state = drawn("speed", "5,1 V")
    else:
        state = drawn("speed", **fields)
    assert "4,1 O" in standing(seen(state, "tile speed"))
    assert not effect(state, "speed")


def test_38_then_the_next_frame_is_settled():
    asked = {"for": "tile", "seat": 0, "at": [4, 1], "then": "end"}
    more = {"bonus": [[6, 6]], "alien_tiles": ["speed", "life"], "pending": asked}
    document = seen(drawn("speed", "6,6 V", **more), "tile speed")
    assert document["pending"]["at"] == [6, 6]
    assert document["pending"]["then"] == "end"


def test_39_rift_brings_a_saucer_with_a_clear_way_to_the_same_line():
    state = drawn("rift", "1,2 B", "2,3 V", "1,3 O", "5,5 V")
    state, _ = play(state, "tile rift")
    asked = {"for": "rift", "seat": 0, "line": 4, "then": None}
    assert seen(state)["pending"] == asked
    assert RULES.actors(state) == (0,)
    assert legal(state) == {"rift 1,2", "rift 2,3"}
    assert "4,2 B" in standing(seen(state, "rift 1,2"))


@pytest.mark.parametrize("tile", ["asteroids", "fields"])
@pytest.mark.parametrize("line", [2, 3, 4])
def test_39_tiles_close_the_way_too_the_target_included(tile, line):
    state = drawn("rift", "1,2 B", **{tile: [[line, 2]]})
    assert seen(state, "tile rift")["pending"] is None
    assert not effect(state, "rift")


def test_39_without_a_saucer_to_choose_there_is_no_effect():
    assert seen(drawn("rift"), "tile rift")["pending"] is None
    beside = drawn("rift", "4,2 B", "7,3 V")
    assert seen(beside, "tile rift")["pending"] is None


def test_39_it_is_asked_even_with_one_answer():
    state, _ = play(drawn("rift", "1,2 B"), "tile rift")
    assert legal(state) == {"rift 1,2"}


def test_39_combo_another_frame_triggers_another_tile():
    state = drawn("rift", "1,4 B", alien_tiles=["rift", "hit"])
    document = seen(state, "tile rift", "rift 1,4")
    assert document["pending"]["at"] == [4, 4]
    assert document["pending"]["for"] == "tile"
    assert seen(state, "tile rift", "rift 1,4", "tile hit")["nuggets"] == 5


def test_39_a_frame_reached_by_a_rift_waits_its_turn():
    state = drawn("rift", "1,4 B", "6,6 V", alien_tiles=["rift", "hit"], bonus=[[6, 6]])
    document = seen(state, "tile rift", "rift 1,4")
    assert document["pending"]["at"] == [6, 6]
    assert document["bonus"] == [[4, 4]]


def test_39_a_saucer_that_a_rift_takes_off_its_frame_triggers_nothing_there():
    asked = {"for": "tile", "seat": 0, "at": [6, 6], "then": None}
    state = aliens(
        "6,6 V",
        "4,1 O",
        dice=(None, None),
        pending=asked,
        bonus=[[4, 1]],
        alien_tiles=["rift", "hit"],
    )
    document = seen(state, "tile rift", "rift 4,1")
    assert standing(document) == {"6,6 V", "6,1 O"}
    assert document["bonus"] == []
    assert document["pending"] is None


def test_40_a_hit_costs_the_defender_a_nugget():
    assert seen(drawn("hit"), "tile hit")["nuggets"] == 5


def test_40_without_nuggets_it_has_no_effect():
    state = drawn("hit", nuggets=0)
    assert seen(state, "tile hit")["nuggets"] == 0
    assert not effect(state, "hit")


def test_41_repair_brings_a_lost_saucer_back_on_the_first_line():
    state, _ = play(drawn("repair", "1,2 B", lost=["V", "V", "O"]), "tile repair")
    asked = {"for": "repair", "seat": 0, "then": None}
    assert seen(state)["pending"] == asked
    assert legal(state) == {f"repair {c} {n}" for c in "OV" for n in (1, 3, 4, 5, 6)}
    after, events = play(state, "repair V 3")
    assert "1,3 V" in standing(seen(after))
    assert seen(after)["lost"] == ["O", "V"]
    assert told(events) == ["repaired"]


def test_41_not_onto_a_tile():
    lost = {"lost": ["V"], "asteroids": [[1, 1]], "fields": [[1, 2]]}
    state, _ = play(drawn("repair", **lost), "tile repair")
    assert legal(state) == {f"repair V {n}" for n in (3, 4, 5, 6)}


def test_41_none_lost_or_no_room_no_effect():
    assert not effect(drawn("repair"), "repair")
    full = [f"1,{column} {'OBV'[column % 3]}" for column in range(1, 7)]
    assert not effect(drawn("repair", *full, lost=["V"]), "repair")


def test_41_kills_stay_as_they_were():
    state = drawn("repair", lost=["V"], kills={"V": 2})
    assert seen(state, "tile repair", "repair V 3")["kills"]["V"] == 2


def test_42_reactor_damages_the_ship_for_the_next_turn():
    state = drawn("reactor", ship=3)
    assert seen(state, "tile reactor")["reactor"] is True
    state, _ = play(state, "tile reactor", "end")
    assert legal(state) == {"roll"}, "no nugget moves it"


def blocked(move, **fields):
    """The Defender's turn with a damaged reactor and this die."""
    rolled = {"defender_dice": {"move": move, "fire": "B"}, "defender_rolls": 3}
    turn = {"turn": "defender", "alien_rolls": 0, "reactor": True, "ship": 3}
    return aliens("5,3 B", "4,1 O", dice=(None, None), **turn | rolled | fields)


@pytest.mark.parametrize("move", [2, 3, 4, 5])
def test_42_without_a_1_or_6_it_cannot_move(move):
    state = blocked(move, kept=["gps"])
    assert legal(state) == {"fire ship", "end"}
    assert seen(state, "end")["reactor"] is False


@pytest.mark.parametrize("move", [1, 6])
def test_42_with_one_it_must_go_there_and_no_further(move):
    state = blocked(move, kept=["gps"])
    assert legal(state) == {"go", "fire ship"}
    after, _ = play(state, "go")
    assert seen(after)["ship"] == move
    assert of("nudge", legal(after)) == of("gps", legal(after)) == set()
    assert "end" in legal(after)
    assert seen(after)["reactor"] is True


def test_42_it_may_roll_again_for_it():
    assert "reroll move" in legal(blocked(1, defender_rolls=2))


def test_42_after_that_turn_it_is_free_again():
    state, _ = play(blocked(4), "end", "roll", "dice O O", "end")
    assert "nudge left" in legal(state)


def test_42_in_arcade_it_lasts_until_it_goes():
    options = {"options": {"mode": "arcade", "tiles": True}, "turn": "both"}
    state = blocked(4, **options)
    assert of("go", legal(state, 1)) == of("nudge", legal(state, 1)) == set()
    state, _ = play(state, "roll", "dice 6 O", seat=1)
    document = seen(state, "go", seat=1)
    assert document["reactor"] is False
    assert document["ship"] == 6
