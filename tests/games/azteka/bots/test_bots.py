"""The levels of Azteka: each beats the one below, over whole matches of two rounds."""

from itertools import pairwise
from random import Random

import pytest

from cabinet.games.azteka import GAME
from cabinet.games.azteka.bots.insight import AztekaInsight
from cabinet.games.azteka.rules.position import DEATH, LIFE, RESULT_ROLE, State
from cabinet.tabletop.bots import RandomBot, simulations
from tests.support.tournament import share

BOTS = {"random": RandomBot(), **GAME.bots}
LADDER = [(better, worse) for worse, better in pairwise(BOTS)]
# Positions that may be thought about for an action.
THOUGHT = 2_000
MUCH_THOUGHT = 20_000


@pytest.mark.parametrize(("better", "worse"), LADDER[:2])
def test_each_level_beats_the_one_below(better, worse):
    assert share(GAME, BOTS[better], BOTS[worse], 12, THOUGHT) >= 0.65


def test_the_best_level_beats_the_one_below():
    assert share(GAME, BOTS["hard"], BOTS["normal"], 6, THOUGHT) >= 0.65


@pytest.mark.soak
@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_each_level_wins_two_thirds_of_200_matches(better, worse):
    assert share(GAME, BOTS[better], BOTS[worse], 200, MUCH_THOUGHT) >= 0.65


def position(life, death, round_number=1, results=(), mover=LIFE):
    return State(0, round_number, mover, life, death, 0, False, 8, (), results)


def worth(*arguments, **named):
    return AztekaInsight().worth(position(*arguments, **named))


def test_a_role_that_has_come_further_is_worth_more():
    assert worth(0x00000103, 0) > worth(0x00000101, 0)
    assert worth(0x00000103, 0x0101) < worth(0x00000103, 0)


def test_the_same_circle_is_as_good_for_the_other_seat_in_round_2():
    assert worth(0x0103, 0x10) == -worth(0x0103, 0x10, 2, (-1,))


def test_a_round_won_with_fewer_pawns_is_worth_more():
    few, many = DEATH * RESULT_ROLE + 5, DEATH * RESULT_ROLE + 9
    assert worth(0, 0, 2, (few,)) < worth(0, 0, 2, (many,)) < 0
    assert worth(0, 0, 2, (LIFE * RESULT_ROLE + 9,)) > 0


def test_who_needs_too_many_pawns_in_round_2_has_lost_hope():
    five = (DEATH * RESULT_ROLE + 5,)
    hopeful = worth(0x0103, 0b1111 << 16, 2, five)
    hopeless = worth(0x0103, 0b11111 << 16, 2, five)
    assert hopeless < hopeful - 1_000


def test_a_birth_is_another_position():
    insight = AztekaInsight()
    one = position(0x01010101, 0)
    other = State(0, 1, LIFE, 0x01010101, 0, 0, True, 8, (), ())
    assert insight.key(one) != insight.key(other)


@pytest.mark.parametrize("level", GAME.bots)
@pytest.mark.parametrize("players", [2, 3])
def test_every_level_plays_every_variant_through(level, players):
    rules, rng = GAME.rules, Random(5)
    state = rules.new(players, {}, rng)
    for _ in range(12):
        (seat,) = rules.actors(state)
        action = GAME.bots[level].choose(rules, state, seat, rng, simulations(40))
        assert action in rules.legal(state, seat)
        state = rules.apply(state, seat, action)


def wins_in_one(state):
    """The actions with which whoever is due wins at once."""
    rules, (seat,) = GAME.rules, GAME.rules.actors(state)
    return {
        action
        for action in rules.legal(state, seat)
        if seat in rules.outcome(rules.apply(state, seat, action)).winners
    }


def test_at_a_table_of_three_normal_and_hard_miss_no_win_and_no_block_of_one_action():
    rules, wins, blocks = GAME.rules, 0, 0
    for seed in range(12):
        rng = Random(seed)
        state = rules.new(3, {}, rng)
        while due := rules.actors(state):
            legal, winning = rules.legal(state, due[0]), wins_in_one(state)
            after = {a: rules.apply(state, due[0], a) for a in legal}
            letting = {
                a for a, s in after.items() if rules.actors(s) and wins_in_one(s)
            }
            letting |= {a for a, s in after.items() if not rules.actors(s)} - winning
            blocking = set(legal) - letting
            if winning or (letting and blocking):
                for level in ("normal", "hard"):
                    bot, mind = GAME.bots[level], Random(seed)
                    chosen = bot.choose(rules, state, due[0], mind, simulations(20))
                    assert chosen in (winning or blocking)
                wins, blocks = wins + bool(winning), blocks + bool(blocking)
            state = rules.apply(state, due[0], rng.choice(sorted(blocking or legal)))
    assert wins >= 10
    assert blocks >= 20
