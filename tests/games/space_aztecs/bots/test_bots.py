"""The opponents: they think with what their seat knows, and each level is stronger."""

from random import Random
from statistics import mean, stdev

import pytest

from cabinet.games.space_aztecs.bots.bots import BOTS, forgotten
from cabinet.tabletop.bots import RandomBot, simulations
from tests.games.space_aztecs.table import RULES, walk

LEVELS = ("easy", "normal", "hard")


def table_of_four(games, budget):
    """The mean points of random, easy, normal and hard, each seat in turn."""
    bots = {"random": RandomBot(), **BOTS}
    names = tuple(bots)
    points = dict.fromkeys(names, 0)
    for number in range(games):
        rng = Random(number)
        state = RULES.new(4, {}, rng)
        seats = [names[(seat + number) % 4] for seat in range(4)]
        while due := RULES.actors(state):
            bot = bots[seats[due[0]]]
            action = bot.choose(RULES, state, due[0], rng, simulations(budget))
            state = RULES.apply(state, due[0], action)
        for name, score in zip(seats, RULES.outcome(state).scores, strict=True):
            points[name] += score
    return {name: total / games for name, total in points.items()}


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_does_not_change_what_its_bot_does(level):
    """The same choice at every position it cannot tell from this one, same dice."""
    bot = BOTS[level]
    for number, state in enumerate(walk(3, {}, 21)):
        if number % 9:
            continue
        for seat in RULES.actors(state):
            other = RULES.imagine(state, seat, Random(number))
            here = bot.choose(RULES, state, seat, Random(1), simulations(20))
            there = bot.choose(RULES, other, seat, Random(1), simulations(20))
            assert here == there


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_dice_make_the_same_choice(level):
    state = RULES.new(4, {}, Random(2))
    (seat,) = RULES.actors(state)
    choices = {
        BOTS[level].choose(RULES, state, seat, Random(7), simulations(40))
        for _ in range(3)
    }
    assert len(choices) == 1


def test_the_easy_one_remembers_only_what_it_holds():
    *_, state, _ = walk(2, {}, 3)
    for seat in range(2):
        known = forgotten(state, seat).held[seat]
        taken = state.taken[seat]
        assert known == (0 if taken < 0 else 1 << taken)
        assert forgotten(state, seat).held[1 - seat] == state.held[1 - seat]


def test_who_thinks_scores_more_than_who_throws_dice():
    points = table_of_four(2, 30)
    assert points["hard"] > points["random"]


def leads(players, weaker, stronger, games):
    """By how many points the stronger one leads in each game.

    Both sit at one table, each seat in turn; whoever else there is plays easy.
    Nothing here depends on the machine.
    """
    bots = {"random": RandomBot(), **BOTS}
    for number in range(games):
        rng = Random(number)
        state = RULES.new(players, {}, rng)
        seat, other = number % players, (number + 1 + number // players) % players
        other = other if other != seat else (seat + 1) % players
        seats = ["easy"] * players
        seats[seat], seats[other] = stronger, weaker
        while due := RULES.actors(state):
            bot = bots[seats[due[0]]]
            action = bot.choose(RULES, state, due[0], rng, simulations(100))
            state = RULES.apply(state, due[0], action)
        scores = RULES.outcome(state).scores
        yield scores[seat] - scores[other]


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("weaker", "stronger", "games"),
    [("random", "easy", 120), ("easy", "normal", 40), ("normal", "hard", 24)],
)
def test_each_level_leads_the_one_before(players, weaker, stronger, games):
    found = list(leads(players, weaker, stronger, games))
    error = stdev(found) / games**0.5
    print(  # noqa: T201
        f"\n{players} seats: {stronger} leads {weaker} by {mean(found):.1f} "
        f"± {error:.1f} points in {games} games"
    )
    assert mean(found) > error
