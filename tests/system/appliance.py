"""A machine with the appliance installed on it, and the hands to hurt it with."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from io import BytesIO
from pathlib import Path
from time import monotonic

from packaging.requirements import Requirement

from tools.appliance.machine import Machine

ROOT = Path(__file__).parents[2]
PROJECT = Path(os.environ.get("APPLIANCE_PROJECT", ROOT))
# Debian 12 with Python 3.11 and systemd 252, or Debian 13 with 3.13 and 257.
SUITE = os.environ.get("SUITE", "bookworm")
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
FOLDER = Path(os.environ.get("APPLIANCE_FOLDER", ROOT / "build/appliance")) / SUITE
TOOLS = {"systemd-nspawn": "systemd-container", "mmdebstrap": "mmdebstrap"}
STATE = "/var/lib/cabinet"
FILE = "/etc/cabinet/cabinet.yaml"
CABINET = "/opt/cabinet/current/bin/cabinet"
COIN = f"{CABINET} panel --state {STATE} coin"
UNITS = ("cabinet.service", "cabinet-screen.service", "cabinet-web.service")
# Wires are simulated, and there is no display: all the rest is as on a cabinet.
SETTINGS = """
sed 's/backend: gpio/backend: sim/; s/max_credits: .*/max_credits: 200/' \
    /trees/now/tests/support/cabinet.yaml >/etc/cabinet/cabinet.yaml
echo SCREEN_OPTIONS=--headless >/etc/cabinet/screen.env
"""


def missing():
    """What this machine lacks to be host to another; empty when it lacks nothing."""
    lacking = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if lacking:
        return f"apt-get install {' '.join(lacking)}"
    return "" if os.geteuid() == 0 else "only root can boot a machine in a container"


class Appliance:
    """The machine, its units and its books."""

    def __init__(self):
        FOLDER.mkdir(parents=True, exist_ok=True)
        make_root = ROOT / "tools/appliance/make_root.sh"
        subprocess.run(["sh", make_root, FOLDER], check=True)
        self._fetch_packages(PROJECT)
        shutil.rmtree(self.trees, ignore_errors=True)
        self.trees.mkdir()
        self._copy(PROJECT, "now")
        shared = {self.trees: "/trees", FOLDER / "wheels": "/wheels"}
        self.machine = Machine(FOLDER, shared)
        self.machine.boot()
        self.shell(SETTINGS)

    @property
    def trees(self):
        return FOLDER / "trees"

    def _fetch_packages(self, tree):
        """What its lock names; of a release before the lock, what its ranges allow."""
        pip = [sys.executable, "-m", "pip", "download", "-q", "-d", FOLDER / "wheels"]
        pip += ["--python-version", PYTHONS[SUITE], "--only-binary", ":all:"]
        if (lock := tree / "locks/run.txt").exists():
            subprocess.run([*pip, "--no-deps", *self._locked(lock)], check=True)
            return
        project = tomllib.loads((tree / "pyproject.toml").read_text())["project"]
        ranges = project["dependencies"]
        subprocess.run([*pip, "setuptools>=77", *self._wanted(ranges)], check=True)

    def _locked(self, lock):
        lines = [line.rstrip(" \\") for line in lock.read_text().splitlines()]
        return self._wanted(line for line in lines if line and line[0] not in " #")

    def _wanted(self, requirements):
        there = {
            "python_version": PYTHONS[SUITE],
            "python_full_version": f"{PYTHONS[SUITE]}.0",
        }
        return [
            f"{each.name}{each.specifier}"
            for each in map(Requirement, requirements)
            if not each.marker or each.marker.evaluate(there)
        ]

    def tree(self, name, **lines):
        """Another copy of what was installed, with lines added to modules."""
        self._copy(self.trees / "now", name)
        for module, line in lines.items():
            path = self.trees / name / "cabinet" / f"{module}.py"
            path.write_text(path.read_text() + f"\n{line}\n")

    def earlier_tree(self, name, commit):
        """The tree of a former release, from the history of this one."""
        archive = ["git", "-C", ROOT, "archive", commit]
        kept = subprocess.run(archive, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=BytesIO(kept)) as files:
            files.extractall(self.trees / name, filter="fully_trusted")
        self._fetch_packages(self.trees / name)

    def _copy(self, tree, name):
        left = shutil.ignore_patterns(".*", "build", "*.pyc")
        shutil.copytree(tree, self.trees / name, ignore=left, symlinks=True)

    def shell(self, script, **how):
        return self.machine.shell(script, **how)

    def install(self, tree="now", *options, check=True):
        words = " ".join(options)
        script = f"sh /trees/{tree}/systemd/install.sh --wheels /wheels {words}"
        return self.shell(f"cd /; {script}", check=check)

    def forgive(self):
        """Tests start things more often within a minute than the units allow."""
        self.shell("systemctl reset-failed 'cabinet*'", check=False)

    def become_well(self):
        """Three units ready and steady, whatever happened before; how long it took."""
        begun = monotonic()
        self.shell("sh /trees/now/systemd/healthy.sh 120 2")
        return monotonic() - begun

    def note(self, what, seconds):
        """Keep what was measured, for docs/reliability.md."""
        load = Path("/proc/loadavg").read_text().split()[0]
        with (FOLDER / "numbers.txt").open("a") as numbers:
            numbers.write(f"{what}: {seconds:.2f} s (load {load})\n")

    def process(self, unit):
        return int(self.shell(f"systemctl show -P MainPID {unit}"))

    def restarted(self, unit, process):
        """How long it takes until another process of this unit is ready."""
        return self.machine.until(
            f"test $(systemctl show -P MainPID {unit}) -ne {process} && "
            f"test $(systemctl show -P MainPID {unit}) -ne 0 && "
            f"test $(systemctl is-active {unit}) = active"
        )

    def is_active(self, unit):
        return self.shell(f"systemctl is-active {unit}", check=False) == "active"

    def drop_a_coin(self):
        """A coin in the slot; what the cabinet shows when it has been counted."""
        return self.shell(COIN)

    def takes_coins(self):
        self.machine.until(COIN, 30)

    def hand(self, *words):
        """What the cabinet shows after a hand on its panel."""
        return self.shell(f"{CABINET} panel --state {STATE} {' '.join(words)}")

    def begin_a_paid_match(self):
        self.takes_coins()
        self.machine.until(
            f"{CABINET} panel --state {STATE} start | grep -q ^playing", 60
        )

    def page(self, address):
        """What the web program answers, through the socket that systemd holds."""
        return self.shell(asking(address))

    def rename(self, name):
        """A setting changed at a terminal: file, books and history know of it."""
        place = f"--config {FILE} --state {STATE}"
        self.shell(f"{CABINET} config set {place} cabinet.name {name}")

    def take_back_books(self):
        """By hand, as docs/appliance.md says: the books from before this release.

        What belongs to the screen's account goes too: a release with fewer accounts
        does not know it.
        """
        self.shell(
            f"systemctl stop cabinet.target cabinet.service; mkdir {STATE}/newer;"
            f"mv {STATE}/books.sqlite3* {STATE}/newer;"
            f"cp -a {STATE}/before-{Path(self.release).name}/books.sqlite3* {STATE};"
            f"rm -f {STATE}/log/screen.*"
        )

    @property
    def books(self):
        said = self.shell(f"{CABINET} --state {STATE} books --json")
        return json.loads(said)["lifetime"]

    @property
    def money(self):
        """What no restart may change."""
        books = self.books
        return {key: books[key] for key in ("money", "coins", "plays", "refunds")}

    @property
    def release(self):
        return self.shell("readlink /opt/cabinet/current")


def asking(address):
    """The command that asks the web program."""
    ask = f'print(r.urlopen("{address}").read().decode())'
    return f"python3 -c 'import urllib.request as r; {ask}'"
