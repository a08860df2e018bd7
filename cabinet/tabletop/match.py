"""One match: its position, its log, and the way back.

A match is its seed, its options and its log of players' actions; `resume` builds
the same position out of these three. With `chance` "auto" the match throws the
dice itself, from the seed, as part of the action that called for them; with
"manual" chance is an actor like any other and its outcomes are played (and
logged) by the caller, or left to the seed with `throw`. A refused action raises
`RulesError` and changes nothing.

Taking back is an action too, `undo`: the log only ever grows. So is what a dice tower
does for fortune (`cabinet.throws`): that it was asked, and how its dice fell. Dice
that cannot be those of the game change nothing but the log.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, get_args

from cabinet.tabletop.api import (
    CHANCE,
    AnyGame,
    Die,
    Document,
    GameEvent,
    Options,
    Outcome,
    Rules,
    RulesError,
    Seat,
    abilities,
)
from cabinet.tabletop.census import throw
from cabinet.throws import is_throw, sides_of

Chance: TypeAlias = Literal["auto", "manual"]
CHANCE_MODES: Final[tuple[Chance, ...]] = get_args(Chance)
UNDO: Final = "undo"


class LogError(RulesError):
    """A log that does not fit the match it is said to belong to."""


class MoveLike(Protocol):
    """An action somebody recorded."""

    @property
    def seat(self) -> Seat:
        """Who played."""

    @property
    def action(self) -> str:
        """What, in the game's notation."""


class PlayedAction(NamedTuple):
    """One accepted action of a seat (or of `CHANCE`, in manual mode)."""

    seat: Seat
    action: str


class _Before(NamedTuple):
    state: Hashable
    generator: tuple[Any, ...]


class Match:
    """The game on the table: whose turn it is, what was played, what is allowed."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        options: Options,
        seed: int,
        chance: Chance = "auto",
    ) -> None:
        rng = Random(seed)
        self._set_out(game, game.rules.new(players, options, rng), rng, chance)

    @classmethod
    def load(
        cls, game: AnyGame, document: Document, seed: int, chance: Chance = "auto"
    ) -> "Match":
        """A match that begins at a written position; `PositionError` if it is none."""
        rng = Random(seed)
        match = cls.__new__(cls)
        cls._set_out(match, game, game.rules.read(document, rng), rng, chance)
        return match

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        players: int,
        options: Options,
        seed: int,
        log: Iterable[MoveLike],
        chance: Chance = "auto",
        tell: Callable[[MoveLike, list[GameEvent]], None] = lambda *_: None,
    ) -> "Match":
        """The match again, from what was kept; `LogError` if the log does not fit.

        Dice that the log does not tell of were thrown from the seed. What each action
        did is told.
        """
        match = cls(game, players, options, seed, chance)
        for number, move in enumerate(log, 1):
            try:
                tell(move, match.replay(move))
            except RulesError as wrong:
                raise LogError(
                    f"action {number} of the log ({move.action!r} by "
                    f"{_who(move.seat)}) does not fit: {wrong}"
                ) from wrong
        return match

    def _set_out(
        self, game: AnyGame, state: Hashable, rng: Random, chance: Chance
    ) -> None:
        if chance not in CHANCE_MODES:
            raise RulesError(f"chance is auto or manual, not {chance!r}")
        self._rules: Rules[Any, Any] = game.rules
        self._dice = game.dice
        self._takes_back = game.takes_back
        self._takeable: list[tuple[Seat, Hashable]] = []
        self._rng = rng
        # Large, so taken once and shared by all positions between two throws.
        self._generator = rng.getstate()
        self._auto = chance == "auto"
        self._log: list[PlayedAction] = []
        self._history: list[_Before] = []
        self.opening: list[GameEvent] = []
        self._state = self._throw(state, self.opening)

    @property
    def state(self) -> Hashable:
        """The position, in the game's own type."""
        return self._state

    @property
    def players(self) -> int:
        """How many seats are at the table."""
        return self._rules.players(self._state)

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats due now; `(CHANCE,)` in manual mode only; () when it is over."""
        return self._rules.actors(self._state)

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return not self.actors

    @property
    def log(self) -> tuple[PlayedAction, ...]:
        """Every action so far, oldest first."""
        return tuple(self._log)

    def legal(self, seat: Seat | None = None) -> list[str]:
        """What `seat` may play; without a seat, what the first actor may."""
        due = self.actors
        if seat is None:
            seat = due[0] if due else None
        else:
            self._check_seat(seat)
        if seat not in due:
            return []
        actions = self._rules.legal(self._state, seat)
        return [self._rules.write_action(self._state, action) for action in actions]

    def odds(self) -> list[float]:
        """The probability of each of `legal()`; empty unless chance is due."""
        weights = [weight for _, weight in self._rules.chances(self._state)]
        return [weight / sum(weights) for weight in weights]

    def due(self, seat: Seat | None = None) -> Seat:
        """Who plays next: `seat` if it may, or the only one due; else an error."""
        due = self.actors
        if not due:
            raise RulesError("the game is over: nothing can be played")
        if seat is None:
            if len(due) > 1:
                raise RulesError(f"{_those(due)} are due: say which seat plays")
            return due[0]
        self._check_seat(seat)
        if seat not in due:
            raise RulesError(f"{_who(seat)} is not due; {_those(due)} to play")
        return seat

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice that fortune is to throw now; () if it is none, or draws a tile."""
        return self._dice(self._state) if self._dice else ()

    def play(self, action: str, seat: Seat | None = None) -> list[GameEvent]:
        """Carry an action out, and say what happened, dice included."""
        seat = self.due(seat)
        if is_throw(move := PlayedAction(seat, action)) and self.dice:
            return self._by_tower(move)
        chosen = self._rules.read_action(self._state, seat, action)
        written = self._rules.write_action(self._state, chosen)
        return self._carry_out(seat, chosen, written)

    def _by_tower(self, move: PlayedAction) -> list[GameEvent]:
        sides = sides_of(move)
        fallen = None if sides is None else fallen_dice(self.dice, sides)
        if fallen is None:
            self._history.append(_Before(self._state, self._generator))
            self._log.append(move)
            return []
        chosen = self._rules.read_action(self._state, CHANCE, fallen)
        return self._carry_out(CHANCE, chosen, move.action)

    def _carry_out(self, seat: Seat, chosen: Any, written: str) -> list[GameEvent]:  # noqa: ANN401
        before = _Before(self._state, self._generator)
        events: list[GameEvent] = []
        state = self._rules.apply(self._state, seat, chosen, events)
        self._state = self._throw(state, events)
        self._note(PlayedAction(seat, written), before)
        return events

    def replay(self, move: MoveLike) -> list[GameEvent]:
        """Carry out what a log says, `undo` included; what happened."""
        if move.action == UNDO:
            self.take_back(move.seat)
            return []
        thrown: list[GameEvent] = []
        if move.seat != CHANCE:
            thrown = self.throw()
        elif self._dice and (is_throw(move) or move.action.startswith("dice ")):
            thrown = self.throw(but_dice=True)
        return thrown + self.play(move.action, move.seat)

    def throw(self, *, but_dice: bool = False) -> list[GameEvent]:
        """Let the seed speak for fortune, if that is due; what happened.

        With `but_dice` it stops where dice are to be thrown.
        """
        events: list[GameEvent] = []
        while self.actors == (CHANCE,) and not (but_dice and self.dice):
            self._takeable = []
            drawn = throw(self._rules, self._state, self._rng)
            self._state = self._rules.apply(self._state, CHANCE, drawn, events)
            self._generator = self._rng.getstate()
        return events

    def can_take_back(self, seat: Seat) -> bool:
        """Whether `seat` may undo its last action: its turn still, no dice since."""
        return bool(self._takeable) and self._takeable[-1][0] == seat

    def take_back(self, seat: Seat) -> None:
        """The position before this seat's last action; the log says `undo`."""
        if not self.can_take_back(seat):
            raise RulesError(f"{_who(seat)} has nothing to take back")
        before = _Before(self._state, self._generator)
        _, self._state = self._takeable.pop()
        self._history.append(before)
        self._log.append(PlayedAction(seat, UNDO))

    def _note(self, move: PlayedAction, before: _Before) -> None:
        """Write an action down; it may be taken back if it only concerned its seat."""
        thrown = self._generator is not before.generator
        if not self._takes_back or thrown or self.actors != (move.seat,):
            self._takeable = []
        else:
            self._takeable.append((move.seat, before.state))
        self._history.append(before)
        self._log.append(move)

    def undo(self) -> PlayedAction:
        """Take the last action back, with the dice it threw."""
        if not self._history:
            raise RulesError("there is no action to take back")
        self._state, self._generator = self._history.pop()
        self._rng.setstate(self._generator)
        self._takeable = []
        return self._log.pop()

    def seen_by(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own type
        """The position as `seat` may see it; None is somebody who only watches."""
        seen_by = abilities(self._rules).seen_by
        return seen_by(self._state, seat) if seen_by else self._state

    def observe(self, seat: Seat | None) -> Document:
        """The same as a document, for whoever asks from outside."""
        if seat is not None:
            self._check_seat(seat)
        return self._rules.observe(self._state, seat)

    def document(self) -> Document:
        """The whole position, written."""
        return self._rules.write(self._state)

    def outcome(self) -> Outcome:
        """Who won and why, or the scores so far."""
        return self._rules.outcome(self._state)

    def _throw(self, state: Hashable, events: list[GameEvent]) -> Hashable:
        thrown = False
        while self._auto and self._rules.actors(state) == (CHANCE,):
            drawn = throw(self._rules, state, self._rng)
            state = self._rules.apply(state, CHANCE, drawn, events)
            thrown = True
        if thrown:
            self._generator = self._rng.getstate()
        return state

    def _check_seat(self, seat: Seat) -> None:
        players = self.players
        if not (0 <= seat < players or seat == CHANCE):
            raise RulesError(f"there is no seat {seat}: seats are 0 to {players - 1}")


def _who(seat: Seat) -> str:
    return "chance" if seat == CHANCE else f"seat {seat}"


def _those(seats: tuple[Seat, ...]) -> str:
    return " and ".join(map(_who, seats))


# Real dice: from the sides that came up to the game's own action.


def in_the_air(dice: Sequence[Die]) -> int:
    """How many of the dice are thrown; the others lie there already."""
    return sum(len(die) > 1 for die in dice)


def fallen_dice(dice: Sequence[Die], sides: Sequence[int]) -> str | None:
    """`dice O B` for the sides 1 3; None if these dice cannot have fallen so.

    The sides are those of the dice that were thrown, in their order, or of all: then
    a die that lay there already was taken along, and stays as it was.
    """
    if len(sides) == len(dice):
        seen = list(sides)
    elif len(sides) == in_the_air(dice):
        came = iter(sides)
        seen = [next(came) if len(die) > 1 else 1 for die in dice]
    else:
        return None
    faces = []
    for die, side in zip(dice, seen, strict=True):
        if len(die) == 1:
            faces.append(die[0])
        elif 1 <= side <= len(die):
            faces.append(die[side - 1])
        else:
            return None
    return " ".join(("dice", *faces))
