"""A view for any game: the actions as a list, the position as its document.

It is plain, but whole: a new game can be played with it on the cabinet before a
single shape of its own is drawn. A field of the document that is a board, given as
rows of strings (`["X..", ".O."]`) or of lists (`[[3, null], [1, 2]]`), is drawn as one.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from cabinet.i18n import Words, game_words
from cabinet.picture.shapes import Box, Face, Picture, Shape, Text
from cabinet.tabletop.api import Document, GameEvent, Look, Outcome

ROWS: Final = 15
ROW_HEIGHT: Final = 16
LIST_TOP: Final = 44
LIST_LEFT: Final = 372
# What surely fits a column, in characters of the faces used there.
WIDE: Final = 64
NARROW: Final = 42
EVENT_LINES: Final = 3
# Where the position stands, and the sizes of a board's cells in it.
LEFT: Final = 16
POSITION_WIDTH: Final = 332
POSITION_HEIGHT: Final = 240
CAPTION: Final = 12
LARGEST: Final = 32
SMALLEST: Final = 9
# From this size on a cell has room for the larger face.
ROOMY: Final = 18
EMPTY: Final = ("", ".", " ", "-", "_", "null")
PIECES: Final = ("gold", "cyan", "rose", "green", "white")

Board: TypeAlias = Sequence[Sequence[Any]]


class MenuView:
    """Up and down choose an action, left and right turn the page, a plays it."""

    def hand(self, seen: object, legal: tuple[str, ...], before: int | None) -> int:
        """The line last pointed at, if the list is still that long."""
        return min(before or 0, max(len(legal) - 1, 0))

    def press(
        self, hand: int, button: str, seen: object, legal: tuple[str, ...]
    ) -> tuple[int, str | None]:
        """Move along the list, which goes round at its ends, or play its line."""
        if not legal:
            return 0, None
        last = len(legal) - 1
        match button:
            case "up":
                return (hand - 1 if hand > 0 else last), None
            case "down":
                return (hand + 1 if hand < last else 0), None
            case "left":
                return max(hand - ROWS, 0), None
            case "right":
                return min(hand + ROWS, last), None
            case "a":
                return hand, legal[hand]
        return hand, None

    def help(self, look: Look[Any, int]) -> tuple[tuple[str, str], ...]:
        """See `View.help`; nothing while no person is due."""
        if look.hand is None or not look.legal:
            return ()
        words = _words(look.language)
        page = (("left", words("page")), ("right", words("page")))
        return (
            ("up", words("earlier")),
            ("down", words("later")),
            *(page if len(look.legal) > ROWS else ()),
            ("a", words("play")),
        )

    def picture(self, look: Look[Any, int]) -> Picture:
        """The position on the left, what may be played on the right."""
        return (
            Box(0, 0, 640, 320, "night"),
            Text(16, 12, _heading(look), "gold", "body"),
            *_position(look.document()),
            *_lately(look.lately),
            *_list(look),
        )

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """See `View.ending`."""
        words = _words(language)
        winners = words("and").join(names[seat] for seat in outcome.winners)
        key = ("drawn", "won", "shared")[min(len(outcome.winners), 2)]
        sentence = words(key, name=winners)
        return f"{sentence} ({outcome.reason})" if outcome.reason else sentence


@cache
def _words(language: str) -> Words:
    """Read when the first picture is drawn: a game with a view of its own asks none."""
    return game_words("cabinet.tabletop", language)


def _heading(look: Look[Any, int]) -> str:
    words = _words(look.language)
    if not look.due:
        return words("over")
    if min(look.due) < 0:
        return words("chance")
    return words("turn", name=words("and").join(look.names[s] for s in look.due))


def _position(seen: Document) -> list[Shape]:
    """The boards, if there is room for them, then one field a line, cut if long."""
    fields = {name: value for name, value in seen.items() if name != "game"}
    boards = {name: value for name, value in fields.items() if _is_board(value)}
    size = _cell_size(boards, len(fields) - len(boards))
    if size < SMALLEST:
        boards = {}
    shapes: list[Shape] = []
    y = LIST_TOP
    for name, board in boards.items():
        shapes += [Text(LEFT, y, _cut(name, 14), "mauve", "tiny")]
        shapes += _cells(board, LEFT, y + CAPTION, size)
        y += CAPTION + len(board) * size + CAPTION // 2
    left = (LIST_TOP + POSITION_HEIGHT - y) // ROW_HEIGHT
    plain = [(name, value) for name, value in fields.items() if name not in boards]
    for line, (name, value) in enumerate(plain[:left]):
        at = y + line * ROW_HEIGHT
        shapes.append(Text(LEFT, at, _cut(name, 14), "mauve", "tiny"))
        shapes.append(Text(104, at, _cut(_written(value), WIDE), "mist", "tiny"))
    return shapes


def _is_board(value: object) -> bool:
    """Rows of one length: several strings, or lists of what fits a cell."""
    if not isinstance(value, list) or not value:
        return False
    rows_of_text = len(value) > 1 and all(isinstance(row, str) for row in value)
    rows_of_cells = all(
        isinstance(row, list) and not any(isinstance(c, list | dict) for c in row)
        for row in value
    )
    widths = {len(row) for row in value} if rows_of_text or rows_of_cells else set()
    return len(widths) == 1 and max(widths) > 1


def _cell_size(boards: dict[str, Board], lines: int) -> int:
    """The largest cells with which all boards and some of the lines fit."""
    if not boards:
        return SMALLEST
    room = POSITION_HEIGHT - len(boards) * 3 * CAPTION // 2 - min(lines, 5) * ROW_HEIGHT
    rows = sum(len(board) for board in boards.values())
    columns = max(len(board[0]) for board in boards.values())
    return min(LARGEST, room // rows, POSITION_WIDTH // columns)


def _cells(board: Board, left: int, top: int, size: int) -> list[Shape]:
    """A chequered board with what stands on it, each kind in a colour of its own."""
    face: Face = "body" if size >= ROOMY else "tiny"
    height = 10 if face == "body" else 5
    shapes: list[Shape] = []
    for row, cells in enumerate(board):
        for column, value in enumerate(cells):
            x, y = left + column * size, top + row * size
            color = "violet" if (row + column) % 2 else "plum"
            shapes.append(Box(x, y, size - 1, size - 1, color))
            if (words := _written(value)) in EMPTY:
                continue
            piece = PIECES[sum(map(ord, words)) % len(PIECES)]
            words = _cut(words, max(1, size // 8))
            middle = x + size // 2, y + (size - 1 - height) // 2
            shapes.append(Text(*middle, words, piece, face, "center"))
    return shapes


def _lately(events: tuple[GameEvent, ...]) -> list[Shape]:
    shapes: list[Shape] = []
    for line, event in enumerate(events[-EVENT_LINES:]):
        words = " ".join(_written(value) for value in event.values())
        shapes.append(Text(16, 288 + 10 * line, _cut(words, WIDE), "rose", "tiny"))
    return shapes


def _list(look: Look[Any, int]) -> list[Shape]:
    hand = look.hand
    top = 0 if hand is None else max(0, min(hand - ROWS // 2, len(look.legal) - ROWS))
    shapes: list[Shape] = []
    for line, action in enumerate(look.legal[top : top + ROWS]):
        y = LIST_TOP + line * ROW_HEIGHT
        pointed = hand == top + line
        if pointed:
            shapes.append(Box(LIST_LEFT - 8, y - 4, 260, ROW_HEIGHT, "violet", cut=3))
        color = "white" if pointed else "silver"
        shapes.append(Text(LIST_LEFT, y, _cut(action, NARROW), color, "small"))
    if len(look.legal) > ROWS:
        where = f"{(hand or 0) + 1}/{len(look.legal)}"
        shapes.append(Text(624, 12, where, "ash", "small", "right"))
    return shapes


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
