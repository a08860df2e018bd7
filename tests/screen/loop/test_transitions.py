"""What happens in front of a scene, with a director who shows one box."""

from dataclasses import replace

import pytest

from cabinet.picture.motion import TRANSITION_FRAMES
from cabinet.picture.shapes import Box, Clip, Glow, Iris, Neon, Sprite, Veil
from cabinet.protocol.codec import Goodbye
from cabinet.protocol.snapshot import ResultCard
from cabinet.screen.loop.transitions import COIN_FRAMES, Curtain
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
def curtain():
    curtain = Curtain(OneBox())
    after(curtain, BASE)
    settle(curtain)
    return curtain


def after(curtain, snapshot):
    curtain.hear(snapshot)
    curtain.tick(1)
    return curtain.picture()


def settle(curtain, frames=TRANSITION_FRAMES):
    for _ in range(frames):
        curtain.tick(1)
        picture = curtain.picture()
    return picture


@pytest.mark.parametrize(
    ("mode", "shape"), [("select", Clip), ("playing", Iris), ("standby", Veil)]
)
def test_a_new_scene_comes_in_through_its_entrance_and_is_alone_after_300_ms(
    curtain, mode, shape
):
    first = after(curtain, replace(BASE, mode=mode))
    assert first[0] == Box(0, 0, 640, 360, "red"), "the old scene is still seen"
    assert any(isinstance(part, shape) for part in first)
    assert settle(curtain) == curtain._director.picture()


@pytest.mark.parametrize("mode", ["service", "out_of_order", "wait"])
def test_what_somebody_must_see_at_once_is_cut_to(curtain, mode):
    assert after(curtain, replace(BASE, mode=mode)) == curtain._director.picture()


def test_a_scene_that_stays_has_no_curtain(curtain):
    richer = replace(BASE, alarms=("coin.1 jammed",))
    assert after(curtain, richer) == curtain._director.picture()


def test_the_very_first_scene_is_simply_there():
    curtain = Curtain(OneBox())
    assert after(curtain, BASE) == (Box(0, 0, 640, 360, "red"),)


def test_a_change_in_the_middle_of_a_change_begins_at_the_scene_that_was_coming(
    curtain,
):
    after(curtain, replace(BASE, mode="select"))
    settle(curtain, 4)
    assert after(curtain, replace(BASE, mode="playing"))[0].color == "cyan"


def test_a_coin_bursts_where_the_credits_are_and_says_how_many_it_bought(curtain):
    picture = after(curtain, replace(BASE, credits=3))
    assert any(isinstance(shape, Sprite) for shape in picture)
    signs = [s for s in settle(curtain, 12) if isinstance(s, Neon)]
    assert [sign.words for sign in signs] == ["+3"]
    assert settle(curtain, COIN_FRAMES) == (Box(0, 0, 640, 360, "red"),)


def test_part_of_a_credit_bursts_too_but_counts_none(curtain):
    after(curtain, replace(BASE, fraction=50))
    picture = settle(curtain, 12)
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
def test_money_that_no_coin_brought_does_not_burst(curtain, change):
    curtain.hear(replace(BASE, credits=1))
    settle(curtain, COIN_FRAMES)
    after(curtain, replace(BASE, **({"credits": 1} | change)))
    assert len(settle(curtain, 5)) == 1


def test_a_victory_has_fireworks_and_a_draw_has_none(curtain):
    won = replace(BASE, mode="result", result=ResultCard("finished", (1,), (3, 4), ""))
    after(curtain, won)
    pictures = [settle(curtain, 10) for _ in range(12)]
    assert any(isinstance(shape, Glow) for picture in pictures for shape in picture)
    drawn = replace(won, result=ResultCard("finished", (), (4, 4), ""))
    assert after(curtain, drawn) == (Box(0, 0, 640, 360, "leaf"),)


def test_the_director_hears_and_says_everything_through_the_curtain(curtain):
    curtain.hear(Goodbye())
    assert curtain._director.heard == [BASE, Goodbye()]
    assert curtain.say() == [Goodbye()]
    assert curtain.scene == "wait"
    curtain.close()
    assert curtain._director.closed
