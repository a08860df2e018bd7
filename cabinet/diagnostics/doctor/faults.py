"""Faults to try the doctor with: `cabinet doctor --sim --fault NAME`.

Faults of copper happen on the simulated wires; all others are facts as the machine
would tell them. `data/faults.yaml` has them all. Each names the finding that has to
come of it, and a test for each says that it does, and alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import yaml

from cabinet.core.events import SECOND
from cabinet.diagnostics.doctor.endurance import Mount
from cabinet.diagnostics.doctor.facts import Facts
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.listening import Hands
from cabinet.diagnostics.doctor.permissions import DeviceAccess
from cabinet.diagnostics.doctor.units import NEEDED, SAFE, TARGET, Unit, Units
from cabinet.i18n.message import message, verbatim
from cabinet.io.sim import SimPort
from cabinet.protocol.doctor import ScreenCard
from cabinet.protocol.fields import build
from cabinet.protocol.refusals import Problem

Edit = Callable[[Facts], Facts]
_FILE: Final = Path(__file__).parent / "data" / "faults.yaml"
_LONG: Final = 60 * SECOND


def _nothing(_: SimPort) -> None:
    pass


def _as_it_is(facts: Facts) -> Facts:
    return facts


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` is what the doctor must find; the rest is how it comes about."""

    code: str
    hands: Hands = _nothing
    options: Mapping[str, object] = field(default_factory=dict)
    edit: Edit = _as_it_is


NO_FAULT: Final = Fault("")


def _stuck(line: str) -> Hands:
    def hands(port: SimPort) -> None:
        for name in port.levels() if line == "all" else (line,):
            port.stick(name, active=True, for_ns=_LONG)
        port.poll()

    return hands


def _coins(port: SimPort) -> None:
    port.write("lockout", on=True)
    port.insert(1, pulses=3)


def _tilt_stuck(facts: Facts) -> Facts:
    """Not every cabinet has the switch: this one does."""
    wires = facts.wires
    if wires is None:
        return facts
    levels = {**wires.levels, "tilt": True}
    lines = (*(line for line in wires.lines if line != "tilt"), "tilt")
    return replace(facts, wires=replace(wires, lines=lines, levels=levels))


def _wires_gone(facts: Facts) -> Facts:
    return replace(facts, wires=None, link=Link("gpio", error=verbatim("no GPIO")))


_EDITS: Final = {"tilt_stuck": _tilt_stuck, "wires_gone": _wires_gone}
# Facts that are no plain values, by part and name.
_MADE: Final[Mapping[tuple[str, str], Callable[[Any], object]]] = {
    ("display", "screen"): lambda told: ScreenCard(*told) if told else None,
    ("endurance", "root"): lambda told: Mount(*told),
    ("endurance", "state"): lambda told: Mount(*told),
    ("endurance", "settings"): lambda told: Mount(*told),
    ("duty", "why"): verbatim,
    ("duty", "detail"): lambda told: message(**told),
    ("books", "damage"): verbatim,
    ("settings", "problems"): lambda told: tuple(
        build(Problem, one, "problem") for one in told
    ),
    ("permissions", "things"): lambda told: tuple(DeviceAccess(*one) for one in told),
    ("permissions", "settings"): lambda told: DeviceAccess(*told),
}


def _part(part: str, changes: Mapping[str, Any]) -> Edit:
    """Other facts of one part."""
    made = {
        name: _MADE[part, name](told) if (part, name) in _MADE else told
        for name, told in changes.items()
    }

    def edit(facts: Facts) -> Facts:
        known = getattr(facts, part)
        return replace(facts, **{part: replace(known, **made)}) if known else facts

    return edit


def _unit(name: str, state: Mapping[str, Any]) -> Edit:
    """All units as they should be, but for one."""
    running = (Unit(needed, "active", "running") for needed in NEEDED)
    kept = (Unit(TARGET, "active", enabled=True), *running, Unit(SAFE, "inactive"))
    changed = {unit.name: unit for unit in kept}
    changed[name] = replace(changed[name], **state)
    units = Units(systemd=True, units=tuple(changed.values()))
    return lambda facts: replace(facts, units=units)


def _fault(finds: str, **how: Any) -> Fault:  # noqa: ANN401 - as the file has it
    match how:
        case {"stuck": line}:
            return Fault(finds, _stuck(line))
        case {"glitch": told}:
            return Fault(finds, lambda port: port.glitch(**told))
        case {"width_ms": width}:
            return Fault(finds, _coins, {"coin_width_ms": width, "bounce": False})
        case {"edit": name}:
            return Fault(finds, edit=_EDITS[name])
        case {"unit": name, **state}:
            return Fault(finds, edit=_unit(name, state))
        case {"link": told}:
            return Fault(finds, edit=lambda facts: replace(facts, link=Link(**told)))
    ((part, changes),) = how.items()
    return Fault(finds, edit=_part(part, changes))


FAULTS: Final[Mapping[str, Fault]] = {
    name: _fault(**told)
    for name, told in yaml.safe_load(_FILE.read_text(encoding="utf-8")).items()
}
