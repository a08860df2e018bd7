"""What our own window says behind a guest."""

import pytest

from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Text
from cabinet.screen.scenes import guest
from tools.gallery.samples import BASE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("begun", [False, True])
def test_every_word_is_drawn_whole(language, begun):
    speech = words(language)
    picture = guest.picture(BASE, speech, begun=begun)
    drawn = " ".join(shape.words for shape in picture if isinstance(shape, Text))
    for key in ("guest.plays" if begun else "guest.begins", "guest.leave"):
        assert speech(key) in drawn
