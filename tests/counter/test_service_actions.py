"""What the operator does in service: the meter, the high scores, the day's gifts."""

from dataclasses import replace

import pytest

from cabinet.core.events import SECOND, MeterTried, ScoresCleared
from cabinet.core.modes.state import Attract, Cabinet, Service
from cabinet.core.modes.step import step
from cabinet.core.money.ledger import HighScore, Kind
from cabinet.core.operating import Meter, OperatingSettings
from cabinet.i18n.message import message
from cabinet.protocol.codec import Booked, Refused, refused
from cabinet.protocol.operator import ClearScores, TryOutput
from tests.counter.stand import HOUSE, SCREEN, Stand

TABLES = {"nim": (HighScore("ZOÉ", 9),), "aztec": (HighScore("HUG", 7),)}
AT_WORK = Cabinet(Service(0), screen_gone=None, high_scores=TABLES, next_match=12)


def kinds(effects):
    return [effect.kind for effect in effects]


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path, replace(HOUSE, meter=Meter(), gifts_per_day=2))
    stand.join()
    yield stand
    stand.close()


def answers(stand, message):
    stand.envelopes()
    stand.counter.hear(SCREEN, message)
    return [said for _, said in stand.envelopes((Booked, Refused))]


def test_the_meter_is_tried_by_one_click_that_is_booked_and_made(stand):
    stand.press("test")
    assert answers(stand, TryOutput("meter", on=True)) == [Booked()]
    stand.advance(10**9)
    assert stand.on_disk() == {"test": (1, 0), "meter": (1, 0)}
    assert stand.counter.state.clicks == 0
    assert answers(stand, TryOutput("meter", on=False)) == []


def test_outside_service_nothing_is_tried_or_cleared(stand):
    for wish in (TryOutput("meter", on=True), ClearScores(0)):
        (said,) = answers(stand, wish)
        assert isinstance(said, Refused)
    for event in (MeterTried(1), ScoresCleared("nim", 1)):
        state = replace(AT_WORK, mode=Attract())
        assert step(state, event, OperatingSettings(meter=Meter())) == (state, ())


def test_without_a_meter_there_is_nothing_to_try(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.press("test")
    assert answers(stand, TryOutput("meter", on=True)) == [
        refused(message("refused.no_meter"))
    ]
    stand.close()


def test_one_table_is_cleared_and_the_other_stays():
    state, effects = step(AT_WORK, ScoresCleared("nim", 1), OperatingSettings())
    (posting,) = effects
    assert (posting.kind, posting.mode, posting.match) == (Kind.CLEARED, "nim", 12)
    assert state.high_scores == {"aztec": TABLES["aztec"]}
    assert step(state, ScoresCleared("nim", 2), OperatingSettings())[1] == ()


def test_only_a_game_on_sale_has_a_table_to_clear(stand):
    stand.press("test")
    assert answers(stand, ClearScores(1)) == [Booked()]
    (said,) = answers(stand, ClearScores(7))
    assert isinstance(said, Refused)


def test_a_restart_does_not_forget_what_was_given_today(stand):
    stand.press("service")
    stand.press("service")
    stand.kill_counter()
    stand.join()
    stand.press("service")
    assert stand.on_disk()["service"] == (2, 2)
    assert stand.on_disk()["alarm"][0] >= 1
    day = 24 * 3600 * 1000
    stand.clock.set_wall(stand.clock.wall_ms() + day)
    stand.kill_counter()
    stand.join()
    stand.press("service")
    assert stand.on_disk()["service"] == (3, 3)


def test_staff_reads_on_the_screen_that_the_days_credits_are_given(stand):
    for _ in range(2):
        stand.press("service")
    assert (stand.shown.notice, stand.shown.credits) == ("", 2)
    stand.press("service")
    assert (stand.shown.notice, stand.shown.credits) == ("gifts", 2)
    left = stand.shown.deadline - stand.clock.now()
    assert left > 20 * SECOND, "the time to choose, and not that of the sentence"
    stand.advance(10 * SECOND)
    assert stand.shown.notice == ""
    assert stand.on_disk()["alarm"] == (1, 0)
