"""Saucers, Temples and Agents, a case for each sentence of README.md (13 to 24)."""

import pytest

from cabinet.tabletop.api import IllegalActionError
from tests.games.space_aztecs.table import (
    AGENT,
    AGENT_2,
    ALIEN,
    ANIMAL_3,
    ARCHIVIST_2,
    BLUE_TEMPLE,
    COYOTE,
    EAGLE,
    EAGLE_2,
    GREEN_SAUCER,
    GREEN_TEMPLE,
    GREEN_TEMPLE_2,
    JAGUAR,
    NOBLE,
    PINK_SAUCER,
    PINK_TEMPLE,
    RULES,
    VILLAGER_2,
    VILLAGER_3,
    YELLOW_SAUCER,
    YELLOW_TEMPLE,
    YELLOW_TEMPLE_2,
    at,
    cities,
    city,
    legal,
    play,
    revealing,
    told,
    written,
)


def raid(*others, saucer=YELLOW_SAUCER, **fields):
    """Seat 0 plays a saucer against these cities, everybody else has played."""
    return revealing(saucer, cities=[city(JAGUAR), *others], **fields)


def test_every_other_player_loses_one_aztec_of_the_colour():
    after = raid(city(COYOTE, VILLAGER_2), city(EAGLE))
    assert cities(after)[1]["visible"] == [VILLAGER_2]
    assert cities(after)[2]["visible"] == []
    assert cities(after)[0]["saucers"] == [
        {"card": YELLOW_SAUCER, "captured": [COYOTE, EAGLE]}
    ]


def test_the_attacker_loses_nothing():
    assert cities(raid(city(COYOTE)))[0]["visible"] == [JAGUAR]


def test_a_player_without_the_colour_loses_nothing():
    assert cities(raid(city(VILLAGER_2), city()))[1]["visible"] == [VILLAGER_2]


def test_what_is_under_a_temple_is_safe():
    after = raid(city(temples={YELLOW_TEMPLE: [COYOTE, EAGLE]}))
    assert cities(after)[1]["temples"] == [
        {"card": YELLOW_TEMPLE, "under": [COYOTE, EAGLE]}
    ]
    assert cities(after)[0]["saucers"][0]["captured"] == []


def test_with_several_to_take_the_attacker_chooses():
    state = raid(city(COYOTE, EAGLE, VILLAGER_2))
    assert legal(state) == [f"abduct 1 {COYOTE}", f"abduct 1 {EAGLE}"]
    after, events = play(state, f"abduct 1 {EAGLE}")
    assert cities(after)[1]["visible"] == [VILLAGER_2, COYOTE]
    assert events[0] == {
        "event": "abducted",
        "seat": 0,
        "saucer": YELLOW_SAUCER,
        "from": 1,
        "card": EAGLE,
    }


def raid_by_seat_1():
    """Two to choose from before and after a victim who has only one."""
    return at(
        phase="resolve",
        chosen={"1": YELLOW_SAUCER},
        starter=1,
        cities=[city(COYOTE, EAGLE), city(), city(14, 34), city(EAGLE_2)],
    )


def test_opponents_are_asked_for_one_after_the_other_clockwise():
    state = raid_by_seat_1()
    assert written(state)["pending"]["from"] == [2, 3, 0]
    assert legal(state) == ["abduct 2 14", "abduct 2 34"], "only the first of them"


def test_a_forced_abduction_waits_for_its_turn():
    state = raid_by_seat_1()
    assert cities(state)[3]["visible"] == [EAGLE_2]
    state, events = play(state, "abduct 2 34")
    assert [s["card"] for s in events] == [34, EAGLE_2]
    assert written(state)["pending"]["from"] == [0]
    after, _ = play(state, f"abduct 0 {COYOTE}")
    assert cities(after)[1]["saucers"][0]["captured"] == [COYOTE, 34, EAGLE_2]


def test_a_forced_abduction_before_the_first_question_is_done_first():
    state = raid(city(COYOTE), city(EAGLE, EAGLE_2))
    assert cities(state)[1]["visible"] == []
    assert written(state)["pending"]["from"] == [2]


def test_a_saucer_counts_as_played_even_if_it_hits_nobody():
    assert written(raid(city()))["saucers_played"] == 1


def test_saucers_lie_in_the_order_they_were_played():
    after = revealing(GREEN_SAUCER, cities=[city(saucers={PINK_SAUCER: []}), city()])
    assert [s["card"] for s in cities(after)[0]["saucers"]] == [
        PINK_SAUCER,
        GREEN_SAUCER,
    ]


def test_a_temple_takes_all_visible_aztecs_of_its_colour():
    after = revealing(
        YELLOW_TEMPLE, cities=[city(COYOTE, EAGLE, VILLAGER_2), city(JAGUAR)]
    )
    assert cities(after)[0] == city(
        VILLAGER_2, temples={YELLOW_TEMPLE: [COYOTE, EAGLE]}
    )
    assert cities(after)[1]["visible"] == [JAGUAR]


def test_a_temple_without_aztecs_stands_empty_and_later_ones_stay_outside():
    state = revealing(YELLOW_TEMPLE, cities=[city(), city()])
    assert cities(state)[0] == city(temples={YELLOW_TEMPLE: []})
    later = revealing(COYOTE, cities=[city(temples={YELLOW_TEMPLE: []}), city()])
    assert cities(later)[0] == city(COYOTE, temples={YELLOW_TEMPLE: []})


def test_a_second_temple_takes_only_those_still_visible():
    before = city(EAGLE, temples={YELLOW_TEMPLE: [COYOTE]})
    after = revealing(YELLOW_TEMPLE_2, cities=[before, city()])
    assert cities(after)[0] == city(
        temples={YELLOW_TEMPLE: [COYOTE], YELLOW_TEMPLE_2: [EAGLE]}
    )


def test_a_temple_takes_agents_too_and_a_hidden_agent_has_no_power():
    state = revealing(
        GREEN_TEMPLE, cities=[city(AGENT, temples={YELLOW_TEMPLE: []}), city()]
    )
    assert cities(state)[0]["temples"][1]["under"] == [AGENT]
    hidden = city(temples={YELLOW_TEMPLE: [], GREEN_TEMPLE: [AGENT]})
    after = revealing(COYOTE, cities=[hidden, city()])
    assert cities(after)[0]["visible"] == [COYOTE]


def guarded(*visible, temples):
    return [city(AGENT, *visible, temples=temples), city()]


def test_a_visible_agent_lets_any_aztec_go_under_a_temple_of_its_family():
    for card, temple in (
        (EAGLE, YELLOW_TEMPLE),
        (VILLAGER_2, PINK_TEMPLE),
        (NOBLE, BLUE_TEMPLE),
        (ARCHIVIST_2, GREEN_TEMPLE),
    ):
        state = revealing(card, cities=guarded(temples={temple: []}))
        assert legal(state) == [f"hide {temple}", "show"]
        after, events = play(state, f"hide {temple}")
        assert cities(after)[0] == city(AGENT, temples={temple: [card]})
        assert events[0] == {
            "event": "hidden",
            "seat": 0,
            "temple": temple,
            "cards": [card],
        }


def test_the_agents_power_is_optional():
    state = revealing(EAGLE, cities=guarded(temples={YELLOW_TEMPLE: []}))
    after, events = play(state, "show")
    assert cities(after)[0]["visible"] == [EAGLE, AGENT]
    assert events[0] == {"event": "shown", "seat": 0, "card": EAGLE}


def test_with_several_temples_the_player_chooses_one():
    temples = {YELLOW_TEMPLE: [COYOTE], YELLOW_TEMPLE_2: [], PINK_TEMPLE: []}
    state = revealing(EAGLE, cities=guarded(temples=temples))
    assert legal(state) == [f"hide {YELLOW_TEMPLE}", f"hide {YELLOW_TEMPLE_2}", "show"]
    with pytest.raises(IllegalActionError, match="asks for one of its Temples"):
        RULES.read_action(state, 0, f"hide {PINK_TEMPLE}")


def test_without_a_temple_of_the_family_an_agent_asks_nothing():
    after = revealing(EAGLE, cities=guarded(temples={PINK_TEMPLE: []}))
    assert cities(after)[0]["visible"] == [EAGLE, AGENT]


def test_an_agent_cannot_hide_itself_but_a_second_one_can():
    alone = revealing(AGENT, cities=[city(temples={GREEN_TEMPLE: []}), city()])
    assert cities(alone)[0]["visible"] == [AGENT]
    second = revealing(AGENT_2, cities=guarded(temples={GREEN_TEMPLE_2: []}))
    assert legal(second) == [f"hide {GREEN_TEMPLE_2}", "show"]


def test_another_players_agent_is_of_no_use():
    after = revealing(EAGLE, cities=[city(temples={YELLOW_TEMPLE: []}), city(AGENT)])
    assert cities(after)[0]["visible"] == [EAGLE]


def test_an_agent_abducted_this_round_helps_no_more():
    state = revealing(
        EAGLE,
        GREEN_SAUCER,
        cities=guarded(temples={YELLOW_TEMPLE: []}),
        starter=1,
    )
    assert cities(state)[0]["visible"] == [EAGLE]
    assert cities(state)[1]["saucers"][0]["captured"] == [AGENT]


def test_a_hidden_card_escapes_the_saucer_that_follows():
    state = revealing(EAGLE, YELLOW_SAUCER, cities=guarded(temples={YELLOW_TEMPLE: []}))
    hid, _ = play(state, f"hide {YELLOW_TEMPLE}")
    assert cities(hid)[1]["saucers"][0]["captured"] == []
    stood, events = play(state, "show")
    assert cities(stood)[1]["saucers"][0]["captured"] == [EAGLE]
    assert told(events) == ["shown", "revealed", "abducted", "round_over"]


def test_a_temple_that_hides_tells_what():
    state = at(
        phase="choose",
        taken={"0": 1, "1": 2},
        chosen={"0": YELLOW_TEMPLE},
        cities=[city(COYOTE), city()],
        piles=[[], [ALIEN], [NOBLE], [VILLAGER_3], [ANIMAL_3], [25], [29], [33]],
        removed="green",
    )
    _, events = play(state, f"1: choose {ALIEN}")
    assert {
        "event": "hidden",
        "seat": 0,
        "temple": YELLOW_TEMPLE,
        "cards": [COYOTE],
    } in events
