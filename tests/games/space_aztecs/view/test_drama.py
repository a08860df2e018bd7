"""What the last action did is played out, beat by beat, and points follow it."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from cabinet.games.space_aztecs import GAME
from cabinet.games.space_aztecs.rules.cards import BIT
from cabinet.games.space_aztecs.view.drama import (
    COUNT_FRAMES,
    LAST_FRAMES,
    beat_at,
    length,
)
from tests.games.space_aztecs.table import (
    AGENT,
    ANIMAL_3,
    COYOTE,
    EAGLE,
    PINK_SAUCER,
    PINK_TEMPLE,
    RULES,
    VILLAGER_2,
    VILLAGER_3,
    YELLOW_TEMPLE,
    at,
    city,
    play,
    revealing,
)
from tests.games.space_aztecs.view.test_view import PILES, WIDEST, look_at, shown


def beats(after, events):
    """Every beat of the news, in order."""
    found, age = [], 0
    while beat := beat_at(tuple(events), after.cities, age):
        found.append(beat)
        age = beat.begins + beat.frames
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_beats_lead_from_the_cities_before_to_those_after(players):
    rng = Random(players)
    state = RULES.new(players, {}, rng)
    while due := RULES.actors(state):
        events = []
        seat = due[0]
        after = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)), events)
        played = beats(after, events)
        if played:
            assert played[0].before == state.cities
            assert played[-1].after == after.cities
        for one, other in pairwise(played):
            assert one.after == other.before
        state = after


def raid():
    cities = [city(), city(VILLAGER_2), city(VILLAGER_3)]
    piles = [[PINK_SAUCER, 30], [COYOTE, 33], [EAGLE, 49], [20], [21], [24], [26], [28]]
    taken = {"0": 1, "1": 2, "2": 3}
    state = at(phase="choose", piles=piles, taken=taken, cities=cities)
    choices = (f"0: choose {PINK_SAUCER}", f"1: choose {COYOTE}", f"2: choose {EAGLE}")
    return play(state, *choices)


def test_a_saucer_names_every_victim_and_scores_when_it_has_struck():
    after, events = raid()
    robberies = [
        beat for beat in beats(after, events) if beat.event["event"] == "abducted"
    ]
    assert [beat.event["from"] for beat in robberies] == [1, 2]
    for beat in robberies:
        words = shown(look_at(after, events=events, age=beat.begins + 5))
        assert f"{WIDEST[0]} enlève : Villageois" in words
        assert f"chez {WIDEST[beat.event['from']]}" in words
    first = robberies[0]
    struck = first.cities(first.begins + first.frames)
    prey, later = BIT[VILLAGER_2], BIT[VILLAGER_3]
    assert first.cities(first.begins)[1].visible & prey, "not before it strikes"
    assert not struck[1].visible & prey
    assert struck[2].visible & later, "the next comes later"


def test_nobody_plays_before_the_last_effect():
    _, events = raid()
    assert GAME.view.lingers(tuple(events)) > length(events) > 0
    assert GAME.view.lingers(({"event": "taken", "seat": 0, "pile": 1},)) == 0


def test_a_saucer_that_finds_nobody_says_so():
    state, events = play(
        at(
            phase="choose",
            piles=[[PINK_SAUCER], [COYOTE], [14], [20], [21], [24], [26], [28]],
            taken={"0": 1, "1": 2},
        ),
        f"0: choose {PINK_SAUCER}",
        f"1: choose {COYOTE}",
    )
    turned = next(
        beat for beat in beats(state, events) if beat.event.get("card") == PINK_SAUCER
    )
    words = shown(look_at(state, events=events, age=turned.begins + 20))
    assert "Personne à enlever" in words


def test_a_temple_falls_over_its_people_and_an_agent_slips_one_in():
    state = at(
        phase="choose",
        piles=[[PINK_TEMPLE], [EAGLE], [14], [20], [29], [24], [26], [28]],
        taken={"0": 1, "1": 2},
        cities=[city(VILLAGER_2, ANIMAL_3), city()],
    )
    after, events = play(state, f"0: choose {PINK_TEMPLE}", f"1: choose {EAGLE}")
    falls = next(b for b in beats(after, events) if b.event["event"] == "hidden")
    words = shown(look_at(after, events=events, age=falls.begins + 5))
    assert f"{WIDEST[0]} met 2 Aztèques à l'abri" in words
    asks = [city(AGENT, temples={YELLOW_TEMPLE: []}), city()]
    asking = revealing(COYOTE, cities=asks)
    after, events = play(asking, f"0: hide {YELLOW_TEMPLE}")
    words = shown(look_at(after, events=events, age=5))
    assert f"{WIDEST[0]} cache un Aztèque" in words


def test_the_last_round_leaves_time_for_the_count():
    state = at(phase="choose", piles=PILES, taken={"0": 3, "1": 4})
    after, events = play(state, "0: choose 17", "1: choose 25")
    assert RULES.outcome(after).over
    assert 0 < length(events) <= LAST_FRAMES
    # Its end can be read for three seconds.
    assert 60 * (GAME.last_look - 3) >= LAST_FRAMES + COUNT_FRAMES
    assert GAME.view.lingers(tuple(events)) == 0


def test_nobody_is_due_and_the_round_is_the_same_until_all_is_shown():
    after, events = raid()
    meanwhile = shown(look_at(after, events=events, age=60))
    assert "MANCHE 1" in shown(look_at(after, events=events, age=length(events) - 1))
    assert "prend un tas" not in meanwhile
    assert "prend un tas" in shown(look_at(after, events=events, age=999))


def test_everybody_is_warned_before_the_last_saucers():
    warned = {"event": "round_over", "round": 4, "saucers_left": 1}
    calm = {"event": "round_over", "round": 4, "saucers_left": 3}
    assert length((warned,)) > 0 == length((calm,))
    after, _ = raid()
    words = shown(look_at(after, events=(warned,), age=5))
    assert {"6/7", "Encore 1 soucoupe avant la fin"} <= set(words)


def test_nobody_is_hungry_before_the_end_of_the_world():
    state = at(phase="take", cities=[city(VILLAGER_2), city()])
    assert "-5" not in shown(look_at(state))


def test_the_screen_says_who_chooses_on_a_phone():
    state = at(phase="choose", piles=PILES, taken={"0": 1, "1": 2})
    words = shown(replace(look_at(state), phones=(0, 1)))
    assert "Choisis sur ton téléphone :" in words


def test_equal_points_are_called_a_tie():
    *_, last = (look_at(state) for state in tied())
    assert "ÉGALITÉ" in shown(last)


def tied():
    rng = Random(0)
    while True:
        state = RULES.new(2, {}, rng)
        while due := RULES.actors(state):
            seat = due[0]
            state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)))
        if len(RULES.outcome(state).winners) > 1:
            yield state
            return
