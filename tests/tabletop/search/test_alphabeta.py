"""Alpha-beta finds what looking at everything finds, and looks at less."""

from functools import cache
from itertools import product
from random import Random

import pytest

from cabinet.tabletop.bots import simulations, until
from cabinet.tabletop.search.alphabeta import AlphaBeta
from cabinet.tabletop.search.insight import WON
from tests.support.tiny_games import NIM, NimState

RULES = NIM.rules
EVERY_NIM = [
    NimState("3-4-5", heaps, turn)
    for heaps in product(range(3), range(4), range(3))
    for turn in (0, 1)
    if any(heaps)
]


class Blind:
    """Sees no difference between positions that are not over."""

    def worth(self, state):
        return 0

    def key(self, state):
        return state

    def settled(self, state, since):
        return False


class Stones(Blind):
    """Likes many stones when seat 0 is due, for the sake of a preference."""

    def worth(self, state):
        return sum(state.heaps) * (1 if state.turn == 0 else -1)


@cache
def wins(state):
    """Whether the seat to move can win, by looking at everything."""
    return any(
        not wins(RULES.apply(state, state.turn, action))
        for action in RULES.legal(state, state.turn)
    )


def search(state, budget=10**9, insight=None):
    return AlphaBeta(RULES, insight or Blind(), state, simulations(budget))


@pytest.mark.parametrize("state", EVERY_NIM, ids=str)
def test_a_win_is_found_wherever_there_is_one(state):
    action = search(state).choose(99, Random(1))
    after = RULES.apply(state, state.turn, action)
    assert wins(after) != wins(state) or not wins(state)


def plain_value(state, seat, depth, insight, ply=1):
    """The same value by looking at everything, without cuts or memory."""
    if not RULES.actors(state):
        won = RULES.outcome(state).winners == (seat,)
        return WON - ply if won else ply - WON
    if depth == 0:
        worth = insight.worth(state)
        return worth if seat == 0 else -worth
    best = max(
        plain_value(after, state.turn, depth - 1, insight, ply + 1)
        for after in following(state).values()
    )
    return best if state.turn == seat else -best


def following(state):
    return {
        action: RULES.apply(state, state.turn, action)
        for action in RULES.legal(state, state.turn)
    }


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_chooses_what_the_judgement_of_the_game_likes_best(depth):
    insight = Stones()
    for state in EVERY_NIM:
        values = {
            action: plain_value(after, state.turn, depth - 1, insight)
            for action, after in following(state).items()
        }
        chosen = search(state, insight=insight).choose(depth, Random(3))
        best = max(values.values())
        assert values[chosen] == best or values[chosen] > WON - 10


def test_the_quickest_win_is_taken():
    for seed in range(5):
        assert search(NimState("3-4-5", (0, 4, 0), 1)).choose(9, Random(seed)) == (4, 1)


def test_a_position_that_is_settled_is_not_looked_beyond():
    class Settled(Blind):
        def settled(self, state, since):
            return True

    looking = search(NimState("3-4-5", (3, 4, 5), 0), insight=Settled())
    looking.choose(99, Random(1))
    assert looking.depth == 2
    assert looking.nodes <= 2 * 2 * 12


def test_it_stops_deepening_when_it_has_seen_everything():
    looking = search(NimState("3-4-5", (1, 1, 0), 0))
    looking.choose(99, Random(1))
    assert looking.depth < 4


def test_positions_are_looked_at_once():
    class Forgetful(Blind):
        def key(self, state):
            return object()

    start = NimState("3-4-5", (2, 3, 3), 0)
    with_memory, without = search(start), search(start, insight=Forgetful())
    with_memory.choose(6, Random(1))
    without.choose(6, Random(1))
    assert with_memory.nodes < without.nodes


@pytest.mark.parametrize("budget", [0, 1, 17, 100])
def test_a_budget_in_positions_is_kept_and_gives_the_same_choice(budget):
    start = NimState("3-4-5", (3, 4, 5), 0)
    first, again = search(start, budget), search(start, budget)
    choice = first.choose(99, Random(7))
    assert choice in RULES.legal(start, 0)
    assert choice == again.choose(99, Random(7))
    assert first.nodes == again.nodes < budget + 32


def test_the_clock_is_looked_at_often():
    now = iter(range(10**6))
    looking = AlphaBeta(
        RULES,
        Blind(),
        NimState("3-4-5", (3, 4, 5), 0),
        until(10, lambda: float(next(now))),
    )
    looking.choose(99, Random(1))
    assert looking.nodes <= 11 * 16
