"""What a state document and an action text may be, and how others are refused."""

from random import Random

import pytest

from cabinet.tabletop.api import IllegalActionError, PositionError, RulesError
from tests.games.arkade.table import RULES, aliens, at, lane, new, play, seen

ARCADE = {"options": {"mode": "arcade"}}


def test_the_opening_document_has_these_fields():
    document = seen(new())
    assert document["game"] == "arkade"
    assert document["options"] == {
        "mode": "strategy",
        "face": "classic",
        "layout": "base",
        "nuggets": 6,
        "tiles": True,
        "rolls": 3,
    }
    rest = {
        "turn": "alien",
        "kills": {"O": 0, "B": 0, "V": 0},
        "lost": [],
        "ship": 1,
        "nuggets": 6,
        "alien_dice": [None, None],
        "alien_rolls": 0,
        "defender_dice": {"move": None, "fire": None},
        "defender_rolls": 0,
        "kept": [],
        "asteroids": [],
        "fields": [],
        "tower": None,
        "reactor": False,
        "bonus": [],
        "pending": None,
        "winner": None,
    }
    assert {name: document[name] for name in rest} == rest
    tiles = {"game", "options", "saucers", "alien_tiles", "defender_tiles"}
    assert set(document) == set(rest) | tiles


def test_tiles_default_by_mode_and_the_state_shows_the_value_used():
    assert RULES.options["tiles"].default is None
    assert seen(new(mode="arcade"))["options"]["tiles"] is False
    assert seen(new(tiles=None))["options"]["tiles"] is True
    assert seen(new(mode="arcade", tiles=True))["options"]["tiles"] is True


def test_every_field_may_be_left_out():
    whole = seen(new())
    assert at() == RULES.new(2, {}, Random(0))
    for field in whole:
        rest = {name: value for name, value in whole.items() if name != field}
        assert seen(at(**rest)).keys() == whole.keys()
        if "tiles" not in field:
            assert seen(at(**rest)) == whole


def test_tiles_left_out_are_dealt_from_the_seed():
    one = RULES.write(RULES.read({}, Random(1)))
    assert one == RULES.write(RULES.new(2, {}, Random(1)))
    assert one != RULES.write(RULES.read({}, Random(2)))
    some = RULES.write(RULES.read({"defender_tiles": {"B": ["tower"]}}, Random(1)))
    assert some["defender_tiles"]["B"] == ["tower"]
    assert len(some["defender_tiles"]["V"]) == 2
    assert RULES.write(RULES.read(ARCADE, Random(1)))["alien_tiles"] == []


def test_a_tile_that_is_open_is_not_dealt_again():
    fields = {"kept": ["ammo O", "gps"], "asteroids": [[3, 3], [3, 4]], "tower": 1}
    for seed in range(20):
        document = RULES.write(RULES.read(fields, Random(seed)))
        tiles = document["defender_tiles"]
        assert not {"ammo", "asteroid"} & set(tiles["O"])
        assert "tower" not in tiles["B"]
        assert not {"gps", "asteroid"} & set(tiles["V"])


def test_left_out_of_a_saucer_the_heart_is_down():
    state = at(saucers=[{"at": [5, 1], "color": "O"}])
    assert seen(state)["saucers"] == [{"at": [5, 1], "color": "O", "heart": False}]


def test_kills_and_lost_and_missing_saucers_are_believed():
    state = lane("5,1 O", kills={"V": 9}, lost=["O", "O", "O"])
    assert seen(state)["kills"] == {"O": 0, "B": 0, "V": 9}


def test_order_has_no_meaning():
    fields = {"lost": ["V", "O"], "kept": ["gps", "ammo B"], "alien_tiles": []}
    back = {name: list(reversed(value)) for name, value in fields.items()}
    assert lane("5,1 O", "4,2 B", **fields) == lane("4,2 B", "5,1 O", **back)


def test_the_winner_follows_from_the_board():
    assert seen(lane("9,1 O"))["winner"] == "alien"
    assert seen(lane("9,1 O"))["turn"] is None
    assert seen(lane(lost=["O"]))["winner"] == "defender"
    assert RULES.actors(lane("9,1 O")) == ()


def test_a_finished_game_is_read_back_with_its_dice():
    after, _ = play(aliens("8,1 O", dice=("V", "O")), "step 8,1 9,1 V")
    assert at(**seen(after)) == after


DICE = {"alien_dice": ["O", "B"], "alien_rolls": 1}
TILE = {"for": "tile", "seat": 0, "at": [4, 1], "then": None}
ON_FRAME = {"saucers": [{"at": [4, 1], "color": "O"}, {"at": [2, 2], "color": "B"}]}
REFUSED = [
    ("strange", {"strange": 1}),
    ("game", {"game": "azteka"}),
    ("options", {"options": []}),
    ("options", {"options": {"mode": "fast"}}),
    ("options", {"options": {"color": 1}}),
    ("options", {"options": {"nuggets": 5}}),
    ("options", {"options": {"nuggets": True}}),
    ("turn", {"turn": "both"}),
    ("turn", {"turn": None}),
    ("turn", ARCADE | {"turn": "alien"}),
    ("turn", {"turn": "alien", "saucers": []}),
    ("saucers", {"saucers": {}}),
    ("saucers", {"saucers": [[5, 1]]}),
    ("saucers", {"saucers": [{"at": [5, 1]}]}),
    ("saucers", {"saucers": [{"at": [5, 1], "color": "G"}]}),
    ("saucers", {"saucers": [{"at": [10, 1], "color": "O"}]}),
    ("saucers", {"saucers": [{"at": [5, 7], "color": "O"}]}),
    ("saucers", {"saucers": [{"at": [5, 1], "color": "O", "heart": 1}]}),
    ("saucers", {"saucers": [{"at": [5, 1], "color": c} for c in "OB"]}),
    ("saucers", {"saucers": [{"at": [5, c], "color": "O"} for c in (1, 2, 3, 4, 5)]}),
    ("saucers", {"lost": ["O"]}),
    ("kills", {"kills": {"O": -1}}),
    ("kills", {"kills": {"G": 1}}),
    ("kills", {"kills": [0, 0, 0]}),
    ("lost", {"lost": ["G"]}),
    ("ship", {"ship": 0}),
    ("ship", {"ship": 7}),
    ("ship", {"ship": True}),
    ("nuggets", {"nuggets": 12}),
    ("nuggets", {"nuggets": -1}),
    ("alien_dice", {"alien_dice": ["O"], "alien_rolls": 1}),
    ("alien_dice", {"alien_dice": ["O", "G"], "alien_rolls": 1}),
    ("alien_dice", {"alien_dice": ["O", "B"]}),
    ("alien_dice", DICE | {"turn": "defender"}),
    ("alien_rolls", {"alien_rolls": 1, "turn": "defender"}),
    ("alien_rolls", {"alien_rolls": 4}),
    ("alien_rolls", {"alien_rolls": 3, "options": {"rolls": 2}}),
    ("defender_dice", {"defender_dice": {"move": 3}, "defender_rolls": 1}),
    ("defender_dice", {"defender_dice": {"move": 7}, "turn": "defender"}),
    ("defender_dice", {"defender_dice": {"fire": "O"}, "turn": "defender"}),
    ("defender_dice", {"defender_dice": {"speed": 1}}),
    ("defender_dice", {"defender_dice": [3, "O"]}),
    ("alien_tiles", {"alien_tiles": ["life"] * 5}),
    ("alien_tiles", {"alien_tiles": ["gps"]}),
    ("alien_tiles", {"alien_tiles": 6}),
    ("defender_tiles", {"defender_tiles": {"O": ["gps"]}}),
    ("defender_tiles", {"defender_tiles": {"O": ["ammo", "ammo"]}}),
    ("defender_tiles", {"defender_tiles": {"G": []}}),
    ("defender_tiles", {"defender_tiles": {"O": ["ammo"]}, "kept": ["ammo O"]}),
    ("kept", {"kept": ["mine1"]}),
    ("kept", {"kept": ["gps", "gps"]}),
    ("asteroids", {"asteroids": [[1, 1]]}),
    ("asteroids", {"asteroids": [[4, 1]]}),
    ("asteroids", {"asteroids": [[5, 1], [5, 1]]}),
    ("asteroids", {"asteroids": [[5, 1], [5, 2], [5, 3]]}),
    ("fields", {"fields": [[5, 1]], "asteroids": [[5, 1]]}),
    ("fields", {"fields": [[5, 1], [5, 2]]}),
    ("fields", {"fields": [[6, 2]]}),
    ("tower", {"tower": 7}),
    ("tower", {"tower": 3, "asteroids": [[9, 3]]}),
    ("tower", {"tower": [8, 3]}),
    ("reactor", {"reactor": 1}),
    ("bonus", {"bonus": [[5, 1]]}),
    ("bonus", {"bonus": [[4, 1]]}),
    ("bonus", ON_FRAME | {"bonus": [[4, 1], [4, 1]]}),
    ("bonus", ON_FRAME | {"bonus": [[4, 1]], "alien_tiles": []}),
    ("bonus", ON_FRAME | {"bonus": [[4, 1]], "turn": "defender"}),
    ("winner", {"winner": "alien"}),
    ("winner", {"winner": None, "saucers": []}),
    ("pending", {"pending": "tile"}),
    ("pending", {"pending": {"for": "gps", "seat": 1}}),
    ("pending", {"pending": {"for": "dice", "seat": 2}}),
    ("pending", {"pending": {"for": "dice", "seat": 0}}),
    ("pending", DICE | {"pending": {"for": "dice", "seat": 0}}),
    ("pending", {"pending": {"for": "dice", "seat": 1}, "alien_rolls": 1}),
    ("pending", {"pending": TILE}),
    ("pending", ON_FRAME | {"pending": TILE, "alien_tiles": []}),
    ("pending", ON_FRAME | {"pending": TILE | {"then": "roll"}}),
    ("pending", ON_FRAME | {"pending": TILE | {"then": "now"}}),
    ("pending", ON_FRAME | {"pending": TILE | {"by": 1}}),
    ("pending", ON_FRAME | {"pending": TILE, "bonus": [[4, 1]]}),
    ("pending", {"pending": {"for": "rift", "seat": 0, "line": 1}}),
    ("pending", {"pending": {"for": "repair", "seat": 0}}),
    ("pending", {"pending": {"for": "asteroid", "seat": 1}}),
    ("pending", {"turn": "defender", "pending": {"for": "comet", "seat": 1, "by": 3}}),
    ("pending", {"turn": "defender", "pending": {"for": "comet", "seat": 1, "by": 1}}),
    ("pending", {"saucers": [], "pending": {"for": "repair", "seat": 0}}),
]


@pytest.mark.parametrize(
    ("field", "fields"), REFUSED, ids=lambda value: str(value)[:50]
)
def test_an_impossible_position_is_refused_by_the_fields_name(field, fields):
    with pytest.raises(PositionError, match=f"^{field}: "):
        at(**fields)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 1}, "Arkade has no option 'speed'"),
        ({"mode": "fast"}, "option mode cannot be 'fast' .choices: strategy, arcade"),
        ({"tiles": 1}, "option tiles cannot be 1 .choices: true, false"),
    ],
)
def test_options_are_refused_in_a_sentence(options, sentence):
    with pytest.raises(RulesError, match=sentence):
        new(**options)


def test_arkade_is_for_two():
    with pytest.raises(RulesError, match="Arkade is for 2 players, not 3"):
        RULES.new(3, {}, Random(0))


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (0, "jump", "'jump': that is no action of Arkade; legal: `roll`"),
        (0, "end", "'end': the Alien cannot do that now; legal: `roll`"),
        (1, "roll", "'roll': the Alien is due, not seat 1"),
        (0, "", "'': that is no action of Arkade"),
        (0, "roll ", "'roll ': the Alien cannot do that now"),
    ],
)
def test_a_refused_action_says_what_would_be_right(seat, text, sentence):
    with pytest.raises(IllegalActionError, match=sentence):
        RULES.read_action(new(), seat, text)


def test_a_refusal_names_the_open_question():
    state, _ = play(new(), "roll")
    with pytest.raises(IllegalActionError, match="while `pending` asks for 'dice'"):
        RULES.read_action(state, -1, "dice 3 O")


def test_nothing_can_be_played_after_the_end():
    with pytest.raises(IllegalActionError, match="the game is over"):
        RULES.read_action(lane("9,1 O"), 0, "roll")


def test_what_is_observed_counts_the_hidden_tiles():
    state = new()
    for seat in (None, 0, 1):
        seen_now = RULES.observe(state, seat)
        assert seen_now["alien_tiles"] == 6
        assert seen_now["defender_tiles"] == {"O": 2, "B": 2, "V": 2}
        rest = {n: v for n, v in seen(state).items() if not n.endswith("_tiles")}
        assert {n: seen_now[n] for n in rest} == rest
