"""Words are whole: no edge, ribbon or plate goes through them, on any screen."""

import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Clip,
    Gradient,
    Inset,
    Neon,
    Orb,
    Polygon,
    Text,
)
from cabinet.screen.scenes.lettering import (
    Region,
    crosses,
    extent,
    whole_words,
    words_beside,
)
from tests.screen.gallery import pictures

CANVAS = Region(0, 0, WIDTH, HEIGHT)
# Sparks and underlines may touch words; what is larger hides them.
SPECK = 4
each_language = pytest.mark.parametrize("language", LANGUAGES)


def cut(picture, window=CANVAS):
    """Every word that an edge goes through, with that edge."""
    written = []
    for shape in picture:
        if isinstance(shape, Text | Neon) and shape.words.strip():
            written.append(shape)
            if crosses(shape, window):
                yield shape.words, window
        elif (hides := covered(shape)) is not None:
            for text in written:
                if crosses(text, hides):
                    yield text.words, shape
            written = [text for text in written if not within(extent(text), hides)]
        if isinstance(shape, Clip):
            yield from cut(shape.picture, Region(*shape[:4]))
        elif isinstance(shape, Inset):
            yield from cut(shape.picture, shown(shape))


def within(inner, outer):
    x, y, w, h = outer
    across = x <= inner.x and inner.x + inner.w <= x + w
    return across and y <= inner.y and inner.y + inner.h <= y + h


def covered(shape):
    """What a shape hides of all that was drawn before it."""
    if isinstance(shape, Box | Gradient | Inset):
        hollow = isinstance(shape, Box) and shape.width
        if not hollow and min(shape.w, shape.h) >= SPECK:
            return Region(shape.x, shape.y, shape.w, shape.h)
    if isinstance(shape, Orb) and min(shape.rx, shape.ry) >= SPECK:
        return Region(
            shape.x - shape.rx, shape.y - shape.ry, 2 * shape.rx + 1, 2 * shape.ry + 1
        )
    return None


def shown(inset):
    return Region(inset.left, inset.top, inset.w * inset.shrink, inset.h * inset.shrink)


@each_language
def test_no_edge_goes_through_a_word_on_any_screen(language):
    found = {
        name: list(dict.fromkeys(cut(picture)))
        for name, picture in pictures(language).items()
    }
    assert {name: words for name, words in found.items() if words} == {}


def bounds(points):
    xs, ys = zip(*points, strict=True)
    return Region(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def touching(one, other):
    across = one.x < other.x + other.w and other.x < one.x + one.w
    return across and one.y < other.y + other.h and other.y < one.y + one.h


def legible(picture):
    """The words of a picture that nothing was drawn over."""
    words = []
    for shape in picture:
        if isinstance(shape, Text) and shape.words.strip():
            words.append(shape)
        elif (hides := covered(shape)) is not None:
            words = [text for text in words if not within(extent(text), hides)]
    return words


def pointed_at(picture):
    """The words of a lesson's table that one of its arrows lies on."""
    table = next(shape for shape in picture if isinstance(shape, Inset))
    words = legible(table.picture)
    arrows = [s for s in picture if isinstance(s, Polygon) and s.color == "gold"]
    for arrow in arrows:
        place = bounds(tuple((x, y + table.top) for x, y in arrow.points))
        yield from (text.words for text in words if touching(extent(text), place))


@each_language
def test_no_arrow_of_a_lesson_lies_on_a_word(language):
    found = {
        name: words
        for name, picture in pictures(language).items()
        if name.startswith("howto_") and (words := list(pointed_at(picture)))
    }
    assert found == {}


def test_a_word_at_the_edge_is_left_out_and_the_others_stay():
    inside, across = Text(10, 10, "inside", "white"), Text(95, 10, "across", "white")
    beyond = Text(200, 10, "beyond", "white")
    picture = (Box(0, 0, 9, 9, "red"), inside, across, beyond)
    part = Region(0, 0, 100, 40)
    assert [*cut((Clip(*part, picture),))] == [("across", part)]
    assert whole_words(picture, part) == (picture[0], inside, beyond)


def test_a_plate_leaves_only_the_words_that_are_wholly_beside_it():
    under, across = Text(10, 10, "under", "white"), Text(95, 10, "across", "white")
    beside = Text(200, 10, "beside", "white")
    picture = (Box(0, 0, 9, 9, "red"), under, across, beside)
    assert words_beside(picture, Region(0, 0, 100, 40)) == (picture[0], beside)
