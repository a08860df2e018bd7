"""What the pawns of a match of two are counted for: the rounds a seat has won."""

from typing import Final

from cabinet.games.azteka.rules.position import (
    DRAWN,
    RESULT_ROLE,
    THREE,
    State,
    seat_of,
)
from cabinet.tabletop.api import Log, Parts
from cabinet.tabletop.data import Texts

TEXTS: Final = Texts("cabinet.games.azteka")


def parts(state: State, _: Log, language: str) -> tuple[Parts, ...]:
    """The rounds that each seat has won, and with how many pawns; none of three."""
    if state.variant == THREE:
        return ((), (), ())
    won: tuple[list[tuple[str, None]], ...] = ([], [])
    for number, result in enumerate(state.results, 1):
        if result != DRAWN:
            role, pawns = divmod(result, RESULT_ROLE)
            said = TEXTS[language]("part_won", round=number, n=pawns)
            won[seat_of(role, number)].append((said, None))
    nothing: Parts = ((TEXTS[language]("part_none"), None),)
    return tuple(tuple(each) or nothing for each in won)
