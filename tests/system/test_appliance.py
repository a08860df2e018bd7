"""From a bare machine to a cabinet, and everything that may happen to it after that.

A real Debian with systemd as its PID 1, in a container; install.sh, the units and the
three programs are the real ones. Takes some minutes: `make appliance`.
"""

from time import monotonic

import pytest

from tests.system.appliance import (
    CABINET,
    COIN,
    FILE,
    STATE,
    UNITS,
    Appliance,
    missing,
)
from tools.appliance.machine import MachineError

PLUGS = 10

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(bool(missing()), reason=f"no machine to try: {missing()}"),
]


@pytest.fixture(scope="module")
def installed():
    appliance = Appliance()
    try:
        said = appliance.install()
        assert "done: the cabinet runs" in said
        yield appliance
    finally:
        appliance.machine.remove()


@pytest.fixture
def cabinet(installed):
    """Whatever the test before it did, it is well."""
    if not installed.machine.is_up:
        installed.machine.boot()
    installed.become_well()
    return installed


def test_three_units_are_well_and_start_with_the_machine(cabinet):
    assert [cabinet.is_active(unit) for unit in UNITS] == [True] * 3
    assert cabinet.shell("systemctl is-enabled cabinet.target") == "enabled"
    for socket in ("hallway.sock", "live/live.sock"):
        cabinet.shell(f"runuser -u cabinet-office -- test -w {STATE}/{socket}")
    assert "Arkade" in cabinet.shell(
        "python3 -c 'import urllib.request as r;"
        'print(r.urlopen("http://127.0.0.1:8080/").read().decode())\''
    )
    cabinet.takes_coins()


def test_installing_again_changes_nothing(cabinet):
    changed = "find /etc/cabinet /etc/systemd/system -newer /tmp/now -type f"
    process, release = cabinet.process("cabinet.service"), cabinet.release
    cabinet.shell("touch /tmp/now")
    said = cabinet.shell("sh /trees/now/systemd/install.sh --dry-run --wheels /wheels")
    assert cabinet.process("cabinet.service") == process
    assert "pip" not in said
    cabinet.install()
    assert cabinet.release == release
    assert cabinet.shell(changed).splitlines() in (
        [],
        ["/etc/systemd/system/cabinet-office.socket.d/address.conf"],
    )


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
@pytest.mark.parametrize("unit", UNITS)
def test_what_dies_or_hangs_is_there_again(cabinet, unit, signal):
    cabinet.takes_coins()
    before, process = cabinet.money, cabinet.process(unit)
    cabinet.shell(f"kill -{signal} {process}")
    cabinet.note(f"{signal} {unit}", cabinet.restarted(unit, process))
    assert cabinet.money == before
    cabinet.become_well()
    cabinet.takes_coins()
    assert cabinet.books["coins"] == before["coins"] + 1


ASKING = """
import select
from pathlib import Path
from cabinet.hallway import Hello
from cabinet.hallway_client import HallwayLine
from cabinet.hallway_console import RestartScreen
line = HallwayLine.connect(Path("/var/lib/cabinet/hallway.sock"))
line.send(Hello("office", 0))
line.send(RestartScreen("web:owner"))
select.select([line], [], [], 5)
"""


def test_the_counter_knows_the_account_of_the_office(cabinet):
    """Through the walls of both units: an account may look like nobody's there."""
    process = cabinet.process("cabinet-screen.service")
    walls = "--uid=cabinet-office --gid=cabinet -p PrivateUsers=yes"
    cabinet.shell(
        f"systemd-run --quiet --wait --pipe {walls} "
        f"/opt/cabinet/current/bin/python -c '{ASKING}'"
    )
    cabinet.note(
        "a new screen for the office",
        cabinet.restarted("cabinet-screen.service", process),
    )


def test_asked_to_end_the_counter_has_ended_within_a_second(cabinet):
    process, begun = cabinet.process("cabinet.service"), monotonic()
    cabinet.shell(f"kill -TERM {process}")
    cabinet.machine.until(f"! test -e /proc/{process}", 10)
    took = monotonic() - begun
    cabinet.note("SIGTERM", took)
    assert took < 1


def test_settings_that_are_wrong_end_in_the_safe_screen(cabinet):
    before, begun = cabinet.money, monotonic()
    cabinet.shell(
        "cp -a /etc/cabinet/cabinet.yaml /root/; echo '}' >>/etc/cabinet/cabinet.yaml"
    )
    cabinet.shell("systemctl restart cabinet.service", check=False)
    cabinet.machine.until("systemctl is-active cabinet-safe.service", 120)
    cabinet.note("to the safe screen", monotonic() - begun)
    assert not cabinet.is_active("cabinet.service")
    assert not cabinet.is_active("cabinet-screen.service")
    cabinet.machine.until(
        "journalctl -u cabinet-safe.service | grep -q 'Coins are not taken'"
    )
    with pytest.raises(MachineError, match="nobody answers"):
        cabinet.drop_a_coin()
    cabinet.shell(f"cp -a /root/cabinet.yaml {FILE}")
    cabinet.shell("systemctl reset-failed; systemctl restart cabinet.target")
    cabinet.become_well()
    assert not cabinet.is_active("cabinet-safe.service")
    assert cabinet.money == before


def test_a_screen_that_never_starts_ends_in_the_safe_screen(cabinet):
    cabinet.shell("echo SCREEN_OPTIONS=--no-such-option >/etc/cabinet/screen.env")
    cabinet.shell("systemctl restart cabinet-screen.service", check=False)
    cabinet.machine.until("systemctl is-active cabinet-safe.service", 120)
    assert not cabinet.is_active("cabinet.service")
    cabinet.shell("echo SCREEN_OPTIONS=--headless >/etc/cabinet/screen.env")
    cabinet.shell("systemctl reset-failed; systemctl restart cabinet.target")
    cabinet.become_well()


def test_a_release_that_does_not_work_is_never_switched_to(cabinet):
    release, process = cabinet.release, cabinet.process("cabinet.service")
    cabinet.tree("broken", **{"counter/service": "raise SystemExit(70)"})
    said = cabinet.install("broken", check=False)
    assert "does not work here" in said
    assert (cabinet.release, cabinet.process("cabinet.service")) == (release, process)


def test_a_release_that_fails_as_a_service_is_taken_back(cabinet):
    cabinet.takes_coins()
    release, money = cabinet.release, cabinet.money
    only_there = 'import os\nif os.environ.get("INVOCATION_ID"): raise SystemExit(70)'
    cabinet.tree("shy", **{"counter/service": only_there})
    said = cabinet.install("shy", check=False)
    assert "which is well" in said
    assert (cabinet.release, cabinet.money) == (release, money)
    cabinet.takes_coins()


def test_an_upgrade_keeps_settings_books_and_history(cabinet):
    cabinet.takes_coins()
    place = f"--config {FILE} --state {STATE}"
    cabinet.shell(f"{CABINET} config set {place} cabinet.name Palace")
    before, money = cabinet.release, cabinet.money
    history = cabinet.shell(f"cat {STATE}/settings-history.jsonl")
    cabinet.tree("next", notify="# another release")
    assert "done" in cabinet.install("next")
    assert cabinet.release != before
    assert cabinet.money == money
    assert "Palace" in cabinet.shell(f"cat {FILE}")
    assert cabinet.shell(f"cat {STATE}/settings-history.jsonl") == history
    cabinet.takes_coins()


def test_on_off_held_for_three_seconds_switches_the_machine_off(cabinet):
    cabinet.shell(f"{CABINET} panel --state {STATE} power:3.5", check=False)
    cabinet.machine.wait_until_off(60)


def test_the_plug_is_pulled_while_coins_fall(cabinet):
    """On a root nobody can write to, with the state on a partition of its own."""
    cabinet.machine.switch_off()
    cabinet.machine.boot(read_only=True)
    for _ in range(PLUGS):
        cabinet.become_well()
        before = cabinet.books["coins"]
        falling = cabinet.machine.begin(f"while {COIN}; do :; done")
        for _ in range(3):
            assert "credits" in falling.stdout.readline()
        cabinet.machine.pull_the_plug()
        shown = 3 + falling.communicate()[0].count("credits")
        begun = monotonic()
        cabinet.machine.boot(read_only=True)
        cabinet.become_well()
        cabinet.note("plug to well", monotonic() - begun)
        # One may have fallen and not been shown yet.
        assert cabinet.books["coins"] - before - shown in (0, 1)
        cabinet.shell(f"{CABINET} --state {STATE} books verify")
    cabinet.machine.switch_off()


def test_removed_it_leaves_settings_and_books(cabinet):
    kept = f"sha256sum {FILE} {STATE}/settings-history.jsonl {STATE}/books.sqlite3"
    cabinet.shell("systemctl stop cabinet.target cabinet.service")
    before = cabinet.shell(kept)
    cabinet.install("now", "--uninstall")
    assert cabinet.shell(kept) == before
    left = "ls -d /opt/cabinet /etc/systemd/system/cabinet* 2>/dev/null; true"
    assert cabinet.shell(left) == ""
    assert "done" in cabinet.install()
    cabinet.become_well()
