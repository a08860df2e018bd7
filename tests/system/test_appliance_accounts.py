"""Hostile code under the accounts of an installed cabinet, and the way to them.

The machine is that of `tests/system/test_appliance.py`: `make appliance`. The same
attacks run without a container in `tests/security`; here the accounts, the rights and
the units are those that install.sh made.
"""

import json
import subprocess

import pytest

from tests.security.accounts import PRELUDE
from tests.security.test_accounts import HOSTILE_WEB, OPEN, PROGRAMS, WRITING
from tests.security.test_hostile_games import TRIES
from tests.support.loops import install
from tests.system.appliance import CABINET, FILE, ROOT, STATE
from tests.system.conftest import skip_aloud

pytestmark = pytest.mark.soak

# The last commit in which counter, screen and fleet had one account.
EARLIER = "8ad5559254277bc117694186f813b1d9814fb278"
RUNS_AS = {
    "cabinet.service": "cabinet",
    "cabinet-screen.service": "cabinet-screen",
    "cabinet-web.service": "cabinet-web",
}
NOT_ALLOWED = """
line = bus("{role}")
told = answers(
    line, GiveCredit("me"), Collect(1), Edit({{"pricing.credit": "1"}}, "service menu"),
    Rewrite("", "me"), Undo("me"), Reload("me", ()), Quit(), Touch("coin.1", True),
    Remote("credit", "me"),
)
print(json.dumps(len(refused(told))))
"""


def attack(appliance, account, code, said=""):
    """Run hostile code on the installed cabinet; what it printed as JSON."""
    (appliance.trees / "attack.py").write_text(PRELUDE + code)
    (appliance.trees / "said").write_text(said)
    told = appliance.shell(
        f"cd /; runuser -u {account} -- /opt/cabinet/current/bin/python -P "
        f"/trees/attack.py {STATE} /etc/cabinet </trees/said"
    )
    return json.loads(told.splitlines()[-1])


def owners(appliance):
    rows = appliance.shell(f"stat -c '%n %U:%G %a' {STATE} {STATE}/* {FILE}")
    return dict(row.split(" ", 1) for row in rows.splitlines())


def test_each_program_runs_under_an_account_of_its_own(appliance):
    for unit, account in RUNS_AS.items():
        process = appliance.process(unit)
        assert appliance.shell(f"stat -c %U /proc/{process}") == account
    assert owners(appliance)[f"{STATE}/books.sqlite3"] == "cabinet:cabinet 640"
    assert appliance.shell("id -Gn cabinet-games") == "cabinet-games"


@pytest.mark.parametrize("account", PROGRAMS)
def test_no_account_writes_what_is_the_tills(appliance, account):
    appliance.takes_coins()
    find = "find /var/lib/cabinet /etc/cabinet /run/cabinet /run/cabinet-roll"
    files = appliance.shell(f"{find} ! -type d ! -user {account}").splitlines()
    folders = appliance.shell(f"{find} -type d").splitlines()
    assert FILE in files
    done, made = attack(appliance, account, WRITING, json.dumps([files, folders]))
    sockets = {f"{STATE}/bus.sock", f"{STATE}/live/live.sock"}
    assert set(done) <= sockets, "to connect takes the right to write"
    assert set(made) == OPEN[account]


@pytest.mark.parametrize("role", ["screen", "fleet"])
def test_no_program_gives_itself_a_credit(appliance, role):
    before, settings = appliance.money, appliance.shell(f"sha256sum {FILE}")
    said = attack(appliance, f"cabinet-{role}", NOT_ALLOWED.format(role=role))
    assert said == 9
    assert (appliance.money, appliance.shell(f"sha256sum {FILE}")) == (before, settings)


# Waits for a match that somebody has paid for, and then wants more than its refund.
HOSTILE_SCREEN = """
line, match, end = bus("screen"), None, time.monotonic() + 90
print("waits", flush=True)
while match is None and time.monotonic() < end:
    line.send(Heartbeat(0, 0))
    for some in line.heard(3 * 10**8):
        shown = [each for each in some if isinstance(each, Snapshot)]
        seen = [each.match for each in shown if each.match]
        match = seen[-1] if seen else match
numbers = range(match.id - 3, match.id + 9)
told = []
for _ in range(50):
    told += answers(line, *(Failed(number, "broken") for number in numbers))
    told += answers(line, Result(match.id, (0,), (10**9,), "won"))
told += answers(
    line, GiveCredit("me"), Collect(0), Remote("credit", "me"), Quit(),
    Touch("coin.1", True), Touch("service", True), Edit({"pricing.credit": "1"}, "me"),
    Rewrite("", "me"), Undo("me"), Reload("me", ()),
)
print(json.dumps(len(refused(told))))
"""


def test_a_screen_that_is_taken_over_gains_one_refund(appliance):
    appliance.takes_coins()
    settings = appliance.shell(f"sha256sum {FILE}")
    (appliance.trees / "screen.py").write_text(PRELUDE + HOSTILE_SCREEN)
    appliance.shell("systemctl stop cabinet-screen.service; rm -f /tmp/hostile")
    appliance.shell(
        "cd /; setsid runuser -u cabinet-screen -- /opt/cabinet/current/bin/python -P "
        f"/trees/screen.py {STATE} /etc/cabinet </dev/null >/tmp/hostile 2>&1 &"
    )
    try:
        appliance.machine.until("grep -q waits /tmp/hostile", 30)
        before = appliance.money
        appliance.begin_a_paid_match()
        paid = appliance.money
        appliance.machine.until("grep -qE '^[0-9]+$' /tmp/hostile", 60)
        after = appliance.money
    finally:
        appliance.forgive()
        appliance.shell("systemctl start cabinet-screen.service")
    assert after["refunds"] == before["refunds"] + 1
    assert (after["money"], after["coins"]) == (paid["money"], paid["coins"])
    assert int(appliance.shell("tail -1 /tmp/hostile")) >= 10
    assert appliance.shell(f"sha256sum {FILE}") == settings
    appliance.become_well()


# The screen's own code, under its account: one game, and what became of it.
PLAY = """
import json, sys
from contextlib import closing
from cabinet.loops.recording import idle
from cabinet.loops.registry import load_loop
from cabinet.loops.run import LoopMatch
from cabinet.screen.loops.process import LoopProcess
where = {"CABINET_GAMES": "/run/cabinet-games/begin"}
run = LoopProcess(load_loop(sys.argv[1]), LoopMatch(1, {}, 5), where)
with closing(run):
    assert run.answer(30)
    run.ask([idle(1)] * 60, checkpoint=True)
    answer = run.answer(30)
    print(json.dumps([answer.updates, json.loads(answer.checkpoint or "null")]))
"""


def play(appliance, name, account="cabinet-screen", *, check=True):
    """Have the unit of games begin one; what it told, or what went wrong."""
    (appliance.trees / "play.py").write_text(PLAY)
    told = appliance.shell(
        f"cd /; runuser -u {account} -- env PYTHONPATH=/trees/games "
        f"/opt/cabinet/current/bin/python -P /trees/play.py {name} 2>&1",
        check=check,
    ).splitlines()[-1]
    return json.loads(told) if check else told


def test_a_game_that_is_taken_over_gains_nothing(appliance):
    """In the unit that the screen has it begun by."""
    before, settings = appliance.money, appliance.shell(f"sha256sum {FILE}")
    find = "find /var/lib/cabinet /etc/cabinet /run/cabinet /run/cabinet-roll"
    asked = {
        "files": appliance.shell(f"{find} ! -type d").splitlines(),
        "folders": appliance.shell(f"{find} -type d").splitlines(),
        "sockets": [f"{STATE}/bus.sock", "/run/cabinet-games/begin"],
        "processes": [appliance.process("cabinet.service"), 1],
    }
    assert FILE in asked["files"]
    folder = appliance.trees / "games"
    install(folder, TRIES, module="hostile_loop")
    (folder / "asked.json").write_text(json.dumps(asked))
    own = "/etc/systemd/system/cabinet-games@.service.d"
    appliance.shell(
        f"mkdir {own}; printf '[Service]\\nEnvironment=PYTHONPATH=/trees/games\\n' "
        f">{own}/games.conf; systemctl daemon-reload"
    )
    try:
        updates, told = play(appliance, "hostile")
        assert "Permission denied" in play(
            appliance, "hostile", "cabinet-web", check=False
        )
    finally:
        appliance.shell(f"rm -r {own}; systemctl daemon-reload")
    assert updates == 60
    assert told.pop("account") == int(appliance.shell("id -u cabinet-games"))
    assert (told.pop("files"), told.pop("folders")) == ([], [])
    assert not [each for each in told.values() if "done" in each]
    assert told["credit"] != "done"
    assert (appliance.money, appliance.shell(f"sha256sum {FILE}")) == (before, settings)


def test_the_game_that_is_shipped_plays_in_that_unit(appliance):
    assert play(appliance, "saucer_rain")[0] == 60
    appliance.machine.until("! systemctl is-active 'cabinet-games@*.service'", 10)
    assert "failed" not in appliance.shell(
        "systemctl --no-legend list-units --all 'cabinet-games*'"
    )


def test_a_web_program_without_a_password_has_no_right(appliance):
    before, settings = appliance.money, appliance.shell(f"sha256sum {FILE}")
    refusals, told = attack(appliance, "cabinet-web", HOSTILE_WEB.format(ticket="x"))
    assert len(refusals) == 18
    assert not {"Booked", "Adopted", "Vouched"} & set(told)
    assert (appliance.money, appliance.shell(f"sha256sum {FILE}")) == (before, settings)


@pytest.fixture
def earlier(appliance):
    """The release before, alone on the machine, with books and a log of its screen."""
    known = ["git", "-C", ROOT, "cat-file", "-e", f"{EARLIER}^{{commit}}"]
    if subprocess.run(known, capture_output=True, check=False).returncode:
        skip_aloud(f"NO UPGRADE WAS TRIED: this clone does not have {EARLIER[:7]}")
    appliance.earlier_tree("one-account", EARLIER)
    appliance.install("now", "--uninstall")
    appliance.shell(
        "for each in screen fleet games; do userdel cabinet-$each; done; "
        f"rm -rf {STATE}/[!s]* {STATE}/settings-history.jsonl {STATE}/shots; "
        "sed 's/backend: gpio/backend: sim/; s/max_credits: .*/max_credits: 200/' "
        f"/trees/one-account/config/cabinet.yaml >{FILE}"
    )
    assert "done" in appliance.install("one-account")
    appliance.takes_coins()
    yield appliance
    appliance.install()


def is_well(appliance, screen):
    """This release's screen runs, logs and is watched; coins count."""
    process = appliance.process("cabinet-screen.service")
    assert appliance.shell(f"stat -c %U /proc/{process}") == screen
    assert appliance.shell(f"stat -c %U {STATE}/log/screen.log") == screen
    appliance.shell(f"runuser -u cabinet-web -- test -w {STATE}/live/live.sock")
    assert "Arkade" in appliance.page("http://127.0.0.1:8080/")
    appliance.takes_coins()


def test_from_one_account_to_many_and_back(earlier):
    appliance = earlier
    is_well(appliance, "cabinet")
    kept = f"sha256sum {FILE} {STATE}/settings-history.jsonl"
    appliance.rename("Arkade-Palace")
    settings, release = appliance.shell(kept), appliance.release

    only_there = 'import os\nif os.environ.get("INVOCATION_ID"): raise SystemExit(70)'
    appliance.tree("shy-accounts", **{"counter/loop": only_there})
    money = appliance.money
    assert "which is well" in appliance.install("shy-accounts", check=False)
    assert (appliance.release, appliance.money) == (release, money)
    is_well(appliance, "cabinet")

    assert "done" in appliance.install()
    assert appliance.shell(kept) == settings
    money = appliance.money
    is_well(appliance, "cabinet-screen")

    # That release does not know these books: with those from before the upgrade.
    appliance.take_back_books()
    assert "done" in appliance.install("one-account")
    assert (appliance.release, appliance.money) == (release, money)
    assert appliance.shell(kept) == settings
    process = appliance.process("cabinet-screen.service")
    assert appliance.shell(f"stat -c %U /proc/{process}") == "cabinet"
    appliance.takes_coins()

    assert "done" in appliance.install()
    is_well(appliance, "cabinet-screen")


def test_removed_it_names_every_account(appliance):
    said = appliance.install("now", "--uninstall")
    for name in ("cabinet", *PROGRAMS):
        assert f"userdel {name}" in said
    assert "groupdel cabinet-bus" in said
    assert "done" in appliance.install()
    appliance.shell(f"{CABINET} --version")
