"""One case per sentence of the rulebook: the table and the Alien's turn (1-15).

The numbers are those of the game's README.md.
"""

from random import Random

import pytest

from tests.games.arkade.table import (
    RULES,
    aliens,
    lane,
    legal,
    new,
    odds,
    of,
    play,
    seen,
    standing,
    told,
)

BASE = ["OBVOBV", "BVOBVO"]
SIMPLE = ["OOBBVV", "OOBBVV"]


def rows(document):
    board = {tuple(s["at"]): s["color"] for s in document["saucers"]}
    return ["".join(board[line, c] for c in range(1, 7)) for line in (1, 2)]


def test_1_seat_0_is_the_alien_and_begins():
    assert RULES.actors(new()) == (0,)
    assert seen(new())["turn"] == "alien"


@pytest.mark.parametrize(("layout", "lines"), [("base", BASE), ("simple", SIMPLE)])
def test_2_twelve_saucers_heart_down_fill_the_first_two_lines(layout, lines):
    document = seen(new(layout=layout))
    assert rows(document) == lines
    assert len(document["saucers"]) == 12
    assert not any(saucer["heart"] for saucer in document["saucers"])


def test_3_the_ship_is_on_space_1():
    assert seen(new())["ship"] == 1


@pytest.mark.parametrize("nuggets", [4, 6, 8])
def test_3_the_defender_has_4_6_or_8_nuggets(nuggets):
    assert seen(new(nuggets=nuggets))["nuggets"] == nuggets
    assert seen(new())["nuggets"] == 6


def test_4_strategy_has_6_alien_tiles_and_2_defender_tiles_of_each_color():
    for seed in range(30):
        document = RULES.write(RULES.new(2, {}, Random(seed)))
        assert len(document["alien_tiles"]) == 6
        assert [len(tiles) for tiles in document["defender_tiles"].values()] == [2] * 3


def test_4_every_tile_of_the_box_can_be_dealt():
    alien, defender = set(), set()
    for seed in range(60):
        document = RULES.write(RULES.new(2, {}, Random(seed)))
        alien |= set(document["alien_tiles"])
        for color, tiles in document["defender_tiles"].items():
            defender |= {(color, tile) for tile in tiles}
    assert len(alien) == 6
    assert len(defender) == 12


def test_4_arcade_has_no_tiles():
    document = seen(new(mode="arcade"))
    assert document["alien_tiles"] == []
    assert document["defender_tiles"] == {"O": [], "B": [], "V": []}


def test_5_the_alien_wins_as_soon_as_a_saucer_is_on_the_last_line():
    state = aliens("8,1 O", "4,5 B", dice=("V", "O"))
    after, events = play(state, "step 8,1 9,1 V")
    assert told(events) == ["moved", "game_over"]
    assert RULES.actors(after) == ()
    outcome = RULES.outcome(after)
    assert outcome.over
    assert outcome.winners == (0,)
    assert outcome.scores == (1, 0)
    assert outcome.reason == "a saucer reached the last line"


def test_5_at_the_end_nothing_waits_and_the_dice_stay():
    tiles = {"alien_tiles": ["life"], "bonus": [[4, 1]]}
    document = seen(
        aliens("8,1 O", "4,1 O", dice=("V", "O"), **tiles), "step 8,1 9,1 V"
    )
    assert document["winner"] == "alien"
    assert document["turn"] is document["pending"] is None
    assert document["bonus"] == []
    assert document["alien_dice"] == [None, "O"]


def test_6_before_the_end_the_scores_are_0():
    outcome = RULES.outcome(new())
    assert not outcome.over
    assert outcome.winners == ()
    assert outcome.scores == (0, 0)


def test_7_turns_alternate():
    state, events = play(new(), "roll", "dice O B", "end")
    assert RULES.actors(state) == (1,)
    assert events[-1] == {"event": "turn", "turn": "defender", "seat": 1}
    state, _ = play(state, "roll", "dice 2 O", "end")
    assert RULES.actors(state) == (0,)


def test_7_a_turn_begins_with_a_roll_and_cannot_end_before():
    assert legal(new()) == {"roll"}


def test_7_a_turn_ends_only_with_end_even_when_nothing_else_is_left():
    state = aliens("3,1 O", dice=(None, None))
    assert legal(state) == {"end"}
    assert RULES.actors(state) == (0,)


def test_8_both_dice_are_rolled_and_each_face_is_as_likely():
    state, _ = play(new(), "roll")
    assert RULES.actors(state) == (-1,)
    thrown = odds(state)
    assert set(thrown) == {f"dice {a} {b}" for a in "OBV" for b in "OBV"}
    assert len(set(thrown.values())) == 1


def test_8_one_or_both_may_be_rolled_again_twice():
    state, _ = play(new(), "roll", "dice O B")
    assert of("reroll", legal(state)) == {"reroll 1", "reroll 2", "reroll both"}
    state, _ = play(state, "reroll both", "dice B V", "reroll 1", "dice O V")
    assert of("reroll", legal(state)) == set()
    assert seen(state)["alien_rolls"] == 3
    assert seen(state)["alien_dice"] == ["O", "V"]


@pytest.mark.parametrize(
    ("again", "outcomes", "dice"),
    [
        ("reroll 1", {"dice O B", "dice B B", "dice V B"}, [None, "B"]),
        ("reroll 2", {"dice O O", "dice O B", "dice O V"}, ["O", None]),
    ],
)
def test_8_a_die_that_is_not_rolled_again_stays(again, outcomes, dice):
    state, _ = play(new(), "roll", "dice O B", again)
    assert set(odds(state)) == outcomes
    assert seen(state)["alien_dice"] == dice
    assert seen(state)["pending"] == {"for": "dice", "seat": 0}


def test_8_with_two_rolls_there_is_one_roll_again():
    state, _ = play(new(rolls=2), "roll", "dice O B", "reroll both", "dice B V")
    assert of("reroll", legal(state)) == set()


def test_8_only_the_last_result_counts():
    state, _ = play(new(), "roll", "dice O O", "reroll both", "dice V V")
    assert {text.split()[-1] for text in of("step", legal(state))} == {"V"}


def test_9_after_a_die_is_applied_there_is_no_roll_again():
    state, _ = play(new(), "roll", "dice V V", "step 2,1 3,1 V")
    assert seen(state)["alien_dice"] == [None, "V"]
    assert of("reroll", legal(state)) == set()


def test_10_a_step_is_forward_or_sideways_onto_a_cell_of_the_dies_color():
    # Around 5,4 (row B V O B V O): forward 6,4 is V, left 5,3 O, right 5,5 V.
    assert of("step", legal(aliens("5,4 O", dice=("V", None)))) == {
        "step 5,4 6,4 V",
        "step 5,4 5,5 V",
    }
    assert of("step", legal(aliens("5,4 O", dice=("O", None)))) == {"step 5,4 5,3 O"}


def test_10_the_saucers_own_color_does_not_matter():
    for color in "OBV":
        assert "step 5,4 6,4 V" in legal(aliens(f"5,4 {color}", dice=("V", None)))


def test_11_never_diagonal_nor_backwards():
    # 4,4 behind is O; the diagonals 6,3 and 6,5 are B and O, 4,3 and 4,5 V and B.
    steps = of("step", legal(aliens("5,4 O", dice=("O", "B"))))
    assert steps == {"step 5,4 5,3 O"}


def test_11_never_over_a_saucer_nor_onto_one():
    state = aliens("5,4 O", "6,4 B", dice=("V", None))
    assert "step 5,4 6,4 V" not in legal(state)
    assert "step 5,4 7,4 V" not in legal(state)


def test_11_the_board_has_edges():
    assert of("step", legal(aliens("3,6 O", dice=("V", "V")))) == {"step 3,6 4,6 V"}
    assert of("step", legal(aliens("3,1 O", dice=("B", "B")))) == set()


def test_12_two_saucers_one_step_each():
    document = seen(
        aliens("5,4 O", "5,1 B", dice=("V", "V")), "step 5,4 6,4 V", "step 5,1 6,1 V"
    )
    assert standing(document) == {"6,4 O", "6,1 B"}


def test_12_or_one_saucer_two_steps():
    document = seen(
        aliens("5,4 O", dice=("V", "O")), "step 5,4 6,4 V", "step 6,4 7,4 O"
    )
    assert standing(document) == {"7,4 O"}


def test_12_or_fewer_and_unused_dice_lapse():
    document = seen(aliens("5,4 O", dice=("V", "V")), "step 5,4 6,4 V", "end")
    assert document["alien_dice"] == [None, None]
    assert document["turn"] == "defender"
    assert document["alien_rolls"] == 0


def test_12_a_step_spends_the_first_die_of_its_color():
    document = seen(aliens("5,4 O", dice=("V", "V")), "step 5,4 6,4 V")
    assert document["alien_dice"] == [None, "V"]
    document = seen(aliens("5,4 O", dice=("B", "V")), "step 5,4 6,4 V")
    assert document["alien_dice"] == ["B", None]


def test_13_a_saucer_keeps_its_heart_as_it_moves():
    document = seen(aliens("5,4 O heart", dice=("V", None)), "step 5,4 6,4 V")
    assert standing(document) == {"6,4 O heart"}


def test_14_the_classic_face_runs_in_diagonals():
    state = lane("4,1 O", alien_dice=["O", "O"], alien_rolls=1)
    assert of("step", legal(state)) == set(), "5,1 and 4,2 are both blue"
    state = lane("4,1 O", alien_dice=["B", "B"], alien_rolls=1)
    assert of("step", legal(state)) == {"step 4,1 5,1 B", "step 4,1 4,2 B"}


def test_15_the_advanced_face_has_one_color_a_line():
    face = {"options": {"face": "advanced"}}
    state = aliens("4,2 O", dice=("O", "B"), **face)
    assert of("step", legal(state)) == {
        "step 4,2 5,2 B",
        "step 4,2 4,1 O",
        "step 4,2 4,3 O",
    }
