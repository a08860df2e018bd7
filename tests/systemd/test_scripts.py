"""The scripts an operator runs: they say what is wrong, and can be run again."""

import os
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "systemd"
TOOLS = FOLDER.parent / "tools"
SCRIPTS = sorted([*FOLDER.glob("*.sh"), *TOOLS.rglob("*.sh")])
BEFORE = "dtparam=audio=on\nauto_initramfs=1\n[pi4]\nover_voltage=0\n"
KERNEL = "console=tty1 root=PARTUUID=7351b90c-02 rootwait\n"
SEALED = "overlayroot=tmpfs:recurse=0"
OLD_UNITS = ["cabinet-office.socket", "cabinet-office.service"]
FSTAB = "UUID=1 /var/lib/cabinet ext4 noatime 0 2\n"


def run(script, *words, said="", **env):
    return subprocess.run(
        ["sh", FOLDER / script, *words],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {key: str(value) for key, value in env.items()},
    )


@pytest.fixture
def card(tmp_path):
    """The boot partition of a Pi."""
    files = {
        "CONFIG_TXT": ("config.txt", BEFORE),
        "CMDLINE": ("cmdline.txt", KERNEL),
        "KERNEL": ("booted-with", KERNEL),
        "FSTAB": ("fstab", FSTAB),
        "OVERLAYROOT": ("overlayroot", ""),
    }
    for name, text in files.values():
        (tmp_path / name).write_text(text)
    places = {each: tmp_path / name for each, (name, _) in files.items()}
    return {**places, "MANAGER_CONF": tmp_path / "manager.conf"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_shell_can_read_it(script):
    done = subprocess.run(["sh", "-n", script], capture_output=True, check=False)
    assert done.stderr == b""


def test_what_a_script_imports_from_the_cabinet_is_there():
    text = "\n".join(script.read_text() for script in SCRIPTS)
    imports = re.findall(r"^from (cabinet[\w.]*) import (.+)$", text, re.MULTILINE)
    assert imports
    for module, names in imports:
        for name in names.split(", "):
            assert hasattr(import_module(module), name), f"{module}.{name}"


@pytest.mark.skipif(
    shutil.which("shellcheck") is None,
    reason="the scripts are NOT linted: apt-get install shellcheck",
)
def test_shellcheck_has_nothing_to_say():
    done = subprocess.run(
        ["shellcheck", "-s", "sh", *SCRIPTS],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""


def test_a_dry_run_says_all_and_does_nothing():
    before = sorted(Path("/opt").iterdir()), sorted(Path("/etc/systemd").rglob("*"))
    done = run("install.sh", "--dry-run", "--cage", "--wheels", FOLDER)
    after = sorted(Path("/opt").iterdir()), sorted(Path("/etc/systemd").rglob("*"))
    assert (done.returncode, after) == (0, before), done.stderr
    for step in (
        "systemd-sysusers",
        "udevadm trigger --settle --subsystem-match=gpio --subsystem-match=input",
        "-m venv",
        "pip install",
        "compile.sh",
        "try.sh",
        "/usr/local/bin/cabinet",
        "cage.conf",
        "cage-safe.conf",
    ):
        assert step in done.stdout


def test_a_pi_is_made_ready_before_the_first_start_which_may_fail():
    steps = (FOLDER / "install.sh").read_text().rpartition("\ninstall_accounts\n")[2]
    assert steps.index("boot.sh") < steps.index("\nswitch\nstart_it\n")


def test_a_dry_removal_touches_neither_settings_nor_books():
    done = run("install.sh", "--uninstall", "--dry-run")
    would = [line for line in done.stdout.splitlines() if "would run: rm" in line]
    assert would
    assert [
        line
        for line in would
        if line.split()[-1] in ("/etc/cabinet", "/var/lib/cabinet")
    ] == []


@pytest.fixture
def units(tmp_path):
    """Our units as they were installed, with those of the release before."""
    folder = tmp_path / "units"
    kinds = ("service", "socket", "target", "path")
    ours = [unit.name for kind in kinds for unit in FOLDER.glob(f"*.{kind}")]
    for name in (*ours, *OLD_UNITS, "cabinet-of-somebody.service"):
        (folder / f"{name}.d").mkdir(parents=True)
        (folder / name).touch()
    return folder, ours


def would_remove(folder, done):
    """The units that a dry run would remove; all of them would be stopped before."""
    lines = [line.split() for line in done.stdout.splitlines()]
    gone = [Path(line[4]) for line in lines if line[2:4] == ["rm", "-f"]]
    removed = [path.name for path in gone if path.parent == folder]
    for name in removed:
        stop = done.stdout.index(f"systemctl disable -q --now {name}\n")
        assert stop < done.stdout.index(f"rm -f {folder / name} ")
    return removed


def test_units_of_older_names_are_removed_and_no_others(units):
    folder, ours = units
    done = run("install.sh", "--dry-run", "--wheels", FOLDER, UNIT_FOLDER=folder)
    assert done.returncode == 0, done.stderr
    assert would_remove(folder, done) == OLD_UNITS
    for name in ours:
        assert f"install -D -m 644 {FOLDER / name} {folder / name}\n" in done.stdout


def test_every_unit_of_ours_is_removed_with_the_programs(units):
    folder, ours = units
    done = run("install.sh", "--uninstall", "--dry-run", UNIT_FOLDER=folder)
    assert sorted(would_remove(folder, done)) == sorted([*ours, *OLD_UNITS])


@pytest.mark.parametrize(
    ("leads_to", "is_removed"),
    [("/opt/cabinet/current/bin/cabinet", True), ("/usr/bin/true", False)],
)
def test_a_removal_takes_our_command_and_nobody_elses(tmp_path, leads_to, is_removed):
    command = tmp_path / "cabinet"
    command.symlink_to(leads_to)
    done = run("install.sh", "--uninstall", "--dry-run", COMMAND=command)
    assert (f"would run: rm -f {command}\n" in done.stdout) is is_removed


@pytest.mark.parametrize(
    ("script", "words", "said"),
    [
        ("install.sh", ("--instal",), "install: '--instal' is no option"),
        ("install.sh", ("--wheels", "/nowhere"), "'/nowhere' is none"),
        ("boot.sh", ("--shutdown-pin", "28"), "GPIO 28 is not on the header"),
        ("boot.sh", ("--poweroff-pin", "x"), "not 'x'"),
        ("boot.sh", ("--dry-run", "--state-partition", "/nowhere"), "is no partition"),
    ],
)
def test_what_is_wrong_is_said(script, words, said):
    done = run(script, *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_a_pi_must_know_is_one_block_however_often_it_is_written(card):
    wishes = ("--strict-gpiod", "--watchdog", "--shutdown-pin", "2")
    for _ in range(2):
        assert run("boot.sh", *wishes, **card).returncode == 0
    written = card["CONFIG_TXT"].read_text()
    assert written.startswith(BEFORE)
    assert written.count("cabinet: begin") == 1
    block = written.partition("[all]\n")[2].splitlines()
    assert block == [
        "dtparam=strict_gpiod",
        "dtparam=watchdog=on",
        "dtoverlay=gpio-shutdown,gpio_pin=2,active_low=1,gpio_pull=up,debounce=2000",
        "# cabinet: end",
    ]
    assert "RuntimeWatchdogSec=14" in card["MANAGER_CONF"].read_text()


def test_a_wish_is_kept_beside_later_ones_and_a_pin_is_moved(card):
    for wishes in (
        ("--watchdog", "--shutdown-pin", "2"),
        ("--strict-gpiod",),
        ("--shutdown-pin", "15"),
    ):
        assert run("boot.sh", *wishes, **card).returncode == 0
    written = card["CONFIG_TXT"].read_text().splitlines()
    pins = [line for line in written if line.startswith("dtoverlay=gpio-shutdown")]
    assert [line.split(",")[1] for line in pins] == ["gpio_pin=15"]
    assert written.count("dtparam=watchdog=on") == 1
    assert written.count("dtparam=strict_gpiod") == 1
    assert card["MANAGER_CONF"].exists()


def test_it_is_taken_back_without_a_trace(card):
    run("boot.sh", "--watchdog", "--poweroff-pin", "15", "--memory-limits", **card)
    run("boot.sh", "--seal", **card)
    assert run("boot.sh", "--undo", **card).returncode == 0
    assert card["CONFIG_TXT"].read_text() == BEFORE
    assert card["CMDLINE"].read_text() == KERNEL
    assert not card["MANAGER_CONF"].exists()


@pytest.mark.parametrize("before", ["", "overlayroot=tmpfs "], ids=["bare", "raspi"])
def test_a_sealed_root_leaves_the_books_partition_alone(card, before):
    """Also where raspi-config had sealed it, which lays memory over every mount."""
    card["CMDLINE"].write_text(before + KERNEL)
    for _ in range(2):
        done = run("boot.sh", "--seal", **card)
        assert done.returncode == 0, done.stderr
    assert card["CMDLINE"].read_text() == f"{SEALED} {KERNEL}"
    assert run("boot.sh", "--unseal", **card).returncode == 0
    assert card["CMDLINE"].read_text() == KERNEL


def test_the_kernel_is_asked_once_to_limit_memory(card):
    for _ in range(2):
        assert run("boot.sh", "--memory-limits", **card).returncode == 0
    assert card["CMDLINE"].read_text() == f"cgroup_enable=memory {KERNEL}"


def test_a_dry_run_of_the_seal_shows_the_line_and_writes_none(card):
    done = run("boot.sh", "--dry-run", "--seal", "--memory-limits", **card)
    assert f"{SEALED} console=tty1" in done.stdout
    assert card["CMDLINE"].read_text() == KERNEL


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("FSTAB", "/dev/sda1 / ext4 defaults 0 1\n", "the books have no partition"),
        ("CONFIG_TXT", "dtparam=audio=on\n", "loads no initramfs"),
        ("KERNEL", f"{SEALED} {KERNEL}", "the root is sealed"),
    ],
)
def test_a_root_is_not_sealed_where_that_would_cost_the_books(card, file, text, said):
    card[file].write_text(text)
    done = run("boot.sh", "--seal", **card)
    assert (done.returncode, said in done.stderr) == (1, True), done.stderr
    assert card["CMDLINE"].read_text() == KERNEL


def test_what_a_sealed_root_would_forget_is_refused_but_not_unsealing(card):
    card["KERNEL"].write_text(f"{SEALED} {KERNEL}")
    card["CMDLINE"].write_text(f"{SEALED} {KERNEL}")
    assert "the root is sealed" in run("boot.sh", "--watchdog", **card).stderr
    assert run("boot.sh", "--unseal", **card).returncode == 0
    assert card["CMDLINE"].read_text() == KERNEL


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "0.0.0.0:8080"),
        ("localhost", "127.0.0.1:8080"),
        ("::1", "[::1]:8080"),
        ("face", "'face', a name; systemd needs an address"),
    ],
)
def test_systemd_is_told_an_address_it_understands(host, address):
    done = run("address.sh", said=f"web.host: {host}\nweb.port: 8080\n")
    assert address in done.stdout + done.stderr
    assert bool(done.returncode) == ("name" in address)


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("host: 127.0.0.1|port: 8080", "127.0.0.1:8081"),  # a release of before
        ("host: 127.0.0.1|port: 8080|phones_host: |phones_port: 0", "127.0.0.1:8081"),
        ("host: 0.0.0.0|port: 65535|phones_host: |phones_port: 0", "0.0.0.0:65534"),
        ("host: 127.0.0.1|port: 80|phones_host: ::|phones_port: 8", "[::]:8"),
        (
            "host: ::1|port: 80|phones_host: face|phones_port: 8",
            "web.phones_host is 'f",
        ),
    ],
)
def test_phones_have_an_address_of_their_own(said, address):
    lines = "".join(f"web.{line}\n" for line in said.split("|"))
    done = run("address.sh", "phones", said=lines)
    assert address in done.stdout + done.stderr
    assert bool(done.returncode) == ("'" in address)


def follow(tmp_path, said):
    """`follow-address.sh` with a systemctl that notes what it is asked."""
    (tmp_path / "bin").mkdir(exist_ok=True)
    systemctl = tmp_path / "bin" / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/asked\n')
    systemctl.chmod(0o755)
    (tmp_path / "web").write_text(said)
    (tmp_path / "asked").write_text("")
    path = f"{tmp_path}/bin:{os.environ['PATH']}"
    units = tmp_path / "units"
    done = run("follow-address.sh", tmp_path / "web", CABINET_UNITS=units, PATH=path)
    kept = sorted(units.rglob("*.conf"))
    lines = [each.read_text().splitlines()[-1] for each in kept]
    return done.returncode, lines, (tmp_path / "asked").read_text().splitlines()


def test_the_sockets_follow_the_operators_file_and_only_when_it_says_something_new(
    tmp_path,
):
    shut = "web.host: 127.0.0.1\nweb.port: 8080\n"
    _, lines, asked = follow(tmp_path, shut)
    assert lines == ["ListenStream=127.0.0.1:8081", "ListenStream=127.0.0.1:8080"]
    assert follow(tmp_path, shut)[2] == []
    _, lines, asked = follow(tmp_path, shut + "web.phones_host: 0.0.0.0\n")
    assert lines[0] == "ListenStream=0.0.0.0:8081"
    assert asked == [
        "daemon-reload",
        "restart cabinet-phones.socket cabinet-web.service",
    ]
    _, lines, asked = follow(tmp_path, shut.replace("127.0.0.1", "0.0.0.0"))
    assert lines == ["ListenStream=0.0.0.0:8081", "ListenStream=0.0.0.0:8080"]
    assert asked[1] == "restart cabinet-web.socket cabinet-web.service"
    kept = "web.host: 0.0.0.0\nweb.port: 8080\n"
    for wrong in (
        "web.host: 0.0.0.0\nweb.port: 80 80\n",
        "web.host: 0.0.0.0\nweb.port: 8080\nweb.port: /etc/passwd\n",
        "web.host: 0.0.0.0\nweb.port: 8080]\n",
        "web.host: host.of.somebody\nweb.port: 8080\n",
        "web.host: :::8080;reboot\nweb.port: 1\n",
        "",
    ):
        code, lines, asked = follow(tmp_path, wrong)
        assert (bool(code), asked) == (True, []), wrong
        assert lines == ["ListenStream=0.0.0.0:8081", "ListenStream=0.0.0.0:8080"]
    assert follow(tmp_path, kept)[0] == 0
