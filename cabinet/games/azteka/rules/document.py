"""Positions of Azteka written as documents: `{"game": "azteka", "life": [[1, 0]], …}`.

Every field is written, whatever the variant has of them; `reading` reads them back.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.games.azteka.rules.board import RINGS, SEGMENTS, cells
from cabinet.games.azteka.rules.position import (
    DIAGONAL,
    DRAWN,
    NOBODY,
    OWN,
    PLAYERS,
    RESULT_ROLE,
    ROLES,
    THREE,
    TURN,
    TURN2,
    VARIANT_BITS,
    VARIANTS,
    State,
    pawns_of,
    seat_of,
)
from cabinet.tabletop.api import Document, Option, Options, RulesError
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "azteka"
SEATS: Final = (2, 3)
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "variant": Option(VARIANTS, VARIANTS[0]),
        "placement": Option(("life", "own"), "life"),
        "diagonal": Option((False, True), default=False),
    }
)


def place(cell: int) -> list[int]:
    """A place as `[ring, segment]`, rings from 1."""
    return [cell // SEGMENTS + 1, cell % SEGMENTS]


def read_setup(players: int | None, options: Options) -> int:
    """The setup for so many seats (None: as the variant wants); `RulesError`."""
    if players is not None:
        check_players("Azteka", SEATS, players)
    chosen = chosen_options("Azteka", OPTIONS, options)
    if players == 3 and "variant" not in options:
        chosen["variant"] = VARIANTS[THREE]
    variant = VARIANTS.index(str(chosen["variant"]))
    if players is not None and PLAYERS[variant] != players:
        raise RulesError(
            f"variant {VARIANTS[variant]} is for {PLAYERS[variant]} players, not "
            f"{players}: two play classic or aggressive, three play mummies"
        )
    own = OWN if chosen["placement"] == "own" else 0
    return variant | own | (DIAGONAL if chosen["diagonal"] else 0)


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    variant = state.setup & VARIANT_BITS
    return {
        "game": NAME,
        "options": {
            "variant": VARIANTS[variant],
            "placement": "own" if state.setup & OWN else "life",
            "diagonal": bool(state.setup & DIAGONAL),
        },
        "round": state.round,
        "turn": None if state.mover == NOBODY else ROLES[state.mover],
        **write_boards(state),
        "birth": state.birth,
        "results": [
            write_result(result, index + 1)
            for index, result in enumerate(state.results)
        ],
        "actions": state.actions,
        "turned": [
            [(action - TURN) % RINGS + 1, 1 if action < TURN2 else 2]
            for action in state.turned
        ],
    }


def write_boards(state: State) -> Document:
    """Where each role's pawns stand."""
    return {
        ROLES[role]: [place(cell) for cell in cells(pawns_of(state, role))]
        for role in range(PLAYERS[state.setup & VARIANT_BITS])
    }


def write_result(result: int, round_number: int) -> Document | None:
    """A finished round: who won it, as what, with how many pawns; None if drawn."""
    if result == DRAWN:
        return None
    role, pawns = divmod(result, RESULT_ROLE)
    return {"seat": seat_of(role, round_number), "role": ROLES[role], "pawns": pawns}
