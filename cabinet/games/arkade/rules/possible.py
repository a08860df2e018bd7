"""Which positions of Arkade can lie on one table.

`document` has seen to the form of every field; here they are held together. How a
position came about is not asked: kills, lost saucers and missing ones are believed.
"""

from cabinet.games.arkade.rules.board import BIT, LAST_LINE, name
from cabinet.games.arkade.rules.box import COLORS, FRAME_CELLS, FRAMES, OF_A_COLOR
from cabinet.games.arkade.rules.deal import BOX, named, open_tiles
from cabinet.games.arkade.rules.menus import replies
from cabinet.games.arkade.rules.position import (
    ALIEN,
    BOTH,
    DEFENDER,
    NO_DICE,
    NO_DIE,
    NOBODY,
    SIDES,
    Pending,
    State,
    color_of,
    standing,
)
from cabinet.tabletop.fields import wrong


def check(state: State) -> None:
    """`PositionError` for what two fields cannot say together."""
    _check_pieces(state)
    _check_box(state)
    for seat in (ALIEN, DEFENDER):
        _check_dice(state, seat)
    _check_bonus(state)
    if state.pending is not None:
        _check_pending(state, state.pending)


def _check_pieces(state: State) -> None:
    for color, letter in enumerate(COLORS):
        many = state.saucers[color].bit_count() + state.lost[color]
        if many > OF_A_COLOR:
            raise wrong(
                "saucers",
                f"{many} of {letter}, lost ones included; there are {OF_A_COLOR}",
            )
    taken = standing(state)
    frames = FRAME_CELLS[state.setup.face]
    for field, bits in (
        ("asteroids", state.asteroids),
        ("fields", state.fields),
        ("tower", state.tower),
    ):
        if bits & taken:
            raise wrong(field, f"something else is on {_one_of(bits & taken)}")
        if bits & frames:
            raise wrong(field, f"{_one_of(bits & frames)} is a bonus cell: no tiles")
        taken |= bits
    if state.tower & ~LAST_LINE:
        raise wrong("tower", f"a cell of the last line, not {_one_of(state.tower)}")


def _one_of(bits: int) -> str:
    return name(bits.bit_length() - 1)


def _check_box(state: State) -> None:
    """A tile of the Defender's is face down, open, or discarded: once."""
    used = open_tiles(state)
    for tile, many in used.items():
        if many > BOX[tile]:
            field = {"asteroid": "asteroids", "field": "fields"}.get(tile, tile)
            raise wrong(field, f"{many} of {tile}, but the box has {BOX[tile]}")
    for color, tiles in enumerate(state.defender_tiles):
        used.update(named(tile, color) for tile in tiles)
    for tile, many in used.items():
        if many > BOX[tile]:
            raise wrong(
                "defender_tiles",
                f"{many} of {tile} with the open ones, but the box has {BOX[tile]}",
            )


def _check_dice(state: State, seat: int) -> None:
    side = SIDES[seat]
    dice, rolls = _dice(state, seat)
    if state.mover not in (seat, BOTH, NOBODY) and (dice != NO_DICE or rolls):
        field = f"{side}_dice" if dice != NO_DICE else f"{side}_rolls"
        raise wrong(field, "nothing is rolled in the other's turn")
    if dice != NO_DICE and not rolls:
        raise wrong(f"{side}_dice", f"null while {side}_rolls is 0")


def _dice(state: State, seat: int) -> tuple[tuple[int, int], int]:
    if seat == ALIEN:
        return state.alien_dice, state.alien_rolls
    return state.defender_dice, state.defender_rolls


def _check_bonus(state: State) -> None:
    if state.bonus and state.mover not in (ALIEN, BOTH):
        raise wrong("bonus", "[] when it is not the Alien's turn")
    if state.bonus and not any(state.alien_tiles):
        raise wrong("bonus", "[] when no Alien tile is left")
    for cell in state.bonus:
        if state.bonus.count(cell) > 1:
            raise wrong("bonus", f"{name(cell)} is listed twice")
        _check_frame(state, "bonus", cell)


def _check_frame(state: State, field: str, cell: int) -> None:
    frame = FRAMES[state.setup.face].get(cell)
    if frame is None:
        raise wrong(field, f"{name(cell)} is no bonus cell of this face")
    if not standing(state) & BIT[cell] or color_of(state, cell) != frame:
        raise wrong(field, f"no saucer of {COLORS[frame]} is on {name(cell)}")


def _check_pending(state: State, asked: Pending) -> None:
    if state.mover not in (asked.seat, BOTH):
        raise wrong("pending", f"null: it is not the turn of seat {asked.seat}")
    fitting = ("", "roll") if state.setup.arcade else ("", "end")
    if asked.then not in fitting:
        raise wrong("pending", f"then is null or {fitting[1]}, not {asked.then!r}")
    if asked.ask == "dice":
        dice, rolls = _dice(state, asked.seat)
        if NO_DIE not in dice:
            raise wrong("pending", "no die is in the air")
        if not rolls:
            raise wrong("pending", f"dice are thrown while {_rolls(asked)} is 0")
    elif asked.ask == "tile" and asked.seat == ALIEN:
        _check_frame(state, "pending", asked.about)
        if asked.about in state.bonus:
            raise wrong("pending", f"{name(asked.about)} still waits in bonus")
    if not replies(state, asked):
        raise wrong("pending", f"nothing can answer {asked.ask!r}, so it is not asked")


def _rolls(asked: Pending) -> str:
    return f"{SIDES[asked.seat]}_rolls"
