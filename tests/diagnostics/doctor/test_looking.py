"""The readers of facts, on real files: a folder, books, and trees as the kernel's."""

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.books.copies import copy_books
from cabinet.books.evidence import Case, EvidenceFile
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.money.ledger import Kind, Posting
from cabinet.diagnostics.doctor import (
    books,
    clock,
    counter,
    display,
    endurance,
    facts,
    heat,
    kernel,
    permissions,
    rejected_pulses,
    sound,
    storage,
    units,
)
from cabinet.diagnostics.doctor.findings import Level
from cabinet.i18n.message import verbatim
from cabinet.protocol.doctor import ScreenCard
from tests.diagnostics.doctor.patients import SHOWN

NOW = 1_767_225_600_000


def codes(findings):
    return [finding.code for finding in findings]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def fill(path, postings):
    with closing(SqliteBooks(path, VirtualClock(), "boot")) as kept:
        kept.open()
        for n in range(postings):
            posting = Posting(Kind.COIN, slot=1, amount=100, credits=1)
            kept.commit([posting], n)


# Storage


def test_a_page_is_kept_and_nothing_is_left_behind(tmp_path):
    took = storage.fsync_ms(tmp_path, writes=3)
    assert len(took) == 3
    assert all(0 < each < 60_000 for each in took)
    assert list(tmp_path.iterdir()) == []


def test_the_disk_of_a_folder_is_found_in_sysfs(tmp_path):
    device = tmp_path.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    card = tmp_path / "sys/devices/mmc/block/mmcblk0"
    (card / "mmcblk0p2").mkdir(parents=True)
    write(card / "device/life_time", "0x02 0x09\n")
    write(tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count", "4\n")
    block = tmp_path / "sys/dev/block"
    block.mkdir(parents=True)
    (block / number).symlink_to(card / "mmcblk0p2")
    found = storage.look(tmp_path, tmp_path / "sys")
    assert (found.life, found.errors) == (9, 4)
    assert found.free > 0
    assert not found.read_only


def test_a_folder_that_cannot_be_written_is_red(tmp_path):
    found = storage.look(tmp_path / "nowhere", tmp_path)
    assert codes(found.judge())[0] == "storage.unwritable"
    assert "No such file" in found.why


# Books


def test_whole_books_with_a_copy_are_green(tmp_path):
    path = tmp_path / "books.sqlite3"
    fill(path, 3)
    copy, _ = copy_books(path, tmp_path / "copies", VirtualClock())
    found = books.look(path, tmp_path / "copies", int(copy.stat().st_mtime * 1000))
    assert found.postings == 3
    assert found.last_wall_ms == VirtualClock().wall_ms()
    assert codes(found.judge()) == ["books.whole", "books.copy"]


def test_a_changed_posting_is_damage_with_its_number(tmp_path):
    path = tmp_path / "books.sqlite3"
    fill(path, 5)
    octets = path.read_bytes()
    at = octets.rindex(b"coin")
    path.write_bytes(octets[:at] + b"gift" + octets[at + 4 :])
    found = books.look(path, tmp_path, NOW)
    assert "posting" in str(found.damage)
    assert codes(found.judge()) == ["books.damaged", "books.no_copy"]


def test_long_books_are_proven_from_their_last_page(tmp_path, monkeypatch):
    path = tmp_path / "books.sqlite3"
    fill(path, 6)
    monkeypatch.setattr(books, "PROVEN_WHOLE", 5)
    assert books.look(path, tmp_path, NOW).postings == 6


def test_no_books_and_strange_books_are_told_apart(tmp_path):
    none = books.look(tmp_path / "books.sqlite3", tmp_path, NOW)
    assert codes(none.judge()) == ["books.none"]
    assert next(none.judge()).level is Level.UNSEEN
    strange = write(tmp_path / "strange.sqlite3", "no books at all, but long enough")
    assert codes(books.look(strange, tmp_path, NOW).judge())[0] == "books.damaged"


# Refused pulses


def test_refused_pulses_of_the_last_day_are_counted_by_reason(tmp_path):
    path = tmp_path / "evidence.sqlite3"
    kept = EvidenceFile(path)
    for wall_ms, times in ((NOW, 7), (NOW - 1000, 5), (NOW - 90_000_000, 40)):
        kept.keep(
            Case("rejected", "coin.1", "short, 3.1 ms", 0, wall_ms, "", {}, (), times)
        )
    kept.close()
    found = rejected_pulses.look(path, NOW)
    assert found.counts == (("coin.1", "short", 12),)
    assert codes(found.judge()) == ["refused.short"]
    assert codes(rejected_pulses.look(tmp_path / "none", NOW).judge()) == [
        "refused.none"
    ]


def test_a_reason_nobody_knows_is_told_as_it_is():
    found = rejected_pulses.RejectedPulses(
        (("coin.1", "moonlight", 11), ("coin.2", "long", 2))
    )
    assert codes(found.judge()) == ["refused.other", "refused.few"]


# Clock, heat, kernel


def test_the_kernel_says_whether_its_clock_is_kept(tmp_path):
    found = clock.look(NOW, 0, dev=tmp_path)
    assert found.kept in (True, False, None)
    battery = clock.ClockFacts(NOW, kept=False, has_battery=True)
    assert codes(battery.judge()) == ["clock.battery_only"]
    assert codes(clock.ClockFacts(NOW).judge()) == ["clock.unknown"]


def test_the_warmest_sensor_and_the_firmware_are_read(tmp_path):
    write(tmp_path / "class/thermal/thermal_zone0/temp", "48312\n")
    write(tmp_path / "class/thermal/thermal_zone1/temp", "81250\n")
    write(tmp_path / "devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    found = heat.look(tmp_path)
    assert found == heat.Heat(81.25, 0x50005)
    assert codes(found.judge()) == ["heat.hot", "heat.undervoltage"]


def test_bits_of_the_past_are_amber():
    assert codes(heat.Heat(40.0, 0x40000).judge())[1] == "heat.throttled_earlier"


PINS = {3: "power", 17: "coin.1", 26: "p1.a"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dtoverlay=gpio-poweroff", ["kernel.pin_taken", "kernel.not_strict"]),
        ("dtoverlay=gpio-poweroff,gpiopin=21", ["kernel.overlay", "kernel.not_strict"]),
        ("dtoverlay=gpio-shutdown", ["kernel.pin_taken", "kernel.not_strict"]),
        (
            "dtoverlay=gpio-shutdown,gpio_pin=14,debounce=2000",
            ["kernel.overlay", "kernel.not_strict"],
        ),
        (
            "#dtoverlay=gpio-poweroff\ndtparam=strict_gpiod",
            ["kernel.strict", "kernel.no_overlay"],
        ),
        (
            "dtparam=strict_gpiod,i2c=on",
            ["kernel.bus_on", "kernel.strict", "kernel.no_overlay"],
        ),
        ("dtparam=spi=on", ["kernel.not_strict", "kernel.no_overlay"]),
    ],
)
def test_config_txt_is_held_against_our_pins(tmp_path, line, expected):
    write(tmp_path / "boot/firmware/config.txt", f"arm_64bit=1\n{line}\n")
    assert codes(kernel.look("gpio", PINS, tmp_path).judge()) == expected


ON_A_PI_4 = [
    ("dtparam=strict_gpiod=off", "kernel.not_strict"),
    ("dtparam=strict_gpiod\ndtparam=strict_gpiod=0", "kernel.not_strict"),
    ("[none]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[pi5]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[cm4]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[EDID=VSC-TD2220]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[board-type=0x14]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[pi4]\n[0x12345678]\ndtparam=strict_gpiod", "kernel.not_strict"),
    ("[pi3]\ndtparam=strict_gpiod\n[all]\ndtparam=strict_gpiod=on", "kernel.strict"),
    ("[pi3]\n[pi4]\ndtparam=strict_gpiod", "kernel.strict"),
    ("[board-type=0x11]\ndtparam=strict_gpiod", "kernel.strict"),
    ("[pi4]\n[0x1c0ffee5]\ndtparam=strict_gpiod", "kernel.strict"),
    ("[pi3]\ndtoverlay=gpio-poweroff\n[pi4]", "kernel.no_overlay"),
    ("[pi4]\ndtoverlay=gpio-poweroff", "kernel.pin_taken"),
    ("dtoverlay=gpio-poweroff\ndtparam=gpiopin=21", "kernel.overlay"),
]


@pytest.mark.parametrize(("text", "expected"), ON_A_PI_4)
def test_a_line_of_config_txt_counts_where_the_firmware_says(tmp_path, text, expected):
    write(tmp_path / "boot/config.txt", f"{text}\n")
    tree = tmp_path / "proc/device-tree"
    write(tree / "model", "Raspberry Pi 4 Model B Rev 1.4\0")
    write(tree / "serial-number", "100000001c0ffee5\0")
    write(tree / "system/linux,revision", "")
    (tree / "system/linux,revision").write_bytes(bytes.fromhex("00c03114"))
    assert expected in codes(kernel.look("gpio", PINS, tmp_path).judge())


def test_a_board_has_its_own_pins_and_a_laptop_no_config_txt(tmp_path):
    assert codes(kernel.look("gpio", PINS, tmp_path).judge()) == [
        "kernel.no_config_txt"
    ]
    write(tmp_path / "boot/config.txt", "dtoverlay=gpio-poweroff\n")
    assert codes(kernel.look("serial", PINS, tmp_path).judge()) == ["kernel.overlay"]


SEALED = "overlay / overlay rw 0 0\n/dev/mmcblk0p3 /var/lib/cabinet ext4 rw 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "expected"),
    [
        ("/dev/mmcblk0p2 / ext4 rw,noatime 0 0", "endurance.written"),
        ("overlay / overlay rw 0 0", "endurance.forgets"),
        ("/dev/mmcblk0p2 / ext4 ro 0 0", "endurance.forgets"),
        (SEALED + "/dev/mmcblk0p3 /etc/cabinet ext4 rw 0 0", "endurance.sealed"),
        (SEALED, "endurance.settings_forget"),
        (SEALED + "overlay /etc/cabinet overlay rw 0 0", "endurance.settings_forget"),
        # What overlayroot makes of it without recurse=0: the last at a place counts.
        (SEALED + "x /var/lib/cabinet overlay rw 0 0", "endurance.covered"),
        (SEALED + "tmpfs /var/lib/cabinet tmpfs rw 0 0", "endurance.covered"),
        (SEALED + "none /var/lib/cabinet ramfs rw 0 0", "endurance.covered"),
        (SEALED + "/dev/zram1 /var/lib/cabinet ext4 rw 0 0", "endurance.covered"),
        (
            "/dev/sda2 / ext4 rw 0 0\ntmpfs /var/lib tmpfs rw 0 0",
            "endurance.covered",
        ),
    ],
)
def test_books_on_what_forgets_are_seen(tmp_path, mounts, expected):
    write(tmp_path / "proc/self/mounts", f"{mounts}\nproc /proc proc rw 0 0\n")
    state, settings = Path("/var/lib/cabinet"), Path("/etc/cabinet")
    found = endurance.look(state, settings, tmp_path)
    assert codes(found.judge()) == ["endurance.no_systemd", expected]


@pytest.mark.parametrize(
    ("controllers", "limits"),
    [("cpuset cpu io pids\n", False), ("cpuset cpu io memory pids\n", True)],
)
def test_the_kernel_says_whether_memory_is_limited(tmp_path, controllers, limits):
    write(tmp_path / "sys/fs/cgroup/cgroup.controllers", controllers)
    found = endurance.look(tmp_path, tmp_path, tmp_path)
    assert found.limits is limits
    told = codes(replace(found, runtime="14s", chip=True).judge())
    assert told[1] == ("endurance.limited" if limits else "endurance.unlimited")


# Units, permissions, display, sound


def shown(state):
    said = (SHOWN / f"{state}.txt").read_text(encoding="utf-8")
    told = list(units.Units(systemd=True, units=units.read(said)).judge())
    return {each.subject: each.code.partition(".")[2] for each in told}


ACTIVE = dict.fromkeys((*units.NAMES[1:4], *units.NAMES[5:]), "active")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("running", ACTIVE),
        ("screen_stopped", ACTIVE | {units.SCREEN: "inactive"}),
        ("stopped", {units.TARGET: "stopped"}),
        ("not_installed", {"units": "none"}),
    ],
)
def test_units_are_judged_as_systemd_shows_them(state, expected):
    assert shown(state) == expected


def test_a_safe_screen_is_red_and_so_is_the_one_it_stands_for():
    """The screen, which it has stopped itself, is not blamed."""
    found = shown("safe")
    assert (found.pop(units.SAFE), found.pop(units.COUNTER)) == ("safe", "failed")
    assert set(found.values()) == {"active"}
    assert units.SCREEN not in found


def test_every_unit_that_can_run_is_asked_for():
    kinds = ("service", "socket", "target", "path")
    there = {p.name for kind in kinds for p in Path("systemd").glob(f"*[!@].{kind}")}
    begun_by_a_path = {
        "cabinet-power-off.service",
        "cabinet-end-screen.service",
        "cabinet-address.service",
        "cabinet-network.service",
        "cabinet-clock.service",
        "cabinet-reboot.service",
        "cabinet-update.service",
    }
    assert there - begun_by_a_path == set(units.NAMES)


def test_a_machine_without_systemd_has_no_units(tmp_path):
    assert units.look(tmp_path) == units.Units(systemd=False)


def test_settings_with_a_pin_are_not_for_everybody(tmp_path):
    path = write(tmp_path / "cabinet.yaml", "service: {pin: '4711'}\n")
    path.chmod(0o644)
    found = permissions.look([tmp_path], path, secret=True)
    assert codes(found.judge()) == ["permissions.secret_open"]
    path.chmod(0o640)
    found = permissions.look([tmp_path], path, secret=True)
    assert codes(found.judge()) == ["permissions.open"]


def test_without_a_screen_the_display_is_what_one_would_find(tmp_path):
    def look(env, **there):
        return codes(display.look(env, None, dev=tmp_path, **there).judge())

    assert look({}, counter=False) == ["display.nothing"]
    assert look({"DISPLAY": ":0"}, counter=False) == ["display.would_draw"]
    write(tmp_path / "dri/card0", "")
    assert look({}, counter=False) == ["display.would_draw"]
    assert look({}, counter=True) == ["display.no_screen"]


def test_frames_are_counted_over_the_time_between_two_heartbeats():
    card = ScreenCard(2_000_000_000, 118, 1, "kmsdrm")
    (finding,) = display.Display(counter=True, screen=card).judge()
    assert (finding.code, finding.values["per_s"]) == ("display.frames", 59)


def test_the_cards_of_the_kernel_are_read(tmp_path):
    write(
        tmp_path / "asound/cards",
        " 0 [vc4hdmi0  ]: vc4-hdmi - vc4-hdmi-0\n               vc4-hdmi-0\n",
    )
    found = sound.look(wanted=True, state="", settings=tmp_path, proc=tmp_path)
    assert found.cards == ("vc4-hdmi-0",)
    assert codes(found.judge())[0] == "sound.card"
    none = tmp_path / "none"
    silent = sound.look(wanted=True, state="", settings=none, proc=none)
    assert codes(silent.judge())[0] == "sound.no_card"


def test_the_socket_that_was_chosen_is_named(tmp_path):
    write(
        tmp_path / "screen.env", "SCREEN_OPTIONS=\nAUDIODEV=sysdefault:CARD=vc4hdmi0\n"
    )
    found = sound.look(wanted=True, state="ready", settings=tmp_path, proc=tmp_path)
    told, _ = found.judge()
    assert (told.code, told.values["card"]) == (
        "sound.ready",
        "sysdefault:CARD=vc4hdmi0",
    )


def test_an_alarm_and_nothing_on_sale_are_amber():
    alarmed = counter.CounterFacts(
        running=True, answers=True, mode="attract", alarms=(verbatim("jam"),)
    )
    assert codes(alarmed.judge()) == ["duty.running", "duty.alarm"]
    assert codes(facts.SettingsFacts("x").judge()) == ["settings.nothing_on_sale"]
