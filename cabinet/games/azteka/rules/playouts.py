"""Random rounds of Azteka at full speed, for playouts.

The same law as action by action, from the same functions, but nothing is made on
the way: no position, no menu. Every draw is the one `random_game` would make, so
both come to the same end from the same seed, and a test holds them together.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from cabinet.games.azteka.rules.board import BIT, ONES, RINGS, nth, spin
from cabinet.games.azteka.rules.play import bears, enclosed, end_round
from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    AGGRESSIVE,
    DEATH,
    LIFE,
    NEXT,
    NOBODY,
    PLAYERS,
    REPETITIONS,
    TURN,
    State,
    double_turns,
    places,
    repeated,
    winner_by_turn,
    wins_by_placing,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


class _Round:
    """A round being played, in place: `State` with the same names, and no history."""

    def __init__(self, state: State) -> None:
        self.setup: i64 = state.setup
        self.variant: i64 = state.variant
        self.mover: i64 = state.mover
        self.life: i64 = state.life
        self.death: i64 = state.death
        self.mummies: i64 = state.mummies
        self.birth = state.birth
        self.actions: i64 = state.actions
        self.turned = state.turned
        self.victor: i64 = NOBODY
        self.ended = False

    def run(self, draw: Callable[[], float], most: int) -> int:
        """Random actions until it has ended, at most so many; how many it took."""
        setup, variant, played = self.setup, self.variant, 0
        following = NEXT[variant]
        while played < most and not self.ended:
            played += 1
            mover, life, death, mummies = (
                self.mover,
                self.life,
                self.death,
                self.mummies,
            )
            free = places(setup, mover, life, death, mummies)
            room: i64 = ONES[free & 0xFFFF] + ONES[free >> 16]
            size: int = room
            if self.birth:
                size += 1
            elif life | death | mummies != 0:
                size += RINGS
                if variant == AGGRESSIVE:
                    size += len(double_turns(mover, life, death))
            pick: i64 = int(draw() * size)
            if pick < room:
                self.birth = self._place(nth(free, pick))
            elif self.birth:
                self.birth = False
            else:
                self._turn(pick - room)
            if not self.birth:
                self.mover = following[mover]
            self.actions += 1
            if self.actions >= ACTION_LIMIT:
                self.ended, self.birth = True, False
        return played

    def _place(self, cell: i64) -> bool:
        """A pawn, and the power it wakes; whether Life may place another."""
        variant, mover = self.variant, self.mover
        self.turned = ()
        if mover == LIFE:
            own = self.life = self.life | BIT[cell]
        elif mover == DEATH:
            own = self.death | BIT[cell]
            taken = enclosed(variant, self.life, own)
            self.life ^= taken
            own = self.death = own | taken
        else:
            own = self.mummies = self.mummies | BIT[cell]
        if wins_by_placing(variant, mover, own):
            self.ended, self.victor = True, mover
            return False
        if mover != LIFE:
            return False
        return bears(self.setup, cell, own, self.death, self.mummies)

    def _turn(self, pick: i64) -> None:
        if pick < RINGS:
            action, segments = TURN + pick, 1
        else:
            action = double_turns(self.mover, self.life, self.death)[pick - RINGS]
            segments = 2
        ring = (action - TURN) & 3
        life = self.life = spin(self.life, ring, segments)
        death = self.death = spin(self.death, ring, segments)
        if self.mummies != 0:
            self.mummies = spin(self.mummies, ring, segments)
        turned = self.turned = self.turned + (action,)  # noqa: RUF005
        variant = self.variant
        victor = winner_by_turn(variant, self.mover, life, death, self.mummies)
        players = PLAYERS[variant]
        if victor != NOBODY:
            self.ended, self.victor = True, victor
        elif len(turned) >= players * (REPETITIONS - 1):
            self.ended = repeated(players, turned, life, death, self.mummies)


def play_round(state: State, rng: Random, most: int) -> tuple[State, int]:
    """Random actions until the round is over, `most` of them at most."""
    play = _Round(state)
    played = play.run(rng.random, most)
    after = State(
        play.setup,
        state.round,
        play.mover,
        play.life,
        play.death,
        play.mummies,
        play.birth,
        play.actions,
        play.turned,
        state.results,
    )
    return (end_round(after, play.victor, None) if play.ended else after), played
