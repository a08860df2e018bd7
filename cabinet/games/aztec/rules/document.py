"""Positions of Aztec as documents: `{"game": "aztec", "pieces": [[[4, 3, 0], …`.

Every field is written, whatever the number of players uses of them; `reading` reads
them back.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.games.aztec.rules.board import BOX, CUBES
from cabinet.games.aztec.rules.position import (
    CORNERS,
    NOBODY,
    THREE_ROUNDS,
    THREE_SEATS,
    State,
    bidders,
    players_of,
    rounds_of,
)
from cabinet.tabletop.api import Document, Option, Options, RulesError, Seat
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "aztec"
SEATS: Final = (2, 3)
_COUNTS: Final = "both"
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "corners": Option((_COUNTS, "none"), str(BOX["sectors"]["corners"])),
        "rounds": Option((1, 3), 1),
    }
)


def read_options(options: Options) -> int:
    """The flags of a setup that options decide; `RulesError` for unknown ones."""
    chosen = chosen_options("Aztec", OPTIONS, options)
    corners = CORNERS if chosen["corners"] == _COUNTS else 0
    return corners | (THREE_ROUNDS if chosen["rounds"] == 3 else 0)


def read_setup(players: int, options: Options) -> int:
    """The setup for so many seats; `RulesError` for what does not go together."""
    check_players("Aztec", SEATS, players)
    setup = read_options(options)
    if players == 3:
        return setup | THREE_SEATS
    if setup & THREE_ROUNDS:
        raise RulesError("rounds 3 is for 3 players, not 2: each is Oh Puch once")
    return setup


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    return {
        "game": NAME,
        "options": {
            "corners": _COUNTS if state.setup & CORNERS else "none",
            "rounds": rounds_of(state),
        },
        "players": players_of(state),
        "first": state.first,
        "round": state.round,
        "turn": write_seat(state.mover),
        "pieces": [write_piece(piece) for piece in state.pieces],
        "bids": [
            {"seat": seat, "bid": bid or None}
            for seat, bid in zip(
                bidders(state.first, state.bids), state.bids, strict=False
            )
        ],
        "ohpuch": write_seat(state.ohpuch),
        "target": state.target or None,
        "results": [list(result) for result in state.results],
    }


def write_seat(seat: Seat) -> Seat | None:
    """A seat, or null for nobody."""
    return None if seat == NOBODY else seat


def write_piece(placement: int) -> list[list[int]]:
    """The six cubes of a placement, sorted."""
    return [list(cube) for cube in CUBES[placement]]
