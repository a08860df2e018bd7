"""Hands on the panel while a match is on: whose they are, and what they play."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.protocol.codec import Action, Panel
from cabinet.tabletop.api import RulesError
from tests.screen.controller_rig import BOT, FRAME, PERSON, Rig


def test_a_button_plays_through_the_games_own_view(rig):
    rig.start()
    rig.press("p1.down")
    rig.press("p1.a")
    assert rig.controller.say() == [Action(1, 0, 0, "take 2 from 0")]


def test_on_a_panel_with_one_button_holding_it_is_the_other():
    rig = Rig(wired=WiredButtons(WiredButtons().lines - {"p1.b", "p2.b"}))
    rig.start()
    before = rig.log
    rig.press("p1.a")
    assert rig.log == before, "not before it is let go"
    rig.release("p1.a")
    assert len(rig.log) == len(before) + 1


def test_any_stick_acts_for_the_one_person_who_is_due(rig):
    rig.start()
    rig.press("p4.a")
    rig.press("p1.a")
    assert [seat for seat, _ in rig.log] == [0, 1]


def test_when_several_are_due_each_has_their_own_stick(rig):
    rig.start("pennies")
    rig.press("p3.a")
    assert rig.log == []
    rig.press("p2.down")
    rig.press("p2.a")
    assert rig.log == [(1, "tails")]
    rig.press("p1.a")
    assert rig.log == [(1, "tails"), (0, "heads")]


def test_a_person_never_acts_for_a_bot(rig):
    rig.start(seats=(BOT, PERSON))
    rig.press("p1.a")
    assert rig.log == []


def test_buttons_of_the_cabinet_are_not_the_games(rig):
    rig.start()
    for line in ("start", "player", "power", "mode", "p1.start", "px.a"):
        rig.press(line)
    assert rig.log == []


@pytest.mark.parametrize(
    "fields",
    [{"question": "leave"}, {"mode": "result"}, {"mode": "out_of_order"}],
)
def test_hands_and_bots_rest_while_the_cabinet_does_something_else(fields):
    rig = Rig()
    rig.start(seats=(PERSON, BOT), log=[(0, "take 1 from 0")])
    rig.hear(**fields)
    rig.press("p1.a")
    rig.wait(5 * SECOND)
    with pytest.raises(RulesError):
        rig.controller.play(1, "take 1 from 0")
    assert len(rig.log) == 1


def test_the_press_that_answers_a_question_is_not_the_games(rig):
    rig.start()
    rig.hear(question="idle")
    rig.now += FRAME
    pressed = rig.now
    rig.hear(question="")
    rig.controller.hear(Panel("p1.a", "pressed", pressed))
    assert rig.log == []
    rig.wait(FRAME)
    rig.controller.hear(Panel("p2.a", "pressed", pressed))
    assert rig.log == [], "nor when it is heard a frame later"
    rig.press("p1.a")
    assert len(rig.log) == 1


def test_a_direction_that_is_held_repeats_until_it_is_released(rig):
    def pointed():
        rig.press("p1.a")
        return rig.log[-1][1]

    rig.start()
    rig.press("p1.down")
    rig.wait(300 * MILLISECOND)
    rig.release("p1.down")
    rig.wait(SECOND)
    assert pointed() == "take 2 from 0"
    rig.start(match=2)
    rig.press("p1.down")
    rig.wait(560 * MILLISECOND)
    rig.release("p1.down")
    rig.wait(SECOND)
    # At once, then after 0.35, 0.45 and 0.55 s: four lines down.
    assert pointed() == "take 2 from 1"


def test_a_button_that_plays_never_repeats(rig):
    rig.start()
    rig.press("p1.a")
    rig.wait(3 * SECOND)
    assert len(rig.log) == 1


def test_a_held_direction_ends_with_the_turn(rig):
    rig.start()
    rig.press("p1.down")
    rig.press("p1.a")
    rig.wait(2 * SECOND)
    rig.press("p1.a")
    assert rig.log[1] == (1, "take 1 from 0")
