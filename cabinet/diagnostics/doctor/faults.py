"""Faults to try the doctor with: `cabinet doctor --sim --fault NAME`.

Faults of copper happen on the simulated wires; all others are facts as the machine
would tell them. Each names the finding that has to come of it, and a test for each
says that it does, and alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.core.events import SECOND
from cabinet.diagnostics.doctor.books import DAY_MS
from cabinet.diagnostics.doctor.endurance import Mount
from cabinet.diagnostics.doctor.facts import Facts
from cabinet.diagnostics.doctor.heat import EARLIER, THROTTLED, UNDERVOLTAGE
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.permissions import Access
from cabinet.diagnostics.doctor.units import (
    COUNTER,
    NEEDED,
    SAFE,
    SCREEN,
    TARGET,
    Unit,
    Units,
)
from cabinet.i18n.message import message
from cabinet.io.sim import SimPort
from cabinet.protocol.doctor import ScreenCard
from cabinet.protocol.refusals import Place, Problem

Edit = Callable[[Facts], Facts]
_LONG: Final = 60 * SECOND


def _nothing(_: SimPort) -> None:
    pass


def _as_it_is(facts: Facts) -> Facts:
    return facts


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` is what the doctor must find; the rest is how it comes about."""

    code: str
    hands: Callable[[SimPort], None] = _nothing
    options: Mapping[str, object] = field(default_factory=dict)
    edit: Edit = _as_it_is


def _stuck(line: str) -> Callable[[SimPort], None]:
    def hands(port: SimPort) -> None:
        port.stick(line, active=True, for_ns=_LONG)
        port.poll()

    return hands


def _all_stuck(port: SimPort) -> None:
    for line in port.levels():
        port.stick(line, active=True, for_ns=_LONG)
    port.poll()


def _coins(port: SimPort) -> None:
    port.write("lockout", on=True)
    port.insert(1, pulses=3)


def _glitches(port: SimPort) -> None:
    port.glitch("start", count=4, width_us=300)


def _storm(port: SimPort) -> None:
    port.glitch("coin.1", count=600, width_us=200)


def _width(milliseconds: int) -> Fault:
    code = "wires.too_narrow" if milliseconds < 30 else "wires.too_long"
    return Fault(code, _coins, {"coin_width_ms": milliseconds, "bounce": False})


def _fact(code: str, edit: Edit) -> Fault:
    return Fault(code, edit=edit)


def _part(code: str, part: str, **changes: object) -> Fault:
    """Other facts of one part."""

    def edit(facts: Facts) -> Facts:
        changed = replace(getattr(facts, part), **changes)
        return replace(facts, **{part: changed})

    return Fault(code, edit=edit)


def _screen(frames: int, late: int, sound: str = "ready") -> Edit:
    card = ScreenCard(SECOND, frames, late, "kmsdrm", sound)
    return lambda facts: replace(facts, display=replace(facts.display, screen=card))


def _no_lockout(facts: Facts) -> Facts:
    wires = facts.wires
    return replace(facts, wires=replace(wires, outputs=()) if wires else None)


def _tilt_stuck(facts: Facts) -> Facts:
    """Not every cabinet has the switch: this one does."""
    wires = facts.wires
    if wires is None:
        return facts
    levels = {**wires.levels, "tilt": True}
    lines = (*(line for line in wires.lines if line != "tilt"), "tilt")
    return replace(facts, wires=replace(wires, lines=lines, levels=levels))


def _config_txt(code: str, line: str) -> Fault:
    pins = {17: "coin.1", 26: "p1.a", 3: "power"}
    text = f"dtparam=strict_gpiod\n{line}\n"
    return _part(code, "kernel", text=text, backend="gpio", pins=pins)


def _unit(code: str, name: str = COUNTER, **state: object) -> Fault:
    """All units as they should be, but for one."""
    kept = (Unit(TARGET, "active", enabled=True), *(_running(n) for n in NEEDED))
    changed = {unit.name: unit for unit in (*kept, Unit(SAFE, "inactive"))}
    changed[name] = replace(changed[name], **state)  # type: ignore[arg-type]
    units = Units(systemd=True, units=tuple(changed.values()))
    return _fact(code, lambda facts: replace(facts, units=units))


def _running(name: str) -> Unit:
    return Unit(name, "active", "running")


def _settings_open(facts: Facts) -> Facts:
    thing = Access("/etc/cabinet/cabinet.yaml", allowed=True, mode=0o666)
    return replace(facts, permissions=replace(facts.permissions, settings=thing))


def _link(code: str, backend: str, **facts_: object) -> Fault:
    link = replace(Link(backend), **facts_)  # type: ignore[arg-type]
    return _fact(code, lambda facts: replace(facts, link=link))


_OVERLAY: Final = Mount("/", "overlay")
_DENIED: Final = Access("/dev/gpiochip0", allowed=False, group="gpio")

FAULTS: Final[Mapping[str, Fault]] = {
    "coin-stuck": Fault("wires.money_active", _stuck("coin.1")),
    "tilt-stuck": _fact("wires.tilt_active", _tilt_stuck),
    "service-stuck": Fault("wires.service_active", _stuck("service")),
    "button-held": Fault("wires.held", _stuck("mode")),
    "no-ground": Fault("wires.all_active", _all_stuck),
    "glitches": Fault("wires.glitches", _glitches),
    "storm": Fault("wires.storm", _storm),
    "pulses-narrow": _width(8),
    "pulses-long": _width(120),
    "pulses-jam": replace(_width(700), code="wires.jam"),
    "pulses-near": replace(_width(75), code="wires.near_limit"),
    "pulses-refused": _part(
        "refused.short", "refused", counts=(("coin.1", "short", 25),)
    ),
    "no-lockout": _fact("wires.no_lockout", _no_lockout),
    "wires-gone": _fact(
        "link.error",
        lambda facts: replace(facts, wires=None, link=Link("gpio", error="no GPIO")),
    ),
    "no-board": _link("link.no_board", "serial", about={"port": "auto"}),
    "board-lost": _link("link.lost", "serial", about={"lost": "the board is silent"}),
    "board-cable": _link(
        "link.damaged",
        "serial",
        about={"port": "auto", "board": "c0ffee42", "firmware": "2.0", "damaged": "99"},
    ),
    "port-forbidden": _link(
        "link.forbidden", "serial", forbidden="/dev/ttyACM0", group="dialout"
    ),
    "coins-uncounted": _link(
        "link.uncounted", "gpio", about={"coins": "gpiozero", "pins": "LGPIOFactory"}
    ),
    "counter-silent": _part(
        "duty.silent", "duty", running=True, answers=False, why="no answer"
    ),
    "out-of-order": _part(
        "duty.out_of_order",
        "duty",
        running=True,
        answers=True,
        mode="out_of_order",
        detail="the disk is full",
    ),
    "no-screen": _part("display.no_screen", "display", counter=True, screen=None),
    "card-forbidden": _part(
        "display.forbidden",
        "display",
        counter=False,
        screen=None,
        driver="",
        forbidden="/dev/dri/card0",
    ),
    "frames-few": _fact("display.few", _screen(48, 2)),
    "frames-too-few": _fact("display.too_few", _screen(12, 12)),
    "no-sound": _part("sound.silent", "sound", wanted=True, state="silent"),
    "disk-slow": _part("storage.slow", "storage", writes_ms=(80.0,) * 12),
    "disk-too-slow": _part("storage.too_slow", "storage", writes_ms=(400.0,) * 12),
    "disk-full": _part("storage.full", "storage", free=1_000_000),
    "disk-nearly-full": _part("storage.nearly_full", "storage", free=200_000_000),
    "disk-read-only": _part("storage.read_only", "storage", read_only=True),
    "disk-worn": _part("storage.worn", "storage", life=10),
    "disk-worn-out": _part("storage.worn_out", "storage", life=11),
    "disk-errors": _part("storage.errors", "storage", errors=3),
    "books-damaged": _part("books.damaged", "books", damage="posting 7 is not whole"),
    "no-copy": _part("books.no_copy", "books", postings=12, copy_age_ms=None),
    "copy-old": _part("books.old_copy", "books", postings=12, copy_age_ms=9 * DAY_MS),
    "clock-unkept": _part("clock.unkept", "clock", kept=False, has_battery=False),
    "clock-behind": _part("clock.behind", "clock", wall_ms=0, last_ms=9 * DAY_MS),
    "hot": _part("heat.hot", "heat", degrees=84.0),
    "warm": _part("heat.warm", "heat", degrees=73.0),
    "undervoltage": _part("heat.undervoltage", "heat", throttled=UNDERVOLTAGE),
    "throttled": _part("heat.throttled", "heat", throttled=THROTTLED),
    "undervoltage-earlier": _part(
        "heat.undervoltage_earlier", "heat", throttled=UNDERVOLTAGE << EARLIER
    ),
    "pin-taken": _config_txt("kernel.pin_taken", "dtoverlay=gpio-poweroff"),
    "bus-on": _config_txt("kernel.bus_on", "dtparam=i2c_arm=on"),
    "not-strict": _part(
        "kernel.not_strict",
        "kernel",
        text="arm_64bit=1",
        backend="gpio",
        pins={17: "coin.1"},
    ),
    "unwatched": _part("endurance.unwatched", "endurance", runtime="0"),
    "no-watchdog-chip": _part(
        "endurance.no_chip", "endurance", runtime="14s", chip=False
    ),
    "memory-unlimited": _part(
        "endurance.unlimited", "endurance", runtime="14s", chip=True, limits=False
    ),
    "books-in-memory": _part(
        "endurance.forgets", "endurance", root=_OVERLAY, state=_OVERLAY
    ),
    "books-covered": _part(
        "endurance.covered",
        "endurance",
        root=_OVERLAY,
        state=replace(_OVERLAY, place="/var/lib/cabinet"),
    ),
    "settings-in-memory": _part(
        "endurance.settings_forget",
        "endurance",
        root=_OVERLAY,
        state=Mount("/var/lib/cabinet", "ext4"),
        settings=_OVERLAY,
    ),
    "gpio-denied": _part("permissions.denied", "permissions", things=(_DENIED,)),
    "settings-open": _fact("permissions.anybody_writes", _settings_open),
    "unit-missing": _unit("units.inactive", SCREEN, active="inactive", sub="dead"),
    "unit-stopped": _unit("units.stopped", TARGET, active="inactive"),
    "unit-not-enabled": _unit("units.not_enabled", TARGET, enabled=False),
    "safe-screen": _unit("units.safe", SAFE, active="active", sub="running"),
    "unit-failed": _unit("units.failed", active="failed", result="watchdog"),
    "unit-restarting": _unit(
        "units.restarting", active="activating", sub="auto-restart"
    ),
    "unit-restarted": _unit("units.restarted", restarts=12),
    "settings-wrong": _part(
        "settings.problem",
        "settings",
        problems=(
            Problem(
                message("setting.no_setting"),
                path=("cabinet", "langage"),
                name="cabinet.yaml",
                place=Place(4, 3),
            ),
        ),
    ),
}
