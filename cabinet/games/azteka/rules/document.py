"""Positions of Azteka as documents: `{"game": "azteka", "life": [[1, 0]], …}`.

Every field is written, whatever the variant has of them. A field left out is read as
at the start. `read` sees to the form of every field, `check` to whether all of it can
stand on a table; a finished match may be told by its results alone, without the Circle.
"""

from collections.abc import Mapping
from typing import Final

from cabinet.games.azteka.rules import board, position
from cabinet.games.azteka.rules.board import BIT, RINGS, SEGMENTS
from cabinet.games.azteka.rules.position import DRAWN, PAWNS, PLAYERS, ROLES, State
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
OPTIONS: Final[Mapping[str, Option]] = {
    "variant": Option(position.VARIANTS, position.VARIANTS[0]),
    "placement": Option(("life", "own"), "life"),
    "diagonal": Option((False, True), default=False),
}


def place(cell: int) -> list[int]:
    """A place as `[ring, segment]`, rings from 1."""
    return [cell // SEGMENTS + 1, cell % SEGMENTS]


def read_setup(players: int | None, options: Options) -> int:
    """The setup for so many seats (None: as the variant wants); `RulesError`."""
    if players is not None:
        check_players("Azteka", SEATS, players)
    chosen = chosen_options("Azteka", OPTIONS, options)
    if players == 3 and "variant" not in options:
        chosen["variant"] = position.VARIANTS[position.THREE]
    variant = position.VARIANTS.index(str(chosen["variant"]))
    if players is not None and PLAYERS[variant] != players:
        raise RulesError(
            f"variant {chosen['variant']} is for {PLAYERS[variant]} players, not "
            f"{players}: two play classic or aggressive, three play mummies"
        )
    own = position.OWN if chosen["placement"] == "own" else 0
    return variant | own | (position.DIAGONAL if chosen["diagonal"] else 0)


def write(state: State) -> Document:
    """Every field, in the order of the contract."""
    variant = state.variant
    return {
        "game": NAME,
        "options": {
            "variant": position.VARIANTS[variant],
            "placement": "own" if state.setup & position.OWN else "life",
            "diagonal": bool(state.setup & position.DIAGONAL),
        },
        "round": state.round,
        "turn": None if state.mover == position.NOBODY else ROLES[state.mover],
        **write_boards(state),
        "birth": state.birth,
        "results": [
            write_result(result, index + 1)
            for index, result in enumerate(state.results)
        ],
        "actions": state.actions,
        "turned": [
            [(action - position.TURN) % RINGS + 1, 1 if action < position.TURN2 else 2]
            for action in state.turned
        ],
    }


def write_boards(state: State) -> Document:
    """Where each role's pawns stand."""
    return {
        ROLES[role]: [place(cell) for cell in board.cells(state.pawns(role))]
        for role in range(PLAYERS[state.variant])
    }


def write_result(result: int, round_number: int) -> Document | None:
    """A finished round: who won it, as what, with how many pawns; None if drawn."""
    if result == DRAWN:
        return None
    role, pawns = divmod(result, position.RESULT_ROLE)
    seat = position.seat_of(role, round_number)
    return {"seat": seat, "role": ROLES[role], "pawns": pawns}


def read(document: Document) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    setup = options_field(document, lambda asked: read_setup(None, asked))
    variant = setup & position.VARIANT_BITS
    title = f"variant {position.VARIANTS[variant]} of Azteka"
    given = complete(title, document, write(position.start(setup)))
    boards = _read_boards(given, variant)
    round_number = whole("round", given["round"], 1, position.ROUNDS[variant])
    results = _read_results(given["results"], variant, round_number)
    return State(
        setup,
        round_number,
        _read_turn(document, variant, over=len(results) == position.ROUNDS[variant]),
        boards[0],
        boards[1],
        boards[2] if variant == position.THREE else 0,
        flag("birth", given["birth"]),
        whole("actions", given["actions"], 0, position.ACTION_LIMIT),
        _read_turned(given["turned"], variant),
        results,
    )


def _read_turn(document: Document, variant: int, *, over: bool) -> int:
    roles = ROLES[: PLAYERS[variant]]
    some, results = f"one of {', '.join(roles)}", "the results say that"
    turn = document.get("turn", None if over else ROLES[position.LIFE])
    if turn is not None and turn not in roles:
        raise wrong("turn", f"{some} or null, not {turn!r}")
    if over and turn is not None:
        raise wrong("turn", f"null, not {turn!r}: {results} every round is finished")
    if not over and turn is None:
        raise wrong("turn", f"{some}, not null: {results} the match goes on")
    return position.NOBODY if turn is None else ROLES.index(turn)


def _read_boards(given: Document, variant: int) -> list[int]:
    boards: list[int] = []
    taken: dict[int, str] = {}
    for role in ROLES[: PLAYERS[variant]]:
        pawns = entries(role, given[role], "[ring, segment]")
        if len(pawns) > PAWNS[variant]:
            raise wrong(role, f"{len(pawns)} pawns, but {PAWNS[variant]} in the box")
        bits = 0
        for pawn in pawns:
            cell = _read_cell(role, pawn)
            if cell in taken:
                raise wrong(role, f"{pawn} is used twice (first by {taken[cell]})")
            taken[cell] = role
            bits |= BIT[cell]
        boards.append(bits)
    return boards


def _read_cell(field: str, pawn: object) -> int:
    ring, segment = numbers(field, pawn, "[ring, segment]")
    if not (1 <= ring <= RINGS and 0 <= segment < SEGMENTS):
        right = "rings are 1 (inner) to 4, segments 0 to 7"
        raise wrong(field, f"no place {pawn}: {right}")
    return (ring - 1) * SEGMENTS + segment


def _read_turned(value: object, variant: int) -> tuple[int, ...]:
    turned = entries("turned", value, "[ring, segments]")
    limit, most = position.ACTION_LIMIT, 2 if variant == position.AGGRESSIVE else 1
    if len(turned) > limit:
        raise wrong("turned", f"at most {limit} turns, not {len(turned)}")
    actions = []
    for entry in turned:
        ring, segments = numbers("turned", entry, "[ring, segments]")
        if not (1 <= ring <= RINGS and 1 <= segments <= most):
            right = f"rings are 1 to {RINGS}, segments 1{' or 2' * (most == 2)}"
            name = position.VARIANTS[variant]
            raise wrong("turned", f"no turn {entry} in variant {name}: {right}")
        actions.append((position.TURN if segments == 1 else position.TURN2) + ring - 1)
    return tuple(actions)


def _read_results(value: object, variant: int, round_number: int) -> tuple[int, ...]:
    results = entries("results", value, "an entry a round")
    fitting = {round_number - 1}
    if round_number == position.ROUNDS[variant]:
        fitting.add(round_number)
    if len(results) not in fitting:
        right = " or ".join(map(str, sorted(fitting)))
        said = f"{len(results)} finished rounds in round {round_number}"
        raise wrong("results", f"{said}; it would be {right}")
    return tuple(
        _read_result(result, variant, index + 1) for index, result in enumerate(results)
    )


def _read_result(result: object, variant: int, round_number: int) -> int:
    if result is None:
        return DRAWN
    if not isinstance(result, dict) or set(result) != {"seat", "role", "pawns"}:
        raise wrong("results", f"null, or seat, role and pawns, not {result!r}")
    role = choice("results", result["role"], ROLES[: PLAYERS[variant]])
    right, seat = position.seat_of(role, round_number), result["seat"]
    if type(seat) is not int or seat != right:
        who = f"{ROLES[role]} is seat {right} in round {round_number}"
        raise wrong("results", f"{who}, not {seat!r}")
    pawns = whole("results", result["pawns"], 1, PAWNS[variant])
    return role * position.RESULT_ROLE + pawns


def check(state: State) -> None:
    """`PositionError` for what two fields cannot say together."""
    if state.mover == position.NOBODY:
        _check_finished(state)
    else:
        _check_going_on(state)


def _check_going_on(state: State) -> None:
    """The round is not over, and could have come here."""
    limit = position.ACTION_LIMIT
    for role in range(PLAYERS[state.variant]):
        if reached := _goal(state, role):
            sentence = f"a goal is reached already ({reached}), so the round is over"
            raise wrong(ROLES[role], sentence)
    if state.actions >= limit:
        said = f"fewer than {limit}, not {state.actions}"
        raise wrong("actions", f"{said}: there the round is drawn")
    if state.is_empty():
        if state.mover != position.LIFE:
            first = "Life moves first on an empty Circle"
            raise wrong("turn", f"life, not {ROLES[state.mover]}: {first}")
        if state.turned:
            raise wrong("turned", "[]: an empty Circle cannot have been turned")
    if state.repeats():
        raise wrong("turned", "the position has repeated so often that it is drawn")
    if state.birth:
        _check_birth(state)


def _check_birth(state: State) -> None:
    if not position.POWERS[state.variant]:
        raise wrong("birth", "false: there are no births in this variant")
    if state.mover != position.LIFE:
        raise wrong("birth", f"false when it is the turn of {ROLES[state.mover]}")
    if not board.fills_a_segment(state.life):
        raise wrong("birth", "false: no segment is full of Life pawns")
    if state.turned:
        raise wrong("birth", "false: a ring has been turned since the last placement")
    if not state.places():
        raise wrong("birth", "false: there is no place for another Life pawn")


def _check_finished(state: State) -> None:
    """The last Circle, when shown, is the one of the results."""
    if state.birth:
        raise wrong("birth", "false: the match is over")
    if state.is_empty():
        return
    last = state.results[-1]
    if last == DRAWN:
        won = any(_goal(state, role) for role in range(PLAYERS[state.variant]))
        if won or (state.actions < position.ACTION_LIMIT and not state.repeats()):
            raise wrong("results", "the Circle does not show a drawn round")
        return
    role, pawns = divmod(last, position.RESULT_ROLE)
    if not _goal(state, role) or board.count(state.pawns(role)) != pawns:
        winning = f"{ROLES[role]} winning with {pawns}"
        raise wrong("results", f"the Circle does not show {winning}")


def _goal(state: State, role: int) -> str:
    """The goal that a role has reached, or ""."""
    return position.goal(state.variant, role, state.pawns(role))
