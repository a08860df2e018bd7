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
    appliance.rename("Palace")
    settings, release = appliance.shell(kept), appliance.release

    only_there = 'import os\nif os.environ.get("INVOCATION_ID"): raise SystemExit(70)'
    appliance.tree("shy-accounts", **{"counter/loop": only_there})
    money = appliance.money
    assert "which is well" in appliance.install("shy-accounts", check=False)
    assert (appliance.release, appliance.money) == (release, money)
    is_well(appliance, "cabinet")

    assert "done" in appliance.install()
    assert appliance.shell(kept) == settings
    is_well(appliance, "cabinet-screen")
    money = appliance.money

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
