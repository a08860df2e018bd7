"""The best way to spend the dice as they lie, and whether to roll them again.

A plan is every way through one's own turn, by the rules themselves, up to where it
would stop or fortune speaks. With re-rolls left, all throws are planned for, and
the average over them, exact, says which dice to pick up.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from cabinet.games.arkade import alien, defender, insight
from cabinet.games.arkade.actions import (
    DEFENDER_END,
    DEFENDER_REROLL,
    DEFENDER_ROLL,
    END,
    REROLL,
    ROLL,
)
from cabinet.games.arkade.insight import GAME, NUGGET, SURE, danger, hope, threat
from cabinet.games.arkade.menus import menu
from cabinet.games.arkade.position import (
    ALIEN,
    DEFENDER,
    NO_DICE,
    NOBODY,
    NOTHING,
    State,
    winner,
)
from cabinet.tabletop.api import Enough

Apply = Callable[[State, int, int], State]
_ROLLS: Final = frozenset(
    first + which
    for first, many in (
        (ROLL, 1),
        (REROLL, 3),
        (DEFENDER_ROLL, 1),
        (DEFENDER_REROLL, 3),
    )
    for which in range(many)
)
_ENDS: Final = (END, DEFENDER_END)
_FIRST_REROLL: Final = (REROLL, DEFENDER_REROLL)
# A tile still to be drawn, for who draws it; a shot that is kept; the GPS.
TILE: Final = (4.0, 4.0)
KEPT: Final = 2.5
# How much of a threat is left when the Defender has had his turn.
FEAR: Final = 0.4
# How many of the plans that look best are looked at more closely.
CLOSELY: Final = 10


def _bare(state: State) -> State:
    """The lane alone, with the Alien to roll: what is equal to him is equal."""
    return state._replace(
        setup=state.setup._replace(arcade=False, nuggets=0),
        mover=ALIEN,
        ship=0,
        nuggets=0,
        alien_dice=NO_DICE,
        alien_rolls=1,
        defender_dice=NO_DICE,
        defender_rolls=0,
        kept=0,
        kills=NOTHING,
        defender_tiles=(),
        reactor=False,
        bonus=(),
        pending=None,
    )


@lru_cache(maxsize=4096)
def _advance(state: State, apply: Apply) -> float:
    """What the Alien gains in his next turn on average, with the best re-rolls."""
    planner = Planner(apply, ALIEN, deep=False, fear=FEAR, enough=lambda _: True)
    now = planner.worth(state) - FEAR * GAME * threat(state)
    first, second = insight.alien_odds()
    known: dict[tuple[int, int], float] = {}
    values = insight.best_rerolls(
        lambda a, b: min(GAME, planner.turn(state, a, b, known) - now),
        first,
        second,
        state.setup.rolls - 1,
    )
    return insight.rerolled(values, first, second)[2][0]


class Plan(NamedTuple):
    """What a turn is worth to who plays it, and its first action (None: stop)."""

    worth: float
    action: int | None


class Planner:
    """Plans for one seat. `deep` plans also see the other's answer."""

    def __init__(
        self, apply: Apply, seat: int, *, deep: bool, enough: Enough, fear: float = 0
    ) -> None:
        self._apply = apply
        self._seat = seat
        self._deep = deep
        self._fear = 1.0 if deep else fear
        self._enough = enough
        self.nodes = 0

    def choose(self, state: State) -> int:
        """The action to play: an answer, a throw, a step of the plan, or the end."""
        if state.pending is not None:
            return self._answer(state)
        legal = list(menu(state, self._seat))
        if not self._has_rolled(state):
            return legal[0]
        plan = self.plan(state)
        again = [action for action in legal if action in _ROLLS]
        if len(again) == 3 and self._deep:
            worth, which = self._best_reroll(state)
            if worth > plan.worth + 1e-9:
                return _FIRST_REROLL[self._seat] + which
        if plan.action is not None:
            return plan.action
        ends = [action for action in legal if action in _ENDS]
        return again[-1] if again and (not ends or not self._deep) else ends[0]

    def _has_rolled(self, state: State) -> bool:
        dice = state.alien_dice if self._seat == ALIEN else state.defender_dice
        rolls = state.alien_rolls if self._seat == ALIEN else state.defender_rolls
        return rolls > 0 and (not state.setup.arcade or max(dice) >= 0)

    def _answer(self, state: State) -> int:
        """The answer to a question that leaves the best position."""
        return max(
            menu(state, self._seat),
            key=lambda action: self.worth(self._apply(state, self._seat, action)),
        )

    def _best_reroll(self, state: State) -> tuple[float, int]:
        """What picking up one die or both is worth, exactly, and which."""
        first, second = (
            insight.alien_odds() if self._seat == ALIEN else insight.defender_odds()
        )
        rolls = state.alien_rolls if self._seat == ALIEN else state.defender_rolls
        known: dict[tuple[int, int], float] = {}
        values = insight.best_rerolls(
            lambda a, b: self.turn(state, a, b, known),
            first,
            second,
            state.setup.rolls - rolls - 1,
        )
        one, two, both = insight.rerolled(values, first, second)
        a, b = state.alien_dice if self._seat == ALIEN else state.defender_dice
        return max((one[b], 0), (two[a], 1), (both[0], 2))

    def turn(
        self, state: State, a: int, b: int, known: dict[tuple[int, int], float]
    ) -> float:
        """The worth of the turn with these dice and no roll left."""
        if self._seat == DEFENDER:
            return self.plan(state._replace(defender_dice=(a, b))).worth
        key = (min(a, b), max(a, b))
        if key not in known:
            known[key] = self.plan(state._replace(alien_dice=key)).worth
        return known[key]

    def plan(self, state: State) -> Plan:
        """The best way through the turn with the dice as they lie."""
        ends: dict[State, tuple[float, int | None]] = {}
        self._walk(state, None, ends, set())
        rough = sorted(ends.items(), key=lambda end: -end[1][0])
        if not rough:
            return Plan(-SURE, None)
        if not self._deep or self._enough(self.nodes):
            worth, action = rough[0][1]
            return Plan(worth, action)
        closely = (
            Plan(worth - self._answered(end), action)
            for end, (worth, action) in rough[:CLOSELY]
        )
        return max(closely, key=lambda plan: plan.worth)

    def _answered(self, end: State) -> float:
        """What the other side's turn takes from this one's worth, on average."""
        if end.mover == NOBODY:
            return 0.0
        if self._seat == ALIEN:
            return hope(end)
        return _advance(_bare(end), self._apply) - GAME * threat(end)

    def _walk(
        self,
        state: State,
        first: int | None,
        ends: dict[State, tuple[float, int | None]],
        seen: set[State],
    ) -> None:
        if state in seen:
            return
        seen.add(state)
        self.nodes += 1
        if state.pending is not None or state.mover == NOBODY:
            ends.setdefault(state, (self.worth(state), first))
            return
        options = alien.menu(state) if self._seat == ALIEN else defender.menu(state)
        if state.setup.arcade or _ENDS[self._seat] in options:
            ends.setdefault(state, (self.worth(state), first))
        for action in options:
            if action not in _ROLLS and action not in _ENDS:
                after = self._apply(state, self._seat, action)
                self._walk(after, action if first is None else first, ends, seen)

    def worth(self, state: State) -> float:
        """What the end of one's own turn is worth to this seat."""
        if state.mover == NOBODY:
            at_once = sum(die >= 0 for die in state.alien_dice)
            return SURE + at_once if winner(state) == self._seat else -SURE
        asked = state.pending
        drawing = asked is not None and asked.ask == "tile"
        if self._seat == ALIEN:
            frames = len(state.bonus) + drawing
            hurt = 3.0 * state.reactor - NUGGET * state.nuggets
            worth = danger(state) + TILE[ALIEN] * frames + hurt
            fear = self._fear
            return worth + fear * GAME * threat(state) if fear else worth
        worth = NUGGET * state.nuggets + TILE[DEFENDER] * drawing - danger(state)
        if self._deep:
            worth += KEPT * state.kept.bit_count() - GAME * threat(state)
        return worth
