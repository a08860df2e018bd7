"""The units: systemd understands them, and they may do little more than they must."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cabinet.counter.machine_desk import NOTE
from cabinet.protocol.machine import VERBS
from cabinet.screen.guests import process as guests
from cabinet.screen.guests.uinput import DEVICE, NAME
from cabinet.screen.loop.window import DISPLAY_PATIENCE_S
from cabinet.screen.loops.process import OWN, RUNNER, SOCKET

UNITS = Path(__file__).parents[2] / "systemd"
# Importing, reading settings and finding the games, on a slow card.
SECONDS_TO_BEGIN = 15
PROGRAM = "/opt/cabinet/current/bin/cabinet"
PYTHON = "/opt/cabinet/current/bin/python"
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="the units are NOT checked: apt-get install systemd"
)


def files(*kinds):
    return sorted(path for kind in kinds for path in UNITS.glob(f"*.{kind}"))


def text(name):
    return (UNITS / name).read_text(encoding="utf-8")


@needs_systemd
def test_systemd_understands_every_unit(tmp_path):
    for unit in files("service", "socket", "target", "path"):
        runs = unit.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true")
        runs = runs.replace(PYTHON, "/bin/true")
        (tmp_path / unit.name).write_text(runs, encoding="utf-8")
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", *sorted(tmp_path.iterdir())],
        capture_output=True,
        text=True,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        check=False,
    )
    said = [
        line
        for line in done.stderr.splitlines()
        if "cabinet" in line and "Unknown key 'RestartMode'" not in line
    ]
    assert (done.returncode, said) == (0, [])


@needs_systemd
@pytest.mark.parametrize(
    ("unit", "most"),
    [
        ("cabinet.service", 1.5),
        ("cabinet-web.service", 1.5),
        ("cabinet-screen.service", 1.5),
        ("cabinet-safe.service", 1.5),
        ("cabinet-fleet.service", 1.5),
        ("cabinet-alerts.service", 1.5),
        ("cabinet-games@.service", 1.5),
        ("cabinet-programs@.service", 2.2),
        ("cabinet-power-off.service", 2.5),
        ("cabinet-end-screen.service", 2.5),
        ("cabinet-network.service", 1.5),
        ("cabinet-clock.service", 1.5),
        ("cabinet-reboot.service", 1.5),
        ("cabinet-address.service", 2.5),
    ],
)
def test_a_unit_is_exposed_no_more_than_this(unit, most):
    done = subprocess.run(
        [
            *(ANALYZE, "security", "--offline=yes", "--no-pager"),
            *(f"--threshold={int(most * 10)}", UNITS / unit),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.splitlines()[-1]


@pytest.mark.parametrize("unit", ["cabinet", "cabinet-screen", "cabinet-web"])
def test_a_program_is_watched_and_started_again(unit):
    said = text(f"{unit}.service")
    for line in ("Type=notify", "Restart=always", "WatchdogSec=", "StartLimitBurst="):
        assert f"\n{line}" in said


@pytest.mark.parametrize("unit", ["cabinet", "cabinet-screen"])
def test_what_cannot_be_kept_running_ends_in_the_safe_screen(unit):
    assert "\nOnFailure=cabinet-safe.service" in text(f"{unit}.service")
    assert f" {unit}.service " in text("cabinet-safe.service").replace("=", " ")


@pytest.mark.parametrize("unit", files("service"), ids=lambda path: path.stem)
def test_one_restart_is_no_failure(unit):
    """Since systemd 254 each automatic restart passes through `failed`, OnFailure and
    all, unless it is direct: the safe screen would end what is just being mended.
    Before 254, on Debian 12, the word is unknown and the behaviour is the same."""
    said = unit.read_text(encoding="utf-8")
    if "\nOnFailure=" in said and "\nRestart=" in said:
        assert "\nRestartMode=direct\n" in said


def test_a_unit_that_opens_pins_can_tell_which_pi_it_is_on():
    """gpiozero reads it from /proc/device-tree or /proc/cpuinfo and knows no pin
    otherwise; with ProcSubset=pid there is neither."""
    with_pins = [unit for unit in files("service") if "gpiochip" in unit.read_text()]
    assert {unit.stem for unit in with_pins} == {"cabinet", "cabinet-safe"}
    for unit in with_pins:
        assert "\nProcSubset=" not in unit.read_text(encoding="utf-8")


def test_what_is_plugged_in_later_is_allowed_too():
    """systemd looks a name up in /proc/devices when it starts the unit, and allows
    nothing where the driver is not there yet. A number needs no driver."""
    allowed = {
        unit.stem: set(re.findall("DeviceAllow=char-(.*) rw", unit.read_text()))
        for unit in files("service")
    }
    serial = {"166", "188", "204", "4"}  # ttyACM, ttyUSB, ttyAMA, ttyS
    graphics, sound = "226", "116"
    assert {name: kinds for name, kinds in allowed.items() if kinds} == {
        "cabinet": {"gpiochip", *serial},
        "cabinet-safe": {"gpiochip", *serial, graphics},
        "cabinet-programs@": {graphics, sound},
        "cabinet-screen": {graphics, sound},
    }


def test_no_display_is_no_reason_to_give_up():
    """A screen that has waited in vain ends by itself, and so slowly that it is
    started again for as long as it takes."""
    said = text("cabinet-screen.service")

    def number(name):
        return int(re.search(f"\n{name}=([0-9]+)\n", said)[1])

    assert number("TimeoutStartSec") >= DISPLAY_PATIENCE_S + SECONDS_TO_BEGIN
    assert number("StartLimitIntervalSec") < (
        number("StartLimitBurst") * DISPLAY_PATIENCE_S
    )


@pytest.mark.parametrize("unit", ["cabinet-screen", "cabinet-safe"])
def test_who_draws_may_ask_what_egl_asks(unit):
    """EGL tells displays apart by looking at what it was given, with mincore, which
    is not among @system-service; SDL crashes when it is refused."""
    last = re.findall("SystemCallFilter=(.*)", text(f"{unit}.service"))[-1]
    assert last == "mincore"


def test_only_the_loop_that_draws_goes_first():
    screen = text("cabinet-screen.service")
    assert "\nCPUSchedulingPolicy=fifo" in screen
    assert "\nCPUSchedulingResetOnFork=yes" in screen


def test_the_web_program_can_open_no_address_and_touch_no_books():
    web = text("cabinet-web.service")
    assert "\nRestrictAddressFamilies=AF_UNIX\n" in web
    assert "\nUser=cabinet-web\n" in web
    state = "-/var/lib/cabinet/"
    (paths,) = re.findall("ReadWritePaths=(.*)", web)
    own = [f"{state}{folder}" for folder in ("web", "log", "reports")]
    assert paths.split() == [*own, "-/run/cabinet-roll"]
    for shared in ("log", "reports"):  # sticky: it may remove nobody else's
        assert re.search(rf"cabinet/{shared} +1770 ", text("tmpfiles.conf"))


@pytest.mark.parametrize("program", ["screen", "web", "fleet", "alerts"])
def test_a_program_has_an_account_of_its_own_and_writes_nothing_of_the_tills(program):
    said = text(f"cabinet-{program}.service")
    assert f"\nUser=cabinet-{program}\n" in said
    (paths,) = re.findall("ReadWritePaths=(.*)", said)
    assert not {"/var/lib/cabinet", "/etc/cabinet"} & {
        path.lstrip("-") for path in paths.split()
    }
    assert f'\nu cabinet-{program} - "' in text("sysusers.conf")


def test_games_have_an_account_that_is_in_no_group_of_ours():
    members = re.findall("^m (.*) (.*)$", text("sysusers.conf"), re.MULTILINE)
    assert "\nu cabinet-games - " in text("sysusers.conf")
    assert [group for name, group in members if name == "cabinet-games"] == []


def test_a_game_has_what_the_screen_would_give_it_and_sees_nothing_of_the_cabinet():
    said = text("cabinet-games@.service")
    given = dict(
        word.split("=", 1)
        for line in re.findall("^Environment=(.*)$", said, re.MULTILINE)
        for word in line.split()
    )
    assert given == OWN
    assert f"\nExecStart={PYTHON} {' '.join(RUNNER[1:])}\n" in said
    assert "\nUser=cabinet-games\n" in said
    assert "SupplementaryGroups" not in said
    hidden = " ".join(re.findall("^InaccessiblePaths=(.*)$", said, re.MULTILINE))
    folders = re.findall("^d ([^ ]*)", text("tmpfiles.conf"), re.MULTILINE)
    for folder in (*folders, "/run/cabinet", "/run/cabinet-games"):
        assert any(
            Path(folder).is_relative_to(each.lstrip("-")) for each in hidden.split()
        )


def test_only_the_screen_can_have_a_game_begun():
    socket = text("cabinet-games.socket")
    (path,) = re.findall("^ListenStream=(.*)$", socket, re.MULTILINE)
    assert f"\nEnvironment={SOCKET}={path}\n" in text("cabinet-screen.service")
    assert "\nSocketUser=" not in socket
    assert "\nSocketGroup=" not in socket
    lock = f"d {Path(path).parent} +0750 cabinet cabinet-screen -"
    assert re.search(f"^{lock}$", text("tmpfiles.conf"), re.MULTILINE)


def test_a_program_of_others_has_the_display_and_sees_nothing_of_the_cabinet():
    said = text("cabinet-programs@.service")
    guard = " ".join(guests.RUNNER[1:])
    assert f"\nExecStart={PYTHON} {guard}\n" in said
    assert "\nUser=cabinet-games\n" in said
    assert "\nKillMode=control-group\n" in said
    (groups,) = re.findall("^SupplementaryGroups=(.*)$", said, re.MULTILINE)
    assert set(groups.split()) == {"video", "render", "audio"}
    hidden = " ".join(re.findall("^InaccessiblePaths=(.*)$", said, re.MULTILINE))
    folders = re.findall("^d ([^ ]*)", text("tmpfiles.conf"), re.MULTILINE)
    for folder in (*folders, "/run/cabinet", "/run/cabinet-programs"):
        assert any(
            Path(folder).is_relative_to(each.lstrip("-")) for each in hidden.split()
        )


def test_only_the_screen_can_have_a_program_begun_and_press_its_keys():
    socket = text("cabinet-programs.socket")
    screen = text("cabinet-screen.service")
    (path,) = re.findall("^ListenStream=(.*)$", socket, re.MULTILINE)
    assert f"\nEnvironment={guests.SOCKET}={path}\n" in screen
    assert "\nSocketUser=" not in socket
    assert "\nSocketGroup=" not in socket
    lock = f"d {Path(path).parent} +0750 cabinet cabinet-screen -"
    assert re.search(f"^{lock}$", text("tmpfiles.conf"), re.MULTILINE)
    assert f"\nDeviceAllow={DEVICE} rw\n" in screen
    assert f'KERNEL=="{DEVICE.name}", GROUP="cabinet-screen"' in text("gpio.rules")
    assert f'ATTRS{{name}}=="{NAME} *", GROUP="cabinet-games"' in text("gpio.rules")


def test_the_screen_is_in_no_group_that_reads_books_or_settings():
    members = re.findall("^m cabinet-screen (.*)$", text("sysusers.conf"), re.MULTILINE)
    assert set(members) == {"cabinet-bus", "video", "render", "audio"}
    for unit in ("cabinet-screen.service", "cage.conf"):
        assert "--config /run/cabinet/settings.yaml" in text(unit)
    copy = "CABINET_COPY_FOR_SCREEN=/run/cabinet/settings.yaml"
    assert copy in text("cabinet.service")


def test_the_counter_can_tell_the_web_program_from_nobody():
    """In a namespace of its own every other account is `nobody`, and refused."""
    assert "PrivateUsers=" not in text("cabinet.service")


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None,
    reason="the accounts are NOT tried: apt-get install systemd",
)
@pytest.mark.parametrize("there", ["", "gpio:x:997:pi\nvideo:x:44:pi\n"])
def test_by_hand_the_cabinets_user_may_do_what_its_units_may(tmp_path, there):
    """On a plain Debian, where nobody has made these groups, and on a Pi."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text(f"systemd-journal:x:999:\n{there}")
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", UNITS / "sysusers.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "etc/group").read_text().splitlines()
    members = {row.split(":")[0]: row.split(":")[3].split(",") for row in rows}
    granted = re.findall(
        r"^SupplementaryGroups=(.*)$",
        "".join(unit.read_text(encoding="utf-8") for unit in files("service")),
        re.MULTILINE,
    )
    groups = {group for line in granted for group in line.split()}
    assert groups >= {"gpio", "audio"}
    assert [group for group in groups if "cabinet" not in members[group]] == []


@pytest.mark.parametrize(
    "unit", ["cabinet-screen", "cabinet-web", "cabinet-fleet", "cabinet-alerts"]
)
def test_a_program_that_grows_is_ended_before_the_machine_is_out_of_memory(unit):
    assert re.search(r"^MemoryMax=\d+M$", text(f"{unit}.service"), re.MULTILINE)


def test_the_counter_is_never_ended_for_its_memory():
    assert "MemoryMax" not in text("cabinet.service")


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("alerts:\n  ntfy: false\n  webhook: false\n  # mail_to: a@b.c\n", False),
        ("alerts:\n  ntfy: true\n", True),
        ("alerts:\n  webhook: true   # ours\n", True),
        ("alerts:\n  mail_to: name@example.org\n", True),
        ("alerts: {webhook: true}\n", True),
        ("fleet:\n  tls: true\n", False),
    ],
)
def test_alerts_begin_only_where_somebody_is_to_be_told(tmp_path, said, begins):
    unit = text("cabinet-alerts.service")
    (asked,) = re.findall('^ExecCondition=grep -qE "(.*)" (.*)$', unit, re.MULTILINE)
    pattern, path = asked
    assert f"\nPathChanged={path}\n" in text("cabinet-alerts.path")
    (tmp_path / "file").write_text(said)
    done = subprocess.run(["grep", "-qE", pattern, tmp_path / "file"], check=False)
    assert (done.returncode == 0) is begins


def test_only_programs_that_tell_others_have_a_way_out():
    for unit in ("cabinet", "cabinet-web", "cabinet-screen"):
        assert "AF_INET" not in text(f"{unit}.service")
    rights = text("tmpfiles.conf")
    assert re.search("secrets +2751 cabinet cabinet-alerts -", rights)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_of_roots_is_begun_by_a_note_in_the_counters_own_folder(verb):
    path, service = text(f"cabinet-{verb}.path"), text(f"cabinet-{verb}.service")
    assert f"\nPathExists=/run/cabinet/{NOTE}{verb}\n" in path
    assert f"cabinet-{verb}.path" in text("cabinet.target")
    assert f"cabinet-{verb}.path" in text("install.sh")
    if verb == "reboot":  # what is in its note nobody reads
        assert f"\nExecStartPre=rm -f /run/cabinet/{NOTE}{verb}\n" in service
    else:
        assert f"\nExecStart={PYTHON} -I -m cabinet.machine {verb}\n" in service
    assert "\nEnvironment=CABINET_MACHINE=/run/cabinet-machine\n" in text(
        "cabinet.service"
    )


def test_only_root_writes_where_root_answers():
    for folder in ("/run/cabinet-machine", "/var/lib/cabinet-machine"):
        line = f"^d {folder} +2750 root cabinet -$"
        assert re.search(line, text("tmpfiles.conf"), re.MULTILINE)
    assert re.search(
        "^d /var/lib/cabinet-update +0755 root root -$",
        text("tmpfiles.conf"),
        re.MULTILINE,
    )
