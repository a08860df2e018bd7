"""Letters: what a player needs can be read, and no accent is cut off."""

import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import Clip, Neon, Text
from cabinet.screen.render import fonts
from cabinet.screen.scenes import lettering, scene_table
from cabinet.tabletop.registry import shipped
from tools.gallery.shows import shows

LEAST = 10
# The operator's pages.
OTHERS = ("menu", "service", "out_of_order")
ACCENTED = frozenset("ÀÂÇÉÈÊËÎÏÔÙÛŸ")


def written(picture):
    """Every text at its own size: miniatures are pictures, not words."""
    for shape in picture:
        if isinstance(shape, Text | Neon) and shape.words:
            yield shape
        elif isinstance(shape, Clip):
            yield from written(shape.picture)


def scenes(language):
    for name, show in shows(shipped(), language):
        if not name.startswith(OTHERS):
            yield name, list(written(scene_table.picture(show)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_capitals_have_ten_pixels_and_accents_are_on_the_screen(language):
    for name, texts in scenes(language):
        for text in texts:
            tall = lettering.CAPITALS[text.face] * text.scale
            assert tall >= LEAST, (name, text.words)
            if ACCENTED & set(text.words):
                ink, rise = fonts.written(text.words, text.face, "white", text.scale)
                assert text.y - rise + ink.get_bounding_rect().y >= 0, (
                    name,
                    text.words,
                )
