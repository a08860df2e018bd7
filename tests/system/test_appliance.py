"""From a bare machine to a cabinet, and everything that may happen to it after that.

A real Debian with systemd as its PID 1, in a container; install.sh, the units and the
three programs are the real ones. Takes some minutes: `make appliance`. Each test makes
what it needs, so one can be run alone: `make appliance ARGS="-k removed"`.
"""

from time import monotonic

import pytest

from tests.system.appliance import CABINET, COIN, FILE, STATE, UNITS
from tools.appliance.machine import MachineError

PLUGS = 10

pytestmark = pytest.mark.soak


def test_three_units_are_well_and_start_with_the_machine(appliance):
    assert [appliance.is_active(unit) for unit in UNITS] == [True] * 3
    assert appliance.shell("systemctl is-enabled cabinet.target") == "enabled"
    for socket in ("bus.sock", "live/live.sock"):
        appliance.shell(f"runuser -u cabinet-web -- test -w {STATE}/{socket}")
    assert "Arkade" in appliance.page("http://127.0.0.1:8080/")
    appliance.takes_coins()


def test_installing_again_changes_nothing(appliance):
    changed = "find /etc/cabinet /etc/systemd/system -newer /tmp/now -type f"
    process, release = appliance.process("cabinet.service"), appliance.release
    appliance.shell("touch /tmp/now")
    said = appliance.install("now", "--dry-run")
    assert appliance.process("cabinet.service") == process
    assert "pip" not in said
    appliance.install()
    assert appliance.release == release
    assert appliance.shell(changed).splitlines() in (
        [],
        ["/etc/systemd/system/cabinet-web.socket.d/address.conf"],
    )


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
@pytest.mark.parametrize("unit", UNITS)
def test_what_dies_or_hangs_is_there_again(appliance, unit, signal):
    appliance.takes_coins()
    before, process = appliance.money, appliance.process(unit)
    appliance.shell(f"kill -{signal} {process}")
    appliance.note(f"{signal} {unit}", appliance.restarted(unit, process))
    assert appliance.money == before
    appliance.become_well()
    appliance.takes_coins()
    assert appliance.books["coins"] == before["coins"] + 1


ASKING = """
from pathlib import Path
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Refused
from cabinet.protocol.operator import RestartScreen
from cabinet.protocol.snapshot import Snapshot
line = CounterConnection.connect(Path("/var/lib/cabinet/bus.sock"), "web")
line.send(RestartScreen("web:owner"))
for heard in line.heard(5 * 10**9):
    for each in heard:
        print(each.mode if isinstance(each, Snapshot) else each)
    if any(isinstance(each, Refused) for each in heard):
        break
"""


def test_the_counter_knows_the_account_of_the_web_program(appliance):
    """Through the walls of both units: an account may look like nobody's there."""
    walls = "--uid=cabinet-web --gid=cabinet -p PrivateUsers=yes"
    groups = "-p SupplementaryGroups=cabinet-bus"
    said = appliance.shell(
        f"systemd-run --quiet --wait --pipe {walls} {groups} "
        f"/opt/cabinet/current/bin/python -c '{ASKING}'"
    )
    shown, *_, refusal = said.splitlines()
    assert shown in ("attract", "select"), "it is taken for the web program"
    assert "only the accounts" in refusal, "and has no right of its own"


def test_asked_to_end_the_counter_has_ended_within_a_second(appliance):
    process, begun = appliance.process("cabinet.service"), monotonic()
    appliance.shell(f"kill -TERM {process}")
    appliance.machine.until(f"! test -e /proc/{process}", 10)
    took = monotonic() - begun
    appliance.note("SIGTERM", took)
    assert took < 1


def test_settings_that_are_wrong_end_in_the_safe_screen(appliance):
    before, begun = appliance.money, monotonic()
    appliance.shell(
        "cp -a /etc/cabinet/cabinet.yaml /root/; echo '}' >>/etc/cabinet/cabinet.yaml"
    )
    appliance.shell("systemctl restart cabinet.service", check=False)
    appliance.machine.until("systemctl is-active cabinet-safe.service", 120)
    appliance.note("to the safe screen", monotonic() - begun)
    assert not appliance.is_active("cabinet.service")
    assert not appliance.is_active("cabinet-screen.service")
    appliance.machine.until(
        "journalctl -u cabinet-safe.service | grep -q 'Coins are not taken'"
    )
    with pytest.raises(MachineError, match="nobody answers"):
        appliance.drop_a_coin()
    appliance.shell(f"cp -a /root/cabinet.yaml {FILE}")
    appliance.shell("systemctl reset-failed; systemctl restart cabinet.target")
    appliance.become_well()
    assert not appliance.is_active("cabinet-safe.service")
    assert appliance.money == before


def test_a_screen_that_never_starts_ends_in_the_safe_screen(appliance):
    appliance.shell("echo SCREEN_OPTIONS=--no-such-option >/etc/cabinet/screen.env")
    appliance.shell("systemctl restart cabinet-screen.service", check=False)
    appliance.machine.until("systemctl is-active cabinet-safe.service", 120)
    assert not appliance.is_active("cabinet.service")
    appliance.shell("echo SCREEN_OPTIONS=--headless >/etc/cabinet/screen.env")
    appliance.shell("systemctl reset-failed; systemctl restart cabinet.target")
    appliance.become_well()


def test_installing_with_wrong_settings_takes_nothing_away(appliance):
    """What is in use is that very release: it stays, and goes on."""
    release, process = appliance.release, appliance.process("cabinet.service")
    appliance.shell(f"cp -a {FILE} /root/; echo '}}' >>{FILE}")
    said = appliance.install(check=False)
    appliance.shell(f"cp -a /root/cabinet.yaml {FILE}")
    assert "nothing was changed" in said
    assert appliance.release == release
    assert appliance.process("cabinet.service") == process
    appliance.shell(f"{CABINET} --version")


def test_nothing_is_switched_under_a_cabinet_that_runs(appliance):
    process = appliance.process("cabinet.service")
    assert "stop it before --no-start" in appliance.install(
        "now", "--no-start", check=False
    )
    assert appliance.process("cabinet.service") == process


def test_the_web_program_is_at_an_address_of_the_new_kind(appliance):
    set_host = f"{CABINET} config set --config {FILE} --state {STATE} web.host"
    appliance.shell(f"{set_host} ::1")
    appliance.install()
    assert "Arkade" in appliance.page("http://[::1]:8080/")
    appliance.shell(f"{set_host} cabinet.local")
    assert "systemd needs an address" in appliance.install(check=False)
    appliance.shell(f"{set_host} 127.0.0.1")
    appliance.install()


def test_a_release_that_does_not_work_is_never_switched_to(appliance):
    release, process = appliance.release, appliance.process("cabinet.service")
    appliance.tree("broken", **{"counter/loop": "raise SystemExit(70)"})
    said = appliance.install("broken", check=False)
    assert "does not work here" in said
    assert appliance.release == release
    assert appliance.process("cabinet.service") == process


def test_a_release_that_fails_as_a_service_is_taken_back(appliance):
    appliance.takes_coins()
    release, money = appliance.release, appliance.money
    only_there = 'import os\nif os.environ.get("INVOCATION_ID"): raise SystemExit(70)'
    appliance.tree("shy", **{"counter/loop": only_there})
    said = appliance.install("shy", check=False)
    assert "which is well" in said
    assert (appliance.release, appliance.money) == (release, money)
    appliance.takes_coins()


def test_an_upgrade_keeps_settings_books_and_history(appliance):
    appliance.takes_coins()
    appliance.rename("Palace")
    before, money = appliance.release, appliance.money
    history = appliance.shell(f"cat {STATE}/settings-history.jsonl")
    appliance.tree("next", **{"platform/notify": "# another release"})
    assert "done" in appliance.install("next")
    assert appliance.release != before
    assert appliance.money == money
    assert "Palace" in appliance.shell(f"cat {FILE}")
    assert appliance.shell(f"cat {STATE}/settings-history.jsonl") == history
    appliance.takes_coins()


def test_on_off_held_for_three_seconds_switches_the_machine_off(appliance):
    appliance.shell(f"{CABINET} panel --state {STATE} power:3.5", check=False)
    appliance.machine.wait_until_off(60)


def test_the_plug_is_pulled_while_coins_fall(appliance):
    """On a root nobody can write to, with the state on a partition of its own."""
    appliance.machine.switch_off()
    appliance.machine.boot(read_only=True)
    for _ in range(PLUGS):
        appliance.become_well()
        before = appliance.books["coins"]
        falling = appliance.machine.begin(f"while {COIN}; do :; done")
        for _ in range(3):
            assert "credits" in falling.stdout.readline()
        appliance.machine.pull_the_plug()
        shown = 3 + falling.communicate()[0].count("credits")
        begun = monotonic()
        appliance.machine.boot(read_only=True)
        appliance.become_well()
        appliance.note("plug to well", monotonic() - begun)
        # One may have fallen and not been shown yet.
        assert appliance.books["coins"] - before - shown in (0, 1)
        appliance.shell(f"{CABINET} --state {STATE} books verify")
    appliance.machine.switch_off()


def test_removed_it_leaves_settings_and_books(appliance):
    appliance.takes_coins()
    appliance.rename("Museum")
    kept = f"sha256sum {FILE} {STATE}/settings-history.jsonl {STATE}/books.sqlite3"
    appliance.shell("systemctl stop cabinet.target cabinet.service")
    before = appliance.shell(kept)
    appliance.install("now", "--uninstall")
    assert appliance.shell(kept) == before
    left = "ls -d /opt/cabinet /etc/systemd/system/cabinet* 2>/dev/null; true"
    assert appliance.shell(left) == ""
    # As on a card that is made ready on another machine: systemd is not there.
    alone = "unshare -m sh -c 'mount -t tmpfs none /run/systemd && {}'"
    install = "sh /trees/now/systemd/install.sh --wheels /wheels --no-start"
    assert "not started, as asked" in appliance.shell(f"cd /; {alone.format(install)}")
    assert appliance.shell("systemctl is-enabled cabinet.target") == "enabled"
    assert "done" in appliance.install()
    appliance.become_well()
