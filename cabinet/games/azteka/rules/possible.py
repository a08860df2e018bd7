"""Which positions of Azteka can stand on a table.

`document` has seen to the form of every field; here they are held together. A
finished match may be told by its results alone, without the Circle.
"""

from cabinet.games.azteka.rules.board import count, fills_a_segment
from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    DRAWN,
    LIFE,
    NOBODY,
    PLAYERS,
    POWERS,
    RESULT_ROLE,
    ROLES,
    VARIANT_BITS,
    State,
    goal,
    pawns_of,
    places,
    repeated,
)
from cabinet.tabletop.fields import wrong


def check(state: State) -> None:
    """`PositionError` for what two fields cannot say together."""
    if state.mover == NOBODY:
        _check_finished(state)
    else:
        _check_going_on(state)


def _check_going_on(state: State) -> None:
    """The round is not over, and could have come here."""
    variant = state.setup & VARIANT_BITS
    for role in range(PLAYERS[variant]):
        if reached := goal(variant, role, pawns_of(state, role)):
            raise wrong(
                ROLES[role],
                f"a goal is reached already ({reached}), so the round is over",
            )
    if state.actions >= ACTION_LIMIT:
        raise wrong(
            "actions",
            f"fewer than {ACTION_LIMIT}, not {state.actions}: there the round is drawn",
        )
    if state.life | state.death | state.mummies == 0:
        if state.mover != LIFE:
            raise wrong(
                "turn",
                f"life, not {ROLES[state.mover]}: Life moves first on an empty Circle",
            )
        if state.turned:
            raise wrong("turned", "[]: an empty Circle cannot have been turned")
    if _repeated(state):
        raise wrong("turned", "the position has repeated so often that it is drawn")
    if state.birth:
        _check_birth(state)


def _check_birth(state: State) -> None:
    if not POWERS[state.setup & VARIANT_BITS]:
        raise wrong("birth", "false: there are no births in this variant")
    if state.mover != LIFE:
        raise wrong("birth", f"false when it is the turn of {ROLES[state.mover]}")
    if not fills_a_segment(state.life):
        raise wrong("birth", "false: no segment is full of Life pawns")
    if state.turned:
        raise wrong("birth", "false: a ring has been turned since the last placement")
    if not places(state.setup, LIFE, state.life, state.death, state.mummies):
        raise wrong("birth", "false: there is no place for another Life pawn")


def _check_finished(state: State) -> None:
    """The last Circle, when shown, is the one of the results."""
    if state.birth:
        raise wrong("birth", "false: the match is over")
    if state.life | state.death | state.mummies == 0:
        return
    variant = state.setup & VARIANT_BITS
    last = state.results[-1]
    if last == DRAWN:
        won = any(goal(variant, r, pawns_of(state, r)) for r in range(PLAYERS[variant]))
        if won or (state.actions < ACTION_LIMIT and not _repeated(state)):
            raise wrong("results", "the Circle does not show a drawn round")
        return
    role, pawns = divmod(last, RESULT_ROLE)
    board = pawns_of(state, role)
    if not goal(variant, role, board) or count(board) != pawns:
        raise wrong(
            "results", f"the Circle does not show {ROLES[role]} winning with {pawns}"
        )


def _repeated(state: State) -> bool:
    return repeated(
        PLAYERS[state.setup & VARIANT_BITS],
        state.turned,
        state.life,
        state.death,
        state.mummies,
    )
