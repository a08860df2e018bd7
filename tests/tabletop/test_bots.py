from itertools import count
from random import Random

import pytest

from cabinet.tabletop.bots import (
    AlphaBetaBot,
    MonteCarloBot,
    RandomBot,
    house_bots,
    simulations,
    until,
)
from cabinet.tabletop.search.montecarlo import BREATH
from tests.support.tiny_games import (
    NIM,
    PENNIES,
    PIG,
    NimState,
    PenniesState,
    Pig,
    PigState,
)
from tests.support.tournament import share

HOUSE = house_bots()
EVERY_BOT = {**HOUSE, "random": RandomBot()}


def chosen(game, state, bot, seat=0, budget=200, seed=1):
    return bot.choose(game.rules, state, seat, Random(seed), simulations(budget))


@pytest.mark.parametrize(
    ("better", "worse", "matches"),
    [("easy", "random", 60), ("normal", "easy", 40), ("hard", "normal", 20)],
)
def test_each_level_beats_the_one_below(better, worse, matches):
    assert share(NIM, EVERY_BOT[better], EVERY_BOT[worse], matches) >= 0.65


@pytest.mark.parametrize("level", HOUSE)
def test_a_win_within_reach_is_taken(level):
    winning = NimState("3-4-5", (0, 4, 0), 1)
    for seed in range(10):
        assert chosen(NIM, winning, EVERY_BOT[level], seat=1, seed=seed) == (4, 1)


def test_monte_carlo_leaves_no_win_to_the_other():
    lost_unless_halved = NimState("3-4-5", (0, 1, 3), 0)
    assert chosen(NIM, lost_unless_halved, MonteCarloBot()) == (2, 2)


def test_monte_carlo_banks_a_pot_that_wins():
    assert chosen(PIG, PigState(20, (14, 18), 0, 6), MonteCarloBot()) == "hold"


def test_monte_carlo_does_not_roll_a_large_pot_again():
    assert chosen(PIG, PigState(40, (15, 15), 0, 22), MonteCarloBot(), budget=800) == (
        "hold"
    )


def test_monte_carlo_does_not_peek_at_a_secret_choice():
    shown = {
        chosen(PENNIES, PenniesState((1, 1), ("heads", None)), HOUSE["hard"], 1, 60, s)
        for s in range(12)
    }
    hidden = {
        chosen(PENNIES, PenniesState((1, 1), ("tails", None)), HOUSE["hard"], 1, 60, s)
        for s in range(12)
    }
    assert shown == hidden == {"heads", "tails"}


def test_what_a_bot_cannot_know_does_not_change_its_choice():
    for seed in range(12):
        choices = {
            chosen(
                PENNIES, PenniesState((0, 1), (side, None)), HOUSE["hard"], 1, 40, seed
            )
            for side in ("heads", "tails")
        }
        assert len(choices) == 1


@pytest.mark.parametrize("game", [NIM, PIG, PENNIES], ids=lambda g: g.rules.name)
@pytest.mark.parametrize("name", EVERY_BOT)
def test_the_same_dice_and_budget_are_the_same_choice(game, name):
    state = game.rules.new(2, {}, Random(0))
    first = chosen(game, state, EVERY_BOT[name], seed=5)
    assert chosen(game, state, EVERY_BOT[name], seed=5) == first
    assert first in game.rules.legal(state, 0)


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_without_time_still_plays(name):
    state = NIM.rules.new(2, {}, Random(0))
    assert chosen(NIM, state, EVERY_BOT[name], budget=0) in NIM.rules.legal(state, 0)


class CountedPig(Pig):
    """Pig that counts every step anybody thinks about."""

    steps = 0

    def apply(self, state, seat, action, events=None):
        self.steps += 1
        return super().apply(state, seat, action, events)


def test_the_clock_is_looked_at_within_a_playout():
    looks = count()
    rules = CountedPig()
    endless = PigState(goal=10**9, scores=(0, 0), turn=0, pot=1)
    bot = MonteCarloBot(longest=5_000)
    limit = until(20, lambda: next(looks))
    assert bot.choose(rules, endless, 0, Random(1), limit) in ("roll", "hold")
    assert rules.steps < 20 * (BREATH + 1)


def test_a_playout_that_does_not_end_counts_as_drawn():
    endless = PigState(goal=10**9, scores=(0, 0), turn=0, pot=1)
    bot = MonteCarloBot(most=4, longest=50)
    assert chosen(PIG, endless, bot) in ("roll", "hold")


class NimInsight:
    def worth(self, state):
        return 0

    def key(self, state):
        return state

    def settled(self, state, since):
        return False


def test_a_bot_for_two_leaves_games_of_more_to_another():
    three = PIG.rules.new(3, {}, Random(0))
    bot = AlphaBetaBot(NimInsight(), otherwise=MonteCarloBot(most=5))
    assert chosen(PIG, three, bot) == "roll"


def test_a_bot_that_always_slips_plays_anything():
    winning = NimState("3-4-5", (0, 4, 0), 0)
    bot = AlphaBetaBot(NimInsight(), slips=1.0)
    assert len({chosen(NIM, winning, bot, seed=seed) for seed in range(40)}) == 4


def test_a_bot_that_never_slips_sees_the_end():
    bot = AlphaBetaBot(NimInsight())
    for seed in range(10):
        lost_unless_halved = NimState("3-4-5", (0, 1, 3), 0)
        assert chosen(NIM, lost_unless_halved, bot, 0, 5_000, seed) == (2, 2)


def test_limits():
    assert [simulations(2)(n) for n in (0, 1, 2, 3)] == [False, False, True, True]
    assert until(5.0, lambda: 5.0)(0)
    assert not until(5.0, lambda: 4.9)(10**9)
