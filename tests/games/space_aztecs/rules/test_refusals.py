"""What is refused by Space Aztecs, documents and actions, and with which words."""

import pytest

from cabinet.tabletop.api import IllegalActionError, PositionError
from tests.games.space_aztecs.table import (
    AGENT,
    ALIEN,
    COYOTE,
    EAGLE,
    RULES,
    VILLAGER_2,
    VILLAGER_3,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    at,
    city,
    legal,
    play,
)

SMALL = [[1], [5], [17], [25], [29], [33], [49], [53]]


def refusal(**fields):
    with pytest.raises(PositionError) as refused:
        at(**fields)
    return str(refused.value)


def test_a_pile_emptied_in_this_round_does_not_end_the_game_before_its_end():
    fields = {
        "phase": "choose",
        "piles": [[], [], [], *SMALL[3:]],
        "taken": {"0": 1, "1": 2, "2": 4},
        "chosen": {"0": 1, "1": 5},
        "cities": [city()] * 3,
    }
    state = at(**fields)
    assert RULES.actors(state) == (2,)
    assert refusal(**fields | {"piles": [[], [], [], [], *SMALL[4:]]}).startswith(
        "piles: fewer than 2"
    )


TWO = {"0": 1, "1": 2}
RAID = [city(saucers={YELLOW_SAUCER: []}), city(COYOTE, EAGLE)]
ASKS = [city(AGENT, temples={YELLOW_TEMPLE: []}), city()]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"strange": 1}, "strange"),
        ({"times": {}}, "times"),
        ({"game": "azteka"}, "game"),
        ({"options": []}, "options"),
        ({"options": {"codex": "yes"}}, "options"),
        ({"removed": "red"}, "removed"),
        ({"removed": None}, "removed"),
        ({"removed": "pink", "options": {"removed": "blue"}}, "removed"),
        ({"removed": "pink", "cities": [city()] * 5}, "removed"),
        ({"cities": [city(COYOTE, VILLAGER_2), city(ALIEN, AGENT)]}, "removed"),
        ({"starter": 2}, "starter"),
        ({"starter": True}, "starter"),
        ({"round": 0}, "round"),
        ({"phase": "taking"}, "phase"),
        ({"phase": None}, "phase"),
        ({"piles": SMALL[1:]}, "piles"),
        ({"piles": {}}, "piles"),
        ({"piles": [[73], *SMALL[1:]]}, "piles"),
        ({"piles": [[True], *SMALL[1:]]}, "piles"),
        ({"cities": [city()]}, "cities"),
        ({"cities": [city()] * 7}, "cities"),
        ({"cities": [[], []]}, "cities"),
        ({"cities": [{"hidden": []}, {}]}, "cities"),
        ({"cities": [{"temples": [{"under": []}]}, {}]}, "cities"),
        ({"cities": [{"visible": 3}, {}]}, "cities"),
        ({"saucers_played": -1}, "saucers_played"),
        ({"saucers_played": 13}, "saucers_played"),
        ({"saucers_played": 0, "cities": RAID}, "saucers_played"),
        ({"taken": {"2": 1}}, "taken"),
        ({"taken": {"0": 9}}, "taken"),
        ({"taken": {"0": 0}}, "taken"),
        ({"taken": []}, "taken"),
        ({"taken": {"0": 1, "1": 1}, "phase": "choose"}, "taken"),
        ({"chosen": {"0": 0}}, "chosen"),
        ({"chosen": {"x": 1}}, "chosen"),
        ({"pending": {"seat": 0}}, "pending"),
        ({"pending": {"seat": 7, "card": 1}}, "pending"),
        ({"pending": {"seat": 0, "card": "1"}}, "pending"),
        ({"pending": 3}, "pending"),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_by_name(fields, field):
    assert refusal(**fields).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        # a card twice
        ({"cities": [city(COYOTE), city(COYOTE)]}, "cities: card 6 (yellow coyote) is"),
        ({"piles": [[1, 1], *SMALL[1:]]}, "piles: card 1 (pink villager) is there"),
        (
            {"piles": SMALL, "phase": "choose", "taken": TWO, "chosen": {"0": 1}},
            "piles: card 1 (pink villager) is there twice (first in chosen)",
        ),
        # in a wrong place
        ({"cities": [city(YELLOW_TEMPLE), city()]}, "cities: card 2 (yellow temple)"),
        ({"cities": [city(codex=[COYOTE]), city()]}, "cities: card 6 (yellow coyote)"),
        ({"cities": [city(temples={COYOTE: []}), city()]}, "cities: card 6"),
        ({"cities": [city(temples={2: [VILLAGER_2]}), city()]}, "cities: card 1"),
        ({"cities": [city(saucers={2: []}), city()]}, "cities: card 2"),
        ({"cities": [city(saucers={22: [VILLAGER_2]}), city()]}, "cities: card 1"),
        # not in this game
        (
            {"cities": [city(COYOTE), city()], "removed": "yellow"},
            "cities: card 6 (yellow coyote) is not in this game",
        ),
        (
            {"cities": [city(codex=[9]), city()], "options": {"codex": False}},
            "cities: card 9 (codex quetzalcoatl) is not in this game",
        ),
        # when the game would be over
        ({"saucers_played": 7}, "saucers_played: fewer than 7, not 7"),
        (
            {"saucers_played": 9, "cities": [city()] * 5},
            "saucers_played: fewer than 9, not 9",
        ),
        ({"piles": [[], [], *SMALL[2:]]}, "piles: fewer than 2 are empty"),
        (
            {"phase": "choose", "taken": TWO, "saucers_played": 7},
            "saucers_played: fewer than 7, not 7",
        ),
        # who holds what
        ({"phase": "choose", "taken": {"0": 1}}, "taken: in phase choose every seat"),
        ({"phase": "choose"}, "taken: in phase choose every seat holds a pile"),
        ({"taken": TWO}, "taken: every seat holds a pile, so this is phase choose"),
        ({"taken": {"1": 3}}, "taken: piles are taken clockwise from seat 0"),
        (
            {"piles": [[], *SMALL[1:]], "taken": {"0": 1}},
            "taken: pile 1 is empty, seat 0 cannot hold it",
        ),
        ({"chosen": {"0": 1}, "removed": "blue"}, "chosen: {} in phase take"),
        ({"chosen": {"0": 1}, "phase": "over"}, "chosen: {} in phase over"),
        ({"taken": {"0": 1}, "phase": "over"}, "taken: {} when the game is over"),
        (
            {"phase": "choose", "taken": TWO, "chosen": {"0": 1, "1": 5}},
            "chosen: every seat has chosen, so this is phase resolve",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields, says):
    assert refusal(**fields).startswith(says)


@pytest.mark.parametrize(
    ("fields", "pending", "says"),
    [
        ({"phase": "take"}, {"seat": 0, "card": 22, "from": [1]}, "null in phase take"),
        ({}, {"seat": 0, "card": 13, "from": [1]}, "card 13 is not a saucer in the"),
        ({}, {"seat": 0, "card": 22, "from": [0]}, "from is opponents in the order"),
        ({}, {"seat": 0, "card": 22, "from": [1, 1]}, "from is opponents in the order"),
        ({}, {"seat": 0, "card": 22, "from": []}, "from names at least one opponent"),
        (
            {"cities": [RAID[0], city(COYOTE)]},
            {"seat": 0, "card": 22, "from": [1]},
            "from begins with an opponent who has two visible Aztecs",
        ),
        (
            {"cities": ASKS, "chosen": {"1": EAGLE}},
            {"seat": 0, "card": EAGLE},
            f"card {EAGLE} is not the chosen card of seat 0",
        ),
        (
            {"cities": ASKS, "chosen": {"0": 26}},
            {"seat": 0, "card": 26},
            "card 26 (yellow temple) asks nothing",
        ),
        (
            {"cities": ASKS, "chosen": {"0": VILLAGER_3}},
            {"seat": 0, "card": VILLAGER_3},
            "seat 0 needs a visible agent and a Temple of the colour of card 17",
        ),
    ],
)
def test_a_question_nobody_asks_is_refused(fields, pending, says):
    base = {"phase": "resolve", "cities": RAID, "removed": "blue"}
    assert refusal(**base | fields | {"pending": pending}).startswith(
        f"pending: {says}"
    )


def test_questions_are_read_as_they_are_written():
    raid = at(
        phase="resolve",
        cities=RAID,
        pending={"seat": 0, "card": YELLOW_SAUCER, "from": [1]},
    )
    assert legal(raid) == [f"abduct 1 {COYOTE}", f"abduct 1 {EAGLE}"]
    asks = at(
        phase="resolve",
        cities=ASKS,
        chosen={"0": EAGLE},
        pending={"seat": 0, "card": EAGLE},
    )
    assert legal(asks) == [f"hide {YELLOW_TEMPLE}", "show"]


def refused(state, seat, text):
    with pytest.raises(IllegalActionError) as wrong:
        RULES.read_action(state, seat, text)
    return str(wrong.value)


def test_a_refused_action_says_what_would_be_right():
    taking, _ = play(at(piles=[[], *SMALL[1:]]), "take 2")
    assert "pile 1 is empty; legal: `take 3`" in refused(taking, 1, "take 1")
    assert "seat 0 holds pile 2" in refused(taking, 1, "take 2")
    assert "it is the turn of seat 1, not of seat 0" in refused(taking, 0, "take 3")
    assert "this is phase take" in refused(taking, 1, "choose 5")
    assert "is no action of Space Aztecs: an action is `take" in refused(
        taking, 1, "take  3"
    )
    choosing, _ = play(taking, "take 3", "0: choose 5")
    assert "seat 0 has chosen already" in refused(choosing, 0, "choose 5")
    assert "that card is not in pile 3, which seat 1 holds" in refused(
        choosing, 1, "choose 5"
    )
    raid = at(
        phase="resolve",
        cities=RAID,
        pending={"seat": 0, "card": YELLOW_SAUCER, "from": [1]},
    )
    assert "saucer 22 now takes one of 6, 10 from seat 1" in refused(
        raid, 0, "abduct 1 1"
    )
    assert "the game is over" in refused(at(phase="over"), 0, "take 1")
