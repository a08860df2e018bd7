"""A view for any game: the actions as a list, the position as its document.

It is plain, but whole: a new game can be played with it on the cabinet before a
single shape of its own is drawn.
"""

import json
from typing import Any, Final

from cabinet.picture.shapes import Box, Picture, Shape, Text
from cabinet.tabletop.api import Document, Happening, Look, Outcome

ROWS: Final = 15
ROW_HEIGHT: Final = 16
LIST_TOP: Final = 44
LIST_LEFT: Final = 372
# What surely fits a column, in characters of the faces used there.
WIDE: Final = 64
NARROW: Final = 42
STORY_LINES: Final = 3

_WORDS: Final = {
    "fr": {
        "turn": "À {} de jouer",
        "over": "Partie terminée",
        "chance": "Le hasard décide",
        "earlier": "Précédent",
        "later": "Suivant",
        "page": "Page",
        "play": "Jouer",
        "won": "{} gagne",
        "shared": "{} gagnent ensemble",
        "drawn": "Match nul",
        "and": " et ",
    },
    "en": {
        "turn": "{} to play",
        "over": "The game is over",
        "chance": "Chance decides",
        "earlier": "Previous",
        "later": "Next",
        "page": "Page",
        "play": "Play",
        "won": "{} wins",
        "shared": "{} win together",
        "drawn": "A draw",
        "and": " and ",
    },
}


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
        page = (("left", words["page"]), ("right", words["page"]))
        return (
            ("up", words["earlier"]),
            ("down", words["later"]),
            *(page if len(look.legal) > ROWS else ()),
            ("a", words["play"]),
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
        winners = words["and"].join(names[seat] for seat in outcome.winners)
        key = ("drawn", "won", "shared")[min(len(outcome.winners), 2)]
        sentence = words[key].format(winners)
        return f"{sentence} ({outcome.reason})" if outcome.reason else sentence


def _words(language: str) -> dict[str, str]:
    return _WORDS.get(language, _WORDS["en"])


def _heading(look: Look[Any, int]) -> str:
    words = _words(look.language)
    if not look.due:
        return words["over"]
    if min(look.due) < 0:
        return words["chance"]
    return words["turn"].format(words["and"].join(look.names[s] for s in look.due))


def _position(seen: Document) -> list[Shape]:
    """One field a line, the long ones cut."""
    fields = [(name, value) for name, value in seen.items() if name != "game"]
    shapes: list[Shape] = []
    for line, (name, value) in enumerate(fields[:ROWS]):
        y = LIST_TOP + line * ROW_HEIGHT
        shapes.append(Text(16, y, _cut(name, 14), "mauve", "tiny"))
        shapes.append(Text(104, y, _cut(_written(value), WIDE), "mist", "tiny"))
    return shapes


def _lately(happenings: tuple[Happening, ...]) -> list[Shape]:
    shapes: list[Shape] = []
    for line, happening in enumerate(happenings[-STORY_LINES:]):
        words = " ".join(_written(value) for value in happening.values())
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
