"""Positions of Azteka as documents: `{"game": "azteka", "life": [[1, 0]], …}`.

Every field is written, whatever the variant has of them. A field left out is read as
at the start. Form is checked here, field by field; `possible` judges whether all of it
can stand on a table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cabinet.games.azteka.rules.board import BIT, RINGS, SEGMENTS, cells
from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    AGGRESSIVE,
    DIAGONAL,
    DRAWN,
    LIFE,
    NOBODY,
    OWN,
    PAWNS,
    PLAYERS,
    RESULT_ROLE,
    ROLES,
    ROUNDS,
    THREE,
    TURN,
    TURN2,
    VARIANT_BITS,
    VARIANTS,
    State,
    pawns_of,
    seat_of,
    start,
)
from cabinet.tabletop.api import Document, Option, Options, RulesError
from cabinet.tabletop.fields import (
    choice,
    complete,
    entries,
    flag,
    numbers,
    options_field,
    whole,
    wrong,
)
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "azteka"
SEATS: Final[tuple[int, ...]] = (2, 3)
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


def read(document: Document) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    setup = options_field(document, lambda asked: read_setup(None, asked))
    variant = setup & VARIANT_BITS
    title = f"variant {VARIANTS[variant]} of Azteka"
    given = complete(title, document, write(start(setup)))
    boards = _read_boards(given, variant)
    round_number = whole("round", given["round"], 1, ROUNDS[variant])
    results = _read_results(given["results"], variant, round_number)
    return State(
        setup,
        round_number,
        _read_turn(document, variant, over=len(results) == ROUNDS[variant]),
        boards[0],
        boards[1],
        boards[2] if variant == THREE else 0,
        flag("birth", given["birth"]),
        whole("actions", given["actions"], 0, ACTION_LIMIT),
        _read_turned(given["turned"], variant),
        results,
    )


def _read_turn(document: Document, variant: int, *, over: bool) -> int:
    roles = ROLES[: PLAYERS[variant]]
    turn = document.get("turn", None if over else ROLES[LIFE])
    if turn is not None and turn not in roles:
        raise wrong("turn", f"one of {', '.join(roles)} or null, not {turn!r}")
    if over and turn is not None:
        raise wrong(
            "turn",
            f"null, not {turn!r}: the results say that every round is finished",
        )
    if not over and turn is None:
        raise wrong(
            "turn",
            f"one of {', '.join(roles)}, not null: the results say that the match "
            "goes on",
        )
    return NOBODY if turn is None else ROLES.index(turn)


def _read_boards(given: Document, variant: int) -> list[int]:
    boards: list[int] = []
    taken: dict[int, str] = {}
    for role in ROLES[: PLAYERS[variant]]:
        pawns = entries(role, given[role], "[ring, segment]")
        if len(pawns) > PAWNS[variant]:
            raise wrong(role, f"{len(pawns)} pawns, but {PAWNS[variant]} in the box")
        board = 0
        for pawn in pawns:
            cell = _read_cell(role, pawn)
            if cell in taken:
                raise wrong(role, f"{pawn} is used twice (first by {taken[cell]})")
            taken[cell] = role
            board |= BIT[cell]
        boards.append(board)
    return boards


def _read_cell(field: str, pawn: object) -> int:
    ring, segment = numbers(field, pawn, "[ring, segment]")
    if not (1 <= ring <= RINGS and 0 <= segment < SEGMENTS):
        raise wrong(
            field, f"no place {pawn}: rings are 1 (inner) to 4, segments 0 to 7"
        )
    return (ring - 1) * SEGMENTS + segment


def _read_turned(value: object, variant: int) -> tuple[int, ...]:
    turned = entries("turned", value, "[ring, segments]")
    if len(turned) > ACTION_LIMIT:
        raise wrong("turned", f"at most {ACTION_LIMIT} turns, not {len(turned)}")
    most = 2 if variant == AGGRESSIVE else 1
    actions = []
    for entry in turned:
        ring, segments = numbers("turned", entry, "[ring, segments]")
        if not (1 <= ring <= RINGS and 1 <= segments <= most):
            raise wrong(
                "turned",
                f"no turn {entry} in variant {VARIANTS[variant]}: rings are 1 to "
                f"{RINGS}, segments 1" + (" or 2" if most == 2 else ""),
            )
        actions.append((TURN if segments == 1 else TURN2) + ring - 1)
    return tuple(actions)


def _read_results(value: object, variant: int, round_number: int) -> tuple[int, ...]:
    results = entries("results", value, "an entry a round")
    fitting = {round_number - 1}
    if round_number == ROUNDS[variant]:
        fitting.add(round_number)
    if len(results) not in fitting:
        right = " or ".join(map(str, sorted(fitting)))
        raise wrong(
            "results",
            f"{len(results)} finished rounds in round {round_number}; "
            f"it would be {right}",
        )
    return tuple(
        _read_result(result, variant, index + 1) for index, result in enumerate(results)
    )


def _read_result(result: object, variant: int, round_number: int) -> int:
    if result is None:
        return DRAWN
    if not isinstance(result, dict) or set(result) != {"seat", "role", "pawns"}:
        raise wrong("results", f"null, or seat, role and pawns, not {result!r}")
    role = choice("results", result["role"], ROLES[: PLAYERS[variant]])
    right, seat = seat_of(role, round_number), result["seat"]
    if type(seat) is not int or seat != right:
        raise wrong(
            "results",
            f"{ROLES[role]} is seat {right} in round {round_number}, not {seat!r}",
        )
    return role * RESULT_ROLE + whole("results", result["pawns"], 1, PAWNS[variant])
