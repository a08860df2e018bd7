"""Alpha-beta: everything that can happen, one action deeper each time.

For two seats, without chance and with nothing hidden. Values are for the seat that
is due; a seat may act twice in a row, so a value changes its sign with the seat and
not with the depth. Positions already looked at are in a table, and the actions that
refuted others are tried first.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from random import Random
from typing import Final, Generic

from cabinet.tabletop.api import A, Enough, Rules, S, Seat
from cabinet.tabletop.search.insight import WON, Insight

# Beyond every value.
_INFINITY: Final = 2 * WON
# A value beyond this is a game won or lost, so many actions from here.
_DECIDED: Final = WON - 1_000
_DEEPEST: Final = 60
# Positions looked at between two questions whether it is enough: a power of two.
_PATIENCE: Final = 16
_REMEMBERED: Final = 250_000
# How a value in the table compares with the true one.
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2


class _EnoughError(Exception):
    """The search was interrupted."""


class AlphaBeta(Generic[S, A]):
    """One question: what should the seat that is due at `root` do?

    `nodes` counts the positions looked at and `depth` the last depth that was
    searched completely.
    """

    def __init__(
        self, rules: Rules[S, A], insight: Insight[S], root: S, enough: Enough
    ) -> None:
        self.nodes = 0
        self.depth = 0
        self._rules = rules
        self._insight = insight
        self._root = root
        self._enough = enough
        self._cut_short = False
        self._table: dict[Hashable, tuple[int, int, int, A]] = {}
        self._refuted: defaultdict[A, int] = defaultdict(int)
        self._killers: list[list[A]] = [[] for _ in range(_DEEPEST + 1)]

    def choose(self, deepest: int, rng: Random) -> A:
        """The best action found; among equals the dice decide."""
        (seat,) = self._rules.actors(self._root)
        actions = list(self._rules.legal(self._root, seat))
        rng.shuffle(actions)
        if len(actions) == 1:
            return actions[0]
        for depth in range(1, min(deepest, _DEEPEST) + 1):
            self._cut_short = False
            try:
                value = self._sweep(actions, seat, depth)
            except _EnoughError:
                break
            self.depth = depth
            if not self._cut_short or abs(value) > _DECIDED:
                break
        return actions[0]

    def _sweep(self, actions: list[A], seat: Seat, depth: int) -> int:
        """Look `depth` deep after each action; the best one moves to the front."""
        root, apply = self._root, self._rules.apply
        best = -_INFINITY
        for number, action in enumerate(actions.copy()):
            after = apply(root, seat, action)
            if number > 0:
                value = self._value(after, seat, depth - 1, best, best + 1, 1)
                if value <= best:
                    continue
            value = self._value(after, seat, depth - 1, best, _INFINITY, 1)
            if value > best:
                best = value
                actions.remove(action)
                actions.insert(0, action)
        return best

    def _value(
        self, state: S, seat: Seat, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """What a position is worth to `seat`, as far as it lies within the window."""
        self.nodes += 1
        if self.nodes % _PATIENCE == 0 and self._enough(self.nodes):
            raise _EnoughError
        due = self._rules.actors(state)
        if len(due) == 0:
            return self._ending(state, seat, ply)
        if depth <= 0 or self._insight.settled(state, self._root):
            if depth <= 0:
                self._cut_short = True
            worth = self._insight.worth(state)
            return worth if seat == 0 else -worth
        if due[0] == seat:
            return self._best(state, seat, depth, alpha, beta, ply)
        return -self._best(state, due[0], depth, -beta, -alpha, ply)

    def _ending(self, state: S, seat: Seat, ply: int) -> int:
        winners = self._rules.outcome(state).winners
        if len(winners) != 1:
            return 0
        return WON - ply if winners[0] == seat else ply - WON

    def _best(
        self, state: S, seat: Seat, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The value of the best action of `seat`, who is due."""
        key = self._insight.key(state)
        known = self._table.get(key)
        actions = self._rules.legal(state, seat)
        if known is not None:
            known_depth, bound, value, action = known
            if known_depth >= depth and (
                bound == _EXACT
                or (bound == _AT_LEAST and value >= beta)
                or (bound == _AT_MOST and value <= alpha)
            ):
                return value
            actions = self._ordered(actions, [action], ply)
        elif depth > 1:
            actions = self._ordered(actions, [], ply)
        return self._try_all(state, seat, actions, key, depth, alpha, beta, ply)

    def _try_all(
        self,
        state: S,
        seat: Seat,
        actions: Sequence[A],
        key: Hashable,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Try the actions in order until one is too good to be allowed."""
        apply = self._rules.apply
        best, chosen, floor = -_INFINITY, actions[0], alpha
        for action in actions:
            after = apply(state, seat, action)
            if floor == alpha:
                value = self._value(after, seat, depth - 1, floor, beta, ply + 1)
            else:
                value = self._value(after, seat, depth - 1, floor, floor + 1, ply + 1)
                if floor < value < beta:
                    value = self._value(after, seat, depth - 1, value, beta, ply + 1)
            if value > best:
                best, chosen = value, action
                if value > floor:
                    floor = value
                if value >= beta:
                    self._remember_refutation(action, depth, ply)
                    break
        bound = _EXACT if alpha < best < beta else _AT_MOST
        if best >= beta:
            bound = _AT_LEAST
        if len(self._table) < _REMEMBERED or key in self._table:
            self._table[key] = (depth, bound, best, chosen)
        return best

    def _remember_refutation(self, action: A, depth: int, ply: int) -> None:
        self._refuted[action] += depth * depth
        killers = self._killers[ply]
        if action not in killers:
            killers.insert(0, action)
            del killers[2:]

    def _ordered(self, actions: Sequence[A], known: list[A], ply: int) -> Sequence[A]:
        """Likely refutations first: the known one, siblings', then by experience."""
        ranked = sorted(actions, key=self._refuted.__getitem__, reverse=True)
        for action in (*self._killers[ply][::-1], *known):
            if action in ranked:
                ranked.remove(action)
                ranked.insert(0, action)
        return ranked
