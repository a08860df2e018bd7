"""The sundial: eight piles with their counts, the round, the saucers so far."""

from math import pi
from typing import Final

from cabinet.games.space_aztecs.rules.cards import FAMILIES, NO_FAMILY
from cabinet.games.space_aztecs.rules.position import (
    EMPTY_PILES,
    NO_CARD,
    RESOLVING,
    saucer_limit,
)
from cabinet.games.space_aztecs.view import glyphs
from cabinet.games.space_aztecs.view.drama import NEAR
from cabinet.games.space_aztecs.view.hand import AROUND, pile_of
from cabinet.games.space_aztecs.view.places import place
from cabinet.games.space_aztecs.view.portraits import RAMPS, portrait
from cabinet.games.space_aztecs.view.shown import Shown
from cabinet.picture.shapes import Box, Disc, Glow, Line, Picture, Polygon, Text
from cabinet.tabletop.drawing import around, framed

X: Final = 320
Y: Final = 160
CARD: Final = (36, 46)
_RIM: Final = 60


def sundial(shown: Shown) -> Picture:
    """The dial, the piles around it, and the pile that is pointed at."""
    return (*_dial(shown), *_piles(shown), *_pointer(shown))


def _dial(shown: Shown) -> Picture:
    limit = saucer_limit(shown.players)
    seen = shown.seen
    rays = tuple(
        around(X, Y, _RIM if ray % 2 else _RIM - 10, ray * pi / 24) for ray in range(48)
    )
    left = limit - shown.saucers
    spent = left <= NEAR or seen.piles.count(()) == EMPTY_PILES - 1
    title = shown.say("round", round=shown.round)
    if spent and shown.look.frame // 45 % 2:
        title = shown.say("near")
    played = f"{shown.saucers}/{limit}"
    return (
        Glow(X, Y, 120, "red" if spent else "amber"),
        Polygon(rays, "rust"),
        Disc(X, Y, 48, "dusk"),
        Disc(X, Y, 48, "amber", 2),
        *_hours(),
        Text(X, Y - 22, title, "red" if spent else "cream", "body", "center"),
        portrait(3, X - 22, Y + 9, edge=""),
        Text(X - 6, Y, played, "red" if spent else "white", "title"),
        *_left_out(shown),
    )


def _left_out(shown: Shown) -> Picture:
    """Which family stayed in the box, below the piles."""
    removed = shown.seen.removed
    if removed == NO_FAMILY:
        return ()
    family = shown.say(f"options.removed.choices.{FAMILIES[removed]}")
    words = shown.say("without", family=family)
    return (Text(X, 305, words, RAMPS[removed].main, "body", "center"),)


def _hours() -> Picture:
    angles = [hour * pi / 6 for hour in range(12)]
    return tuple(
        Line(*around(X, Y, 42, at), *around(X, Y, 46, at), "gold") for at in angles
    )


def _corner(pile: int) -> tuple[int, int]:
    dx, dy = AROUND[pile]
    return X + dx - CARD[0] // 2, Y + dy - CARD[1] // 2


def _piles(shown: Shown) -> Picture:
    seen = shown.seen
    holders = {pile: seat for seat, pile in enumerate(seen.taken)}
    shapes: Picture = ()
    for pile, cards in enumerate(seen.piles):
        holder = holders.get(pile)
        away = holder is not None and seen.chosen[holder] == NO_CARD
        away = away and shown.phase != RESOLVING
        shapes += _pile(pile, len(cards), away=away)
        if holder is not None:
            x, y = _corner(pile)
            shapes += shown.chip(holder, x + CARD[0] - 3, y + 3)
    return shapes


def _pile(pile: int, left: int, *, away: bool) -> Picture:
    """Card backs as thick as the pile; an outline where it is in somebody's hand."""
    x, y = _corner(pile)
    w, h = CARD
    middle = x + w // 2
    if away or not left:
        return (Box(x, y, w, h, "violet", 1, 4), place(pile, middle, y + 14, "violet"))
    # Two cards more, a line more of their edges.
    deep = range((left + 1) // 2, 0, -1)
    return (
        *(
            Box(x + up, y - up, w, h, "violet" if up % 2 else "plum", 0, 4)
            for up in deep
        ),
        *framed(x, y, w, h, "plum", "mauve", cut=4),
        *framed(middle - 9, y + 4, 19, 19, "ink", "violet", cut=3),
        place(pile, middle, y + 13),
        Text(middle - 1, y + 26, str(left), "white", "title", "center"),
    )


def _pointer(shown: Shown) -> Picture:
    if shown.hand is None or not shown.hand.action.startswith("take "):
        return ()
    x, y = _corner(pile_of(shown.hand.action))
    return (
        Glow(x + CARD[0] // 2, y + CARD[1] // 2, 60, "white"),
        *glyphs.around(x, y, *CARD, shown.look.frame),
    )
