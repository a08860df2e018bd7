"""Blows at the counter: what the screen is told, the slot, and the disk."""

from dataclasses import replace

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.modes.state import TILT
from cabinet.core.operating import TimeOuts
from tests.counter.stand import HOUSE, Stand, full_disk

STUCK = 61 * SECOND


class Shaken(Stand):
    """A stand that somebody beats."""

    def blow(self):
        self.press("tilt", 10 * MILLISECOND)

    def shaken_pulse(self):
        self.press("coin.1", 50 * MILLISECOND)


@pytest.fixture
def stand(tmp_path):
    stand = Shaken(tmp_path)
    stand.join()
    yield stand
    stand.close()


def test_the_screen_hears_of_a_blow_for_as_long_as_the_slot_is_shut(stand):
    stand.blow()
    assert (stand.shown.notice, stand.lockout) == ("tilt", False)
    stand.advance(HOUSE.patience.tilt)
    assert (stand.shown.notice, stand.lockout) == ("", True)
    assert stand.shown.alarms == ()
    assert stand.on_disk()["alarm"] == (1, 0)


def test_the_screen_hears_that_a_coin_was_held(stand):
    stand.blow()
    stand.shaken_pulse()
    assert (stand.shown.notice, stand.shown.credits) == ("held", 0)
    assert stand.coins_on_disk() == 0
    assert stand.on_disk()["alarm"] == (2, 0)


def test_the_time_a_player_has_left_is_not_that_of_a_blow(stand):
    stand.coin()
    before = stand.shown.deadline
    stand.blow()
    assert (stand.mode, stand.shown.deadline) == ("select", before)


def test_players_hear_nothing_of_a_broken_switch_but_that_the_slot_is_shut(stand):
    stand.port.touch("tilt", active=True)
    stand.advance(STUCK)
    assert tuple(map(str, stand.shown.alarms)) == ("tilt stuck",)
    assert (stand.shown.notice, stand.shown.lockout_open) == ("", False)


def test_a_switch_that_is_closed_at_the_start_shuts_the_slot_and_is_booked(stand):
    stand.port.touch("tilt", active=True)
    stand.counter.turn()
    stand.kill_counter()
    stand.join()
    assert (stand.shown.alarms, stand.lockout) == ((TILT,), False)
    assert stand.on_disk()["alarm"] == (2, 0)


def test_where_a_blow_only_alarms_players_hear_nothing(tmp_path):
    stand = Shaken(tmp_path, replace(HOUSE, patience=TimeOuts(tilt=0)))
    stand.join()
    stand.blow()
    assert tuple(map(str, stand.shown.alarms)) == ("tilt",)
    assert (stand.shown.notice, stand.lockout) == ("", True)
    stand.close()


def test_a_blow_that_the_disk_refuses_shuts_the_slot_all_the_same(stand):
    with full_disk():
        stand.blow()
    assert "tilt" in map(str, stand.shown.alarms)
    assert not stand.lockout


def test_the_wires_of_a_blow_are_kept_as_evidence(stand):
    kept = []
    stand.counter._keep = kept.append
    stand.blow()
    stand.advance(SECOND)
    (case,) = kept
    assert (case.kind, case.line, case.told) == ("alarm", "tilt", TILT)
    assert [edge.line for edge in case.edges if edge.active][:1] == ["tilt"]
