"""Every word stands out from what it is written on, as WCAG measures it."""

from collections import Counter

import pygame
import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import (
    HEIGHT,
    PALETTE,
    WIDTH,
    Box,
    Clip,
    Inset,
    Neon,
    Text,
)
from cabinet.screen.render import colors, painter
from cabinet.screen.render.colors import rgb
from tests.screen.drawn import box
from tests.screen.gallery import pictures

# Titles are thrice the size of a capital that a metre away counts as large.
BAR = {"title": 3.0, "body": 4.5, "small": 4.5, "tiny": 4.5}
# With high contrast, what the guidelines ask of the best pages.
HIGH = BAR | dict.fromkeys(("body", "small", "tiny"), 7.0)
# A cabinet that sleeps is dark on purpose.
DARK = dict.fromkeys(("standby", "standby_closed", "standby_closed_today"), 3.0)


def luminance(color):
    def linear(value):
        part = value / 255
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def grounds(canvas, text):
    """The colours that a sixth of the place has, before the words are written."""
    left, top, right, bottom = box(text)
    place = pygame.Rect(left, top, right - left, bottom - top)
    place = place.clip(canvas.get_rect()).clip(canvas.get_clip())
    spots = Counter(
        canvas.get_at((x, y))[:3]
        for x in range(place.left, place.right, 3)
        for y in range(place.top, place.bottom, 2)
    )
    wide = [color for color, many in spots.items() if 6 * many >= spots.total()]
    return wide or [color for color, _ in spots.most_common(1)]


def written(picture, canvas):
    """Every text of a picture and what it is written on; the picture is drawn."""
    drawn = 0
    for index, shape in enumerate(picture):
        text = isinstance(shape, Text | Neon) and shape.words.strip()
        if not text and not isinstance(shape, Clip | Inset):
            continue
        painter._draw(canvas, picture[drawn:index])
        drawn = index
        if isinstance(shape, Clip):
            before = canvas.get_clip()
            canvas.set_clip(before.clip(pygame.Rect(shape[:4])))
            yield from written(shape.picture, canvas)
            canvas.set_clip(before)
            drawn += 1
        elif isinstance(shape, Inset):
            if shape.shrink == 1:
                yield from written(shape.picture, blank())
        else:
            yield shape, grounds(canvas, shape)
    painter._draw(canvas, picture[drawn:])


def blank():
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    canvas.fill(rgb("ink"))
    return canvas


def standing_out(text, behind):
    """The contrast of a text; of a gradient, of its strongest colour."""
    inks = text.ramp if isinstance(text, Neon) else (text.color,)
    return max(contrast(rgb(color), behind) for color in inks)


def faint(name, picture, bars=BAR):
    for text, behind in written(picture, blank()):
        bar = DARK.get(name, bars[text.face])
        if any(standing_out(text, color) < bar for color in behind):
            yield text, behind


def test_the_measure_is_the_one_of_the_guidelines():
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.fixture
def worn():
    yield colors.wear
    colors.wear(contrast=False)


@pytest.mark.parametrize(("high", "bars"), [(False, BAR), (True, HIGH)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_faint_on_any_screen(language, high, bars, worn):
    worn(contrast=high)
    found = [
        (name, *text)
        for name, picture in pictures(language).items()
        for text in faint(name, picture, bars)
    ]
    assert found == []


def test_the_grounds_of_high_contrast_are_black_and_no_letter_is_fainter(worn):
    def letters():
        return {name: luminance(rgb(name)) for name in PALETTE}

    usual = letters()
    assert worn(contrast=True)
    assert not worn(contrast=True)
    high = letters()
    grounds = ("ink", "night", "dusk", "plum", "wine", "teal", "rust", "moss", "slate")
    assert all(high[name] < min(usual[name], 0.02) for name in grounds)
    written_in = set(PALETTE) - {*grounds, "violet", "lilac"}
    assert all(high[name] >= usual[name] for name in written_in)
    assert canvas_of((Box(0, 0, 640, 360, "gold"),)) == rgb("gold")


def canvas_of(picture):
    return painter.canvas(picture).get_at((9, 9))[:3]


def test_a_faint_word_is_found_wherever_it_is():
    word = Text(10, 10, "word", "violet", "body")
    assert [text for text, _ in faint("", (word,))] == [word]
    assert [text for text, _ in faint("", (Clip(0, 0, 99, 99, (word,)),))] == [word]
    assert [text for text, _ in faint("", (Inset(0, 0, 640, 268, (word,)),))] == [word]
    striped = [Box(x, 0, 12, 40, "lilac") for x in range(0, 99, 24)]
    pale = word._replace(color="mauve")
    assert [*faint("", (pale,))] == []
    assert [text for text, _ in faint("", (*striped, pale))] == [pale]
    neon = Neon(40, 40, "WORD", ("violet", "plum"))
    assert [text for text, _ in faint("", (neon,))] == [neon]
