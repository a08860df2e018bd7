"""A panel with one button: let go soon it is A, held it is B."""

import pytest

from cabinet.hallway import Panel
from cabinet.i18n import words
from cabinet.picture import Text
from cabinet.screens.samples import NOW, cabinet_scenes
from cabinet.screens.scenes import programme
from cabinet.screens.scenes.show import Show
from cabinet.screens.thumb import HELD, Thumb

DOWN = Panel("p2.a", "pressed", 100)


def events(thumb, *heard):
    return [told for event in heard for told in thumb.hear(event)]


def test_a_short_press_is_a_when_it_is_let_go():
    thumb = Thumb(single=True)
    assert events(thumb, DOWN) == []
    assert list(thumb.tick(100 + HELD - 1)) == []
    up = Panel("p2.a", "released", 200)
    assert events(thumb, up) == [Panel("p2.a", "pressed", 200), up]


def test_a_long_press_is_b_once_and_never_also_a():
    thumb = Thumb(single=True)
    events(thumb, DOWN)
    at = 100 + HELD
    assert list(thumb.tick(at)) == [
        Panel("p2.b", "pressed", at),
        Panel("p2.b", "released", at),
    ]
    assert list(thumb.tick(at + HELD)) == []
    up = Panel("p2.a", "released", at + 5)
    assert events(thumb, up) == [up]


def test_everything_else_is_as_it_was():
    others = [Panel("p1.up", "pressed", 1), Panel("start", "tapped", 2)]
    assert events(Thumb(single=True), *others) == others


def test_a_panel_with_two_buttons_waits_for_nothing():
    thumb = Thumb()
    assert events(thumb, DOWN) == [DOWN]
    assert list(thumb.tick(10 * HELD)) == []


@pytest.mark.parametrize(
    ("scene", "said"),
    [("signing", "A LONG"), ("select", "START LONG"), ("join", "START LONG")],
)
def test_where_there_is_no_b_the_bar_says_what_does_the_same(scene, said):
    show = Show(cabinet_scenes()[scene], NOW, 90, words("fr"), one_button=True)
    drawn = {s.words for s in programme.picture(show) if isinstance(s, Text)}
    assert said in drawn
    caps = {
        s.words for s in programme.picture(show) if getattr(s, "face", "") == "small"
    }
    assert "B" not in caps
