"""Words are whole or they are not there: what crosses an edge is left out."""

from functools import lru_cache
from typing import NamedTuple

from cabinet.picture.shapes import Neon, Picture, Text
from cabinet.screen.scenes.lettering import CAPITALS, width


class Part(NamedTuple):
    """A rectangle of a picture: what is shown of it, or what is covered."""

    x: int
    y: int
    w: int
    h: int


def extent(text: Text | Neon) -> Part:
    """Where a text is, from the top of its capitals down."""
    wide = width(text.words, text.face, text.scale)
    left = {"left": 0, "center": wide // 2, "right": wide}[text.align]
    tall = CAPITALS[text.face] * text.scale
    return Part(text.x - left, text.y, wide, tall)


def touches(text: Text | Neon, part: Part) -> bool:
    """Whether some of it is in the part."""
    x, y, w, h = extent(text)
    across = x < part.x + part.w and part.x < x + w
    return across and y < part.y + part.h and part.y < y + h


def crosses(text: Text | Neon, part: Part) -> bool:
    """Whether some of it is in the part and some is not."""
    x, y, w, h = extent(text)
    inside = part.x <= x and x + w <= part.x + part.w
    inside = inside and part.y <= y and y + h <= part.y + part.h
    return touches(text, part) and not inside


@lru_cache(maxsize=24)
def whole_words(picture: Picture, part: Part) -> Picture:
    """The picture without the words that the edge of `part` would cut."""
    return tuple(
        shape
        for shape in picture
        if not (isinstance(shape, Text | Neon) and crosses(shape, part))
    )


@lru_cache(maxsize=24)
def words_beside(picture: Picture, plate: Part) -> Picture:
    """The picture without the words that a plate over it would cut or hide."""
    return tuple(
        shape
        for shape in picture
        if not (isinstance(shape, Text | Neon) and touches(shape, plate))
    )


@lru_cache(maxsize=12)
def no_words(picture: Picture) -> Picture:
    """The picture without any: smaller than they are read, they only disturb."""
    return tuple(shape for shape in picture if not isinstance(shape, Text | Neon))
