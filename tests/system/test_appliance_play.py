"""What people notice when parts of the installed cabinet are hurt: little.

The machine is that of `tests/system/test_appliance.py`: `make appliance`.
"""

import json

import pytest

from tests.system.appliance import CABINET, COIN, FILE, STATE, UNITS, asking

pytestmark = pytest.mark.soak

COUNTER, SCREEN, WEB = UNITS
METRICS = "http://127.0.0.1:8080/metrics"
PANEL = f"{CABINET} panel --state {STATE}"


def hurt(appliance, how):
    """Kill it, hang it, or pull the plug; well again when this returns."""
    if how == "plug":
        appliance.machine.pull_the_plug()
        appliance.machine.boot()
    else:
        process = appliance.process(COUNTER)
        appliance.shell(f"kill -{how} {process}")
        appliance.restarted(COUNTER, process)
    appliance.become_well()


@pytest.mark.parametrize("how", ["KILL", "STOP", "plug"])
def test_a_paid_match_goes_on_or_is_paid_back(appliance, how):
    appliance.begin_a_paid_match()
    before = appliance.money
    hurt(appliance, how)
    assert appliance.hand("wait:0.5").startswith("playing"), "it is offered again"
    assert appliance.hand("start").startswith("playing"), "and goes on"
    assert appliance.money == before, "nobody paid twice"
    hurt(appliance, how)
    appliance.machine.until(f"{PANEL} wait:0.5 | grep -qE '^(attract|select)'", 90)
    after = appliance.money
    assert after["refunds"] == before["refunds"] + 1, "nobody answered: paid back"
    appliance.shell(f"{CABINET} --state {STATE} books verify")


def test_coins_are_never_lost_while_the_screen_is_away(appliance):
    appliance.takes_coins()
    counter, screen = appliance.process(COUNTER), appliance.process(SCREEN)
    before, taken = appliance.books["coins"], 0
    # A drop-in keeps it away long enough to be seen; the next boot forgets it.
    keep = "/run/systemd/system/cabinet-screen.service.d/slow.conf"
    appliance.shell(
        f"mkdir -p $(dirname {keep}); printf '[Service]\\nRestartSec=8s\\n' >{keep};"
        "systemctl daemon-reload"
    )
    appliance.shell(f"kill -KILL {screen}")
    # The slot shuts as soon as the counter has noticed; until then each coin counts.
    while "fell through" not in (said := appliance.shell(COIN, check=False)):
        assert "credits" in said
        taken += 1
    appliance.shell(f"rm {keep}; systemctl daemon-reload")
    appliance.restarted(SCREEN, screen)
    appliance.takes_coins()
    assert appliance.books["coins"] == before + taken + 1
    assert appliance.process(COUNTER) == counter, "it went on counting all the time"


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
def test_the_outputs_are_shut_behind_a_counter_that_is_gone(appliance, signal):
    """By another process, before the next counter starts; and meanwhile nobody pays."""
    process = appliance.process(COUNTER)
    begun = appliance.shell("date +%s")
    appliance.shell(f"kill -{signal} {process}")
    if signal == "STOP":
        assert "credits" not in appliance.shell(COIN, check=False)
    appliance.restarted(COUNTER, process)
    log = f"journalctl -u {COUNTER} --since @{begun} -o cat"
    appliance.machine.until(f"{log} | grep -q 'counter begins'")
    said = appliance.shell(log)
    assert said.index("the slot shuts by itself") < said.index("counter begins")


def test_nobody_else_notices_that_the_web_program_is_gone(appliance):
    appliance.takes_coins()
    others = [appliance.process(unit) for unit in (COUNTER, SCREEN)]
    before, web = appliance.books["coins"], appliance.process(WEB)
    appliance.shell(f"kill -KILL {web}")
    appliance.drop_a_coin()
    assert appliance.books["coins"] == before + 1
    # It answers at once, and knows of the counter when it has met it.
    appliance.machine.until(f"{asking(METRICS)} | grep -q '^cabinet_up 1'")
    assert [appliance.process(unit) for unit in (COUNTER, SCREEN)] == others


def test_a_web_program_that_was_stopped_is_there_for_who_calls(appliance):
    appliance.takes_coins()
    appliance.shell(f"systemctl stop {WEB}")
    assert "password" in appliance.page("http://127.0.0.1:8080/login").lower()
    coins = appliance.books["coins"]
    told = appliance.page(METRICS)
    told_coins = f'cabinet_coins_total{{slot="1",tender="cash"}} {coins}.0'
    assert told_coins in told.splitlines()


@pytest.mark.parametrize("unit", UNITS)
def test_a_program_that_was_killed_leaves_a_report(appliance, unit):
    name = {COUNTER: "counter", SCREEN: "screen", WEB: "web"}[unit]
    appliance.shell(f"rm -f {STATE}/reports/*")
    process = appliance.process(unit)
    appliance.shell(f"kill -KILL {process}")
    appliance.restarted(unit, process)
    report = f"{STATE}/reports/*-crash-{name}.tar.gz"
    appliance.machine.until(f"ls {report}", 90)
    read = f"tar -xOzf {report} --wildcards"
    assert "ended without a word" in appliance.shell(f"{read} '*/crash.txt'")
    assert "arkade-cabinet" in appliance.shell(f"{read} '*/versions.txt'")
    assert appliance.shell(f"{read} '*/log/{name}.log'")
    # Only the counter's account reads the journal.
    journal = "status=9/KILL" if unit == COUNTER else "nothing that this account may"
    assert journal in appliance.shell(f"{read} '*/journal.txt'")


def test_one_of_many_tells_the_broker_and_minds_nothing_when_it_is_gone(appliance):
    place = f"--config {FILE} --state {STATE}"
    appliance.shell(f"{CABINET} config set {place} fleet.broker 127.0.0.1")
    appliance.shell("systemctl restart mosquitto cabinet-fleet.service")
    topic = "cabinet/arkade-1"
    hear = f"mosquitto_sub -h 127.0.0.1 -W 60 -C 1 -t {topic}/"
    assert json.loads(appliance.shell(f"{hear}state"))["posting"] > 0
    listening = appliance.machine.begin(f"{hear}event")
    appliance.takes_coins()
    assert json.loads(listening.communicate(timeout=90)[0])["cabinet"] == "arkade-1"
    appliance.shell("systemctl stop mosquitto")
    process = appliance.process(COUNTER)
    appliance.takes_coins()
    assert appliance.process(COUNTER) == process
    appliance.shell(f"{CABINET} config undo {place}")
    appliance.shell("systemctl restart cabinet-fleet.service")
