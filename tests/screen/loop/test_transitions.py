"""What happens in front of a scene, with a controller that shows one box."""

from dataclasses import replace

import pytest

from cabinet.core.modes.state import coin_jammed
from cabinet.picture.motion import TRANSITION_FRAMES
from cabinet.picture.shapes import Box, Clip, Glow, Iris, Neon, Sprite, Veil
from cabinet.protocol.codec import Goodbye
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.loop.transitions import COIN_FRAMES, Transitions
from tools.gallery.samples import BASE

COLORS = {"attract": "red", "select": "cyan", "playing": "gold", "result": "leaf"}


class OneBox:
    """Shows a box of the scene's colour."""

    def __init__(self):
        self.scene = "wait"
        self.heard = []
        self.closed = False

    def hear(self, message):
        self.heard.append(message)
        self.scene = getattr(message, "mode", "wait")

    def tick(self, now):
        self.now = now

    def picture(self):
        return (Box(0, 0, 640, 360, COLORS.get(self.scene, "ink")),)

    def say(self):
        return [Goodbye()]

    def close(self):
        self.closed = True


@pytest.fixture
def transitions():
    transitions = Transitions(OneBox())
    after(transitions, BASE)
    settle(transitions)
    return transitions


def after(transitions, snapshot):
    transitions.hear(snapshot)
    transitions.tick(1)
    return transitions.picture()


def settle(transitions, frames=TRANSITION_FRAMES):
    for _ in range(frames):
        transitions.tick(1)
        picture = transitions.picture()
    return picture


@pytest.mark.parametrize(
    ("mode", "shape"), [("select", Clip), ("playing", Iris), ("standby", Veil)]
)
def test_a_new_scene_comes_in_through_its_entrance_and_is_alone_after_300_ms(
    transitions, mode, shape
):
    first = after(transitions, replace(BASE, mode=mode))
    assert first[0] == Box(0, 0, 640, 360, "red"), "the old scene is still seen"
    assert any(isinstance(part, shape) for part in first)
    assert settle(transitions) == transitions._controller.picture()


@pytest.mark.parametrize("mode", ["service", "out_of_order", "wait"])
def test_what_somebody_must_see_at_once_is_cut_to(transitions, mode):
    assert (
        after(transitions, replace(BASE, mode=mode))
        == transitions._controller.picture()
    )


def test_a_scene_that_stays_has_no_transition(transitions):
    richer = replace(BASE, alarms=(coin_jammed(1),))
    assert after(transitions, richer) == transitions._controller.picture()


def test_the_very_first_scene_is_simply_there():
    transitions = Transitions(OneBox())
    assert after(transitions, BASE) == (Box(0, 0, 640, 360, "red"),)


def test_a_change_in_the_middle_of_a_change_begins_at_the_scene_that_was_coming(
    transitions,
):
    after(transitions, replace(BASE, mode="select"))
    settle(transitions, 4)
    assert after(transitions, replace(BASE, mode="playing"))[0].color == "cyan"


def test_a_coin_bursts_where_the_credits_are_and_says_how_many_it_bought(transitions):
    picture = after(transitions, replace(BASE, credits=3))
    assert any(isinstance(shape, Sprite) for shape in picture)
    signs = [s for s in settle(transitions, 12) if isinstance(s, Neon)]
    assert [sign.words for sign in signs] == ["+3"]
    assert settle(transitions, COIN_FRAMES) == (Box(0, 0, 640, 360, "red"),)


def test_part_of_a_credit_bursts_too_but_counts_none(transitions):
    after(transitions, replace(BASE, fraction=50))
    picture = settle(transitions, 12)
    assert len(picture) > 10
    assert not any(isinstance(shape, Neon) for shape in picture)


@pytest.mark.parametrize(
    "change",
    [
        {"credits": 0, "fraction": 0, "mode": "service"},
        {"credits": 3, "refunded": 3},
        {"credits": 3, "free_play": True},
    ],
)
def test_money_that_no_coin_brought_does_not_burst(transitions, change):
    transitions.hear(replace(BASE, credits=1))
    settle(transitions, COIN_FRAMES)
    after(transitions, replace(BASE, **({"credits": 1} | change)))
    assert len(settle(transitions, 5)) == 1


def test_a_victory_has_fireworks_and_a_draw_has_none(transitions):
    won = replace(BASE, mode="result", result=ResultCard("finished", (1,), (3, 4), ""))
    after(transitions, won)
    pictures = [settle(transitions, 10) for _ in range(12)]
    assert any(isinstance(shape, Glow) for picture in pictures for shape in picture)
    drawn = replace(won, result=ResultCard("finished", (), (4, 4), ""))
    assert after(transitions, drawn) == (Box(0, 0, 640, 360, "leaf"),)


def test_the_controller_hears_and_says_everything_through_the_transitions(transitions):
    transitions.hear(Goodbye())
    assert transitions._controller.heard == [BASE, Goodbye()]
    assert transitions.say() == [Goodbye()]
    assert transitions.scene == "wait"
    transitions.close()
    assert transitions._controller.closed
