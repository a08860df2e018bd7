"""Saucer Rain: the sentences of its README, and the promises of a loop."""

import pytest

from cabinet.loops.recording import read
from cabinet.loops.run import LoopMatch, Run
from cabinet.screen.scenes.lettering import width
from cabinet.testing.loops import check_loop
from saucer_rain import GAME
from saucer_rain.autopilot import record
from saucer_rain.sky import (
    BROKEN,
    DIAMOND,
    GROUND,
    HEARTS,
    LENGTH,
    MOTHER,
    PACE,
    ROUND,
    SHIP_Y,
    UNIT,
    WAVE,
    WEDGE,
    Sky,
)


@pytest.fixture
def sky():
    """A quiet one: nothing comes by itself for a while, and ships can be hurt."""
    sky = Sky(2, "normal", 5)
    sky.next_saucer = sky.next_bolt = 10_000
    for ship in sky.ships:
        ship[3] = 0
    return sky


def wait(sky, updates=1, ways=(0, 0), fire=(False, False)):
    for _ in range(updates):
        sky.update(list(ways), list(fire))


def over(ship):
    """The place above a ship, as low as a saucer is still shot at."""
    return ship[0], (SHIP_Y - 60) * UNIT


def test_it_keeps_every_promise():
    check_loop(GAME, seeds=(1,))


def test_1_it_lasts_three_minutes_and_never_less(sky):
    sky.time = LENGTH - 1
    wait(sky)
    assert not sky.over
    wait(sky, 2 * PACE)
    assert sky.over
    assert LENGTH == 180 * PACE == 9 * WAVE


@pytest.mark.parametrize(("kind", "points"), [(ROUND, 10), (WEDGE, 20), (DIAMOND, 30)])
def test_2_each_saucer_has_its_worth(sky, kind, points):
    ship = sky.ships[0]
    sky.saucers = [[kind, *over(ship), 1, 0, 2 if kind == DIAMOND else 1, 0]]
    wait(sky, 40, fire=(True, False))
    assert sky.saucers == []
    assert ship[6] - points in (0, 25)


def test_3_nuggets_in_a_row_are_worth_more_and_the_ground_ends_the_row(sky):
    ship = sky.ships[0]
    for worth in (25, 50, 75, 100, 125, 125):
        before = ship[6]
        sky.nuggets = [[ship[0], (SHIP_Y - 20) * UNIT, 12]]
        wait(sky, 12)
        assert ship[6] - before == worth
    sky.nuggets = [[ship[0] + 60 * UNIT, (GROUND - 6) * UNIT, 40]]
    wait(sky, 3)
    assert ship[5] == 0


def test_4_a_bolt_costs_a_heart_and_without_hearts_the_ship_is_repaired(sky):
    ship = sky.ships[0]
    for left in range(HEARTS - 1, -1, -1):
        ship[3], ship[5] = 0, 3
        sky.bolts = [[ship[0], (SHIP_Y - 16) * UNIT, 0]]
        wait(sky, 4)
        assert (ship[1], ship[5]) == (left, 0)
    before = ship[0]
    wait(sky, BROKEN - 10, ways=(1, 0))
    assert ship[0] == before
    wait(sky, 10, ways=(1, 0))
    assert ship[0] > before
    assert ship[1] == 2


def test_4_a_saucer_that_touches_a_ship_costs_a_heart(sky):
    ship = sky.ships[1]
    sky.saucers = [[ROUND, ship[0], SHIP_Y * UNIT, 1, 0, 1, 0]]
    wait(sky)
    assert ship[1] == HEARTS - 1
    assert sky.saucers == []


def test_5_a_heart_is_caught_up_to_five(sky):
    ship = sky.ships[0]
    for has in (4, 5, 5):
        sky.hearts = [[ship[0], (SHIP_Y - 10) * UNIT]]
        wait(sky)
        assert ship[1] == has


def test_6_a_mother_ship_comes_in_every_third_wave(sky):
    sky.time = 2 * WAVE + 4 * PACE - 1
    wait(sky)
    (mother,) = sky.saucers
    assert mother[0] == MOTHER
    mother[1], mother[5] = sky.ships[0][0], 1
    sky.shots = [[mother[1], mother[2] + 12 * UNIT, 0]]
    wait(sky, 2)
    assert sky.ships[0][6] == 200
    assert len(sky.nuggets) == 7
    assert len(sky.hearts) == 1


def test_6_a_mother_ship_leaves_if_nobody_stops_it(sky):
    sky.saucers = [[MOTHER, 320 * UNIT, 72 * UNIT, 1, 0, 10, 1]]
    wait(sky, 5 * PACE)
    assert sky.saucers == []


@pytest.mark.parametrize(("escaped", "bonus"), [(0, 100), (1, 0)])
def test_7_a_clear_sky_is_worth_something(sky, escaped, bonus):
    sky.time, sky.escaped = WAVE - 1, escaped
    wait(sky)
    assert [ship[6] for ship in sky.ships] == [bonus, bonus]


def test_7_hearts_that_are_left_count_at_the_end(sky):
    sky.time = LENGTH - 1
    sky.ships[1][1] = 1
    wait(sky)
    assert [ship[6] for ship in sky.ships] == [300, 100]


@pytest.mark.parametrize(
    ("scores", "winners"), [((5, 9), (1,)), ((9, 5), (0,)), ((7, 7), ())]
)
def test_8_who_has_more_wins(scores, winners):
    run = Run(GAME, LoopMatch(2, {}, 1))
    run._loop.sky.time = LENGTH + 2 * PACE
    for ship, score in zip(run._loop.sky.ships, scores, strict=True):
        ship[6] = score
    assert run.outcome().winners == winners


def test_every_level_can_be_played_and_none_ends_early():
    for level in ("easy", "normal", "hard"):
        assert len(record(1, 3, level).updates) == LENGTH + 2 * PACE


def test_the_demo_is_the_one_that_the_autopilot_plays_now():
    assert read(GAME.text(GAME.demo)) == record()


def test_a_lesson_fits_two_lines():
    for lesson in GAME.how_to:
        for sentence in lesson.sentence.values():
            assert width(sentence.format(a="A")) <= 2 * 520


def test_9_with_one_button_the_ship_flies_and_shoots_and_the_button_turns_it():
    nothing, a = frozenset(), frozenset({"a"})
    run = Run(GAME, LoopMatch(2, {}, 1, one_button=True))
    sky = run._loop.sky
    before = sky.ships[0][0], sky.ships[1][0]
    run.update((nothing,) * 2, (nothing,) * 2)
    assert (sky.ships[0][0] > before[0], sky.ships[1][0]) == (True, before[1])
    assert {shot[2] for shot in sky.shots} == {0}
    there = sky.ships[0][0]
    run.update((a, nothing), (a, nothing))
    assert sky.ships[0][0] < there
    run.update((a, nothing), (nothing, nothing))
    goes_on = Run(
        GAME, LoopMatch(2, {}, 1, one_button=True, checkpoint=run.checkpoint())
    )
    for _ in range(30):
        run.update((nothing,) * 2, (nothing,) * 2)
        goes_on.update((nothing,) * 2, (nothing,) * 2)
    assert goes_on.checkpoint() == run.checkpoint()
    for _ in range(400):
        run.update((nothing,) * 2, (nothing,) * 2)
        assert 0 < run._loop.sky.ships[0][0] < 640 * UNIT
