from itertools import count
from random import Random

import pytest

from cabinet.tabletop.api import CHANCE, Outcome
from cabinet.tabletop.bots import (
    BREATH,
    MonteCarloBot,
    RandomBot,
    _learn,
    _Node,
    house_bots,
    simulations,
    until,
)
from cabinet.tabletop.match import Match
from tests.support.tiny_games import (
    NIM,
    PENNIES,
    PIG,
    NimState,
    PenniesState,
    Pig,
    PigState,
)

HOUSE = house_bots()
EVERY_BOT = {**HOUSE, "random": RandomBot()}


def chosen(game, state, bot, seat=0, budget=200, seed=1):
    return bot.choose(game.rules, state, seat, Random(seed), simulations(budget))


def share(game, bot, other, matches, budget=300):
    """The part of the matches that `bot` wins from `other`; a draw is a half."""
    points = 0.0
    for number in range(matches):
        match, rng, mine = Match(game, 2, {}, number), Random(number), number % 2
        while not match.over:
            (seat,) = match.actors
            player = bot if seat == mine else other
            enough = simulations(budget)
            action = player.choose(game.rules, match.state, seat, rng, enough)
            match.play(game.rules.write_action(match.state, action))
        winners = match.outcome().winners
        points += (mine in winners) / len(winners) if winners else 0.5
    return points / matches


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

    def apply(self, state, seat, action, story=None):
        self.steps += 1
        return super().apply(state, seat, action, story)


def test_the_clock_is_looked_at_within_a_playout():
    looks = count()
    rules = CountedPig()
    endless = PigState(goal=10**9, scores=(0, 0), turn=0, pot=1)
    bot = MonteCarloBot(longest=5_000)
    limit = until(20, lambda: next(looks))
    assert bot.choose(rules, endless, 0, Random(1), limit) in ("roll", "hold")
    assert rules.steps < 20 * (BREATH + 1)


def test_nobody_answers_a_choice_made_at_the_same_time():
    both_due, root, rng = PenniesState((1, 1)), _Node(CHANCE), Random(1)
    for _ in range(30):
        path, _ = MonteCarloBot()._descend(PENNIES.rules, both_due, 0, root, rng)
        _learn(root, path, Outcome(True, (0,), (2, 1)))
        assert [node.seat for node in path] == [0]


def test_a_playout_that_does_not_end_counts_as_drawn():
    endless = PigState(goal=10**9, scores=(0, 0), turn=0, pot=1)
    bot = MonteCarloBot(most=4, longest=50)
    assert chosen(PIG, endless, bot) in ("roll", "hold")


@pytest.mark.parametrize(
    ("winners", "value"), [((0,), 1.0), ((1,), 0.0), ((), 0.5), ((0, 1), 0.5)]
)
def test_what_an_ending_is_worth_to_who_played(winners, value):
    node = _Node(seat=0)
    _learn(_Node(CHANCE), [node], Outcome(True, winners, (0, 0)))
    assert (node.visits, node.value) == (1, value)


def test_limits():
    assert [simulations(2)(n) for n in (0, 1, 2, 3)] == [False, False, True, True]
    assert until(5.0, lambda: 5.0)(0)
    assert not until(5.0, lambda: 4.9)(10**9)
