"""The end and the count, a case for each sentence of README.md (25 to 39)."""

import pytest

from cabinet.games.space_aztecs.rules.score import count, total
from tests.games.space_aztecs.table import (
    AGENT,
    ALIEN,
    ALIEN_2,
    ALIEN_3,
    ANIMAL_3,
    ANIMAL_4,
    ARCHIVIST_2,
    ARCHIVIST_3,
    ARCHIVIST_4,
    BLUE_TEMPLE,
    COYOTE,
    COYOTE_2,
    COYOTE_3,
    COYOTE_4,
    EAGLE,
    EAGLE_2,
    EAGLE_3,
    GREEN_TEMPLE,
    HUITZILOPOCHTLI,
    JAGUAR,
    JAGUAR_2,
    JAGUAR_3,
    NOBLE,
    NOBLE_2,
    PINK_SAUCER,
    PINK_TEMPLE,
    PINK_TEMPLE_2,
    PRIEST,
    PRIEST_2,
    PRIEST_3,
    RULES,
    TEZCATLIPOCA,
    TLALOC,
    VILLAGER_2,
    VILLAGER_3,
    VILLAGER_4,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    at,
    city,
    lines,
    new,
    over,
    revealing,
    scores,
    written,
)

NO_PINK = {"removed": "pink"}
FULL = [[1], [5], [17], [25], [29], [33], [49], [53]]


def ends(piles, cities=2, saucers=0):
    state = at(
        phase="resolve",
        cities=[city()] * cities,
        piles=piles,
        saucers_played=saucers,
    )
    return written(state)["phase"] == "over"


def test_the_game_ends_when_two_piles_are_empty():
    assert not ends([[], *FULL[1:]])
    assert ends([[], [], *FULL[2:]])
    assert ends([[], [], [], *FULL[3:]])


@pytest.mark.parametrize(("players", "limit"), [(2, 7), (3, 7), (4, 7), (5, 9), (6, 9)])
def test_the_game_ends_after_seven_or_nine_saucers(players, limit):
    assert not ends(FULL, players, limit - 1)
    assert ends(FULL, players, limit)
    assert ends(FULL, players, limit + 1), "the total may exceed the limit"


def test_the_round_is_finished_first():
    after = revealing(
        YELLOW_SAUCER,
        VILLAGER_2,
        cities=[city(), city(VILLAGER_3)],
        piles=[[], [], *FULL[4:], [6], [10]],
        saucers_played=6,
    )
    assert written(after)["phase"] == "over"
    assert written(after)["cities"][1]["visible"] == [VILLAGER_2, VILLAGER_3]
    assert RULES.outcome(after).reason == (
        "two piles are empty and the last saucer has come"
    )


def test_when_it_is_over_the_last_position_stays():
    after = revealing(COYOTE, VILLAGER_2, round=5, saucers_played=7)
    assert written(after)["round"] == 5
    assert written(after)["taken"] == written(after)["chosen"] == {}
    assert RULES.actors(after) == ()


def test_every_card_scores_its_printed_number():
    state = over(city(VILLAGER_3, ANIMAL_4, NOBLE, AGENT), city(VILLAGER_2))
    assert lines(state) == {"villagers": 7, "noble": 5, "agent": 3}


def test_hidden_or_not_makes_no_difference():
    hidden = over(city(temples={BLUE_TEMPLE: [NOBLE, NOBLE_2]}), city(), **NO_PINK)
    assert lines(hidden) == {"noble": 10}


@pytest.mark.parametrize(
    ("mine", "others", "mine_hungry", "others_hungry"),
    [
        ([VILLAGER_2, ANIMAL_3], [VILLAGER_3], False, True),
        ([VILLAGER_2], [VILLAGER_3], True, True),
        ([], [VILLAGER_3, ANIMAL_3], True, False),
        ([], [], True, True),
    ],
)
def test_the_fewest_villagers_and_animals_cost_five_ties_too(
    mine, others, mine_hungry, others_hungry
):
    state = over(city(*mine), city(*others))
    assert ("hunger" in lines(state, 0)) == mine_hungry
    assert ("hunger" in lines(state, 1)) == others_hungry
    assert {lines(state, s).get("hunger", -5) for s in (0, 1)} == {-5}


def test_hunger_counts_aztecs_hidden_ones_too_not_temples_nor_captures():
    state = over(
        city(temples={PINK_TEMPLE: [VILLAGER_2], PINK_TEMPLE_2: []}),
        city(VILLAGER_3, ANIMAL_3),
        city(saucers={PINK_SAUCER: [VILLAGER_4]}),
    )
    assert [("hunger" in lines(state, seat)) for seat in range(3)] == [
        False,
        False,
        True,
    ]


def test_without_the_pink_family_nobody_goes_hungry():
    assert scores(over(city(), city(COYOTE), **NO_PINK)) == (0, 2)


def test_scores_may_be_negative():
    assert scores(over(city(), city(VILLAGER_2, VILLAGER_3))) == (-5, 5)


@pytest.mark.parametrize(
    ("cards", "kind", "points"),
    [
        ([JAGUAR], "jaguar", 3),
        ([JAGUAR, JAGUAR_2], "jaguar", 9),
        ([JAGUAR, JAGUAR_2, JAGUAR_3], "jaguar", 18),
        ([EAGLE], "eagle", 5),
        ([EAGLE, EAGLE_2], "eagle", 10),
        ([EAGLE, EAGLE_2, EAGLE_3], "eagle", 15),
        ([COYOTE], "coyote", 2),
        ([COYOTE, COYOTE_2], "coyote", 6),
        ([COYOTE, COYOTE_2, COYOTE_3], "coyote", 12),
        ([COYOTE, COYOTE_2, COYOTE_3, COYOTE_4], "coyote", 20),
    ],
)
def test_warriors_score_by_how_many_of_a_kind(cards, kind, points):
    state = over(city(*cards), city(), **NO_PINK)
    assert lines(state) == {kind: points}


def test_kinds_of_warriors_do_not_mix_and_hiding_splits_nothing():
    state = over(
        city(JAGUAR, EAGLE, temples={YELLOW_TEMPLE: [JAGUAR_2]}), city(), **NO_PINK
    )
    assert lines(state) == {"jaguar": 9, "eagle": 5}


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([PRIEST], {"priest": 0}),
        ([PRIEST, PRIEST_2], {"priest": 0}),
        ([ALIEN], {"alien": 3}),
        ([PRIEST, ALIEN], {"priest": 10}),
        ([PRIEST, ALIEN, ALIEN_2], {"priest": 10, "alien": 3}),
        ([PRIEST, PRIEST_2, ALIEN], {"priest": 10}),
        ([PRIEST, PRIEST_2, ALIEN, ALIEN_2], {"priest": 20}),
        ([PRIEST, ALIEN, ALIEN_2, ALIEN_3], {"priest": 10, "alien": 6}),
    ],
)
def test_a_priest_scores_ten_with_an_alien_of_its_own(cards, points):
    assert lines(over(city(*cards), city(), **NO_PINK)) == points


def test_priest_and_alien_find_each_other_through_temple_walls():
    state = over(city(PRIEST, temples={BLUE_TEMPLE: [ALIEN]}), city(), **NO_PINK)
    assert lines(state) == {"priest": 10}


def test_an_abducted_alien_cannot_be_sacrificed():
    state = over(city(PRIEST, saucers={3: [ALIEN]}), city(PRIEST_3), **NO_PINK)
    assert lines(state) == {"priest": 0, "captured": 1}


def test_an_archivist_scores_its_bonus_only_under_a_temple():
    outside = over(city(ARCHIVIST_2, ARCHIVIST_4), city(), **NO_PINK)
    assert lines(outside) == {"archivist": 6}
    inside = over(
        city(ARCHIVIST_3, temples={GREEN_TEMPLE: [ARCHIVIST_2, ARCHIVIST_4]}),
        city(),
        **NO_PINK,
    )
    assert lines(inside) == {"archivist": 9, "archives": 6}


def test_captured_cards_give_a_point_each_and_nothing_else():
    state = over(
        city(
            JAGUAR,
            codex=[HUITZILOPOCHTLI, TEZCATLIPOCA],
            saucers={YELLOW_SAUCER: [JAGUAR_2, JAGUAR_3]},
        ),
        city(),
        **NO_PINK,
    )
    assert lines(state) == {
        "codex huitzilopochtli": 1,
        "codex tezcatlipoca": 2,
        "jaguar": 3,
        "captured": 2,
    }


def test_the_lines_come_in_order_codex_aztecs_captures_and_sum_to_the_score():
    state = over(
        city(
            VILLAGER_2,
            PRIEST,
            ALIEN,
            codex=[TLALOC],
            temples={YELLOW_TEMPLE: [JAGUAR]},
            saucers={PINK_SAUCER: [VILLAGER_4]},
        ),
        city(VILLAGER_3, ANIMAL_3),
    )
    assert lines(state) == {
        "codex tlaloc": 1,
        "villagers": 2,
        "jaguar": 3,
        "priest": 10,
        "captured": 1,
        "hunger": -5,
    }
    assert list(lines(state)) == [line.reason for line in count(state)[0]]
    assert tuple(total(mine) for mine in count(state)) == scores(state) == (12, 6)


def test_most_points_win():
    outcome = RULES.outcome(over(city(NOBLE), city(COYOTE), **NO_PINK))
    assert (outcome.over, outcome.winners, outcome.scores) == (True, (0,), (5, 2))


def test_equal_points_share_the_victory():
    outcome = RULES.outcome(over(city(EAGLE), city(NOBLE), city(COYOTE), **NO_PINK))
    assert outcome.winners == (0, 1)


def test_before_the_end_scores_are_as_if_it_ended_now_and_nobody_has_won():
    outcome = RULES.outcome(at(cities=[city(NOBLE), city(VILLAGER_2)]))
    assert (outcome.over, outcome.winners, outcome.scores) == (False, (), (0, 2))
    assert RULES.outcome(new(4, removed="green")).scores == (-5,) * 4


def test_a_loaded_game_that_is_over_is_counted_as_it_stands():
    outcome = RULES.outcome(over(city(), city(), **NO_PINK))
    assert outcome.over
    assert outcome.reason == "the game was counted as it stood"
