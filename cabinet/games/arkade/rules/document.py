"""Positions of Arkade written as documents: `{"game": "arkade", "ship": 1, …}`.

Order has no meaning in lists of pieces and tiles, so they are written sorted; the
cells in `bonus` are in the order their saucers moved.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.games.arkade.rules.board import BIT, cells, place
from cabinet.games.arkade.rules.box import (
    ALIEN_TILES,
    COLORS,
    COLUMNS,
    FACES,
    LAYOUTS,
    NORMAL,
    NUGGETS,
    ROLLS,
)
from cabinet.games.arkade.rules.deal import kept_names
from cabinet.games.arkade.rules.events import write_alien_dice, write_defender_dice
from cabinet.games.arkade.rules.position import (
    ALIEN,
    NOBODY,
    SIDES,
    TURNS,
    Pending,
    Setup,
    State,
    color_of,
    standing,
    winner,
)
from cabinet.tabletop.api import Document, Option, Options
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "arkade"
SEATS: Final = (2,)
MODES: Final = ("strategy", "arcade")
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "mode": Option(MODES, MODES[0]),
        "face": Option(FACES, FACES[0]),
        "layout": Option(LAYOUTS, LAYOUTS[0]),
        "nuggets": Option(NUGGETS, NORMAL),
        "tiles": Option((True, False), None),
        "rolls": Option(ROLLS, ROLLS[0]),
    }
)


def read_setup(players: int, options: Options) -> Setup:
    """The options with their defaults; `RulesError` for one that does not fit."""
    check_players("Arkade", SEATS, players)
    chosen = chosen_options("Arkade", OPTIONS, options)
    arcade = chosen["mode"] == "arcade"
    tiles = chosen["tiles"]
    return Setup(
        arcade=arcade,
        face=FACES.index(str(chosen["face"])),
        layout=LAYOUTS.index(str(chosen["layout"])),
        nuggets=int(str(chosen["nuggets"])),
        tiles=not arcade if tiles is None else bool(tiles),
        rolls=int(str(chosen["rolls"])),
    )


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    side = winner(state)
    return {
        "game": NAME,
        "options": _write_options(state.setup),
        "turn": None if state.mover == NOBODY else TURNS[state.mover],
        "saucers": [_write_saucer(state, cell) for cell in cells(standing(state))],
        "kills": dict(zip(COLORS, state.kills, strict=True)),
        "lost": _repeated(COLORS, state.lost),
        "ship": state.ship + 1,
        "nuggets": state.nuggets,
        "alien_dice": write_alien_dice(state),
        "alien_rolls": state.alien_rolls,
        "defender_dice": write_defender_dice(state),
        "defender_rolls": state.defender_rolls,
        "alien_tiles": _repeated(ALIEN_TILES, state.alien_tiles),
        "defender_tiles": dict(
            zip(COLORS, map(list, state.defender_tiles), strict=True)
        ),
        "kept": kept_names(state.kept),
        "asteroids": [place(cell) for cell in cells(state.asteroids)],
        "fields": [place(cell) for cell in cells(state.fields)],
        "tower": (state.tower.bit_length() - 1) % COLUMNS + 1 if state.tower else None,
        "reactor": state.reactor,
        "bonus": [place(cell) for cell in state.bonus],
        "pending": None if state.pending is None else write_pending(state.pending),
        "winner": None if side == NOBODY else SIDES[side],
    }


def _repeated(names: tuple[str, ...], counts: tuple[int, ...]) -> list[str]:
    return [n for n, many in zip(names, counts, strict=True) for _ in range(many)]


def observe(state: State) -> Document:
    """The same for everybody: tiles that lie face down are counted."""
    document = write(state)
    document["alien_tiles"] = sum(state.alien_tiles)
    document["defender_tiles"] = {
        color: len(tiles)
        for color, tiles in zip(COLORS, state.defender_tiles, strict=True)
    }
    return document


def _write_options(setup: Setup) -> Document:
    return {
        "mode": MODES[setup.arcade],
        "face": FACES[setup.face],
        "layout": LAYOUTS[setup.layout],
        "nuggets": setup.nuggets,
        "tiles": setup.tiles,
        "rolls": setup.rolls,
    }


def _write_saucer(state: State, cell: int) -> Document:
    return {
        "at": place(cell),
        "color": COLORS[color_of(state, cell)],
        "heart": bool(state.hearts & BIT[cell]),
    }


def write_pending(asked: Pending) -> Document:
    """The open question, with what its answer needs to know."""
    document: Document = {"for": asked.ask, "seat": asked.seat}
    then = {"then": asked.then or None}
    match asked.ask:
        case "tile" if asked.seat == ALIEN:
            return document | {"at": place(asked.about)} | then
        case "tile":
            return document | {"color": COLORS[asked.about]}
        case "rift":
            return document | {"line": asked.about + 1} | then
        case "repair":
            return document | then
        case "comet":
            return document | {"by": asked.about}
    return document
