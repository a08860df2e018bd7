"""Coins that a board at the slot has counted, and which of them the books have.

A board numbers the coins of each of its slots from 1, for ever. A coin's posting
says in its note which one it was, so the coin and the knowledge that it was credited
are one row: no crash can part them. The books take the coins of a board in order and
each once; one that does not follow is refused like a purse that cannot follow. A
board new to the books is entered with what it had counted by then, which is no money.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from cabinet.i18n.message import message

# For each board, how many coins of each slot are in the books.
Boards: TypeAlias = Mapping[int, tuple[int, ...]]
_PREFIX: Final = "board "


def coin_note(board: int, number: int) -> str:
    """What the posting of a counted coin says: whose coin it was, and which."""
    return f"{_PREFIX}{board:08x} coin {number}"


def board_note(board: int, totals: tuple[int, ...]) -> str:
    """What the posting that enters a board says: where its coins begin to count."""
    return f"{_PREFIX}{board:08x} counted {' '.join(map(str, totals))}"


def credited(boards: Boards, board: int, slot: int) -> int:
    """The last coin of a slot that is in the books; 0 when there is none."""
    totals = boards.get(board, ())
    return totals[slot - 1] if 0 < slot <= len(totals) else 0


def with_coin(boards: Boards, slot: int | None, note: str) -> Boards:
    """The boards after a coin; `ValueError` when it is not the next of its slot."""
    if not note.startswith(_PREFIX):
        return boards
    _, board, word, number = note.split(" ")
    key, coin, place = int(board, 16), int(number), slot or 0
    last = credited(boards, key, place)
    known = 0 < place <= len(boards.get(key, ()))
    if word != "coin" or not known or coin != last + 1:
        raise ValueError(message("coin_misplaced", coin=coin, board=board, last=last))
    totals = list(boards[key])
    totals[place - 1] = coin
    return {**boards, key: tuple(totals)}


def with_board(boards: Boards, note: str) -> Boards:
    """The boards after one was entered; `ValueError` when that would forget coins."""
    _, board, word, *numbers = note.split(" ")
    key, totals = int(board, 16), tuple(map(int, numbers))
    before = boards.get(key, (0,) * len(totals))
    grown = len(before) == len(totals) and all(map(int.__le__, before, totals))
    if word != "counted" or not totals or not grown:
        raise ValueError(message("board_misplaced", board=board, totals=str(totals)))
    return {**boards, key: totals}
