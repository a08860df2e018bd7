"""From the release whose web program was called office to this one, and back.

The machine is that of `tests/system/test_appliance.py`: `make appliance`.
"""

import subprocess

import pytest

from tests.system.appliance import CABINET, FILE, ROOT, STATE
from tests.system.conftest import skip_aloud

pytestmark = pytest.mark.soak

# The last commit with `office:`, `cabinet office` and cabinet-office.service.
EARLIER = "f1172466454a9a49cf5670d272ce86efcf3958e2"
PASSWORD = "palace of the moon"
PAGE = "http://127.0.0.1:8081/"
# What the release before asks and tells, and this one: unit, account, module, folder.
OFFICE = ("cabinet-office", "cabinet.office.passwords", "office")
WEB = ("cabinet-web", "cabinet.people.passwords", "access")
# Who owns the file of passwords there.
OWNERS = {OFFICE: "600 cabinet-office", WEB: "640 cabinet"}
# Fails as a service, and nowhere else: it is tried before that.
ONLY_THERE = 'import os\nif os.environ.get("INVOCATION_ID"): raise SystemExit(70)'
KEPT = f"sha256sum {FILE} {STATE}/settings-history.jsonl"


def passwords(appliance, names, call):
    """Ask the passwords of the console, as the account of the web pages."""
    account, module, _ = names
    kept = "People" if names is WEB else "Passwords"
    ask = f'from {module} import {kept}; print({kept}(Path("{STATE}")).{call})'
    return appliance.shell(
        f"cd /; runuser -u {account} -g cabinet -- /opt/cabinet/current/bin/python "
        f"-c 'from pathlib import Path; {ask}'"
    )


@pytest.fixture
def earlier(appliance):
    """The release before, alone on the machine: settings, books and passwords too."""
    known = ["git", "-C", ROOT, "cat-file", "-e", f"{EARLIER}^{{commit}}"]
    if subprocess.run(known, capture_output=True, check=False).returncode:
        skip_aloud(f"NO UPGRADE WAS TRIED: this clone does not have {EARLIER[:7]}")
    appliance.earlier_tree("earlier", EARLIER)
    # Its counter is well and brings the books up to date.
    appliance.tree("shy", **{"screen/loop/program": ONLY_THERE})
    appliance.install("now", "--uninstall")
    appliance.shell(
        f"userdel cabinet-web; rm -rf {STATE}/[!s]* {STATE}/settings-history.jsonl;"
        "sed 's/backend: gpio/backend: sim/; s/max_credits: .*/max_credits: 200/' "
        f"/trees/earlier/config/cabinet.yaml >{FILE}"
    )
    assert "done" in appliance.install("earlier")
    place = f"--config {FILE} --state {STATE}"
    appliance.shell(f"{CABINET} config set {place} office.port 8081")
    assert "done" in appliance.install("earlier")
    passwords(appliance, OFFICE, f'set("owner", "{PASSWORD}")')
    appliance.takes_coins()
    yield appliance
    # For the tests after this one.
    appliance.shell(f"{CABINET} config undo {place}")
    appliance.install()


def is_well(appliance, names):
    """This release and no other serves the page, and knows the owner."""
    unit, _, folder = names
    other = (OFFICE if names is WEB else WEB)[0]
    assert appliance.is_active(f"{unit}.service")
    assert appliance.is_active(f"{unit}.socket")
    left = f"ls -d /etc/systemd/system/{other}.* 2>/dev/null; true"
    assert appliance.shell(left) == ""
    assert not appliance.is_active(f"{other}.socket")
    assert "Arkade" in appliance.page(PAGE)
    asked = f'who("{PASSWORD}").role' if names is WEB else f'role_of("{PASSWORD}")'
    assert passwords(appliance, names, asked) == "owner"
    mode = appliance.shell(f"stat -c '%a %U' {STATE}/{folder}/access.json")
    assert mode == OWNERS[names]


def test_from_the_release_before_to_this_one_and_back(earlier):
    appliance = earlier
    is_well(appliance, OFFICE)
    release, money, kept = appliance.release, appliance.money, appliance.shell(KEPT)

    said = appliance.install("shy", check=False)
    assert "which is well" in said
    assert "those from before it are in use again" in said
    assert (appliance.release, appliance.money) == (release, money)
    assert appliance.shell(KEPT) == kept
    is_well(appliance, OFFICE)
    appliance.takes_coins()
    money = appliance.money

    assert "done" in appliance.install()
    assert appliance.release != release
    assert (appliance.money, appliance.shell(KEPT)) == (money, kept)
    is_well(appliance, WEB)
    said = appliance.shell(f"{CABINET} check {FILE}")
    assert "office: s'appel" in said  # the file's language is French
    before = money
    appliance.takes_coins()
    money = appliance.money

    # That release does not know these books: it refuses, and nothing changes.
    ours = appliance.release
    said = appliance.install("earlier", check=False)
    assert "are of version 4, this program knows version 3" in said
    assert (appliance.release, appliance.money) == (ours, money)
    is_well(appliance, WEB)

    appliance.take_back_books()
    assert "done" in appliance.install("earlier")
    assert appliance.release == release
    assert (appliance.money, appliance.shell(KEPT)) == (before, kept)
    assert appliance.is_active("cabinet-office.service")
    assert "Arkade" in appliance.page(PAGE)
    assert passwords(appliance, OFFICE, f'role_of("{PASSWORD}")') == "owner"
    appliance.takes_coins()
    assert "done" in appliance.install()
    is_well(appliance, WEB)
