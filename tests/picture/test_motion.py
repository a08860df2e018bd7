"""What moves is a function of its age: it begins, it ends, and it repeats exactly."""

import itertools

import pytest

from cabinet.picture import motion
from cabinet.picture.shapes import (
    HEIGHT,
    WIDTH,
    Box,
    Clip,
    Iris,
    Line,
    Neon,
    Veil,
)

OLD = (Box(0, 0, 640, 360, "red"),)
NEW = (Box(0, 0, 640, 360, "cyan"),)
CURVES = (
    motion.ease_out,
    motion.ease_in_out,
    motion.ease_out_back,
)
MOTIONS = {
    "burst": (lambda age: motion.burst(320, 180, age, 3), 38 * 120 // 100),
    "ring": (lambda age: motion.ring(320, 180, age, "ice"), 20),
    "pop-up": (lambda age: motion.pop_up(9, 9, age, "+1"), motion.POP_UP_FRAMES),
    "fireworks": (lambda age: motion.fireworks(age, 3), 700),
}


@pytest.mark.parametrize("curve", CURVES)
def test_every_tween_begins_at_its_beginning_and_ends_at_its_end(curve):
    assert curve(0.0) == pytest.approx(0)
    assert curve(1.0) == pytest.approx(1)
    steps = [curve(i / 200) for i in range(201)]
    assert max(abs(a - b) for a, b in itertools.pairwise(steps)) < 0.04


def test_a_card_overshoots_and_comes_back():
    assert max(motion.ease_out_back(i / 50) for i in range(51)) > 1.05


@pytest.mark.parametrize("name", MOTIONS)
def test_nothing_is_there_before_it_begins_or_after_it_is_over(name):
    moves, frames = MOTIONS[name]
    assert moves(-1) == ()
    assert moves(frames) == ()
    assert moves(100_000) == ()
    assert any(moves(age) for age in range(frames))


@pytest.mark.parametrize("name", MOTIONS)
def test_the_same_age_and_seed_always_give_the_same_picture(name):
    moves, frames = MOTIONS[name]
    ages = range(0, frames, 1 + frames // 50)
    first = [moves(age) for age in ages]
    assert first == [moves(age) for age in ages]


def test_another_seed_gives_another_burst():
    assert motion.burst(0, 0, 9, 1) != motion.burst(0, 0, 9, 2)


def test_sparks_fly_outwards_no_further_than_they_may_and_cool_down():
    def reach(age):
        return max(
            (box.x - 320) ** 2 + (box.y - 180) ** 2
            for box in motion.burst(320, 180, age, 3, reach=60, fall=0)
        )

    assert reach(2) < reach(8) < reach(20) <= 62**2
    young = {box.color for box in motion.burst(0, 0, 0, 3)}
    assert young == {"white"}
    assert "white" not in {box.color for box in motion.burst(0, 0, 30, 3)}


def test_rockets_rise_from_the_bar_within_the_screen_and_never_too_many_at_once():
    for frame in range(0, 700, 7):
        shapes = motion.fireworks(frame, 3)
        rockets = [shape for shape in shapes if isinstance(shape, Line)]
        assert all(60 <= rocket.x1 <= WIDTH - 60 for rocket in rockets)
        assert all(50 <= rocket.y1 <= HEIGHT - 44 for rocket in rockets)
        assert len(shapes) < 400
    assert any(isinstance(shape, Line) for shape in motion.fireworks(5, 3))


def test_a_pop_up_rises():
    def at(age):
        (sign,) = motion.pop_up(100, 100, age, "+5")
        assert isinstance(sign, Neon)
        return sign.y

    assert at(0) == 100
    assert at(5) < 96
    assert at(40) == 84


@pytest.mark.parametrize("kind", ["iris", "wipe", "fade"])
def test_a_transition_begins_with_the_old_picture_and_ends_with_the_new(kind):
    assert motion.transition(OLD, NEW, 0, kind)[0] == OLD[0]
    assert motion.transition(OLD, NEW, motion.TRANSITION_FRAMES, kind) == NEW
    assert motion.TRANSITION_FRAMES * 1000 // 60 == 300


def test_an_iris_closes_on_the_old_and_opens_on_the_new():
    radii = [motion.transition(OLD, NEW, age, "iris")[-1] for age in range(18)]
    assert all(isinstance(iris, Iris) for iris in radii)
    closing, opening = [i.r for i in radii[:9]], [i.r for i in radii[9:]]
    assert closing == sorted(closing, reverse=True)
    assert closing[0] ** 2 >= 320**2 + 180**2, "at first everything is seen"
    assert opening == sorted(opening)
    assert opening[0] == 0


def test_a_fade_goes_through_the_dark():
    lights = [motion.transition(OLD, NEW, age, "fade")[-1] for age in range(18)]
    assert all(isinstance(veil, Veil) for veil in lights)
    assert (lights[0].light, lights[9].light) == (100, 0)


def test_a_wipe_lets_the_new_picture_in_from_the_left():
    clips = [motion.transition(OLD, NEW, age, "wipe")[len(OLD)] for age in range(18)]
    assert all(isinstance(clip, Clip) and clip.picture == NEW for clip in clips)
    assert [c.w for c in clips] == sorted(c.w for c in clips)
    assert clips[0].w == 0
