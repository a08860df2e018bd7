"""Opponents that play any game, knowing nothing but its rules.

A bot is its own dice and a limit: the same position, generator and number of
simulations give the same choice. Where the rules hide something (`Secretive`),
Monte Carlo thinks about positions imagined from what its seat knows; where they
do not say so, it takes the position as open to all, which for a game that hides
something without `imagine` would be peeking.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, Final, Generic

from cabinet.tabletop.api import (
    CHANCE,
    A,
    Bot,
    Enough,
    Outcome,
    Rules,
    S,
    Seat,
    Secretive,
)
from cabinet.tabletop.census import throw

# How many actions a playout takes between two looks at the limit.
BREATH: Final = 16
# More simulations than this change no choice and only fill the memory.
MOST: Final = 200_000


def simulations(most: int) -> Enough:
    """Stop after so many simulations: the same choice on every machine."""
    return lambda simulations: simulations >= most


def until(deadline: float, clock: Callable[[], float]) -> Enough:
    """Stop when the clock reaches the deadline."""
    return lambda _: clock() >= deadline


class RandomBot:
    """Plays any legal action."""

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """One of the legal actions, all equally likely."""
        return rng.choice(rules.legal(state, seat))


@dataclass(slots=True)
class _Node(Generic[A]):
    """What is known of a sequence of actions; `value` is for who played the last."""

    seat: Seat
    visits: int = 0
    value: float = 0.0
    children: dict[A, "_Node[A]"] = field(default_factory=dict)

    def best(self, legal: Sequence[A], curiosity: float) -> A:
        spread = curiosity * sqrt(log(self.visits + 1))
        children = self.children

        def promise(action: A) -> float:
            child = children[action]
            return child.value / child.visits + spread / sqrt(child.visits)

        return max(legal, key=promise)


@dataclass(frozen=True, slots=True)
class MonteCarloBot:
    """Grows a tree of what worked in random games (UCT).

    A playout of `longest` actions that has not ended counts as drawn. Where
    several seats choose at once nobody may answer what the others chose, so the
    tree does not grow past such a choice.
    """

    most: int = MOST
    longest: int = 400
    curiosity: float = 0.7

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """The action tried most, after as many simulations as there is time for."""
        legal = rules.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        if wins := _winning(rules, state, seat, legal, enough):
            return wins[0]
        root: _Node[A] = _Node(CHANCE)
        done = 0
        while done < self.most and not enough(done):
            imagined = _imagined(rules, state, seat, rng)
            path, reached = self._descend(rules, imagined, seat, root, rng)
            outcome = _play_on(rules, reached, self.longest, rng, enough, done)
            if outcome is None:
                break
            _learn(root, path, outcome)
            done += 1
        if not root.children:
            return rng.choice(legal)
        return max(root.children, key=lambda action: root.children[action].visits)

    def _descend(
        self,
        rules: Rules[S, A],
        state: S,
        seat: Seat,
        node: _Node[A],
        rng: Random,
    ) -> tuple[list[_Node[A]], S]:
        """Follow the best known actions to the first untried one."""
        path: list[_Node[A]] = []
        due: tuple[Seat, ...] = rules.actors(state)
        actor, alone = seat, len(due) == 1
        while due:
            if actor == CHANCE:
                action, untried = throw(rules, state, rng), False
            else:
                action, untried = self._select(node, rules.legal(state, actor), rng)
            state = rules.apply(state, actor, action)
            node = node.children.setdefault(action, _Node(actor))
            path.append(node)
            due = rules.actors(state)
            if untried or not alone or len(due) != 1:
                break
            actor = due[0]
        return path, state

    def _select(
        self, node: _Node[A], legal: Sequence[A], rng: Random
    ) -> tuple[A, bool]:
        untried = [action for action in legal if action not in node.children]
        if untried:
            return untried[int(rng.random() * len(untried))], True
        return node.best(legal, self.curiosity), False


def house_bots() -> Mapping[str, Bot[Any, Any]]:
    """The three levels any game has without writing a bot of its own."""
    return {
        "easy": MonteCarloBot(most=10),
        "normal": MonteCarloBot(most=48),
        "hard": MonteCarloBot(),
    }


def _winning(
    rules: Rules[S, A], state: S, seat: Seat, legal: Sequence[A], enough: Enough
) -> list[A]:
    """The first action that wins at once, if one does and nothing is hidden."""
    if isinstance(rules, Secretive):
        return []
    for action in legal:
        after = rules.apply(state, seat, action)
        if not rules.actors(after) and rules.outcome(after).winners == (seat,):
            return [action]
        if enough(0):
            break
    return []


def _imagined(rules: Rules[S, A], state: S, seat: Seat, rng: Random) -> S:
    if isinstance(rules, Secretive):
        imagined: S = rules.imagine(state, seat, rng)
        return imagined
    return state


def _play_on(
    rules: Rules[S, A],
    state: S,
    longest: int,
    rng: Random,
    enough: Enough,
    done: int,
) -> Outcome | None:
    """How a random game from here ends: drawn if too long, None if time is up."""
    actors, legal, apply, draw = rules.actors, rules.legal, rules.apply, rng.random
    for step in range(longest):
        due = actors(state)
        if not due:
            return rules.outcome(state)
        if step % BREATH == BREATH - 1 and enough(done):
            return None
        seat = due[0] if len(due) == 1 else due[int(draw() * len(due))]
        if seat == CHANCE:
            action = throw(rules, state, rng)
        else:
            actions = legal(state, seat)
            action = actions[int(draw() * len(actions))]
        state = apply(state, seat, action)
    return Outcome(over=False, winners=(), scores=())


def _learn(root: _Node[A], path: list[_Node[A]], outcome: Outcome) -> None:
    winners = outcome.winners
    root.visits += 1
    for node in path:
        node.visits += 1
        if not winners:
            node.value += 0.5
        elif node.seat in winners:
            node.value += 1 / len(winners)
