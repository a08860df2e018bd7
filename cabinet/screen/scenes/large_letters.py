"""Letters half as large again, wherever a picture has room for them.

Done to whole pictures, so no scene and no game has to know: the text of paragraphs is
written in the face of titles, captions in that of paragraphs. A text grows only where
it stays on its own ground, on the screen, and off every other word and drawing. What
can grow is worked out when the words or the frames around them change, not for each
picture.
"""

from collections import OrderedDict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Clip,
    Disc,
    Face,
    Inset,
    Neon,
    Orb,
    Picture,
    Polygon,
    Shape,
    Sprite,
    Text,
)
from cabinet.screen.scenes.lettering import CAPITALS, width

LARGER: Final[dict[Face, Face]] = {"body": "title", "small": "body", "tiny": "body"}
# How far letters reach below their capitals, and what stays free around a text.
_BELOW: Final[dict[Face, int]] = {"title": 3, "body": 3, "small": 0, "tiny": 1}
_ASIDE: Final = 2
_LOWEST: Final = max(_BELOW.values())
_REMEMBERED: Final = 12
# What is smaller is a star or a spark, and nobody's ground.
_SPECK: Final = 16


class TextPlace(NamedTuple):
    """A rectangle: its left, top, right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    def touches(self, other: "TextPlace") -> bool:
        """Whether they have a pixel in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "TextPlace") -> bool:
        """Whether the other is whole inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


_Grown: TypeAlias = dict[Text, Text]
_SCREEN: Final = TextPlace(0, 0, WIDTH, HEIGHT)
_Key: TypeAlias = tuple[tuple[Text | Neon, ...], tuple[Box, ...]]
_known: "OrderedDict[_Key, _Grown]" = OrderedDict()


def enlarged(picture: Picture) -> Picture:
    """The picture with every text larger that can be."""
    key = (tuple(_words(picture)), tuple(_frames(picture)))
    grown = _known.get(key)
    if grown is None:
        grown = _known[key] = _growing(picture)
        if len(_known) > _REMEMBERED:
            _known.popitem(last=False)
    return _with(picture, grown)


def _with(picture: Picture, grown: _Grown) -> Picture:
    return tuple(_larger(shape, grown) for shape in picture)


def _larger(shape: Shape, grown: _Grown) -> Shape:
    if isinstance(shape, Text):
        return grown.get(shape, shape)
    if isinstance(shape, Clip):
        return shape._replace(picture=_with(shape.picture, grown))
    if isinstance(shape, Inset) and shape.shrink == 1:
        return shape._replace(picture=enlarged(shape.picture))
    return shape


def _words(picture: Picture) -> Iterator[Text | Neon]:
    for shape in picture:
        if isinstance(shape, Text | Neon):
            yield shape
        elif isinstance(shape, Clip):
            yield from _words(shape.picture)


def _frames(picture: Picture) -> Iterator[Box]:
    """The frames that words stand in."""
    for shape in picture:
        if isinstance(shape, Box) and (shape.cut or shape.width):
            yield shape


def _growing(picture: Picture) -> _Grown:
    """Each text that can grow, and what it grows to."""
    texts = [text for text in _words(picture) if text.words.strip()]
    taken = [place_of(text) for text in texts]
    drawn = [each for each in _drawn(picture) if _area(each[0]) > _SPECK]
    grown: _Grown = {}
    for number, text in enumerate(texts):
        if not isinstance(text, Text) or text.scale > 1 or text.face not in LARGER:
            continue
        larger = _one_larger(text)
        before, after = taken[number], place_of(larger)
        others = (*taken[:number], *taken[number + 1 :])
        if _is_free(before, after, others) and _fits(before, after, drawn):
            grown[text], taken[number] = larger, after
    return _together(grown, texts)


def _is_free(
    before: TextPlace, after: TextPlace, others: tuple[TextPlace, ...]
) -> bool:
    """Whether a text that grows comes upon no other."""
    alone = _capitals(before)
    return not any(
        after.touches(other) and not alone.touches(_capitals(other)) for other in others
    )


def _together(grown: _Grown, texts: list[Text | Neon]) -> _Grown:
    """Lines of one paragraph grow together, or not at all."""
    lines: dict[tuple[int, str, str, str], list[Text]] = {}
    for text in texts:
        if isinstance(text, Text):
            key = text.x, text.align, text.face, text.color
            lines.setdefault(key, []).append(text)
    for column in lines.values():
        near = pairwise(column)
        beside = any(0 < two.y - one.y <= 20 for one, two in near)
        if beside and any(line not in grown for line in column):
            for line in column:
                grown.pop(line, None)
    return grown


def _one_larger(text: Text) -> Text:
    face = LARGER[text.face]
    up = (CAPITALS[face] - CAPITALS[text.face]) // 2
    return text._replace(face=face, y=text.y - up)


def place_of(text: Text | Neon) -> TextPlace:
    """Where a text is, with a little room around it."""
    wide = width(text.words, text.face, text.scale)
    left = text.x - {"left": 0, "center": wide // 2, "right": wide}[text.align]
    tall = (CAPITALS[text.face] + _BELOW[text.face]) * text.scale
    return TextPlace(left - _ASIDE, text.y - 1, left + wide + _ASIDE, text.y + tall)


def _fits(
    before: TextPlace, after: TextPlace, drawn: list[tuple[TextPlace, bool]]
) -> bool:
    """Whether a text may grow: on the ground it has, and over nothing else."""
    ground = _SCREEN
    for place, is_ground in drawn:
        if is_ground and place.holds(_capitals(before)):
            if _area(place) < _area(ground):
                ground = place
        elif place.touches(after) and not place.touches(before):
            return False
    return ground.holds(after)


def _capitals(place: TextPlace) -> TextPlace:
    """Without the room around them: what surely stands on its ground."""
    left, top, right, bottom = place
    return TextPlace(left + _ASIDE, top + 1, right - _ASIDE, bottom - _LOWEST)


def _area(place: TextPlace) -> int:
    return (place.right - place.left) * (place.bottom - place.top)


def _drawn(picture: Picture) -> Iterator[tuple[TextPlace, bool]]:
    """Where something is drawn, and whether it can be what words stand on."""
    for shape in picture:
        match shape:
            case Box(x, y, w, h):
                yield TextPlace(x, y, x + w, y + h), True
            case Disc(x, y, r):
                yield TextPlace(x - r, y - r, x + r + 1, y + r + 1), True
            case Orb(x, y, rx, ry):
                yield TextPlace(x - rx, y - ry, x + rx + 1, y + ry + 1), False
            case Polygon(points=points) if points:
                xs, ys = [x for x, _ in points], [y for _, y in points]
                yield TextPlace(min(xs), min(ys), max(xs) + 1, max(ys) + 1), True
            case Sprite(x, y, rows, _, scale, half) if rows:
                wide = max(map(len, rows)) * scale
                wide = 2 * wide - scale if half else wide
                tall = len(rows) * scale
                left, top = x - wide // 2, y - tall // 2
                yield TextPlace(left, top, left + wide, top + tall), False
            case Clip(picture=inner):
                yield from _drawn(inner)
