"""One case per sentence of the rulebook: the Defender's power tiles (43-50)."""

import pytest

from tests.games.arkade.table import (
    RULES,
    aliens,
    defence,
    legal,
    of,
    play,
    seen,
    standing,
    told,
)

FRAMES = {"4,1", "4,4", "4,5", "6,2", "6,3", "6,6"}
EVERYWHERE = {f"{line},{column}" for line in range(1, 10) for column in range(1, 7)}


def drawn(tile, *saucers, color="O", **fields):
    """A tile of this colour is about to be turned over for the Defender."""
    tiles = {"O": [], "B": [], "V": []} | {color: [tile]}
    asked = {"for": "tile", "seat": 1, "color": color}
    saucers = saucers or ("5,1 O",)
    return defence(*saucers, defender_tiles=tiles, pending=asked, **fields)


@pytest.mark.parametrize(("tile", "color"), [("asteroid", "O"), ("field", "B")])
def test_43_asteroid_and_field_go_on_any_empty_cell_but_bonus_cells(tile, color):
    others = {"asteroids": [[3, 3]], "tower": 2}
    state, _ = play(drawn(tile, "5,1 O", color=color, **others), f"tile {tile}")
    assert RULES.actors(state) == (1,)
    assert seen(state)["pending"] == {"for": tile, "seat": 1}
    places = EVERYWHERE - FRAMES - {"5,1", "3,3", "9,2"}
    assert legal(state) == {f"{tile} {cell}" for cell in places}
    after, events = play(state, f"{tile} 7,5")
    assert [7, 5] in seen(after)[f"{tile}s"]
    assert events == [{"event": "placed", "tile": tile, "at": [7, 5]}]


@pytest.mark.parametrize("tile", ["asteroids", "fields"])
def test_44_no_saucer_passes_and_shots_do(tile):
    block = {tile: [[6, 4]]}
    state = aliens("5,4 O", dice=("V", "V"), **block)
    assert "step 5,4 6,4 V" not in legal(state)
    assert "fire ship" in legal(defence("5,4 O", ship=4, fire="O", **block))


def test_45_the_alien_may_sacrifice_the_saucer_before_an_asteroid():
    state = aliens("5,4 O", "5,3 B", "6,5 V", asteroids=[[6, 4]], dice=("B", "B"))
    assert of("sacrifice", legal(state)) == {"sacrifice 5,4"}
    after, events = play(state, "sacrifice 5,4")
    document = seen(after)
    assert standing(document) == {"5,3 B", "6,5 V"}
    assert document["asteroids"] == []
    assert document["lost"] == ["O"]
    assert document["kills"] == {"O": 0, "B": 0, "V": 0}
    assert document["alien_dice"] == ["B", "B"], "it needs no die"
    assert told(events) == ["sacrificed"]


def test_45_also_before_the_first_roll_and_between_rolls():
    state = aliens("5,4 O", "1,1 B", asteroids=[[6, 4]], dice=(None, None))
    state = RULES.read(RULES.write(state) | {"alien_rolls": 0}, None)
    assert legal(state) == {"roll", "sacrifice 5,4"}
    rolled = aliens("5,4 O", "1,1 B", asteroids=[[6, 4]], dice=("O", "O"))
    assert "reroll both" in legal(play(rolled, "sacrifice 5,4")[0])


def test_45_the_last_saucer_loses_the_game():
    after, events = play(aliens("5,4 O", asteroids=[[6, 4]]), "sacrifice 5,4")
    assert RULES.outcome(after).winners == (1,)
    assert told(events) == ["sacrificed", "game_over"]


@pytest.mark.parametrize("near", ["5,4", "7,4", "6,3", "6,5"])
def test_46_an_orange_die_removes_a_field_beside_a_saucer(near):
    state = aliens(f"{near} B", fields=[[6, 4]], dice=("V", "O"))
    assert "clear 6,4" in legal(state)
    after, events = play(state, "clear 6,4")
    assert seen(after)["fields"] == []
    assert seen(after)["alien_dice"] == ["V", None]
    assert told(events) == ["cleared"]


def test_46_not_from_a_corner_nor_with_another_color():
    assert (
        of("clear", legal(aliens("5,3 B", fields=[[6, 4]], dice=("O", "O")))) == set()
    )
    assert (
        of("clear", legal(aliens("5,4 B", fields=[[6, 4]], dice=("V", "B")))) == set()
    )


def test_46_columns_1_and_6_do_not_touch():
    state = aliens("6,1 B", fields=[[5, 6]], dice=("O", "O"))
    assert of("clear", legal(state)) == set()


def test_46_entering_the_freed_cell_needs_another_die():
    state = aliens("5,4 B", fields=[[6, 4]], dice=("O", "V"))
    after, _ = play(state, "clear 6,4")
    assert "step 5,4 6,4 V" in legal(after)
    state = aliens("5,4 B", fields=[[6, 4]], dice=("O", "O"))
    assert "step 5,4 6,4 V" not in legal(play(state, "clear 6,4")[0])


def test_46_clearing_with_the_last_die_settles_the_frames():
    state = aliens(
        "4,1 O",
        "5,4 B",
        fields=[[6, 4]],
        dice=("O", None),
        bonus=[[4, 1]],
        alien_tiles=["hit"],
    )
    assert seen(state, "clear 6,4")["pending"]["at"] == [4, 1]


def test_47_the_tower_stands_on_a_free_cell_of_the_last_line():
    state = drawn("tower", color="B", asteroids=[[9, 2]])
    state, _ = play(state, "tile tower")
    assert legal(state) == {f"tower {column}" for column in (1, 3, 4, 5, 6)}
    document = seen(state, "tower 4")
    assert document["tower"] == 4
    assert RULES.read(document, None) == RULES.read(document | {"tower": [9, 4]}, None)


def test_47_it_shoots_with_the_fire_die_up_its_column():
    state = defence("5,4 B", "3,1 V", ship=1, tower=4, fire="B")
    assert of("fire", legal(state)) == {"fire tower"}
    after, events = play(state, "fire tower")
    assert standing(seen(after)) == {"3,1 V"}
    assert events[0]["gun"] == "tower"
    assert of("fire", legal(after)) == set(), "one die, one shot"


def test_47_ship_and_tower_in_one_column_are_both_listed():
    state = defence("5,4 B", ship=4, tower=4, fire="B", kept=["ammo B"])
    shots = {"fire ship", "fire tower", "ammo B ship", "ammo B tower"}
    assert of("fire", legal(state)) | of("ammo", legal(state)) == shots


def test_47_no_saucer_may_land_on_it():
    assert "step 8,4 9,4 V" not in legal(aliens("8,4 B", dice=("V", "V"), tower=4))
    assert "step 8,4 9,4 V" in legal(aliens("8,4 B", dice=("V", "V"), tower=5))


@pytest.mark.parametrize(
    ("tile", "color", "before", "after"),
    [("mine1", "O", 3, 4), ("mine2", "B", 3, 5), ("mine2", "B", 10, 11)],
)
def test_48_a_mine_gives_nuggets_up_to_11(tile, color, before, after):
    state = drawn(tile, color=color, nuggets=before)
    assert seen(state, f"tile {tile}")["nuggets"] == after
    assert seen(state, f"tile {tile}")["pending"] is None


@pytest.mark.parametrize(
    ("by", "saucers", "to"),
    [
        (1, ["5,1 O"], "4,1 O"),
        (2, ["5,1 O heart"], "3,1 O heart"),
        (2, ["2,1 O"], "1,1 O"),
        (2, ["5,1 O", "3,1 B"], "4,1 O"),
    ],
)
def test_49_a_comet_throws_a_saucer_straight_back_as_far_as_is_free(by, saucers, to):
    tile, color = f"comet{by}", "OV"[by - 1]
    state, _ = play(drawn(tile, *saucers, color=color), f"tile {tile}")
    assert seen(state)["pending"] == {"for": "comet", "seat": 1, "by": by}
    after, events = play(state, f"comet {saucers[0].split()[0]}")
    assert to in standing(seen(after))
    assert told(events) == ["moved"]


@pytest.mark.parametrize("tile", ["asteroids", "fields"])
def test_49_it_stops_before_a_tile(tile):
    state = drawn("comet2", "5,1 O", color="V", **{tile: [[3, 1]]})
    after = seen(state, "tile comet2", "comet 5,1")
    assert standing(after) == {"4,1 O"}


def test_49_only_saucers_with_a_free_cell_behind_may_be_chosen():
    state = drawn("comet1", "1,1 O", "5,2 B", "4,2 V", "7,4 V", asteroids=[[6, 4]])
    assert legal(play(state, "tile comet1")[0]) == {"comet 4,2"}
    nobody = drawn("comet1", "1,1 O", "7,4 V", asteroids=[[6, 4]])
    after, events = play(nobody, "tile comet1")
    assert seen(after)["pending"] is None
    assert events[0]["effect"] is False


def test_49_it_wakes_no_frame():
    state = drawn("comet1", "5,1 O", alien_tiles=["life"])
    document = seen(state, "tile comet1", "comet 5,1")
    assert standing(document) == {"4,1 O"}
    assert document["bonus"] == []


@pytest.mark.parametrize("color", ["O", "B", "V"])
def test_50_ammunition_is_kept_for_one_shot_of_its_color(color):
    state = drawn("ammo", "5,1 O", "4,1 B", color=color)
    assert seen(state, "tile ammo")["kept"] == [f"ammo {color}"]


def test_50_it_is_an_extra_shot_and_kills_a_heart_outright():
    state = defence("7,2 O heart", "5,2 O", "1,1 B", ship=2, fire="O", kept=["ammo O"])
    after, events = play(state, "ammo O ship", "fire ship")
    assert standing(seen(after)) == {"1,1 B"}
    assert seen(after)["kept"] == []
    assert seen(after)["kills"]["O"] == 2
    assert [shot["by"] for shot in events] == ["ammo", "die"]


def test_50_also_before_the_first_roll_without_closing_the_rolls():
    state = defence("7,2 O", "1,1 B", ship=2, kept=["ammo O"], defender_rolls=0)
    after, _ = play(state, "ammo O ship", "roll", "dice 3 O")
    assert "reroll both" in legal(after)


def test_50_it_needs_its_color():
    state = defence("7,2 O", ship=2, kept=["ammo B"])
    assert of("ammo", legal(state)) == set()


def test_51_gps_is_kept_and_moves_the_ship_to_any_other_space_once():
    state = drawn("gps", color="V", ship=2)
    assert seen(state, "tile gps")["kept"] == ["gps"]
    state, _ = play(state, "tile gps")
    assert of("gps", legal(state)) == {f"gps {n}" for n in (1, 3, 4, 5, 6)}
    document = seen(state, "gps 5")
    assert document["ship"] == 5
    assert document["kept"] == []


def test_51_besides_the_dies_move():
    state = defence("7,2 O", move=3, fire="B", kept=["gps"])
    assert seen(state, "go", "gps 6")["ship"] == 6
    assert "reroll both" in legal(play(state, "gps 6")[0])


def test_52_a_tile_is_discarded():
    state = drawn("mine1")
    assert seen(state, "tile mine1")["defender_tiles"]["O"] == []
    assert seen(state, "tile mine1")["kept"] == []
