"""The schedule: what is so when, and which rules contradict each other."""

import pytest

from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Offer, OperatingSettings
from cabinet.core.schedule import HOLIDAY, Conflict, Moment, Rule, Schedule, conflicts

# Monday the fifth of January 2026.
MONDAY = 739_621
SATURDAY = MONDAY + 5


def minute(text):
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def rule(what, start, end, **more):
    if "days" in more:
        more["days"] = frozenset(more["days"])
    if "games" in more:
        more["games"] = frozenset(more["games"])
    return Rule(what, minute(start), minute(end), **more)


def at(day, time):
    return Moment(day, minute(time))


def test_monday_is_a_monday():
    assert Moment(MONDAY, 0).weekday == 0
    assert Moment(SATURDAY, 0).weekday == 5


@pytest.mark.parametrize(
    ("day", "time", "free"),
    [
        (SATURDAY, "21:59", False),
        (SATURDAY, "22:00", True),
        (SATURDAY, "23:59", True),
        (SATURDAY + 1, "01:59", True),
        (SATURDAY + 1, "02:00", False),
        (SATURDAY + 1, "22:00", False),
        (SATURDAY, "01:00", False),
    ],
)
def test_a_rule_over_midnight_belongs_to_the_day_it_begins_on(day, time, free):
    schedule = Schedule((rule("free", "22:00", "02:00", days={5}),))
    assert schedule.is_free(at(day, time)) is free


def test_equal_ends_are_a_whole_day():
    schedule = Schedule((rule("closed", "06:00", "06:00", days={0}),))
    assert schedule.closed_until(at(MONDAY, "05:59")) is None
    assert schedule.closed_until(at(MONDAY, "06:00")) == at(MONDAY + 1, "06:00")
    assert schedule.closed_until(at(MONDAY + 1, "06:00")) is None


def test_on_a_holiday_the_rules_of_its_weekday_do_not_count():
    rules = (
        rule("price", "10:00", "12:00", days={0}, credits=2),
        rule("price", "10:00", "12:00", days={HOLIDAY}, credits=5),
    )
    usual, holiday = Schedule(rules), Schedule(rules, frozenset({MONDAY}))
    ten = at(MONDAY, "10:00")
    assert usual.price(ten, "azteka", "azteka", 1) == 2
    assert holiday.price(ten, "azteka", "azteka", 1) == 5


def test_a_rule_that_names_the_game_is_before_one_for_all():
    schedule = Schedule(
        (
            rule("price", "10:00", "12:00", credits=2),
            rule("free", "10:00", "11:00", games={"azteka variant=classic"}),
        )
    )
    ten = at(MONDAY, "10:00")
    assert schedule.price(ten, "azteka", "azteka variant=classic", 1) == 0
    assert schedule.price(ten, "azteka", "azteka variant=mummies", 1) == 2
    assert not schedule.is_free(ten)


def test_closed_over_several_days_says_when_it_opens():
    days = {5, 6}
    rules = (
        rule("closed", "00:00", "00:00", days=days),
        rule("closed", "20:00", "09:00"),
    )
    schedule = Schedule(rules)
    assert schedule.closed_until(at(SATURDAY, "12:00")) == at(MONDAY + 7, "09:00")
    always = Schedule((rule("closed", "00:00", "00:00"),))
    assert always.closed_until(at(MONDAY, "12:00")) == Moment(MONDAY + 8, 0)


def test_of_two_volumes_the_lower_one_is_heard():
    rules = (
        rule("volume", "22:00", "08:00", volume=30),
        rule("volume", "23:00", "23:30", volume=10),
    )
    schedule = Schedule(rules)
    heard = [schedule.volume(at(MONDAY, time)) for time in ("12:00", "22:00", "23:00")]
    assert heard == [100, 30, 10]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (rule("free", "18:00", "22:00"), rule("price", "21:00", "23:00", credits=2)),
        (
            rule("volume", "22:00", "08:00", volume=30, days={4}),
            rule("volume", "07:00", "09:00", volume=50, days={5}),
        ),
        (
            rule("volume", "22:00", "08:00", volume=30, days={4}),
            rule("volume", "07:00", "09:00", volume=50, days={HOLIDAY}),
        ),
        (
            rule("price", "10:00", "12:00", credits=2, games={"azteka"}),
            rule("free", "11:00", "13:00", games={"azteka variant=classic"}),
        ),
    ],
)
def test_rules_that_contradict_each_other_are_found(one, two):
    assert list(conflicts([(0, one), (3, two)])) == [Conflict(0, 3)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (rule("free", "18:00", "22:00"), rule("price", "22:00", "23:00", credits=2)),
        (rule("free", "18:00", "22:00"), rule("free", "18:00", "20:00")),
        (rule("closed", "00:00", "08:00"), rule("free", "00:00", "10:00")),
        (
            rule("free", "10:00", "12:00", days={0}),
            rule("price", "10:00", "12:00", credits=2, days={HOLIDAY}),
        ),
        (
            rule("price", "10:00", "12:00", credits=2, games={"aztec"}),
            rule("price", "10:00", "12:00", credits=3, games={"azteka"}),
        ),
        (
            rule("price", "10:00", "12:00", credits=2),
            rule("price", "10:00", "12:00", credits=3, games={"azteka"}),
        ),
        (
            rule("volume", "22:00", "00:00", volume=30, days={4}),
            rule("volume", "00:00", "09:00", volume=50, days={5}),
        ),
    ],
)
def test_rules_that_get_along_are_left_alone(one, two):
    assert not list(conflicts([(0, one), (1, two)]))


OFFER = Offer("azteka", {}, credits=2, continue_credits=1)
SETTINGS = OperatingSettings(
    tariff=Tariff(credit=100),
    offers=(OFFER,),
    schedule=Schedule(
        (
            rule("free", "18:00", "22:00", games={"azteka"}),
            rule("free", "22:00", "23:00"),
            rule("volume", "22:00", "23:00", volume=0),
            rule("closed", "23:00", "01:00"),
        )
    ),
)


def test_the_settings_of_a_moment():
    usual = SETTINGS.at(at(MONDAY, "12:00"))
    assert (usual.offers, usual.tariff.free_play) == ((OFFER,), False)
    evening = SETTINGS.at(at(MONDAY, "18:00"))
    assert (evening.offers[0].credits, evening.offers[0].continue_credits) == (0, 0)
    assert not evening.tariff.free_play
    night = SETTINGS.at(at(MONDAY, "22:30"))
    assert (night.tariff.free_play, night.volume) == (True, 0)
    late = SETTINGS.at(at(MONDAY, "23:30"))
    assert (late.closed_until, late.opens_today) == (at(MONDAY + 1, "01:00"), False)
    assert SETTINGS.at(at(MONDAY + 1, "00:30")).opens_today


def test_no_rule_counts_while_the_clock_is_not_trusted():
    waiting = SETTINGS.at(None)
    assert waiting.clock_waits
    assert (waiting.offers, waiting.volume, waiting.closed_until) == (
        (OFFER,),
        100,
        None,
    )
    assert not OperatingSettings().at(None).clock_waits
