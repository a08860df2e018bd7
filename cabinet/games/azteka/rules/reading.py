"""Positions of Azteka read from documents.

A field left out is as at the start. What could not stand on a table is refused,
and the sentence begins with the field's name.
"""

from typing import Any, Final

from cabinet.games.azteka.rules.board import BIT, RINGS, SEGMENTS
from cabinet.games.azteka.rules.document import NAME, read_setup
from cabinet.games.azteka.rules.position import (
    ACTION_LIMIT,
    AGGRESSIVE,
    DRAWN,
    LIFE,
    NOBODY,
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
    seat_of,
)
from cabinet.games.azteka.rules.possible import check_finished, check_going_on, wrong
from cabinet.tabletop.api import Document, PositionError, RulesError

_FIELDS: Final = (
    "game",
    "options",
    "round",
    "turn",
    "life",
    "death",
    "birth",
    "results",
    "actions",
    "turned",
)


def read(document: Document) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    try:
        setup = read_setup(None, _mapping(document.get("options", {})))
    except RulesError as wrong:
        raise PositionError(f"options: {wrong}") from None
    variant = setup & VARIANT_BITS
    _check_fields(document, variant)
    boards = _read_boards(document, variant)
    round_number = _read_round(document, variant)
    results = _read_results(document, variant, round_number)
    state = State(
        setup,
        round_number,
        _read_turn(document, variant, over=len(results) == ROUNDS[variant]),
        boards[0],
        boards[1],
        boards[2] if variant == THREE else 0,
        _read_birth(document),
        _read_number(document, "actions", 0, 0, ACTION_LIMIT),
        _read_turned(document, variant),
        results,
    )
    if state.mover == NOBODY:
        check_finished(state)
    else:
        check_going_on(state)
    return state


def _mapping(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulesError(f"this is an object of options, not {value!r}")
    return value


def _check_fields(document: Document, variant: int) -> None:
    known = (*_FIELDS, ROLES[THREE]) if variant == THREE else _FIELDS
    for name in document:
        if name not in known:
            raise wrong(
                str(name),
                f"variant {VARIANTS[variant]} of Azteka has no such field "
                f"(there are: {', '.join(known)})",
            )
    if document.get("game", NAME) != NAME:
        raise wrong("game", f"this is {NAME!r}, not {document['game']!r}")


def _read_number(
    document: Document, field: str, default: int, least: int, most: int
) -> int:
    value = document.get(field, default)
    if type(value) is not int or not least <= value <= most:
        raise wrong(field, f"a whole number from {least} to {most}, not {value!r}")
    return value


def _read_round(document: Document, variant: int) -> int:
    return _read_number(document, "round", 1, 1, ROUNDS[variant])


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


def _read_boards(document: Document, variant: int) -> list[int]:
    boards: list[int] = []
    taken: dict[int, str] = {}
    for role in ROLES[: PLAYERS[variant]]:
        pawns = document.get(role, [])
        if not isinstance(pawns, list):
            raise wrong(role, f"a list of [ring, segment], not {pawns!r}")
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
    ring, segment = _pair(field, pawn)
    if not (1 <= ring <= RINGS and 0 <= segment < SEGMENTS):
        raise wrong(
            field, f"no place {pawn}: rings are 1 (inner) to 4, segments 0 to 7"
        )
    return (ring - 1) * SEGMENTS + segment


def _pair(field: str, value: object) -> tuple[int, int]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(type(number) is not int for number in value)
    ):
        raise wrong(field, f"two whole numbers in a list, not {value!r}")
    return value[0], value[1]


def _read_birth(document: Document) -> bool:
    birth = document.get("birth", False)
    if not isinstance(birth, bool):
        raise wrong("birth", f"true or false, not {birth!r}")
    return birth


def _read_turned(document: Document, variant: int) -> tuple[int, ...]:
    turned = document.get("turned", [])
    if not isinstance(turned, list) or len(turned) > ACTION_LIMIT:
        raise wrong(
            "turned",
            f"a list of at most {ACTION_LIMIT} [ring, segments], not {turned!r}",
        )
    most = 2 if variant == AGGRESSIVE else 1
    actions = []
    for entry in turned:
        ring, segments = _pair("turned", entry)
        if not (1 <= ring <= RINGS and 1 <= segments <= most):
            raise wrong(
                "turned",
                f"no turn {entry} in variant {VARIANTS[variant]}: rings are 1 to "
                f"{RINGS}, segments 1" + (" or 2" if most == 2 else ""),
            )
        actions.append((TURN if segments == 1 else TURN2) + ring - 1)
    return tuple(actions)


def _read_results(
    document: Document, variant: int, round_number: int
) -> tuple[int, ...]:
    results = document.get("results", [])
    if not isinstance(results, list):
        raise wrong("results", f"a list with an entry a round, not {results!r}")
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
    seat, role, pawns = result["seat"], result["role"], result["pawns"]
    roles = ROLES[: PLAYERS[variant]]
    if type(role) is not str or role not in roles:
        raise wrong("results", f"role is one of {', '.join(roles)}, not {role!r}")
    right = seat_of(ROLES.index(role), round_number)
    if type(seat) is not int or seat != right:
        raise wrong(
            "results", f"{role} is seat {right} in round {round_number}, not {seat!r}"
        )
    if type(pawns) is not int or not 1 <= pawns <= PAWNS[variant]:
        raise wrong("results", f"pawns are 1 to {PAWNS[variant]}, not {pawns!r}")
    return ROLES.index(role) * RESULT_ROLE + pawns
