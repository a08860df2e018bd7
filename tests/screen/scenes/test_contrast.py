"""Every word stands out from what it is written on, as WCAG measures it."""

from collections import Counter

import pygame
import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import HEIGHT, WIDTH, Text
from cabinet.screen.render import painter
from cabinet.screen.render.colors import rgb
from tests.screen.drawn import box
from tests.screen.gallery import pictures

# Titles are thrice the size of a capital that a metre away counts as large.
BAR = {"title": 3.0, "body": 4.5, "small": 4.5, "tiny": 4.5}
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


def background(canvas, text):
    """The colour most of the place has, just before the words are written."""
    left, top, right, bottom = box(text)
    place = pygame.Rect(left, top, right - left, bottom - top)
    place = place.clip(canvas.get_rect())
    spots = (
        canvas.get_at((x, y))[:3]
        for x in range(place.left, place.right, 3)
        for y in range(place.top, place.bottom, 2)
    )
    return Counter(spots).most_common(1)[0][0] if place.w and place.h else None


def faint(name, picture):
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    canvas.fill(rgb("ink"))
    drawn = 0
    for index, shape in enumerate(picture):
        if not isinstance(shape, Text) or not shape.words.strip():
            continue
        painter._draw(canvas, picture[drawn:index])
        drawn = index
        behind = background(canvas, shape)
        bar = DARK.get(name, BAR[shape.face])
        if behind and contrast(rgb(shape.color), behind) < bar:
            yield shape, behind


def test_the_measure_is_the_one_of_the_guidelines():
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_faint_on_any_screen(language):
    found = [
        (name, *text)
        for name, picture in pictures(language).items()
        for text in faint(name, picture)
    ]
    assert found == []
