"""The checklist of a real cabinet, on a machine of stand-ins: every row is done.

What a Pi's tools would print is printed by scripts of their names; what this shows is
that the script asks each row, tells note from failure, and counts plugs over restarts.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd/hardware-check.sh"
PAGE = ROOT / "docs/hardware-checklist.md"
DOCTOR = """\
✓ coin.1       pulses of 48 to 52 ms (3 seen); a coin is 12 to 80 ms
✓ display      kmsdrm, frames a second: 60, 0 % late
✓ sound        it can be heard (vc4-hdmi-0)
"""
CABINET = """
case "$1 $4" in
--version*) echo 'cabinet 1' ;;
doctor*) cat "$CHECK_ROOT/doctor" ;;
"books verify") echo 'all postings fit together' ;;
"books --json") printf '{\\n  "postings": %s,\\n}\\n' "$(cat "$CHECK_ROOT/postings")" ;;
esac
"""
SYSTEMCTL = """
case "$*" in
*RuntimeWatchdogUSec*) echo 14s ;;
*MainPID*) echo 4242 ;;
is-active*safe*) echo inactive ;;
is-active*) echo active ;;
esac
"""
TOOLS = {
    "runuser": 'shift 3; exec "$@"',
    "systemctl": SYSTEMCTL,
    "sleep": "exit 0",
    "sync": "exit 0",
    "vcgencmd": 'case $1 in *temp) echo "temp=48.3";; *) echo throttled=0x0;; esac',
    "journalctl": "echo 'counter: the card shows the picture, effects: full'",
    "chrt": 'echo "pid 4242\'s scheduling policy: SCHED_FIFO|SCHED_RESET_ON_FORK"',
    "systemd-analyze": "echo 'Startup finished in 2.1s (kernel) + 9.8s (userspace)'",
    "findmnt": 'cat "$CHECK_ROOT/mounts/$2$(echo "$4" | tr / _)"',
}


class Pi:
    """The files and tools of one."""

    def __init__(self, folder):
        self.folder = folder
        self.tools = folder / "tools"
        self.tools.mkdir()
        for name, text in TOOLS.items():
            self.tool(name, text)
        for name, text in {
            "proc/device-tree/model": "Raspberry Pi 4 Model B\0",
            "proc/sys/kernel/random/boot_id": "first",
            "proc/sys/kernel/panic": "10",
            "proc/sysrq-trigger": "",
            "proc/4242/fd/0": "",
            "dev/watchdog0": "",
            "boot/firmware/config.txt": "dtparam=strict_gpiod\n",
            "etc/cabinet/cabinet.yaml": "cabinet: {}\n",
            "postings": "412",
            "doctor": DOCTOR,
        }.items():
            self.write(name, text)
        self.mounted("/", "ext4")
        self.mounted("/var/lib/cabinet", "ext4", "/")
        self.mounted("/etc/cabinet", "ext4", "/")
        cabinet = self.write("opt/cabinet/current/bin/cabinet", f"#!/bin/sh\n{CABINET}")
        cabinet.chmod(0o755)
        (folder / "var/lib/cabinet").mkdir(parents=True)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def tool(self, name, text):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def mounted(self, folder, kind, place=None):
        name = folder.replace("/", "_")
        self.write(f"mounts/FSTYPE{name}", f"{kind}\n")
        self.write(f"mounts/TARGET{name}", f"{place or folder}\n")

    def check(self, *words, answers="y\n" * 30):
        done = subprocess.run(
            ["sh", SCRIPT, *words],
            input=answers,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ
            | {
                "CHECK_ROOT": str(self.folder),
                "PATH": f"{self.tools}:{os.environ['PATH']}",
            },
        )
        assert done.stderr == ""
        return done.returncode, done.stdout

    def reboot(self, name):
        self.write("proc/sys/kernel/random/boot_id", name)


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path)


def rows():
    """The first column of the page's table."""
    table = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    return [line.split("|")[1].replace("`", "").strip() for line in table[2:]]


def test_every_row_of_the_page_is_a_step_of_the_script_and_the_other_way_round(pi):
    assert pi.check("--list")[1].splitlines() == rows()
    assert len(rows()) > 10


def test_every_step_does_or_asks_something():
    steps = re.split(r"^step ", SCRIPT.read_text(), flags=re.MULTILINE)[1:]
    does = re.compile(r"^ *(if )?(is|ask|finding|tell|note|after_the_crash)\b", re.M)
    assert [step.splitlines()[0] for step in steps if not does.search(step)] == []


def test_a_plain_installation_that_is_well_fails_nothing(pi):
    code, said = pi.check()
    assert (code, "FAIL" in said) == (0, False), said
    for row in rows():
        assert f"\n{row}\n" in said
    assert "note  the books have no partition of their own" in said
    assert "not tried: --yes-kill" in said
    report = (pi.folder / "var/lib/cabinet/hardware-check.txt").read_text()
    assert [line for line in report.splitlines() if line not in said] == []


@pytest.mark.parametrize("kind", ["overlay", "tmpfs", "ramfs"])
def test_books_on_what_forgets_fail_it(pi, kind):
    pi.mounted("/var/lib/cabinet", kind)
    code, said = pi.check()
    assert code == 1
    assert re.search(f"FAIL  what the books are on +{kind}, at /var/lib/cabinet", said)
    assert said.count("FAIL") == 1


def test_a_partition_of_its_own_is_no_note(pi):
    pi.mounted("/", "overlay")
    for folder in ("/var/lib/cabinet", "/etc/cabinet"):
        pi.mounted(folder, "ext4")
    code, said = pi.check()
    assert code == 0, said
    assert "no partition" not in said


def test_what_is_wrong_fails_and_what_was_left_out_does_not(pi):
    assert pi.check(answers="n\n" * 30)[0] == 1
    code, said = pi.check(answers="")
    assert (code, "not tried" in said) == (0, True)
    pi.tool("vcgencmd", "echo throttled=0x50005")
    pi.write("doctor", DOCTOR.replace("✓ sound", "✗ sound"))
    code, said = pi.check()
    assert code == 1
    assert re.search("FAIL  voltage .*0x50005", said)
    assert re.search("FAIL  cabinet doctor: sound", said)


@pytest.mark.parametrize(
    ("line", "code"), [("dtparam=strict_gpiod", 0), ("dtparam=strict_gpiod=off", 1)]
)
def test_one_of_two_places_of_config_txt_is_enough(pi, line, code):
    (pi.folder / "boot/firmware/config.txt").unlink()
    pi.write("boot/config.txt", f"{line}\n")
    assert pi.check()[0] == code


def test_overlays_are_asked_for_where_they_are(pi):
    pi.write(
        "boot/firmware/config.txt",
        "dtparam=strict_gpiod\ndtoverlay=gpio-shutdown,gpio_pin=5\n",
    )
    said = pi.check()[1]
    assert "Does its button, held for two seconds" in said
    assert re.search("note  gpio-poweroff +not in config.txt", said)


def test_ten_plugs_are_counted_over_restarts_and_a_price_with_them(pi):
    for n in range(10):
        code, said = pi.check("--plug")
        assert (code, "Pull the plug now" in said) == (0, True), said
        pi.reboot(f"after {n}")
    code, said = pi.check("--plug")
    assert (code, "10 of 10" in said) == (0, True), said
    assert "Pull the plug now" not in said
    said = pi.check()[1]
    assert re.search("ok +plugs in a row without a loss +10", said)
    assert "ok    a changed price was there after the plug" in said


def test_a_plug_that_was_not_pulled_is_none(pi):
    pi.check("--plug")
    assert "not pulled since the last time" in pi.check("--plug")[1]
    assert "0 of 10" in pi.check()[1]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("postings", "411", "FAIL  the books are whole"),
        ("etc/cabinet/cabinet.yaml", "other: {}\n", "FAIL  the operator's file"),
    ],
)
def test_what_a_plug_cost_fails_and_the_count_begins_anew(pi, file, text, said):
    pi.check("--plug")
    pi.reboot("second")
    pi.check("--plug")
    pi.reboot("third")
    pi.write(file, text)
    code, told = pi.check("--plug")
    assert (code, said in told) == (1, True), told
    assert "0 of 10" in pi.check()[1]


def test_a_kernel_that_hangs_has_to_be_ended_by_the_chip(pi):
    assert "not tried: --crash" in pi.check()[1]
    assert pi.check("--crash")[0] == 0
    assert (pi.folder / "proc/sysrq-trigger").read_text() == "c\n"
    assert (pi.folder / "proc/sys/kernel/panic").read_text() == "0\n"
    pi.reboot("second")
    assert "did the machine come back without a hand?" in pi.check()[1]
    assert "ok    came back from --crash" in pi.check()[1]
