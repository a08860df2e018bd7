"""What is to be played: line-ups times options, so many games of each, one seed.

Every game has a number, and all its chance comes from the seed, its combination and
that number alone. So it does not matter who plays it, when, or beside which others.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Final

from cabinet.tabletop.api import AnyGame, Bot, OptionValue, RulesError
from cabinet.tabletop.bots import RandomBot, house_bots
from tools.dice_sim.blind import SCRIPTS
from tools.dice_sim.errors import LabError, no_such

# Games from the first number up to the second, which is not included.
Span = tuple[int, int]
RANDOM: Final = "random"
# What the two sides of a game are called, where they differ.
ROLES: Final[Mapping[str, tuple[str, ...]]] = {"arkade": ("Alien", "Defender")}


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination: who sits where, and the options that were set."""

    seats: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def label(self) -> str:
        """`hard,easy nuggets=4 face=classic`, which also is its name in files."""
        return " ".join([",".join(self.seats), *self.settings])

    @property
    def settings(self) -> list[str]:
        """The options alone, as they are written."""
        return [f"{name}={written(value)}" for name, value in self.options]


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are played: thought is simulations or positions an action."""

    seed: int = 1
    thought: int = 1000
    longest: int = 5000
    swap: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Cells of one game, and how many games of each."""

    game: str
    cells: tuple[Cell, ...]
    games: int
    manner: Manner

    @property
    def total(self) -> int:
        """All games of all cells."""
        return self.games * len(self.cells)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games `start` to `stop` (not included) of a cell: what one worker is given."""

    game: str
    cell: Cell
    manner: Manner
    start: int
    stop: int


def written(value: OptionValue) -> str:
    """An option's value as it is written on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def bots_of(game: AnyGame) -> Mapping[str, Bot[Any, Any]]:
    """The levels of a game, and `random`."""
    return {**(game.bots or house_bots()), RANDOM: RandomBot()}


def role(game: str, seat: int) -> str:
    """What a seat is called."""
    names = ROLES.get(game, ())
    return names[seat] if seat < len(names) else f"seat {seat}"


def read_cells(
    game: AnyGame, lineups: Sequence[str], fixed: Sequence[str], varied: Sequence[str]
) -> tuple[Cell, ...]:
    """Every combination of what was asked for; `LabError` for one that cannot be."""
    seats = [_read_seats(game, text) for text in lineups]
    axes = [[_one(game, text)] for text in fixed]
    axes += [_several(game, text) for text in varied]
    names = [axis[0][0] for axis in axes]
    for name in names:
        if names.count(name) > 1:
            raise LabError(f"option {name} is set twice; `--vary {name}=a,b` has both")
    cells = [Cell(who, tuple(each)) for who in seats for each in product(*axes)]
    for cell in cells:
        try:
            game.rules.new(len(cell.seats), dict(cell.options), Random(0))
        except RulesError as wrong:
            raise LabError(f"{cell.label!r} cannot be played: {wrong}") from wrong
    return tuple(dict.fromkeys(cells))


def _read_seats(game: AnyGame, text: str) -> tuple[str, ...]:
    levels = tuple(word.strip() for word in text.split(","))
    known = {**bots_of(game), **SCRIPTS}
    for level in levels:
        if level not in known:
            raise no_such(f"level of {game.rules.name}", level, known)
    if len(levels) not in game.rules.seats:
        many = " or ".join(map(str, game.rules.seats))
        raise LabError(
            f"{game.rules.name} has {many} seats, and {text!r} is {len(levels)}: give "
            "one level a seat, as in --seats hard,easy"
        )
    return levels


def _one(game: AnyGame, text: str) -> tuple[str, OptionValue]:
    found = _several(game, text)
    if len(found) != 1:
        raise LabError(f"--set takes one value; for several: --vary {text}")
    return found[0]


def _several(game: AnyGame, text: str) -> list[tuple[str, OptionValue]]:
    name, equals, values = text.partition("=")
    options = game.rules.options
    if name not in options:
        raise no_such(f"option of {game.rules.name}", name, options)
    if not equals or not values:
        choices = ",".join(map(written, options[name].choices))
        raise LabError(f"which {name}? For example {name}={choices}")
    return [(name, _value(game, name, word)) for word in values.split(",")]


def _value(game: AnyGame, name: str, word: str) -> OptionValue:
    choices = game.rules.options[name].choices
    for choice in choices:
        if written(choice) == word.strip().lower():
            return choice
    raise no_such(f"{name} of {game.rules.name}", word, map(written, choices))


def stretches(
    plan: Plan, done: Mapping[str, Sequence[Span]], size: Callable[[], int]
) -> Iterator[Stretch]:
    """What is left to play, the cells in turn, in pieces as large as `size` says."""
    start = 0
    while start < plan.games:
        stop = min(start + size(), plan.games)
        for cell in plan.cells:
            for low, high in missing(start, stop, done.get(cell.label, ())):
                yield Stretch(plan.game, cell, plan.manner, low, high)
        start = stop


def missing(start: int, stop: int, done: Sequence[Span]) -> Iterator[Span]:
    """What of `start` to `stop` is in none of the spans, which are in order."""
    for low, high in done:
        if low >= stop or high <= start:
            continue
        if start < low:
            yield start, low
        start = max(start, high)
    if start < stop:
        yield start, stop
