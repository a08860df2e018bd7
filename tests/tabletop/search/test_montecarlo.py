"""The tree of random games: what it learns, and what it must not know."""

from collections import Counter
from random import Random

import pytest

from cabinet.tabletop.api import CHANCE, Outcome
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.search.montecarlo import (
    MonteCarlo,
    Node,
    Tempo,
    learn,
    rewarded,
)
from tests.support.tiny_games import (
    NIM,
    PENNIES,
    PIG,
    NimState,
    PenniesState,
    PigState,
)


def thinking(game, state, seat=0, budget=10**9, seed=1, tempo=None, insight=None):
    enough = simulations(budget)
    rng = Random(seed)
    return MonteCarlo(game.rules, state, seat, rng, enough, tempo or Tempo(), insight)


def test_every_simulation_is_counted_on_its_way():
    start = NimState("3-4-5", (1, 2, 0), 0)
    thought = thinking(NIM, start)
    for _ in range(50):
        assert thought.simulate()
    assert thought.simulations == thought.tree.visits == 50
    assert sum(child.visits for child in thought.tree.children.values()) == 50
    assert set(thought.tree.children) == set(NIM.rules.legal(start, 0))


def test_every_action_is_tried_before_any_is_tried_again():
    thought = thinking(NIM, NimState("3-4-5", (3, 4, 5), 0))
    for _ in range(12):
        thought.simulate()
    assert {child.visits for child in thought.tree.children.values()} == {1}


def test_dice_fall_in_the_tree_by_their_weights():
    thought = thinking(PIG, PigState(40, (0, 0), 0, 0))
    for _ in range(600):
        thought.simulate()
    roll = thought.tree.children["roll"]
    faces = Counter({face: node.visits for face, node in roll.children.items()})
    assert set(faces) == set(range(1, 7))
    assert min(faces.values()) > 60
    assert all(node.seat == CHANCE for node in roll.children.values())


def test_nobody_answers_a_choice_made_at_the_same_time():
    thought = thinking(PENNIES, PenniesState((1, 1)))
    for _ in range(30):
        thought.simulate()
    assert all(child.seat == 0 for child in thought.tree.children.values())
    assert not any(child.children for child in thought.tree.children.values())


@pytest.mark.parametrize(
    ("winners", "worth"),
    [
        ((0,), [1.0, 0.0, 0.0]),
        ((1,), [0.0, 1.0, 0.0]),
        ((), [0.5, 0.5, 0.5]),
        ((0, 2), [0.5, 0.0, 0.5]),
    ],
)
def test_what_an_ending_is_worth(winners, worth):
    assert rewarded(Outcome(True, winners, (0, 0, 0)), 3) == worth


def test_a_node_keeps_the_mean_of_what_came_through_it():
    tree, node = Node(CHANCE, None), Node(1, "a")
    for value in (1.0, 0.0, 0.5, 1.0):
        learn(tree, [node], [0.0, value])
    assert node.visits == tree.visits == 4
    assert node.mean == pytest.approx(2.5 / 4)
    assert node.doubt == 0.5


class HalfTime:
    """Judges every position of nim by whose turn it is, and stops at once."""

    def worth(self, state):
        return 1_000 if state.turn == 0 else -1_000

    def key(self, state):
        return state

    def settled(self, state, since):
        return True


def test_a_game_that_is_settled_is_judged_by_the_games_insight():
    state = NimState("3-4-5", (3, 4, 5), 1)
    thought = thinking(NIM, state, seat=1, insight=HalfTime())
    assert thought.play_on(state) == [pytest.approx(0.0), pytest.approx(1.0)]


def test_a_game_too_long_without_insight_is_drawn():
    endless = PigState(goal=10**9, scores=(0, 0), turn=0, pot=1)
    assert thinking(PIG, endless, tempo=Tempo(longest=9)).play_on(endless) == [0.5, 0.5]


def test_no_time_is_no_simulation():
    start = NimState("3-4-5", (3, 4, 5), 0)
    thought = thinking(NIM, start, budget=0)
    assert thought.choose(1_000) in NIM.rules.legal(start, 0)
    assert thought.simulations == 0
