"""A hand at the stick beside phones: it stays open while held, and takes nobody's seat.

What one player may see is shown on the shared screen only when that player is meant.
"""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.i18n import words
from cabinet.picture.shapes import Text
from cabinet.protocol.codec import Action, Panel
from cabinet.protocol.phones import PhoneHere
from cabinet.screen.loop.button_fallback import ButtonFallback
from cabinet.screen.match.phones import HOLD
from tests.screen.match.test_phones import TOKENS, Cabinet


@pytest.fixture
def cabinet():
    """Three people who have taken their piles; the second and third hold phones."""
    cabinet = Cabinet()
    cabinet.here("two", "three")
    for _ in TOKENS:
        if (seat := cabinet.controller.match.actors[0]) == 0:
            cabinet.press("p1.a")
        else:
            assert cabinet.play(TOKENS[seat]) == ""
    assert cabinet.controller.match.actors == (0, 1, 2)
    yield cabinet
    cabinet.phones.close()


def hold(cabinet, line, seconds):
    """Press, and let so much time pass."""
    cabinet.hear(Panel(line, "pressed", cabinet.now))
    cabinet.frame(round(seconds * 60))


def let_go(cabinet, line):
    cabinet.hear(Panel(line, "released", cabinet.now))


def on_screen(cabinet):
    """All that is written on the screen now."""
    shapes = cabinet.phones.picture()
    return " / ".join(shape.words for shape in shapes if isinstance(shape, Text))


def cards_of(cabinet, seat):
    """The title over the cards of a seat, if they lie open."""
    shown, number = on_screen(cabinet), seat + 1
    return f"Player {number}: " in shown or f"Joueur {number} : " in shown


def chosen_at_the_stick(cabinet):
    """The first player has chosen: only phones are waited for."""
    cabinet.press("p1.b")
    cabinet.press("p1.a")
    assert cabinet.controller.match.actors == (1, 2)


def test_cards_held_open_stay_open_when_another_acts(cabinet):
    hold(cabinet, "p1.b", 0.5)
    assert cards_of(cabinet, 0)
    assert cabinet.play("two") == ""
    assert cabinet.play("three") == ""
    cabinet.frame()
    assert cards_of(cabinet, 0)
    let_go(cabinet, "p1.b")
    assert not cards_of(cabinet, 0)


def test_cards_held_open_are_covered_though_a_question_was_asked_meanwhile(cabinet):
    hold(cabinet, "p1.b", 0.5)
    cabinet.hear(replace(cabinet.snapshot, question="leave", match=card(cabinet)))
    let_go(cabinet, "p1.b")
    cabinet.hear(replace(cabinet.snapshot, match=card(cabinet)))
    assert not cards_of(cabinet, 0)


def card(cabinet):
    return replace(cabinet.snapshot.match, log=cabinet.controller.table.log)


def test_open_cards_do_not_wait_behind_another_player(cabinet):
    """The last phone is put down while the first player looks, and taken up again."""
    cabinet.here("one")
    cabinet.hear(PhoneHere("two", here=False))
    cabinet.press("p1.b")
    assert cards_of(cabinet, 1)
    cabinet.hear(PhoneHere("one", here=False))
    assert not cards_of(cabinet, 1)
    cabinet.here("one")
    cabinet.frame()
    assert not cards_of(cabinet, 1)
    assert cabinet.controller.table.at_stick == (1,)


def test_a_stray_press_never_takes_the_seat_of_a_phone_that_is_there(cabinet):
    chosen_at_the_stick(cabinet)
    for line in ("p1.a", "p1.b", "p2.a", "p1.a", "p1.b"):
        cabinet.press(line)
    assert cabinet.controller.phones == {1, 2}
    assert not cards_of(cabinet, 1)
    assert len(cabinet.all(Action)) == 4


@pytest.mark.parametrize("language", ["fr", "en"])
def test_taking_over_asks_by_name_on_screen_and_phone_until_it_is_meant(
    cabinet, language
):
    cabinet.hear(replace(cabinet.snapshot, language=language, match=card(cabinet)))
    chosen_at_the_stick(cabinet)
    speech = words(language)
    name = speech("seat.person", number=2)
    assert speech("playing.take_over", name=name) in on_screen(cabinet)
    hold(cabinet, "p1.a", 1)
    assert speech("playing.taking.title", name=name) in on_screen(cabinet)
    assert cabinet.view("two")["taken"] == "wanted"
    assert cabinet.view("three").get("taken") is None
    cabinet.frame(HOLD * 60 // SECOND)
    assert cabinet.controller.table.at_stick == (1,)
    assert cabinet.view("two")["taken"] == "stick"
    assert not cards_of(cabinet, 1)
    let_go(cabinet, "p1.a")
    cabinet.press("p1.b")
    assert cabinet.controller.table.at_stick == (1,)


def test_a_hold_that_began_before_it_was_their_turn_takes_nothing(cabinet):
    cabinet.press("p1.b")
    hold(cabinet, "p1.a", 5)
    assert cabinet.controller.match.actors == (1, 2)
    assert cabinet.controller.phones == {1, 2}


def test_the_player_keeps_the_seat_by_saying_so_and_takes_it_back(cabinet):
    chosen_at_the_stick(cabinet)
    hold(cabinet, "p1.a", 1)
    cabinet.here("two")
    cabinet.frame(200)
    assert cabinet.controller.phones == {1, 2}
    assert cabinet.view("two").get("taken") is None
    let_go(cabinet, "p1.a")
    hold(cabinet, "p1.a", 3)
    assert cabinet.controller.phones == {2}
    cabinet.here("two")
    assert cabinet.controller.phones == {1, 2}


def test_a_panel_with_one_button_takes_over_by_the_same_hold(cabinet):
    chosen_at_the_stick(cabinet)
    cabinet.controller._button_fallback = ButtonFallback(
        WiredButtons(WiredButtons().lines - {"p1.b"})
    )
    cabinet.press("p1.a", held=700 * MILLISECOND)
    assert cabinet.controller.phones == {1, 2}
    hold(cabinet, "p1.a", 3)
    assert cabinet.controller.phones == {2}
