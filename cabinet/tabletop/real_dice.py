"""Real dice: from the sides that came up to the game's own action."""

from collections.abc import Sequence

from cabinet.tabletop.api import Die


def in_the_air(dice: Sequence[Die]) -> int:
    """How many of the dice are thrown; the others lie there already."""
    return sum(len(die) > 1 for die in dice)


def outcome(dice: Sequence[Die], sides: Sequence[int]) -> str | None:
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
