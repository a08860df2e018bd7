"""Positions of Aztec as documents: `{"game": "aztec", "pieces": [[[4, 3, 0], …`.

Every field is written, whatever the number of players uses of them. A field left out
is read as at the start, or follows from the rest. Bids and pieces are played again
from the beginning, so what was no legal bid or placement then is refused, and the
sentence begins with the field's name.
"""

from collections.abc import Mapping
from typing import Final

from cabinet.games.aztec.rules import board, notation, play, position
from cabinet.games.aztec.rules.position import THREE_ROUNDS, THREE_SEATS, State
from cabinet.tabletop.api import Document, Option, Options, RulesError
from cabinet.tabletop.fields import (
    complete,
    entries,
    numbers,
    options_field,
    whole,
    wrong,
)
from cabinet.tabletop.options import check_players, chosen_options

NAME: Final = "aztec"
SEATS: Final[tuple[int, ...]] = (2, 3)
_COUNTS: Final = "both"
_BIDS: Final = f"{position.LEAST_BID} to {position.MOST_BID}"
OPTIONS: Final[Mapping[str, Option]] = {
    "corners": Option((_COUNTS, "none"), str(board.BOX["sectors"]["corners"])),
    "rounds": Option((1, 3), 1),
}


def read_options(options: Options) -> int:
    """The flags of a setup that options decide; `RulesError` for unknown ones."""
    chosen = chosen_options("Aztec", OPTIONS, options)
    corners = position.CORNERS if chosen["corners"] == _COUNTS else 0
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
    seats = position.bidders(state.first, state.bids)
    return {
        "game": NAME,
        "options": {
            "corners": _COUNTS if state.setup & position.CORNERS else "none",
            "rounds": state.rounds,
        },
        "players": state.players,
        "first": state.first,
        "round": state.round,
        "turn": position.write_seat(state.mover),
        "pieces": [position.write_piece(piece) for piece in state.pieces],
        "bids": [
            {"seat": seat, "bid": bid or None}
            for seat, bid in zip(seats, state.bids, strict=False)
        ],
        "ohpuch": position.write_seat(state.ohpuch),
        "target": state.target or None,
        "results": [list(result) for result in state.results],
    }


def read(document: Document) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    setup = _read_setup(document)
    state = position.start(setup, 0)
    given = complete("Aztec", document, write(state))
    state = position.start(setup, whole("first", given["first"], 0, state.players - 1))
    state = _read_round(given, state)
    state = _read_bids(given["bids"], state)
    state = _read_ohpuch(document, state)
    state = _read_pieces(given["pieces"], state)
    _check_results(document, state)
    turn = position.write_seat(state.mover)
    _check_same(document, "turn", turn, "by the rest of the position")
    return state


def _read_setup(document: Document) -> int:
    setup = options_field(document, read_options)
    three = (
        setup & THREE_ROUNDS
        or document.get("bids", []) != []
        or document.get("ohpuch") is not None
    )
    players = whole("players", document.get("players", 3 if three else 2), 2, 3)
    if players == 2 and setup & THREE_ROUNDS:
        raise wrong("players", "3 when rounds is 3: each is Oh Puch once")
    return setup | THREE_SEATS if players == 3 else setup


def _read_round(given: Document, state: State) -> State:
    """The empty board of the round, with what came before it."""
    number = whole("round", given["round"], 1, state.rounds)
    results = _read_results(given["results"], state)
    if len(results) < number - 1:
        raise wrong("results", f"{len(results)} finished rounds before round {number}")
    if not state.setup & THREE_ROUNDS:
        return state
    ohpuch = (state.first + number - 1) % 3
    return state._replace(
        round=number, mover=ohpuch, ohpuch=ohpuch, results=results[: number - 1]
    )


def _read_results(value: object, state: State) -> tuple[tuple[int, ...], ...]:
    results = entries("results", value, "the points of each seat")
    most = state.rounds if state.setup & THREE_ROUNDS else 0
    if len(results) > most:
        raise wrong("results", f"at most {most} finished rounds, not {len(results)}")
    return tuple(
        _read_result(state, result, (state.first + index) % 3)
        for index, result in enumerate(results)
    )


def _read_result(state: State, result: object, ohpuch: int) -> tuple[int, ...]:
    most = board.SECTORS[state.setup & position.CORNERS != 0][0].bit_count()
    scores = numbers("results", result, "[points, points, points]")
    if scores[ohpuch]:
        raise wrong("results", f"seat {ohpuch} is Oh Puch in {result}, who has 0")
    return tuple(whole("results", score, 0, most) for score in scores)


def _read_bids(value: object, state: State) -> State:
    for number, entry in enumerate(entries("bids", value, "seat and bid"), 1):
        if not state.bidding:
            raise wrong("bids", f"there is no auction any more, or none, at {entry!r}")
        state = play.bid(state, _read_bid(state, entry, number), None)
    return state


def _read_bid(state: State, entry: object, number: int) -> int:
    if not isinstance(entry, dict) or set(entry) != {"seat", "bid"}:
        raise wrong("bids", f"seat and bid, not {entry!r}")
    seat, bid = entry["seat"], entry["bid"]
    if type(seat) is not int or seat != state.mover:
        raise wrong("bids", f"bid {number} is of seat {state.mover}, not {seat!r}")
    if bid is None:
        bid = 0
    elif type(bid) is not int or bid < position.LEAST_BID:
        raise wrong("bids", f"null, or {_BIDS}, not {bid!r}")
    if position.PASS + bid not in position.menu(state):
        right = f"the first is {_BIDS}, the others are lower each time, or null"
        raise wrong("bids", f"bid {number} cannot be {bid or 'null'}: {right}")
    return int(bid)


def _read_ohpuch(document: Document, state: State) -> State:
    """Who is Oh Puch, and his number: by the auction, or as the document says."""
    if not state.setup & THREE_SEATS:
        _check_same(document, "ohpuch", None, "with two seats")
        _check_same(document, "target", None, "with two seats")
        return state
    if state.setup & THREE_ROUNDS:
        if document.get("ohpuch") is not None:
            _check_same(document, "ohpuch", state.ohpuch, f"in round {state.round}")
        _check_same(document, "target", None, "with three rounds")
        return state
    if state.bids or document.get("ohpuch") is None:
        settled = "after these bids" if state.bids else "without an Oh Puch"
        _check_same(document, "ohpuch", position.write_seat(state.ohpuch), settled)
        _check_same(document, "target", state.target or None, settled)
        return state
    ohpuch = whole("ohpuch", document.get("ohpuch", 0), 0, 2)
    bids = position.LEAST_BID, position.MOST_BID
    target = whole("target", document.get("target", 0), *bids)
    return state._replace(ohpuch=ohpuch, target=target, mover=ohpuch)


def _check_same(document: Document, field: str, right: int | None, when: str) -> None:
    value = document.get(field, right)
    if type(value) is not type(right) or value != right:
        shown = "null" if right is None else right
        raise wrong(field, f"{shown} {when}, not {value!r}")


def _read_pieces(value: object, state: State) -> State:
    pieces = entries("pieces", value, "six cubes each")
    if pieces and state.bidding:
        raise wrong("pieces", "[] while the role of Oh Puch is auctioned")
    for number, cubes in enumerate(pieces, 1):
        if state.mover == position.NOBODY or len(state.pieces) < number - 1:
            raise wrong("pieces", f"the round is over before piece {number}")
        placement = _read_piece(cubes, number)
        if placement not in position.menu(state):
            faults = " and ".join(notation.building_faults(state.pieces, placement))
            raise wrong("pieces", f"piece {number}: {faults}")
        state = play.put(state, placement, None)
    if len(state.pieces) < len(pieces):
        over = f"round {state.round - 1} is over with these"
        raise wrong("pieces", f"{over}, and the next begun")
    return state


def _read_piece(cubes: object, number: int) -> int:
    if not isinstance(cubes, list) or len(cubes) != 6:
        raise wrong("pieces", f"piece {number} is a list of six cubes, not {cubes!r}")
    found = (numbers("pieces", cube, f"piece {number}: [x, y, z]") for cube in cubes)
    piece = tuple(sorted((x, y, z) for x, y, z in found))
    if fault := notation.shape_fault(piece):
        raise wrong("pieces", f"piece {number}: {fault}")
    return board.PLACEMENT_OF[board.bits_of(piece)]


def _check_results(document: Document, state: State) -> None:
    """The last round of three counts as finished exactly when it is built."""
    given = document.get("results", [])
    right = [list(result) for result in state.results]
    if given == right:
        return
    if len(given) > len(right):
        said = f"{len(given)} finished rounds"
        raise wrong("results", f"{said}, but round {state.round} goes on")
    raise wrong("results", f"the pieces give {right[-1]} in round {state.round}")
