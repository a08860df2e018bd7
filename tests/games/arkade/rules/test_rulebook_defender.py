"""One case per sentence of the rulebook: the Defender's turn (23-32)."""

import pytest

from tests.games.arkade.table import (
    RULES,
    defence,
    lane,
    legal,
    odds,
    of,
    play,
    seen,
    standing,
    told,
)


def test_23_he_rolls_a_movement_die_and_a_fire_die():
    state, _ = play(lane("5,1 O", turn="defender"), "roll")
    assert seen(state)["pending"] == {"for": "dice", "seat": 1}
    thrown = odds(state)
    assert set(thrown) == {f"dice {n} {c}" for n in range(1, 7) for c in "OBV"}
    assert len(set(thrown.values())) == 1


def test_23_one_or_both_may_be_rolled_again_twice():
    state, _ = play(lane("5,1 O", turn="defender"), "roll", "dice 3 O")
    both = {"reroll move", "reroll fire", "reroll both"}
    assert of("reroll", legal(state)) == both
    state, _ = play(state, "reroll move")
    assert set(odds(state)) == {f"dice {n} O" for n in range(1, 7)}
    state, _ = play(state, "dice 5 O", "reroll fire")
    assert set(odds(state)) == {"dice 5 O", "dice 5 B", "dice 5 V"}
    state, _ = play(state, "dice 5 V")
    assert of("reroll", legal(state)) == set()
    assert seen(state)["defender_rolls"] == 3


@pytest.mark.parametrize("use", ["go", "fire ship"])
def test_24_after_a_die_is_applied_there_is_no_roll_again(use):
    state = defence("5,1 O", "4,4 B", move=3, fire="O")
    assert of("reroll", legal(play(state, use)[0])) == set()


def test_24_move_and_fire_in_either_order():
    state = defence("5,1 O", "5,3 O", "4,4 B", move=3, fire="O")
    assert standing(seen(state, "fire ship", "go")) == {"5,3 O", "4,4 B"}
    assert standing(seen(state, "go", "fire ship")) == {"5,1 O", "4,4 B"}


def test_25_the_ship_goes_to_the_space_of_the_die_or_stays():
    state = defence("5,1 O", move=4, fire="B")
    assert seen(state, "go")["ship"] == 4
    assert seen(state, "go")["defender_dice"] == {"move": None, "fire": "B"}
    assert seen(state, "end")["ship"] == 1


def test_25_going_where_it_is_is_allowed():
    assert "go" in legal(defence("5,1 O", move=1, fire="B"))


def test_26_a_nugget_is_one_step_at_any_time():
    before = lane("5,1 O", turn="defender", ship=3)
    assert legal(before) == {"roll", "nudge left", "nudge right"}
    document = seen(before, "nudge left", "nudge left")
    assert document["ship"] == 1
    assert document["nuggets"] == 4
    assert document["defender_rolls"] == 0


def test_26_it_does_not_close_the_rolls():
    state, _ = play(defence("5,1 O", move=3, fire="O"), "nudge right")
    assert "reroll both" in legal(state)


def test_26_the_spaces_do_not_go_round():
    assert "nudge left" not in legal(defence("5,1 O", ship=1))
    assert "nudge right" not in legal(defence("5,1 O", ship=6))


def test_26_without_nuggets_no_step():
    assert of("nudge", legal(defence("5,1 O", ship=3, nuggets=0))) == set()


def test_26_never_in_the_aliens_turn():
    assert RULES.legal(lane("5,1 O"), 1) == ()


def test_27_a_shot_removes_the_first_saucer_of_the_column_if_the_color_fits():
    state = defence("7,2 O", "5,2 B", "1,1 V", ship=2, fire="O")
    after, events = play(state, "fire ship")
    assert standing(seen(after)) == {"5,2 B", "1,1 V"}
    assert seen(after)["kills"] == {"O": 1, "B": 0, "V": 0}
    assert seen(after)["lost"] == ["O"]
    assert events == [
        {"event": "shot", "at": [7, 2], "color": "O", "gun": "ship", "by": "die"}
    ]


def test_27_a_shot_that_would_not_hit_is_not_offered():
    assert of("fire", legal(defence("7,2 O", "5,2 B", ship=2, fire="B"))) == set()
    assert of("fire", legal(defence("7,2 O", ship=3, fire="O"))) == set()


def test_28_a_heart_is_lost_instead():
    state = defence("7,2 O heart", "1,1 V", ship=2, fire="O", kills={"O": 1})
    after, events = play(state, "fire ship")
    assert standing(seen(after)) == {"7,2 O", "1,1 V"}
    assert seen(after)["kills"]["O"] == 1
    assert seen(after)["lost"] == []
    assert told(events) == ["heart_lost"]


def test_28_without_it_the_next_shot_removes_the_saucer():
    state = defence("7,2 O heart", "1,1 V", ship=2, fire="O")
    state, _ = play(state, "fire ship", "end", "roll", "dice B B", "end")
    assert standing(seen(state, "roll", "dice 1 O", "fire ship")) == {"1,1 V"}


def test_29_the_die_shoots_once_a_turn():
    state, _ = play(defence("7,2 O", "5,2 O", ship=2, fire="O"), "fire ship")
    assert seen(state)["defender_dice"]["fire"] is None
    assert of("fire", legal(state)) == set()


def test_30_the_defender_wins_as_soon_as_no_saucer_is_left():
    after, events = play(defence("7,2 O", ship=2, fire="O"), "fire ship")
    assert told(events) == ["shot", "game_over"]
    outcome = RULES.outcome(after)
    assert outcome.winners == (1,)
    assert outcome.scores == (0, 1)
    assert outcome.reason == "no saucer is left"
    assert seen(after)["winner"] == "defender"


@pytest.mark.parametrize(("before", "draws"), [(0, 0), (1, 1), (2, 0), (3, 1), (5, 0)])
def test_31_a_tile_of_the_color_is_turned_at_the_2nd_and_4th_kill(before, draws):
    tiles = {"defender_tiles": {"O": ["mine1"], "B": [], "V": []}}
    state = defence("7,2 O", "5,2 B", ship=2, fire="O", kills={"O": before}, **tiles)
    asked = {"for": "tile", "seat": 1, "color": "O"}
    assert seen(state, "fire ship")["pending"] == (asked if draws else None)


def test_31_only_one_of_that_color_and_all_as_likely():
    tiles = {"defender_tiles": {"O": ["mine1", "ammo"], "B": ["field"], "V": ["gps"]}}
    state = defence("7,2 O", "5,2 B", ship=2, fire="O", kills={"O": 1}, **tiles)
    assert odds(play(state, "fire ship")[0]) == {"tile mine1": 1, "tile ammo": 1}


def test_31_no_tile_of_the_color_left_none_turned():
    tiles = {"defender_tiles": {"O": [], "B": ["field"], "V": ["gps"]}}
    state = defence("7,2 O", "5,2 B", ship=2, fire="O", kills={"O": 1}, **tiles)
    assert seen(state, "fire ship")["pending"] is None


def test_31_the_last_saucer_wins_without_a_draw():
    tiles = {"defender_tiles": {"O": ["mine1"], "B": [], "V": []}}
    state = defence("7,2 O", ship=2, fire="O", kills={"O": 3}, **tiles)
    assert seen(state, "fire ship")["winner"] == "defender"
    assert seen(state, "fire ship")["pending"] is None


def test_32_the_turn_passes_with_end_and_the_dice_are_gone():
    document = seen(defence("7,2 O", move=3, fire="O"), "end")
    assert document["turn"] == "alien"
    assert document["defender_dice"] == {"move": None, "fire": None}
    assert document["defender_rolls"] == 0


def test_32_not_before_the_first_roll():
    assert "end" not in legal(lane("5,1 O", turn="defender"))
