"""One case per house rule for three players (18-25)."""

import pytest

from cabinet.tabletop.api import RulesError
from tests.games.azteka.table import (
    ALL_PLACES,
    NEARLY_EVERYWHERE,
    RULES,
    TURNS,
    at,
    legal,
    new,
    play,
    ring,
    seen,
    segment,
    told,
)

MUMMIES = {"variant": "mummies"}


def three(**fields):
    return at(options=MUMMIES, **fields)


def test_18_three_seats_play_life_death_and_mummies_in_that_order():
    state = new(3)
    assert RULES.players(state) == 3
    turns = [seen(state)["turn"]]
    for text in ("place 1 0", "place 4 0", "place 4 4"):
        state, _ = play(state, text)
        turns.append(seen(state)["turn"])
    assert turns == ["life", "death", "mummies", "life"]
    assert seen(state)["mummies"] == [[4, 4]]


@pytest.mark.parametrize(
    ("players", "variant"), [(2, "mummies"), (3, "classic"), (3, "aggressive")]
)
def test_18_any_other_pairing_of_seats_and_variant_is_refused(players, variant):
    with pytest.raises(RulesError) as error:
        new(players, variant=variant)
    assert "two play classic or aggressive, three play mummies" in str(error.value)


def test_19_a_player_has_twelve_pawns_and_then_must_turn():
    life = [[r, s] for r in (1, 2, 3) for s in (0, 2, 4, 5)]
    state = three(life=life, death=[[4, 0]], mummies=[[4, 4]])
    assert legal(state) == TURNS


def test_19_all_pawns_on_the_circle_win_nothing():
    life = [[r, s] for r in (1, 2, 3) for s in (0, 2, 4, 5)][:11]
    state = three(life=life, death=[[4, 0]], mummies=[[4, 4]])
    assert RULES.actors(play(state, "place 3 5")[0]) == (1,)


@pytest.mark.parametrize("role", ["life", "death", "mummies"])
def test_20_everybody_wins_by_either_goal(role):
    others = [r for r in ("life", "death", "mummies") if r != role]
    for own, last in (
        (segment(0, 1, 2, 3), "place 4 0"),
        (ring(1, range(7)), "place 1 7"),
        (NEARLY_EVERYWHERE, "place 3 7"),
    ):
        fields = {role: own, others[0]: [[4, 5]], others[1]: [[4, 6]]}
        after, _ = play(three(**fields, turn=role), last)
        assert seen(after)["results"][0]["role"] == role
        assert RULES.outcome(after).winners == (seen(after)["results"][0]["seat"],)


def test_21_the_first_pawn_goes_anywhere_and_later_ones_next_to_ones_own():
    state, _ = play(new(3), "place 1 0")
    assert legal(state) == ALL_PLACES - {"place 1 0"} | TURNS
    state = three(life=[[1, 0]], death=[[4, 4]], mummies=[[4, 0]], turn="death")
    assert legal(state) == {"place 4 3", "place 4 5", "place 3 4"} | TURNS


def test_21_only_lifes_first_turn_must_be_a_placement():
    assert legal(new(3)) == ALL_PLACES
    state, _ = play(new(3), "place 1 0", "turn 1", "turn 1")
    assert seen(state)["turn"] == "life"


def test_21_diagonal_counts_and_placement_does_not():
    fields = {"life": [[1, 0]], "death": [[4, 4]], "turn": "death"}
    assert "place 3 3" in legal(at(options={**MUMMIES, "diagonal": True}, **fields))
    own = at(options={**MUMMIES, "placement": "own"}, **fields)
    assert legal(own) == legal(three(**fields))


def test_22_there_are_no_powers():
    state = three(life=segment(0, 1, 2), death=[[4, 4]])
    assert told(play(state, "place 3 0")[1]) == ["placed"]
    state = three(life=[[1, 0]], death=[[1, 1], [2, 0], [2, 7]], turn="death")
    assert told(play(state, "place 1 7")[1]) == ["placed"]


def test_23_there_is_one_round():
    state = three(life=segment(0, 1, 2, 3), death=[[4, 4]])
    after, events = play(state, "place 4 0")
    assert told(events) == ["placed", "round_over", "game_over"]
    assert seen(after)["round"] == 1
    assert seen(after)["turn"] is None
    assert RULES.outcome(after).winners == (0,)
    assert RULES.outcome(after).reason == "reached a goal first"


def test_24_two_goals_at_once_are_the_movers_then_in_turn_order():
    fields = {
        "life": [*segment(0, 1, 2, 3), [4, 7]],
        "death": [*segment(2, 1, 2, 3), [4, 1]],
        "mummies": [[1, 5]],
    }
    winners = {}
    for turn in ("life", "death", "mummies"):
        after, _ = play(three(**fields, turn=turn), "turn 4")
        winners[turn] = seen(after)["results"][0]["role"]
    assert winners == {"life": "life", "death": "death", "mummies": "life"}


def test_25_the_third_occurrence_and_the_limit_draw_the_game():
    state = three(life=[[1, 0]], death=[[2, 0]], mummies=[[3, 0]])
    state, _ = play(state, *["turn 4"] * 5)
    assert not RULES.outcome(state).over
    state, _ = play(state, "turn 4")
    assert RULES.outcome(state).winners == ()
    assert RULES.outcome(state).reason == "no round was won"
    state = three(life=[[1, 0]], death=[[2, 0]], actions=119, turn="mummies")
    assert seen(play(state, "turn 1")[0])["results"] == [None]


def test_26_everybody_counts_the_pawns_they_have_on_the_circle():
    state = three(life=segment(0, 1, 2, 3), death=[[4, 4], [4, 5]], mummies=[[2, 2]])
    assert RULES.outcome(play(state, "place 4 0")[0]).scores == (4, 2, 1)
