"""Letters at 150 %: measured with the real fonts, over every screen."""

import pytest

from cabinet.i18n import LANGUAGES
from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Text
from cabinet.screen.scenes.large_letters import LARGER, enlarged
from tests.screen.drawn import box, undrawable
from tests.screen.gallery import pictures

CAPITALS = {"title": 15, "body": 10, "small": 5, "tiny": 5}


def touch(one, other):
    return (
        one[0] < other[2]
        and other[0] < one[2]
        and one[1] < other[3]
        and other[1] < one[3]
    )


def texts(picture):
    return [s for s in picture if isinstance(s, Text) and s.words.strip()]


def pairs(language):
    for name, picture in pictures(language).items():
        yield name, picture, enlarged(picture)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_grows_stays_on_the_screen_and_off_every_other_word(language):
    grown = of = 0
    for name, before, after in pairs(language):
        old, new = texts(before), texts(after)
        assert [text.words for text in old] == [text.words for text in new]
        places = [box(text) for text in new]
        of += sum(text.face in LARGER for text in old)
        for number, (was, now) in enumerate(zip(old, new, strict=True)):
            if was == now:
                continue
            grown += 1
            left, top, right, bottom = places[number]
            assert left >= 0, (name, now)
            assert top >= 0, (name, now)
            assert right <= WIDTH, (name, now)
            assert bottom <= HEIGHT, (name, now)
            assert CAPITALS[now.face] >= 1.5 * CAPITALS[was.face]
            assert not undrawable(now.words, now.face), (name, now)
            alone = box(was)
            for at, other in enumerate(places):
                if at != number and touch(places[number], other):
                    assert touch(alone, box(old[at])), (name, now, new[at])
    assert grown > of / 4


def test_a_text_grows_on_its_own_ground_alone():
    word = Text(20, 20, "word", "white")
    narrow, wide = Box(18, 16, 40, 16, "night", cut=3), Box(10, 10, 99, 40, "night")
    assert enlarged((wide, word))[-1].face == "title"
    assert enlarged((narrow, word)) == (narrow, word)
    word = word._replace(words="mood")
    lamp = Box(box(word)[2] + 4, 16, 20, 20, "gold")
    assert enlarged((wide, lamp, word)) == (wide, lamp, word)
    next_line = word._replace(y=33, words="another")
    assert enlarged((wide, word, next_line)) == (wide, word, next_line)
