"""One case per sentence of the rulebook: rounds, matches, endless games (13-17)."""

import pytest

from cabinet.games.azteka import GAME
from tests.games.azteka.table import (
    ALL_PLACES,
    LIFE_WINS,
    NEARLY_EVERYWHERE,
    RULES,
    TURNS,
    at,
    legal,
    play,
    ring,
    seen,
    segment,
    told,
)


def test_13_the_opponents_turn_can_give_a_player_his_goal():
    life = [[1, 0], [1, 1], [2, 2], [2, 3], [3, 4], [3, 5], [4, 5], [3, 7]]
    after, _ = play(at(life=life, death=[[4, 4]], turn="death"), "turn 4")
    assert seen(after)["results"] == [{"seat": 0, "role": "life", "pawns": 8}]
    death = [*segment(0, 1, 2, 3), [4, 7]]
    after, _ = play(at(life=[[1, 1]], death=death), "turn 4")
    assert seen(after)["results"] == [{"seat": 1, "role": "death", "pawns": 4}]


def test_14_winning_both_rounds_wins_the_match():
    first = {"seat": 1, "role": "death", "pawns": 14}
    state = at(round=2, results=[first], life=NEARLY_EVERYWHERE, death=[[1, 1]])
    after, events = play(state, "place 3 7")
    outcome = RULES.outcome(after)
    assert outcome.over
    assert outcome.winners == (1,)
    assert outcome.scores == (0, 22)
    assert outcome.reason == "won both rounds"
    assert told(events) == ["placed", "round_over", "game_over"]


@pytest.mark.parametrize(
    ("pawns", "winners"), [(9, (0,)), (4, ()), (3, (1,)), (5, (0,))]
)
def test_14_with_a_round_each_fewer_pawns_win_and_equal_is_a_draw(pawns, winners):
    state = at(
        round=2,
        results=[{"seat": 1, "role": "death", "pawns": pawns}],
        life=[[1, 1]],
        death=segment(0, 2, 3, 4),
        turn="death",
    )
    after, _ = play(state, "place 1 0")
    assert RULES.outcome(after).winners == winners
    assert RULES.outcome(after).scores == (4, pawns)


@pytest.mark.parametrize(("first", "winners"), [(LIFE_WINS, (0,)), (None, ())])
def test_14_a_drawn_round_counts_for_nobody(first, winners):
    state = at(round=2, results=[first], life=[[1, 1]], death=[[4, 4]], actions=119)
    outcome = RULES.outcome(play(state, "turn 1")[0])
    assert outcome.over
    assert outcome.winners == winners
    assert outcome.scores == ((9, 0) if winners else (0, 0))


def test_when_it_is_over_the_last_position_stays():
    state = at(
        round=2,
        results=[LIFE_WINS],
        life=[[1, 1]],
        death=segment(0, 2, 3, 4),
        turn="death",
    )
    after, _ = play(state, "place 1 0")
    document = seen(after)
    assert document["turn"] is None
    assert document["round"] == 2
    assert document["death"] == segment(0, 1, 2, 3, 4)
    assert RULES.actors(after) == ()
    assert RULES.legal(after, 0) == RULES.legal(after, 1) == ()


def test_the_end_says_which_rounds_the_pawns_are_counted_for():
    results = [{"seat": 1, "role": "death", "pawns": 12}]
    last = {
        "life": NEARLY_EVERYWHERE,
        "death": [[4, 0]],
        "results": results,
        "round": 2,
    }
    won = GAME.parts(play(at(**last), "place 3 7")[0], (), "en")
    assert won[0] == (("no round won", None),)
    assert won[1] == (("round 1 won, 12 pawns", None), ("round 2 won, 8 pawns", None))
    assert GAME.parts(RULES.new(3, {}, None), (), "en") == ((), (), ())


def test_before_the_end_the_outcome_is_the_scores_so_far():
    outcome = RULES.outcome(at(round=2, results=[LIFE_WINS]))
    assert (outcome.over, outcome.winners, outcome.scores) == (False, (), (9, 0))


def test_15_aggressive_places_anywhere_empty_and_turns_twice_with_a_majority():
    state = at(
        options={"variant": "aggressive"},
        life=[[1, 0], [2, 0], [4, 1], [4, 2]],
        death=[[2, 1], [3, 0], [4, 5]],
    )
    taken = {f"place {r} {s}" for r, s in seen(state)["life"] + seen(state)["death"]}
    assert legal(state) == ALL_PLACES - taken | TURNS | {"turn2 1", "turn2 4"}


def test_15_a_double_turn_is_ninety_degrees_clockwise():
    state = at(options={"variant": "aggressive"}, life=[[3, 7]], death=[[1, 1]])
    after, events = play(state, "turn2 3")
    assert seen(after)["life"] == [[3, 1]]
    assert seen(after)["turned"] == [[3, 2]]
    assert events[0]["segments"] == 2


def test_15_aggressive_has_no_birth_and_no_disintegration():
    options = {"variant": "aggressive"}
    state = at(options=options, life=segment(0, 1, 2, 3), death=[[4, 4]])
    assert seen(play(state, "place 4 0")[0])["birth"] is False
    state = at(options=options, life=[[1, 0]], death=[[1, 1], [2, 0]], turn="death")
    assert seen(play(state, "place 1 7")[0])["life"] == [[1, 0]]


def test_15_placement_and_diagonal_do_nothing_in_aggressive():
    fields = {"life": [[1, 0]], "death": [[2, 1]]}
    plain = at(options={"variant": "aggressive"}, **fields)
    both = {"variant": "aggressive", "placement": "own", "diagonal": True}
    assert legal(at(options=both, **fields)) == legal(plain)


def test_16_the_third_occurrence_draws_the_round():
    state = at(life=[[1, 0]], death=[[2, 0]])
    state, events = play(state, "turn 4", "turn 4", "turn 4")
    assert told(events) == ["turned"] * 3
    state, events = play(state, "turn 4")
    assert told(events) == ["turned", "round_over"]
    assert events[-1]["why"] == "repetition"
    assert seen(state)["results"] == [None]
    assert seen(state)["round"] == 2


def test_16_the_same_circle_with_the_other_player_to_move_is_another_position():
    state = at(life=[[1, 0]], death=[[2, 0]])
    assert seen(play(state, "turn 4", "turn 4", "turn 4")[0])["results"] == []


def test_16_a_placement_begins_a_new_history():
    state = at(life=[[1, 0]], death=[[2, 0]], turned=[[4, 1], [4, 1], [4, 1]])
    state, _ = play(state, "place 1 1")
    assert seen(state)["turned"] == []
    state, _ = play(state, "turn 4", "turn 4", "turn 4")
    assert seen(state)["results"] == []


def test_16_turned_tells_earlier_occurrences():
    state = at(
        life=[[1, 0]], death=[[2, 0]], turn="death", turned=[[4, 1], [3, 1], [4, 1]]
    )
    assert seen(play(state, "turn 3")[0])["results"] == [None]


def test_16_a_whole_turn_of_a_ring_is_the_same_position_again():
    state = at(life=[[1, 0]], death=[[2, 0]])
    state, _ = play(state, *["turn 1"] * 15)
    assert seen(state)["results"] == []
    assert seen(play(state, "turn 1")[0])["results"] == [None]


def test_16_turns_by_two_come_round_in_four():
    state = at(options={"variant": "aggressive"}, life=[[1, 0]], death=[[2, 0]])
    state, _ = play(state, *["turn2 1", "turn2 2"] * 7, "turn2 1")
    assert seen(state)["results"] == []
    assert seen(play(state, "turn2 2")[0])["results"] == [None]


def test_17_the_hundred_and_twentieth_action_draws_the_round():
    state = at(life=[[1, 0]], death=[[2, 0]], actions=118)
    state, _ = play(state, "turn 1")
    assert seen(state)["results"] == []
    state, events = play(state, "turn 1")
    assert seen(state)["results"] == [None]
    assert events[-1]["why"] == "actions"


def test_17_a_goal_on_action_120_wins():
    state = at(life=[[1, 1]], death=segment(0, 2, 3, 4), turn="death", actions=119)
    assert seen(play(state, "place 1 0")[0])["results"][0]["role"] == "death"


def test_17_action_120_gives_no_birth():
    state = at(life=segment(0, 1, 2, 3), death=[[4, 4]], actions=119)
    after, events = play(state, "place 4 0")
    assert seen(after)["results"] == [None]
    assert told(events) == ["placed", "round_over"]


def test_17_a_pass_may_be_action_120():
    state = at(life=segment(0, 1, 2, 3, 4), death=[[4, 4]], birth=True, actions=119)
    after, events = play(state, "pass")
    assert seen(after)["results"] == [None]
    assert told(events) == ["passed", "round_over"]


def test_17_a_goal_ends_the_round_before_any_birth():
    life = [*segment(0, 1, 2, 3), *ring(3, range(1, 8))]
    after, events = play(at(life=life, death=[[4, 4]]), "place 4 0")
    assert told(events) == ["placed", "round_over"]
    assert seen(after)["results"][0]["role"] == "life"
