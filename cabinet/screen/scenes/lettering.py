"""How wide words are, and how to make them fit, without asking a font.

The faces are pixel fonts without kerning, so a text is as wide as the sum of its
letters; a test holds these tables against the fonts. A layout that cuts a name
says so with an ellipsis; nothing ever runs over its frame.
"""

import tomllib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.picture.shapes import Align, Color, Face, Neon, Picture, Text

CAPITALS: Final[dict[Face, int]] = {"title": 15, "body": 10, "small": 5, "tiny": 5}
ELLIPSIS: Final = "…"
_WIDTHS: Final = tomllib.loads(
    (Path(__file__).parents[1] / "assets" / "widths.toml").read_text(encoding="utf-8")
)
_USUAL: Final = {face: int(widths.pop("usual")) for face, widths in _WIDTHS.items()}
_WIDTH_OF: Final = {
    face: {letter: int(wide) for wide, letters in odd.items() for letter in letters}
    for face, odd in _WIDTHS.items()
}


@lru_cache(maxsize=1024)
def width(words: str, face: Face = "body", scale: int = 1) -> int:
    """The width of a text in pixels of the canvas."""
    usual, known = _USUAL[face], _WIDTH_OF[face]
    return scale * sum(known.get(letter, usual) for letter in words)


def fit(words: str, room: int, face: Face = "body", scale: int = 1) -> str:
    """The words, cut with an ellipsis where they would be wider than `room`."""
    if width(words, face, scale) <= room:
        return words
    while words and width(words + ELLIPSIS, face, scale) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS


def wrap(words: str, room: int, lines: int, face: Face = "body") -> list[str]:
    """The words on at most `lines` lines no wider than `room`."""
    done: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if not line or width(longer, face) <= room:
            line = longer
        else:
            done.append(line)
            line = word
    done.append(line)
    if len(done) > lines:
        done[lines - 1 :] = [" ".join(done[lines - 1 :])]
    return [fit(line, room, face) for line in done]


def biggest(words: str, room: int, scales: tuple[int, ...], face: Face) -> int:
    """The first of `scales` at which the words fit; the last if none does."""
    for scale in scales:
        if width(words, face, scale) <= room:
            return scale
    return scales[-1]


def label(
    x: int,
    y: int,
    words: str,
    color: Color,
    room: int,
    face: Face = "body",
    align: Align = "left",
) -> Text:
    """A text that keeps within `room` pixels."""
    return Text(x, y, fit(words, room, face), color, face, align)


def centered(
    x: int, y: int, words: str, color: Color, room: int, face: Face = "body"
) -> Text:
    """The same around x."""
    return label(x, y, words, color, room, face, "center")


def paragraph(
    x: int,
    y: int,
    lines: Iterable[str],
    color: Color,
    step: int = 15,
    face: Face = "body",
    align: Align = "left",
) -> Picture:
    """Lines below each other, `step` pixels apart."""
    return tuple(
        Text(x, y + step * row, line, color, face, align)
        for row, line in enumerate(lines)
    )


def right_aligned(
    columns: Iterable[int], y: int, cells: Iterable[str], color: Color, room: int
) -> Picture:
    """A row of a table: each cell ends at its column and keeps within `room`."""
    return tuple(
        label(x, y, cell, color, room, align="right")
        for x, cell in zip(columns, cells, strict=False)
    )


# Words are whole or they are not there: what crosses an edge is left out.


class Region(NamedTuple):
    """A rectangle of a picture: what is shown of it, or what is covered."""

    x: int
    y: int
    w: int
    h: int


def extent(text: Text | Neon) -> Region:
    """Where a text is, from the top of its capitals down."""
    wide = width(text.words, text.face, text.scale)
    left = {"left": 0, "center": wide // 2, "right": wide}[text.align]
    tall = CAPITALS[text.face] * text.scale
    return Region(text.x - left, text.y, wide, tall)


def touches(text: Text | Neon, part: Region) -> bool:
    """Whether some of it is in the part."""
    x, y, w, h = extent(text)
    across = x < part.x + part.w and part.x < x + w
    return across and y < part.y + part.h and part.y < y + h


def crosses(text: Text | Neon, part: Region) -> bool:
    """Whether some of it is in the part and some is not."""
    x, y, w, h = extent(text)
    inside = part.x <= x and x + w <= part.x + part.w
    inside = inside and part.y <= y and y + h <= part.y + part.h
    return touches(text, part) and not inside


def _without(picture: Picture, gone: Callable[[Text | Neon], bool]) -> Picture:
    """The picture without the words that are `gone`."""
    return tuple(s for s in picture if not (isinstance(s, Text | Neon) and gone(s)))


@lru_cache(maxsize=24)
def whole_words(picture: Picture, part: Region) -> Picture:
    """The picture without the words that the edge of `part` would cut."""
    return _without(picture, lambda text: crosses(text, part))


@lru_cache(maxsize=24)
def words_beside(picture: Picture, plate: Region) -> Picture:
    """The picture without the words that a plate over it would cut or hide."""
    return _without(picture, lambda text: touches(text, plate))


@lru_cache(maxsize=12)
def only_numbers(picture: Picture) -> Picture:
    """The picture without what is written in letters."""
    return _without(picture, lambda text: any(map(str.isalpha, text.words)))


@lru_cache(maxsize=12)
def no_words(picture: Picture) -> Picture:
    """The picture without any: smaller than they are read, they only disturb."""
    return _without(picture, lambda _: True)
