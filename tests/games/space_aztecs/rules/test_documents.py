"""State documents of Space Aztecs: what is written, and what may be left out."""

import json
from random import Random

import pytest

from cabinet.games.space_aztecs.rules.cards import FAMILIES
from tests.games.space_aztecs.table import (
    ALIEN,
    BLUE_SAUCER,
    COYOTE,
    EAGLE,
    PINK_SAUCER,
    PINK_TEMPLE,
    RULES,
    VILLAGER_2,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    at,
    city,
    new,
    walk,
    written,
)

SMALL = [[1], [5], [17], [25], [29], [33], [49], [53]]
FIELDS = [
    "game",
    "options",
    "removed",
    "starter",
    "round",
    "phase",
    "piles",
    "taken",
    "chosen",
    "cities",
    "saucers_played",
    "pending",
]


def test_the_fields_are_those_of_the_contract_in_its_order():
    assert list(written(new())) == FIELDS
    assert list(RULES.observe(new(), 0)) == [*FIELDS, "times"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_is_written_is_read_back_whatever_its_options(players):
    for options in ({}, {"codex": False}, {"removed": "yellow"}):
        for state in walk(players, options, players):
            document = json.loads(json.dumps(written(state)))
            assert RULES.read(document, Random(1)) == state


def test_an_empty_document_is_a_start_for_two():
    document = written(at())
    assert [len(pile) for pile in document["piles"]] == [7] * 8
    assert document["cities"] == [city(), city()]
    assert (document["starter"], document["round"], document["phase"]) == (0, 1, "take")
    assert document["removed"] in FAMILIES


def test_piles_left_out_are_all_cards_named_nowhere():
    document = written(at(cities=[city(COYOTE), city(VILLAGER_2)], removed="blue"))
    dealt = sorted(card for pile in document["piles"] for card in pile)
    assert len(dealt) == 54
    assert not {COYOTE, VILLAGER_2} & set(dealt)
    assert [len(pile) for pile in document["piles"]] == [7] * 6 + [6] * 2


def test_piles_left_out_are_dealt_from_the_seed():
    deals = [written(RULES.read({}, Random(seed)))["piles"] for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_removed_left_out_is_the_option_or_a_family_that_does_not_occur():
    assert written(at(options={"removed": "green"}))["removed"] == "green"
    three = [city(COYOTE), city(VILLAGER_2), city(ALIEN)]
    assert written(at(cities=three))["removed"] == "green"
    assert written(at(cities=[city()] * 5))["removed"] is None


def test_saucers_played_left_out_are_those_lying_in_cities():
    raided = [city(saucers={PINK_SAUCER: [], BLUE_SAUCER: []}), city()]
    assert written(at(cities=raided))["saucers_played"] == 2
    assert written(at(saucers_played=5))["saucers_played"] == 5


def test_a_city_may_leave_out_what_it_does_not_have():
    state = at(cities=[{"visible": [COYOTE]}, {"temples": [{"card": YELLOW_TEMPLE}]}])
    assert written(state)["cities"] == [
        city(COYOTE),
        city(temples={YELLOW_TEMPLE: []}),
    ]


def test_order_has_no_meaning_in_piles_cities_and_temples():
    def shuffled(order):
        return at(
            piles=[[1, 5][::order], *SMALL[2:], [61]],
            cities=[
                city(
                    *[COYOTE, EAGLE][::order],
                    codex=[9, 18][::order],
                    temples=dict([(2, [30]), (PINK_TEMPLE, [])][::order]),
                    saucers={YELLOW_SAUCER: [34, 50][::order]},
                ),
                city(),
            ],
            removed="blue",
        )

    assert shuffled(1) == shuffled(-1)


def test_phase_resolve_without_a_question_goes_on_at_once():
    state = at(phase="resolve", chosen={"1": COYOTE}, removed="pink")
    assert written(state)["phase"] == "take"
    assert written(state)["round"] == 2
    assert written(state)["cities"][1]["visible"] == [COYOTE]
