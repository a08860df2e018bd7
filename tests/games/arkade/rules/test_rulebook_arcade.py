"""One case per sentence of the rulebook: arcade mode (33-36)."""

from tests.games.arkade.table import RULES, lane, legal, new, of, play, seen

ARCADE = {"options": {"mode": "arcade"}}
WITH_TILES = {"options": {"mode": "arcade", "tiles": True}}


def test_33_both_play_at_once():
    state = new(mode="arcade")
    assert seen(state)["turn"] == "both"
    assert RULES.actors(state) == (0, 1)
    assert legal(state, 0) == {"roll"}
    assert legal(state, 1) == {"roll", "nudge right"}


def test_33_nobody_waits_for_the_other():
    state, _ = play(new(mode="arcade"), "roll", "dice V V", "step 2,1 3,1 V", seat=0)
    state, _ = play(state, "roll", "dice 3 O", "go", "fire ship", seat=1)
    document = seen(state, "step 2,4 3,4 V", seat=0)
    assert document["alien_rolls"] == document["defender_rolls"] == 1
    assert document["ship"] == 3
    assert document["lost"] == ["O"]
    assert document["alien_dice"] == [None, None]


def test_34_a_roll_is_always_possible_and_drops_unspent_dice():
    state, _ = play(new(mode="arcade"), *["roll", "dice V V"] * 5, seat=0)
    assert seen(state)["alien_rolls"] == 5
    assert "roll" in legal(state, 0)
    document = seen(state, "step 2,1 3,1 V", "roll", seat=0)
    assert document["alien_dice"] == [None, None]
    assert document["pending"] == {"for": "dice", "seat": 0}
    state, _ = play(state, "roll", "dice 3 O", "roll", seat=1)
    assert seen(state)["defender_dice"] == {"move": None, "fire": None}


def test_34_there_is_no_reroll_and_no_end():
    state, _ = play(new(mode="arcade"), "roll", "dice V V", seat=0)
    state, _ = play(state, "roll", "dice 3 O", seat=1)
    for seat in (0, 1):
        assert (
            of("reroll", legal(state, seat)) == of("end", legal(state, seat)) == set()
        )


def test_34_the_option_rolls_does_nothing():
    state, _ = play(new(mode="arcade", rolls=2), *["roll", "dice V V"] * 4, seat=0)
    assert "roll" in legal(state, 0)


def test_35_while_dice_fall_only_chance_is_due():
    state, _ = play(new(mode="arcade"), "roll", seat=1)
    assert RULES.actors(state) == (-1,)
    assert RULES.legal(state, 0) == ()


def test_35_a_tile_question_holds_both_up():
    tiles = {"alien_tiles": [], "defender_tiles": {"O": ["comet1"], "B": [], "V": []}}
    rolled = {"defender_dice": {"move": None, "fire": "O"}, "defender_rolls": 1}
    state = lane("5,1 O", "4,4 B", kills={"O": 1}, **WITH_TILES | tiles | rolled)
    state, _ = play(state, "fire ship", "tile comet1", seat=1)
    assert RULES.actors(state) == (1,)
    assert legal(state) == {"comet 4,4"}
    assert RULES.actors(play(state, "comet 4,4")[0]) == (0, 1)


def test_36_a_roll_settles_the_frames_first():
    rolled = {"alien_dice": ["O", "B"], "alien_rolls": 1}
    tiles = {"alien_tiles": ["life", "hit"]}
    state = lane("3,1 O", **WITH_TILES | rolled | tiles)
    state, _ = play(state, "step 3,1 4,1 O", seat=0)
    assert seen(state)["bonus"] == [[4, 1]]
    document = seen(state, "roll", seat=0)
    assert document["pending"] == {
        "for": "tile",
        "seat": 0,
        "at": [4, 1],
        "then": "roll",
    }
    assert document["alien_dice"] == [None, None]
    assert document["alien_rolls"] == 2
    document = seen(state, "roll", "tile life", seat=0)
    assert document["pending"] == {"for": "dice", "seat": 0}
    assert document["alien_rolls"] == 2


def test_36_with_no_die_left_they_are_settled_at_once():
    rolled = {"alien_dice": ["O", None], "alien_rolls": 1}
    state = lane("3,1 O", alien_tiles=["hit"], **WITH_TILES | rolled)
    document = seen(state, "step 3,1 4,1 O", seat=0)
    assert document["pending"]["then"] is None
    assert seen(state, "step 3,1 4,1 O", "tile hit", seat=0)["turn"] == "both"


def test_36_a_saucer_shot_on_its_frame_triggers_nothing():
    dice = {"alien_dice": ["V", None], "alien_rolls": 1}
    dice |= {"defender_dice": {"move": None, "fire": "O"}, "defender_rolls": 1}
    tiles = {"alien_tiles": ["life"], "bonus": [[4, 1]]}
    state = lane("4,1 O", "3,4 B", **WITH_TILES | dice | tiles)
    assert seen(state, "roll", seat=0)["pending"]["for"] == "tile"
    after, _ = play(state, "fire ship", seat=1)
    assert seen(after)["bonus"] == []
    assert seen(after, "roll", seat=0)["pending"] == {"for": "dice", "seat": 0}


def test_36_a_saucer_that_only_lost_its_heart_still_waits():
    dice = {"alien_dice": ["V", None], "alien_rolls": 1}
    dice |= {"defender_dice": {"move": None, "fire": "O"}, "defender_rolls": 1}
    tiles = {"alien_tiles": ["life"], "bonus": [[4, 1]]}
    state = lane("4,1 O heart", "3,4 B", **WITH_TILES | dice | tiles)
    assert seen(state, "fire ship", seat=1)["bonus"] == [[4, 1]]
