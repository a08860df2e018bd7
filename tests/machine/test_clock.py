"""The clock and the time zone: only real ones are set."""

import pytest

from cabinet.machine.clock import set_clock, set_zone
from cabinet.machine.notes import RefusedVerbError
from cabinet.platform.processes import BY_HAND, clock_kept_by


class Timedated:
    """What `timedatectl` was told; `code` is what it ends with."""

    def __init__(self, code=0):
        self.told, self.code = [], code

    def __call__(self, *words):
        self.told.append(words)
        return self.code if words[0] == "set-time" else 0, "Access denied"


def test_a_clock_set_by_hand_can_be_trusted(tmp_path):
    timedated = Timedated()
    about = set_clock({"at": "2026-11-19T04:30:12"}, timedated, tmp_path)
    assert about == "2026-11-19 04:30"
    assert timedated.told == [
        ("set-ntp", "false"),
        ("set-time", "2026-11-19 04:30:12"),
        ("set-ntp", "true"),
    ]
    nobody = tmp_path / "no-battery"
    assert clock_kept_by(tmp_path / BY_HAND, nobody) in ("hand", "network")


def test_a_clock_that_cannot_be_set_is_trusted_no_more_than_before(tmp_path):
    with pytest.raises(RefusedVerbError, match="clock_refused"):
        set_clock({"at": "2026-11-19T04:30:12"}, Timedated(code=1), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "at",
    [
        *("", "now", "2026-02-30T00:00:00", "1999-01-01T00:00:00", "2026-11-19"),
        *("2026-11-19T25:00:00", "2026-11-19T04:30:12\n", "2026-11-19T04:30:12 --help"),
        *("２026-11-19T04:30:12", "-1", "2026-11-19T04:30:12Z", "2100-01-01T00:00:00"),
    ],
)
def test_no_time_that_is_none_is_set(at, tmp_path):
    timedated = Timedated()
    with pytest.raises(RefusedVerbError, match="no_such_time"):
        set_clock({"at": at}, timedated, tmp_path)
    assert timedated.told == []


def test_a_zone_is_one_that_the_system_has():
    timedated = Timedated()
    assert set_zone({"zone": "Europe/Paris"}, timedated) == "Europe/Paris"
    assert timedated.told == [("set-timezone", "Europe/Paris")]


@pytest.mark.parametrize(
    "zone",
    [
        *("", "Europe", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime"),
        *("Europe/../Europe/Paris", "Europe/Paris\n", "--help", "Europe/Paris\0"),
    ],
)
def test_no_zone_that_is_none_is_set(zone):
    timedated = Timedated()
    with pytest.raises(RefusedVerbError, match="no_such_zone"):
        set_zone({"zone": zone}, timedated)
    assert timedated.told == []
