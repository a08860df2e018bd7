"""Exact odds: getting what one wants within so many rolls, with the best re-rolls.

Nothing is sampled. The best chance with rolls left is a maximum over which dice to
roll again of an average over how they fall, computed in fractions from the last roll
backwards; a roll that already has what is wanted is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Final

from tools.dice_sim.dice import ALIEN, FIRE, MOVE, Die, Throw
from tools.dice_sim.errors import LabError

# Odds are exact: their fractions have some five digits more with every roll.
MOST_ROLLS: Final = 50


@dataclass(frozen=True, slots=True)
class Goal:
    """What somebody hopes for: on which dice, in words, and which throws have it."""

    words: str
    dice: tuple[Die, ...]
    throws: frozenset[Throw]


def chance(goal: Goal, rolls: int) -> Fraction:
    """The probability of the goal within `rolls` rolls, with the best re-rolls."""
    sides = [die.odds for die in goal.dice]

    @cache
    def best(kept: tuple[int | None, ...], left: int) -> Fraction:
        """With `None` for the dice in the air, and `left` rolls after this one."""
        fallen = _falls(kept, sides)
        return sum((odds * worth(throw, left) for throw, odds in fallen), Fraction(0))

    @cache
    def worth(throw: Throw, left: int) -> Fraction:
        if throw in goal.throws:
            return Fraction(1)
        if left == 0:
            return Fraction(0)
        return max(best(kept, left - 1) for kept in _rerolls(throw))

    return best((None,) * len(goal.dice), rolls - 1)


def _falls(
    kept: tuple[int | None, ...], sides: Sequence[tuple[Fraction, ...]]
) -> list[tuple[Throw, Fraction]]:
    """How the dice in the air may fall, those on the table staying as they are."""
    whole = Fraction(1)
    ways = [
        list(enumerate(odds)) if face is None else [(face, whole)]
        for face, odds in zip(kept, sides, strict=True)
    ]
    return [
        (tuple(face for face, _ in way), prod((odds for _, odds in way), start=whole))
        for way in product(*ways)
    ]


def _rerolls(throw: Throw) -> list[tuple[int | None, ...]]:
    """Every choice of one or more dice to pick up again."""
    places = range(len(throw))
    return [
        tuple(None if place in again else throw[place] for place in places)
        for many in range(1, len(throw) + 1)
        for again in combinations(places, many)
    ]


def alien_goal(colors: str) -> Goal:
    """One colour on either of the Alien's dice, or a pair of colours."""
    wanted = sorted(ALIEN.face(color) for color in colors)
    pairs = product(range(len(ALIEN.faces)), repeat=2)
    if len(wanted) == 1:
        words = f"one {colors}"
        throws = frozenset(throw for throw in pairs if wanted[0] in throw)
    else:
        words = f"{colors[0]} and {colors[1]}"
        throws = frozenset(throw for throw in pairs if sorted(throw) == wanted)
    return Goal(words, (ALIEN, ALIEN), throws)


def defender_goal(column: int | None, color: str | None, nuggets: int = 0) -> Goal:
    """The ship in a column, a colour on the fire die, or both.

    A nugget is a step: with some, a column so many away will do.
    """
    if column is not None and not 1 <= column <= len(MOVE.faces):
        raise LabError(f"there is no column {column}: columns are 1 to 6")
    columns = [
        at
        for at in range(len(MOVE.faces))
        if column is None or abs(at + 1 - column) <= nuggets
    ]
    fires = range(len(FIRE.faces)) if color is None else [FIRE.face(color)]
    words = " and ".join(
        word
        for word in (f"column {column}" if column else "", color and f"fire {color}")
        if word
    )
    if nuggets and column:
        words += f" with {nuggets} nugget{'s' if nuggets > 1 else ''}"
    return Goal(words, (MOVE, FIRE), frozenset(product(columns, fires)))


def read_goal(text: str, nuggets: int = 0) -> Goal:
    """A goal as it is asked for: `O`, `OB`, `3`, `3O`, `fire O`."""
    word = text.strip().upper()
    if word.startswith("FIRE"):
        return defender_goal(None, word.removeprefix("FIRE").strip())
    if word[:1].isdigit():
        return defender_goal(int(word[0]), word[1:].strip() or None, nuggets)
    if not 1 <= len(word) <= 2:
        raise LabError(
            f"{text!r} is nothing the dice can show: ask for a colour (O), a pair "
            "(OB), a column (3), a column and a colour (3O), or `fire O`"
        )
    return alien_goal(word)


def usual_goals() -> tuple[Goal, ...]:
    """What players ask: a colour, pairs, a column, a shot, with nuggets or without."""
    first, second = ALIEN.faces[:2]
    return (
        alien_goal(first),
        alien_goal(first * 2),
        alien_goal(first + second),
        defender_goal(1, None),
        defender_goal(None, first),
        defender_goal(1, first),
        *(defender_goal(1, first, nuggets) for nuggets in (1, 2)),
        *(defender_goal(3, first, nuggets) for nuggets in (1, 2)),
    )
