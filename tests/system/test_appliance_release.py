"""A cabinet from signed files: nothing of them runs before they are known to be ours.

The machine is that of `tests/system/test_appliance.py`: `make appliance`.
"""

import re
import shutil

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.system.appliance import ROOT, STATE
from tools.release.building import ABOUT, Commit, build, sign
from tools.release.keys import public_half

pytestmark = pytest.mark.soak

TRUST = "/etc/cabinet-trust"
INSTALLED = "/opt/cabinet/current/share/cabinet/systemd/install.sh"
# What the page tells somebody to type who has nothing but the files.
BY_HAND = """
set -e
cd /trees/release
openssl pkeyutl -verify -pubin -inkey /trees/release.pub -rawin \
    -in SHA256SUMS -sigfile SHA256SUMS.sig
sha256sum --check --strict SHA256SUMS
mkdir /root/unpacked
tar -xzf arkade-cabinet-*.tar.gz -C /root/unpacked
"""


@pytest.fixture
def files(appliance):
    """A release of the last commit, and what others would offer in its place."""
    key = Ed25519PrivateKey.generate()
    trees = appliance.trees
    shutil.rmtree(trees / "release", ignore_errors=True)
    made = build(Commit.find(ROOT), trees / "made", key)
    made.rename(trees / "release")
    (trees / "release.pub").write_bytes(public_half(key))
    for name in ("tampered", "older", "strange"):
        shutil.copytree(trees / "release", trees / name)
    (wheel,) = (trees / "tampered").glob("*.whl")
    wheel.write_bytes(wheel.read_bytes()[:-1] + b"x")
    about = trees / "older" / ABOUT
    about.write_text(re.sub(r"serial: \d+", "serial: 7", about.read_text()))
    sign(trees / "older", key)
    sign(trees / "strange", Ed25519PrivateKey.generate())
    yield appliance
    appliance.shell(f"rm -rf {TRUST} /root/unpacked")
    appliance.install()


def with_release(appliance, script, name, *options):
    words = " ".join(options)
    return appliance.shell(
        f"sh {script} --wheels /wheels --release /trees/{name} {words}", check=False
    )


def test_a_bare_machine_takes_a_signed_release_and_nothing_else(files):
    appliance = files
    appliance.takes_coins()
    money = appliance.money
    appliance.install("now", "--uninstall")
    appliance.shell(BY_HAND)
    script = "/root/unpacked/*/systemd/install.sh"
    said = with_release(appliance, script, "tampered", "--key /trees/release.pub")
    assert "is not the one that was signed" in said
    assert "nothing was changed" in said
    assert appliance.shell("ls /opt/cabinet /etc/cabinet-trust 2>&1; true").count("No")

    said = with_release(appliance, script, "release", "--key /trees/release.pub")
    assert "done: the cabinet runs" in said
    assert "releases are signed with" in said
    assert appliance.money == money
    appliance.takes_coins()
    pinned = appliance.shell(f"cat {TRUST}/release.pub")
    assert pinned == (appliance.trees / "release.pub").read_text().strip()
    others = "find /opt/cabinet /etc/cabinet-trust ! -user root"
    assert appliance.shell(others) == "", "who ran pip owns nothing"
    assert appliance.shell("ls /opt/cabinet") == "current\nreleases"


def test_a_cabinet_goes_on_when_it_is_offered_what_is_not_ours(files):
    appliance = files
    said = with_release(appliance, INSTALLED, "release", "--key /trees/release.pub")
    assert "done: the cabinet runs" in said
    process, release = appliance.process("cabinet.service"), appliance.release
    for name, why in (
        ("tampered", "is not the one that was signed"),
        ("strange", "signature of /trees/strange is not that of the key"),
        ("older", "is older than one that was here"),
    ):
        said = with_release(appliance, INSTALLED, name)
        assert why in said
    said = appliance.install("now", check=False)
    assert "takes signed releases" in said
    said = with_release(appliance, INSTALLED, "strange", "--key /trees/strange")
    assert "another key is pinned" in said
    for account in ("cabinet", "cabinet-web", "cabinet-build"):
        for file in ("release.pub", "newest"):
            attempt = f"echo >{TRUST}/{file}; rm -f {TRUST}/{file}"
            appliance.shell(f"runuser -u {account} -- sh -c '{attempt}'", check=False)
    serial = int(appliance.shell(f"cat {TRUST}/newest"))
    assert serial == Commit.find(ROOT).serial
    assert (appliance.process("cabinet.service"), appliance.release) == (
        process,
        release,
    )
    appliance.takes_coins()
    assert appliance.shell(f"test -e {STATE}/books.sqlite3 && echo there") == "there"
