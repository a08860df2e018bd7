"""Monte Carlo: a tree of what worked in random games (UCT).

A node is a sequence of actions, and its value is for who played the last of them, so
any number of seats can be in it. Fortune's actions are thrown by their weights.
Where the rules hide something (`imagine`), every simulation begins with a position
imagined from what the seat knows, so legal actions differ from one to the next and
an action is compared with others as often as it could have been chosen. Where several
seats choose at once nobody may answer what the others chose, so the tree does not
grow past such a choice.
"""

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final, Generic

from cabinet.tabletop.api import (
    CHANCE,
    A,
    Enough,
    Outcome,
    Rules,
    S,
    Seat,
    abilities,
)
from cabinet.tabletop.census import throw
from cabinet.tabletop.search.insight import Insight

# How many actions a playout takes between two looks at the limit.
BREATH: Final = 16


class Node(Generic[S, A]):
    """What is known of a sequence of actions; `seat` played `action`, the last.

    `mean` is what the games that came through here were worth to it, and `doubt`
    shrinks with their number. `state` is where it leads, when that is always the
    same. `chances` counts how often the action could have been played.
    """

    __slots__ = (
        "action",
        "chances",
        "children",
        "doubt",
        "due",
        "mean",
        "seat",
        "state",
        "untried",
        "visits",
    )

    def __init__(self, seat: Seat, action: A | None) -> None:
        self.seat = seat
        self.action = action
        self.visits = 0
        self.mean = 0.0
        self.doubt = 1.0
        self.chances = 0
        self.children: dict[A, Node[S, A]] = {}
        self.state: S | None = None
        self.due: tuple[Seat, ...] = ()
        self.untried: list[A] | None = None


class Tempo:
    """How a search goes about it.

    A playout of `longest` actions that has not ended is judged by the game's
    insight, whose unit is `unit`, or counts as drawn where the game has none.
    """

    def __init__(
        self, longest: int = 400, curiosity: float = 0.7, unit: float = 1.0
    ) -> None:
        self.longest = longest
        self.curiosity = curiosity
        self.unit = unit


class MonteCarlo(Generic[S, A]):
    """One question: what should `seat` do at `root`?"""

    def __init__(
        self,
        rules: Rules[S, A],
        root: S,
        seat: Seat,
        rng: Random,
        enough: Enough,
        tempo: Tempo,
        insight: Insight[S] | None = None,
    ) -> None:
        self.simulations = 0
        self.tree: Node[S, A] = Node(CHANCE, None)
        self._rules = rules
        self._root = root
        self._seat = seat
        self._rng = rng
        self._enough = enough
        self._tempo = tempo
        self._insight = insight
        able = abilities(rules)
        self._imagine = able.imagine
        self._play_randomly = able.play_randomly
        self._open = self._imagine is None
        self._players = rules.players(root)
        if self._open:
            self.tree.state = root
            self.tree.due = rules.actors(root)

    def choose(self, most: int) -> A:
        """The action tried most, after as many simulations as there is time for."""
        legal = self._rules.legal(self._root, self._seat)
        if len(legal) == 1:
            return legal[0]
        if self._open:
            for action in legal:
                if self._wins_at_once(action):
                    return action
                if self._enough(0):
                    break
        while self.simulations < most and not self._enough(self.simulations):
            if not self.simulate():
                break
        return self._favourite(legal)

    def _wins_at_once(self, action: A) -> bool:
        after = self._rules.apply(self._root, self._seat, action)
        if self._rules.actors(after):
            return False
        return self._rules.outcome(after).winners == (self._seat,)

    def _favourite(self, legal: Sequence[A]) -> A:
        most, chosen = 0, legal[int(self._rng.random() * len(legal))]
        for action, node in self.tree.children.items():
            if node.visits > most:
                most, chosen = node.visits, action
        return chosen

    def simulate(self) -> bool:
        """Go down the tree, play on at random, learn; False if time ran out."""
        path: list[Node[S, A]] = []
        if self._open:
            reached = self._descend_open(path)
        else:
            reached = self._descend_imagining(path)
        rewards = self.play_on(reached)
        if len(rewards) == 0:
            return False
        self.simulations += 1
        learn(self.tree, path, rewards)
        return True

    def _descend_open(self, path: list[Node[S, A]]) -> S:
        """Follow the best known actions to the first untried one, or to the end."""
        node, seat, grown = self.tree, self._seat, False
        alone = len(node.due) == 1
        while node.due and not grown:
            state = node.state
            assert state is not None
            if seat == CHANCE:
                action = throw(self._rules, state, self._rng)
            else:
                if node.untried is None:
                    node.untried = list(self._rules.legal(state, seat))
                grown = len(node.untried) > 0
                action = (
                    self._take(node.untried) if grown else self._most_promising(node)
                )
            child = node.children.get(action)
            if child is None:
                child = Node(seat, action)
                child.state = self._rules.apply(state, seat, action)
                child.due = self._rules.actors(child.state)
                node.children[action] = child
            path.append(child)
            node = child
            if not alone or len(node.due) != 1:
                break
            seat = node.due[0]
        assert node.state is not None
        return node.state

    def _take(self, untried: list[A]) -> A:
        """One of the untried actions, which is now tried."""
        index = int(self._rng.random() * len(untried))
        action = untried[index]
        untried[index] = untried[-1]
        untried.pop()
        return action

    def _most_promising(self, node: Node[S, A]) -> A:
        spread = self._tempo.curiosity * sqrt(log(node.visits + 1))
        best, chosen = -1.0, node.action
        for child in node.children.values():
            promise = child.mean + spread * child.doubt
            if promise > best:
                best, chosen = promise, child.action
        assert chosen is not None
        return chosen

    def _descend_imagining(self, path: list[Node[S, A]]) -> S:
        """The same through a position imagined anew."""
        assert self._imagine is not None
        state = self._imagine(self._root, self._seat, self._rng)
        node, seat, grown = self.tree, self._seat, False
        due = self._rules.actors(state)
        alone = len(due) == 1
        while len(due) > 0 and not grown:
            if seat == CHANCE:
                action = throw(self._rules, state, self._rng)
            else:
                legal = self._rules.legal(state, seat)
                untried = [each for each in legal if each not in node.children]
                grown = len(untried) > 0
                action = self._take(untried) if grown else self._likeliest(node, legal)
            state = self._rules.apply(state, seat, action)
            child = node.children.get(action)
            if child is None:
                child = Node(seat, action)
                node.children[action] = child
            path.append(child)
            node = child
            due = self._rules.actors(state)
            if not alone or len(due) != 1:
                break
            seat = due[0]
        return state

    def _likeliest(self, node: Node[S, A], legal: Sequence[A]) -> A:
        best, chosen = -1.0, legal[0]
        for action in legal:
            child = node.children[action]
            child.chances += 1
            spread = self._tempo.curiosity * sqrt(log(child.chances + 1))
            promise = child.mean + spread * child.doubt
            if promise > best:
                best, chosen = promise, action
        return chosen

    def play_on(self, state: S) -> list[float]:
        """What a random game from here is worth to each seat; [] if time is up."""
        if self._play_randomly is not None:
            return self._play_swiftly(self._play_randomly, state)
        rules, draw = self._rules, self._rng.random
        actors, legal, apply = rules.actors, rules.legal, rules.apply
        insight, root = self._insight, self._root
        for step in range(self._tempo.longest):
            due = actors(state)
            if len(due) == 0:
                return rewarded(rules.outcome(state), self._players)
            if insight is not None and insight.settled(state, root):
                break
            if step % BREATH == BREATH - 1 and self._enough(self.simulations):
                return []
            seat = due[0] if len(due) == 1 else due[int(draw() * len(due))]
            if seat == CHANCE:
                action = throw(rules, state, self._rng)
            else:
                actions = legal(state, seat)
                action = actions[int(draw() * len(actions))]
            state = apply(state, seat, action)
        return self._judged(state)

    def _play_swiftly(
        self, play_randomly: Callable[[S, Random, int], tuple[S, int]], state: S
    ) -> list[float]:
        """The same by rules that play at random themselves."""
        insight, left = self._insight, self._tempo.longest
        while left > 0:
            if len(self._rules.actors(state)) == 0:
                return rewarded(self._rules.outcome(state), self._players)
            if insight is not None and insight.settled(state, self._root):
                break
            state, played = play_randomly(state, self._rng, left)
            left -= played
        return self._judged(state)

    def _judged(self, state: S) -> list[float]:
        """A game that was not played to its end."""
        if self._insight is None:
            return [0.5] * self._players
        high = min(max(self._insight.worth(state) / self._tempo.unit, -50.0), 50.0)
        chance = 1.0 / (1.0 + exp(-high))
        return [chance, 1.0 - chance]


def rewarded(outcome: Outcome, players: int) -> list[float]:
    """A victory, shared equally, or half of one for everybody when it is drawn."""
    winners = outcome.winners
    if len(winners) == 0:
        return [0.5] * players
    rewards = [0.0] * players
    for seat in winners:
        rewards[seat] = 1.0 / len(winners)
    return rewards


def learn(tree: Node[S, A], path: list[Node[S, A]], rewards: list[float]) -> None:
    """Enter what a game was worth into every node it came through."""
    tree.visits += 1
    for node in path:
        node.visits += 1
        if node.seat != CHANCE:
            node.mean += (rewards[node.seat] - node.mean) / node.visits
            node.doubt = 1.0 / sqrt(node.visits)
