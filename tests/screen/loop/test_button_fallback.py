"""Panels with fewer buttons: what does the work of those that are not there."""

import pytest

from cabinet.core.events import MILLISECOND
from cabinet.core.inputs.wired_buttons import MOMENT, WiredButtons
from cabinet.i18n import words
from cabinet.picture.shapes import Text
from cabinet.protocol.codec import Panel
from cabinet.screen.loop.button_fallback import HELD, ButtonFallback
from cabinet.screen.scenes import scene_table
from cabinet.screen.scenes.bar import TOP
from cabinet.screen.scenes.show import Show
from tools.gallery.samples import NOW, cabinet_scenes

DOWN = Panel("p2.a", "pressed", 100)
STICK = frozenset(f"p1.{way}" for way in ("up", "down", "left", "right"))
SECOND_STICK = frozenset(f"p2.{way}" for way in ("up", "down", "left", "right"))
START = frozenset({"start", "power"})
ONLY_A = WiredButtons(START | STICK | SECOND_STICK | {"p1.a", "p1.b", "p2.a"})
LEAST = WiredButtons(START | STICK)


def events(button_fallback, *heard, plays=True):
    return [
        told for event in heard for told in button_fallback.hear(event, plays=plays)
    ]


def start(since, until):
    return (
        Panel("start", "pressed", since),
        Panel("start", "released", until),
        Panel("start", "tapped", until),
    )


def test_a_short_press_is_a_when_it_is_let_go():
    button_fallback = ButtonFallback(ONLY_A)
    assert events(button_fallback, DOWN) == []
    assert list(button_fallback.tick(100 + HELD - 1)) == []
    up = Panel("p2.a", "released", 200)
    assert events(button_fallback, up) == [Panel("p2.a", "pressed", 200), up]


def test_a_long_press_is_b_once_and_never_also_a():
    button_fallback = ButtonFallback(ONLY_A)
    events(button_fallback, DOWN)
    at = 100 + HELD
    assert list(button_fallback.tick(at)) == [
        Panel("p2.b", "pressed", at),
        Panel("p2.b", "released", at),
    ]
    assert list(button_fallback.tick(at + HELD)) == []
    up = Panel("p2.a", "released", at + 5)
    assert events(button_fallback, up) == [up]


def test_a_stick_with_both_buttons_waits_for_nothing_beside_one_that_has_one():
    button_fallback = ButtonFallback(ONLY_A)
    first = Panel("p1.a", "pressed", 100)
    assert events(button_fallback, first) == [first]
    assert list(button_fallback.tick(10 * HELD)) == []


def test_everything_else_is_as_it_was():
    others = [Panel("p1.up", "pressed", 1), Panel("start", "tapped", 2)]
    assert events(ButtonFallback(ONLY_A), *others) == others


@pytest.mark.parametrize(
    ("held", "button"), [(MOMENT - 1, "a"), (MOMENT, "b"), (3 * MOMENT, "b")]
)
def test_without_buttons_start_is_a_and_held_for_a_moment_b(held, button):
    told = events(ButtonFallback(LEAST), *start(100, 100 + held))
    assert told[3:] == [
        Panel(f"p1.{button}", "pressed", 100 + held),
        Panel(f"p1.{button}", "released", 100 + held),
    ]


def test_start_is_only_itself_where_nobody_plays():
    heard = start(100, 200)
    assert events(ButtonFallback(LEAST), *heard, plays=False) == list(heard)


def test_start_is_a_of_the_stick_that_moved_last():
    button_fallback = ButtonFallback(WiredButtons(START | STICK | SECOND_STICK))
    moved = Panel("p2.left", "pressed", 50)
    assert events(button_fallback, moved, *start(100, 200))[-1].line == "p2.a"


def test_a_stick_with_b_alone_has_start_for_a_however_long():
    wired = WiredButtons(START | STICK | {"p1.b"})
    told = events(ButtonFallback(wired), *start(100, 100 + MOMENT + MILLISECOND))
    assert told[-1].line == "p1.a"
    assert wired.start_held == WiredButtons().start_held


def caps(scene, wired):
    show = Show(cabinet_scenes()[scene], NOW, 90, words("fr"), wired=wired)
    return {
        s.words for s in scene_table.picture(show) if isinstance(s, Text) and s.y >= TOP
    }


@pytest.mark.parametrize("scene", ["select", "join", "result_play_on", "signing"])
def test_the_bar_names_only_what_is_wired(scene):
    assert {"A", "B"} <= caps(scene, WiredButtons())
    least = caps(scene, LEAST)
    assert least.isdisjoint({"A", "B", "MODE", "JOUEUR", "A LONG", "START LONG"})
    assert "START 2 s" in least
