"""Bots against each other, over whole matches, each seat as often as the other."""

from random import Random

from cabinet.tabletop.bots import simulations


def winners_of(game, bots, seed, budget):
    """Who wins a match between `bots`, one a seat, with so much thought an action."""
    rules, rng = game.rules, Random(seed)
    state = rules.new(len(bots), {}, rng)
    while due := rules.actors(state):
        enough = simulations(budget)
        action = bots[due[0]].choose(rules, state, due[0], rng, enough)
        state = rules.apply(state, due[0], action)
    return rules.outcome(state).winners


def share(game, bot, other, matches, budget=300):
    """The part of the matches that `bot` wins from `other`; a draw is a half."""
    points = 0.0
    for number in range(matches):
        mine = number % 2
        bots = (bot, other) if mine == 0 else (other, bot)
        winners = winners_of(game, bots, number, budget)
        points += (mine in winners) / len(winners) if winners else 0.5
    return points / matches
