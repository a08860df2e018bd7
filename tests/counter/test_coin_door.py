"""The coin door at the counter, also one that nobody saw opening."""

import pytest

from cabinet.core.events import SECOND
from tests.counter.stand import Stand


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    yield stand
    stand.close()


def restart(stand):
    stand.kill_counter()
    stand.join()


def test_a_door_that_is_open_at_the_start_is_an_opening(stand):
    stand.port.touch("door", active=True)
    restart(stand)
    assert (stand.mode, tuple(map(str, stand.shown.alarms))) == (
        "service",
        ("door open",),
    )
    assert not stand.lockout
    assert stand.on_disk()["alarm"] == (1, 0)
    stand.advance(3600 * SECOND)
    assert stand.mode == "service", "somebody is there as long as it is open"
    stand.port.touch("door", active=False)
    stand.advance(SECOND)
    assert (stand.mode, stand.shown.alarms) == ("attract", ())
    assert stand.lockout


def test_a_door_that_is_closed_at_the_start_is_nothing_to_book(stand):
    restart(stand)
    assert (stand.mode, stand.shown.alarms) == ("attract", ())
    assert "alarm" not in stand.on_disk()


def test_a_match_that_was_cut_off_is_still_offered_though_the_door_is_open(stand):
    match = stand.play()
    stand.port.touch("door", active=True)
    restart(stand)
    assert (stand.mode, stand.shown.question) == ("playing", "resume")
    assert stand.shown.match.id == match
    assert tuple(map(str, stand.shown.alarms)) == ("door open",)
    assert not stand.lockout
