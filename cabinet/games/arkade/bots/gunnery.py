"""Every way through a turn of the Defender's, shot by shot, in bare numbers.

In turns the ship moves to shoot, never for its own sake, so a way is a row of shots and
how the ship got there; where both play at once it also goes to where the next roll
promises most. The same law as in `defender`: a test walks both and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cabinet.games.arkade.bots.bits import Lane, cell_of, danger, lane_of
from cabinet.games.arkade.bots.insight import (
    FIRE_ODDS,
    GAME,
    MOVE_ODDS,
    NUGGET,
    QUICK_NUGGET,
    SURE,
    sight,
    targets,
)
from cabinet.games.arkade.bots.raid import STAY, TILE, advance
from cabinet.games.arkade.rules.actions import AMMO, FIRE, GO, GPS, GUNS, NUDGE
from cabinet.games.arkade.rules.box import COLUMNS, TILE_AT_KILLS
from cabinet.games.arkade.rules.position import GPS_KEPT, State
from cabinet.tabletop.api import Enough

if TYPE_CHECKING:
    from mypy_extensions import i64

# A shot that is kept; the GPS.
KEPT: Final = 2.5
# A reactor that is still damaged when both play at once.
DAMAGE: Final = 3.0
# What the next roll promises counts this much, where both play at once.
SIGHT: Final = 1.5
# How many other actions last as long as a roll, and how often the pace is bettered.
ROLL: Final = 4.0
_ROUNDS: Final = 3
_SHIP: Final = 0
_TOWER: Final = 1
_LAST: Final = COLUMNS - 1


class Gunnery:
    """The ways through the Defender's turn in one position, whatever the dice.

    `deep`, the Alien's answer counts. The best way is in `best`, `action` and `acts`,
    how many actions it takes; `pace` is what each of these costs. Once time has run
    out it is `late`, and what it says is no longer the best.
    """

    def __init__(self, state: State, *, deep: bool, enough: Enough) -> None:
        self._lane = lane_of(state)
        self._enough = enough
        self.late = False
        self._deep = deep
        self._arcade = state.setup.arcade
        self._sights = deep and self._arcade
        self._nugget = QUICK_NUGGET if self._sights else NUGGET
        self._targets: dict[tuple[int, ...], tuple[list[int], list[float]]] = {}
        self._promised: dict[tuple[int, ...], float] = {}
        self._ship: i64 = state.ship
        self._nuggets: i64 = state.nuggets
        self._kept: i64 = state.kept
        self._reactor = state.reactor
        self._kills = state.kills
        self._draws = [bool(tiles) for tiles in state.defender_tiles]
        tower: i64 = state.tower
        self._tower: i64 = cell_of(tower) % COLUMNS if tower else -1
        self._known: dict[tuple[int, ...], float] = {}
        self.pace = 0.0
        self.looks = 0
        self.acts = 0
        self.best = -SURE
        self.action: i64 = STAY

    def walk(self, move: i64, fire: i64) -> float:
        """The most that comes of these dice (-1: spent)."""
        self.best, self.action = -SURE, STAY
        self.acts = 0
        start = Stand(
            self._ship, self._nuggets, self._kept, move, fire, self._reactor, 0
        )
        self._go(self._lane, start, self._kills, STAY)
        return self.best

    def hurry(self) -> None:
        """Set the pace to what time is worth where both play at once.

        That is the most that rolling, and shooting where it pays, gains an action in
        the long run; what gains less than it takes is better left, for another roll.
        """
        for _ in range(_ROUNDS):
            idle, gained, taken = self.walk(-1, -1), 0.0, 0.0
            for move, likely in enumerate(MOVE_ODDS):
                if self._is_late():
                    return
                for fire, fitting in enumerate(FIRE_ODDS):
                    chance = likely * fitting
                    gain = min(GAME, self.walk(move, fire) - idle)
                    gained += chance * (gain + self.pace * self.acts)
                    taken += chance * self.acts
            self.pace = gained / (ROLL + taken)

    def _go(
        self, lane: Lane, at: Stand, kills: tuple[int, int, int], action: i64
    ) -> None:
        """Perhaps the end; else every shot from wherever the ship can be."""
        forced = at.reactor and (at.move == 0 or at.move == _LAST)
        if self._arcade or not forced:
            self._end(lane, at, action, drawing=False)
        self._shoot(lane, at, kills, action, at.ship, _SHIP)
        if self._tower >= 0:
            self._shoot(lane, at, kills, action, self._tower, _TOWER)
        if forced:
            there = at.gone(reactor=not self._arcade)
            self._go(lane, there, kills, _first(action, GO))
        if at.reactor:
            return
        self._nudged(lane, at, kills, action)
        if at.move >= 0:
            there = at.gone(reactor=False)
            number = _first(action, GO)
            if self._sights:
                self._end(lane, there, number, drawing=False)
            self._shoot(lane, there, kills, number, there.ship, _SHIP)
            self._nudged(lane, there, kills, number)
        if at.kept & GPS_KEPT:
            for column in range(COLUMNS):
                if column != at.ship:
                    there = at.sent(column)
                    number = _first(action, GPS + column)
                    self._shoot(lane, there, kills, number, column, _SHIP)

    def _nudged(
        self, lane: Lane, at: Stand, kills: tuple[int, int, int], action: i64
    ) -> None:
        """Shots from every column that nuggets pay for."""
        for column in range(COLUMNS):
            right = column > at.ship
            cost = column - at.ship if right else at.ship - column
            if 0 < cost <= at.nuggets:
                there = at.pushed(column, at.nuggets - cost)
                number = _first(action, NUDGE + 1 if right else NUDGE)
                if self._sights:
                    self._end(lane, there, number, drawing=False)
                self._shoot(lane, there, kills, number, column, _SHIP)

    def _shoot(
        self,
        lane: Lane,
        at: Stand,
        kills: tuple[int, int, int],
        action: i64,
        column: i64,
        gun: i64,
    ) -> None:
        """With the die, or with what is kept, if it hits."""
        bit = lane.foremost(column)
        if bit == 0:
            return
        color = lane.color_of(bit)
        if color == at.fire:
            number = _first(action, FIRE + gun)
            after = at.fired()
            if lane.hearts & bit:
                self._go(lane.heartless(bit), after, kills, number)
            else:
                self._kill(lane, bit, color, after, kills, number)
        if at.kept >> color & 1:
            number = _first(action, AMMO + color * len(GUNS) + gun)
            self._kill(lane, bit, color, at.spent(color), kills, number)

    def _kill(
        self,
        lane: Lane,
        bit: i64,
        color: i64,
        at: Stand,
        kills: tuple[int, int, int],
        action: i64,
    ) -> None:
        after = lane.without(bit)
        if after.saucers() == 0:
            if self.best < SURE:
                self.best, self.action, self.acts = SURE, action, at.acts
            return
        one, two, three = kills
        one += color == 0
        two += color == 1
        three += color == 2
        many = one if color == 0 else two if color == 1 else three
        if many in TILE_AT_KILLS and self._draws[color]:
            self._end(after, at, action, drawing=True)
        else:
            self._go(after, at, (one, two, three), action)

    def _end(self, lane: Lane, at: Stand, action: i64, *, drawing: bool) -> None:
        nuggets: int = at.nuggets
        worth = self._nugget * nuggets - self._value(lane)
        if drawing:
            worth += TILE
        if at.reactor and self._arcade:
            worth -= DAMAGE
        if self._deep:
            kept = at.kept
            while kept:
                kept &= kept - 1
                worth += KEPT
        if self._sights:
            worth += SIGHT * self._promise(lane, at.ship, nuggets)
        acts: int = at.acts
        worth -= self.pace * acts
        if worth > self.best:
            self.best, self.action, self.acts = worth, action, acts

    def _promise(self, lane: Lane, ship: i64, nuggets: int) -> float:
        """What the next roll takes from there."""
        lanes = lane.key()
        key = (*lanes, ship, nuggets)
        known = self._promised.get(key)
        if known is None:
            if lanes not in self._targets:
                self._targets[lanes] = targets(lane)
            wanted, prizes = self._targets[lanes]
            known = self._promised[key] = sight(lane, wanted, prizes, ship, nuggets)
        return known

    def _value(self, lane: Lane) -> float:
        """What a lane is worth to the Alien, who is next."""
        key = lane.key()
        known = self._known.get(key)
        if known is None:
            known = danger(lane.saucers(), lane.hearts, lane.walls())
            if self._deep:
                self.looks += 1
                # Asked before what is remembered is looked up: so many looks give
                # one answer, whoever has looked before.
                gain = None if self._is_late() else advance(lane, self._is_late)
                if gain is None:
                    return SURE
                known += gain
            self._known[key] = known
        return known

    def _is_late(self) -> bool:
        if not self.late and self._enough(self.looks):
            self.late = True
        return self.late


def _first(action: i64, otherwise: i64) -> i64:
    """How a way began: as it did, or with this."""
    return action if action >= 0 else otherwise


class Stand:
    """The ship in mid-turn: where it is, and what is left to move and shoot with.

    `acts` is how many actions brought it there.
    """

    __slots__ = ("acts", "fire", "kept", "move", "nuggets", "reactor", "ship")

    def __init__(
        self,
        ship: i64,
        nuggets: i64,
        kept: i64,
        move: i64,
        fire: i64,
        reactor: bool,  # noqa: FBT001
        acts: i64,
    ) -> None:
        self.ship = ship
        self.nuggets = nuggets
        self.kept = kept
        self.move = move
        self.fire = fire
        self.reactor = reactor
        self.acts = acts

    def gone(self, *, reactor: bool) -> Stand:
        """After the movement die."""
        acts = self.acts + 1
        return Stand(self.move, self.nuggets, self.kept, -1, self.fire, reactor, acts)

    def pushed(self, ship: i64, nuggets: i64) -> Stand:
        """After some nuggets."""
        acts = self.acts + self.nuggets - nuggets
        return Stand(ship, nuggets, self.kept, self.move, self.fire, self.reactor, acts)

    def sent(self, ship: i64) -> Stand:
        """After the GPS."""
        kept = self.kept & ~GPS_KEPT
        acts = self.acts + 1
        return Stand(ship, self.nuggets, kept, self.move, self.fire, self.reactor, acts)

    def fired(self) -> Stand:
        """After the die's shot."""
        acts = self.acts + 1
        return Stand(
            self.ship, self.nuggets, self.kept, self.move, -1, self.reactor, acts
        )

    def spent(self, color: i64) -> Stand:
        """After a kept shot."""
        kept = self.kept & ~(1 << color)
        acts = self.acts + 1
        return Stand(
            self.ship, self.nuggets, kept, self.move, self.fire, self.reactor, acts
        )
