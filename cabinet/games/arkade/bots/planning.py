"""The best way to spend the dice as they lie, and whether to roll them again.

With re-rolls left all throws are planned for, and the average over them, exact, says
which dice to pick up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from cabinet.games.arkade.bots import insight
from cabinet.games.arkade.bots.bits import Lane, danger, lane_of
from cabinet.games.arkade.bots.gunnery import KEPT, Gunnery
from cabinet.games.arkade.bots.insight import Rerolled, Values
from cabinet.games.arkade.bots.raid import STAY, TILE, Raid
from cabinet.games.arkade.rules import actions
from cabinet.games.arkade.rules.board import BIT
from cabinet.games.arkade.rules.box import COLORS, COLUMNS
from cabinet.games.arkade.rules.menus import menu
from cabinet.games.arkade.rules.position import ALIEN, NOBODY, State
from cabinet.tabletop.api import Enough

if TYPE_CHECKING:
    from mypy_extensions import i64

Apply = Callable[[State, int, int], State]
_ENDS: Final = (actions.END, actions.DEFENDER_END)
_ROLLS: Final = (actions.ROLL, actions.DEFENDER_ROLL)
_REROLLS: Final = (actions.REROLL, actions.DEFENDER_REROLL)
# How many of the plans that look best are looked at more closely.
CLOSELY: Final = 10


class Plan(NamedTuple):
    """What a turn is worth to who plays it, and its first action (STAY: stop)."""

    worth: float
    action: int


class Planner:
    """Plans for one seat in one position. `deep` plans also see the other's answer."""

    def __init__(
        self, apply: Apply, state: State, seat: int, *, deep: bool, enough: Enough
    ) -> None:
        self._apply = apply
        self._state = state
        self._seat = seat
        self._enough = enough
        self._deep = deep and not enough(0)
        self._looks = 0
        self._lane = lane_of(state)
        woken: i64 = 0
        for cell in state.bonus:
            woken |= BIT[cell]
        self._woken = woken
        self._raid = Raid(self._lane, 1.0 if self._deep else 0.0, collect=self._deep)
        self._gunnery = Gunnery(state, deep=self._deep, enough=enough)
        if self._deep and seat != ALIEN and state.setup.arcade:
            self._gunnery.hurry()

    def choose(self) -> int:
        """The action to play: an answer, a throw, a step of the plan, or the end."""
        state, seat = self._state, self._seat
        if state.pending is not None:
            return self._answer()
        legal = menu(state, seat)
        rolls = state.rolls(seat)
        one, two = state.dice(seat)
        if rolls == 0 or (state.setup.arcade and one < 0 and two < 0):
            return _ROLLS[seat]
        plan = self.plan(one, two)
        if self._gunnery.late:
            self._gunnery = Gunnery(state, deep=False, enough=self._enough)
            plan = self.plan(one, two)
        again = _REROLLS[seat] in legal
        if again and self._deep:
            worth, which = self._best_reroll(one, two, state.setup.rolls - rolls - 1)
            if worth > plan.worth + 1e-9:
                return _REROLLS[seat] + which
        if plan.action != STAY:
            return plan.action
        if state.setup.arcade:
            return _ROLLS[seat]
        if again and not self._deep:
            return _REROLLS[seat] + 2
        return _ENDS[seat]

    def _is_late(self) -> bool:
        return self._gunnery.late or self._enough(self._looks)

    def plan(self, one: int, two: int) -> Plan:
        """The best way through the turn with these dice."""
        if self._seat != ALIEN:
            best = self._gunnery.walk(one, two)
            self._looks = self._gunnery.looks
            return Plan(best, self._gunnery.action)
        raid, state = self._raid, self._state
        best = raid.walk(one, two, self._woken)
        if not self._deep or best >= insight.SURE:
            return Plan(best, raid.action)
        ends = sorted(raid.ends.values(), key=lambda end: -end.worth)
        plan = Plan(-insight.SURE, STAY)
        for end in ends[:CLOSELY]:
            if self._is_late():
                return plan if plan.worth > -insight.SURE else Plan(best, raid.action)
            self._looks += 1
            worth = end.worth - insight.hope(end.lane, state.ship, state.nuggets)
            if worth > plan.worth:
                plan = Plan(worth, end.action)
        return plan

    def _best_reroll(self, one: int, two: int, left: int) -> tuple[float, int]:
        """What picking up one die or both is worth, exactly, and which."""
        if self._seat == ALIEN:
            first, second = insight.ALIEN_ODDS, insight.ALIEN_ODDS
            values: Values = [[0.0] * len(COLORS) for _ in COLORS]
            for a in range(len(COLORS)):
                for b in range(a + 1):
                    if self._is_late():
                        return -insight.SURE, 0
                    values[a][b] = values[b][a] = self.plan(a, b).worth
        else:
            first, second = insight.MOVE_ODDS, insight.FIRE_ODDS
            values = []
            for a in range(COLUMNS):
                if self._is_late():
                    return -insight.SURE, 0
                values.append([self.plan(a, b).worth for b in range(len(COLORS))])
        if self._is_late():
            return -insight.SURE, 0
        again = Rerolled(
            insight.best_rerolls(values, first, second, left), first, second
        )
        return max((again.first[two], 0), (again.second[one], 1), (again.both, 2))

    def _answer(self) -> int:
        """The answer to a question that leaves the best position."""
        best, chosen = -2 * insight.SURE, STAY
        for action in menu(self._state, self._seat):
            if chosen != STAY and self._is_late():
                break
            worth = self._worth(self._apply(self._state, self._seat, action))
            if worth > best:
                best, chosen = worth, action
        return chosen

    def _worth(self, state: State) -> float:
        """What a position after an answer is worth to this seat, at a glance."""
        if state.mover == NOBODY:
            return insight.SURE if state.winner() == self._seat else -insight.SURE
        lane = lane_of(state)
        worth = _at_a_glance(lane, insight.GAME if self._deep else 0.0)
        if self._seat == ALIEN:
            drawing = state.pending is not None and state.pending.ask == "tile"
            return worth + TILE * (len(state.bonus) + drawing)
        return insight.NUGGET * state.nuggets + KEPT * state.kept.bit_count() - worth


def _at_a_glance(lane: Lane, fear: float) -> float:
    saucers, walls = lane.saucers(), lane.walls()
    worth = danger(saucers, lane.hearts, walls)
    return worth + fear * insight.threat(saucers, walls, lane.face, lane.rolls)
