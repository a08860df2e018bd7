"""The box, the deal and a round, a case for each sentence of README.md (1 to 12)."""

from random import Random

import pytest

from cabinet.games.space_aztecs.rules.cards import (
    AZTEC,
    CARDS,
    CODEX,
    FAMILIES,
    IDS,
    KIND,
    SAUCER,
    TEMPLE,
)
from cabinet.tabletop.api import RulesError
from tests.games.space_aztecs.table import (
    AGENT,
    ANIMAL_3,
    BLUE_SAUCER,
    COYOTE,
    PINK_SAUCER,
    PRIEST,
    QUETZALCOATL,
    RULES,
    VILLAGER_2,
    VILLAGER_3,
    YELLOW_TEMPLE,
    at,
    cities,
    city,
    legal,
    new,
    play,
    revealing,
    told,
    written,
)


def kinds(family):
    return [KIND[card] for card in IDS if CARDS[card].family == family]


@pytest.mark.parametrize("family", range(4))
def test_each_family_has_ten_aztecs_three_temples_and_three_saucers(family):
    assert kinds(family).count(AZTEC) == 10
    assert kinds(family).count(TEMPLE) == 3
    assert kinds(family).count(SAUCER) == 3
    assert len(kinds(family)) == 16


def test_there_are_72_cards_eight_of_them_codex():
    assert len(IDS) == 72
    assert kinds(-1) == [CODEX] * 8


def test_every_card_shows_a_different_time_and_ids_are_in_order_of_time():
    times = [CARDS[card].time for card in IDS]
    assert times == sorted(set(times))


def test_the_clock_stays_even_when_a_family_is_out():
    for block in range(8):
        families = [CARDS[block * 9 + n].family for n in range(1, 10)]
        assert sorted(families) == [-1, 0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("players", "codex", "each"),
    [
        (2, True, 7),
        (3, True, 7),
        (4, True, 7),
        (5, True, 9),
        (6, True, 9),
        (2, False, 6),
        (4, False, 6),
        (5, False, 8),
        (6, False, 8),
    ],
)
def test_the_cards_are_dealt_into_eight_even_piles(players, codex, each):
    document = written(new(players, codex=codex))
    assert [len(pile) for pile in document["piles"]] == [each] * 8
    dealt = [card for pile in document["piles"] for card in pile]
    assert len(set(dealt)) == 8 * each
    assert any(KIND[card] == CODEX for card in dealt) == codex


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("family", FAMILIES)
def test_two_to_four_remove_a_family_by_choice(players, family):
    document = written(new(players, removed=family))
    assert document["removed"] == family
    dealt = [card for pile in document["piles"] for card in pile]
    assert all(CARDS[card].family != FAMILIES.index(family) for card in dealt)


def test_two_to_four_remove_a_family_at_random():
    assert {written(new(3, seed))["removed"] for seed in range(40)} == set(FAMILIES)


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_play_with_all_whatever_the_option_says(players):
    document = written(new(players, removed="pink"))
    assert document["removed"] is None
    assert document["options"]["removed"] == "pink"


def test_the_first_player_is_drawn():
    assert {written(new(6, seed))["starter"] for seed in range(60)} == set(range(6))


def test_new_depends_on_nothing_but_the_seed():
    assert new(4, 7) == new(4, 7)
    assert new(4, 7) != new(4, 8)


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (1, {}, "2 to 6 players, not 1"),
        (7, {}, "2 to 6 players, not 7"),
        (2, {"codex": 1}, "codex cannot be 1 (choices: true, false)"),
        (2, {"removed": "red"}, "choices: random, pink, yellow, blue, green"),
        (2, {"colour": "red"}, "no option 'colour' (there are: codex, removed)"),
    ],
)
def test_what_cannot_be_set_up_is_refused(players, options, says):
    with pytest.raises(RulesError, match=says.replace("(", r"\(").replace(")", r"\)")):
        RULES.new(players, options, Random(0))


def test_piles_are_taken_clockwise_from_the_first_player():
    state = at(starter=2, cities=[city()] * 4)
    for seat in (2, 3, 0, 1):
        assert RULES.actors(state) == (seat,)
        state, events = play(state, f"take {seat + 1}")
        assert events == [{"event": "taken", "seat": seat, "pile": seat + 1}]
    assert written(state)["phase"] == "choose"


def test_a_pile_that_is_taken_or_empty_cannot_be_taken():
    piles = [[], [1], [5], [6], [17], [14], [25], [29]]
    state, _ = play(at(piles=piles), "take 3")
    assert legal(state) == [f"take {pile}" for pile in (2, 4, 5, 6, 7, 8)]


def test_all_choose_at_once_in_any_order():
    state, _ = play(new(3, 1), "take 1", "take 2", "take 3")
    assert RULES.actors(state) == (0, 1, 2)
    for seat in range(3):
        pile = written(state)["taken"][str(seat)]
        cards = written(state)["piles"][pile - 1]
        assert legal(state, seat) == [f"choose {card}" for card in cards]
    first = legal(state, 1)[0]
    state, events = play(state, f"1: {first}")
    assert RULES.actors(state) == (0, 2)
    assert events == [{"event": "chosen", "seat": 1}], "the card is not told"


def test_choosing_takes_the_card_out_of_its_pile_and_the_rest_goes_back():
    state, _ = play(new(2), "take 1", "take 2")
    seat = RULES.actors(state)[0]
    pile = written(state)["taken"][str(seat)] - 1
    card = written(state)["piles"][pile][0]
    after, _ = play(state, f"{seat}: choose {card}")
    assert written(after)["chosen"] == {str(seat): card}
    assert card not in written(after)["piles"][pile]
    assert len(written(after)["piles"][pile]) == 6


def test_a_pile_of_one_still_asks():
    piles = [[1], [5, 6], [17], [14], [25], [29], [33], [30]]
    state = at(piles=piles, phase="choose", taken={"0": 1, "1": 2}, removed="blue")
    assert legal(state, 0) == ["choose 1"]


def two_choose(first, second, **fields):
    """Seat 0 and seat 1 choose these cards of piles 1 and 2."""
    piles = [[first], [second], *[[card] for card in (20, 34, 44, 48, 58, 64)]]
    state = at(piles=piles, phase="choose", taken={"0": 1, "1": 2}, **fields)
    return play(state, f"1: choose {second}", f"0: choose {first}")


def test_times_are_announced_and_the_earliest_takes_the_token_at_once():
    after, events = two_choose(QUETZALCOATL, VILLAGER_2, starter=0)
    assert events[2] == {
        "event": "times",
        "times": {"0": "02:40", "1": "00:00"},
        "starter": 1,
    }
    assert [s["seat"] for s in events if s["event"] == "revealed"] == [1, 0]
    assert written(after)["starter"] == 1


def test_the_token_holder_takes_first_in_the_next_round():
    piles = [[1, 5], [2, 30], [6, 10], [14], [17], [20], [24], [25]]
    taken = {"0": 2, "1": 1}
    state = at(piles=piles, phase="choose", taken=taken, removed="blue")
    after, _ = play(state, "0: choose 2", "1: choose 1")
    assert RULES.actors(after) == (1,)
    assert written(after)["round"] == 2
    assert written(after)["taken"] == written(after)["chosen"] == {}


def test_after_the_earliest_play_is_clockwise_not_by_time():
    cards = {"0": [QUETZALCOATL], "1": [PRIEST], "2": [VILLAGER_2], "3": [ANIMAL_3]}
    state = at(
        piles=[*cards.values(), [2], [6], [10], [14]],
        phase="choose",
        taken={"0": 1, "1": 2, "2": 3, "3": 4},
        cities=[city()] * 4,
        removed="green",
    )
    _, events = play(state, *(f"{s}: choose {c[0]}" for s, c in cards.items()))
    assert [s["seat"] for s in events if s["event"] == "revealed"] == [2, 3, 0, 1]


def test_an_aztec_goes_visible_into_the_city():
    after = revealing(VILLAGER_2, COYOTE)
    assert cities(after)[0] == city(VILLAGER_2)
    assert cities(after)[1] == city(COYOTE)


def test_a_codex_stays_beside_the_city():
    after = revealing(QUETZALCOATL, COYOTE)
    assert cities(after)[0] == city(codex=[QUETZALCOATL])


def test_an_effect_sees_the_city_as_it_is_when_its_turn_comes():
    shown_before = revealing(VILLAGER_2, PINK_SAUCER, starter=0)
    assert cities(shown_before)[0]["visible"] == []
    assert cities(shown_before)[1]["saucers"][0]["captured"] == [VILLAGER_2]
    still_face_down = revealing(VILLAGER_2, PINK_SAUCER, starter=1)
    assert cities(still_face_down)[0]["visible"] == [VILLAGER_2]
    assert cities(still_face_down)[1]["saucers"][0]["captured"] == []


def test_a_round_that_asks_nothing_is_told_from_first_to_last():
    _, events = two_choose(VILLAGER_3, YELLOW_TEMPLE, removed="blue")
    assert told(events) == [
        "chosen",
        "chosen",
        "times",
        "revealed",
        "revealed",
        "round_over",
        "game_over",
    ]
    assert events[-2] == {
        "event": "round_over",
        "round": 1,
        "saucers_left": 0,
    }


def test_a_saucer_leaves_chosen_when_revealed_an_aztec_only_when_answered():
    visible = [city(), city(COYOTE, COYOTE + 8, AGENT, temples={YELLOW_TEMPLE: []})]
    state = revealing(22, 10, cities=visible)
    assert written(state)["chosen"] == {"1": 10}
    assert written(state)["pending"] == {"seat": 0, "card": 22, "from": [1]}
    state, _ = play(state, f"abduct 1 {COYOTE}")
    assert written(state)["pending"] == {"seat": 1, "card": 10}
    assert written(state)["chosen"] == {"1": 10}
    state, _ = play(state, "show")
    assert written(state)["chosen"] == {}


def test_only_the_asked_seat_is_due_while_something_is_asked():
    state = revealing(
        BLUE_SAUCER, VILLAGER_2, cities=[city(), city(PRIEST, 11)], removed="green"
    )
    assert RULES.actors(state) == (0,)
    assert legal(state, 1) == []
