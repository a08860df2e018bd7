"""One examination from door to door: who is asked what, in which order."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from cabinet.books.accounts import account
from cabinet.clock import SystemClock
from cabinet.core.boards import Boards
from cabinet.core.errors import BooksError
from cabinet.core.events import SECOND, Nanos
from cabinet.core.program_settings import ProgramSettings
from cabinet.diagnostics.doctor import (
    books,
    clock,
    display,
    endurance,
    heat,
    kernel,
    listening,
    permissions,
    rejected_pulses,
    sound,
    storage,
    units,
)
from cabinet.diagnostics.doctor.counter import ProbeAnswer, Seen, visit
from cabinet.diagnostics.doctor.facts import Facts, SettingsFacts
from cabinet.diagnostics.doctor.faults import NO_FAULT, Fault
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.wires import Wires
from cabinet.places import Place
from cabinet.settings import ConfigError
from cabinet.settings.programs import program_settings

LISTEN: Final[Nanos] = SECOND
_DEVICES: Final = ("gpiochip*", "dri/card*", "snd/control*")


def examine(
    place: Place,
    listen: Nanos = LISTEN,
    fault: Fault = NO_FAULT,
    seen: Seen = lambda _: None,
) -> Facts:
    """Look at everything; the counter is asked for what it holds."""
    known, settings_facts = _settings(place)
    told = visit(place.bus, listen, seen)
    duty, came = (told.duty, told) if isinstance(told, ProbeAnswer) else (told, None)
    wired: listening.Opened | None = None
    if known is not None and not duty.running:
        wired = _open(known, place, listen, fault, seen)
    elif known is not None and came is not None:
        wired = _through_the_counter(known, came)
    wall_ms = SystemClock().wall_ms()
    found_books = books.look(place.books, place.copies, wall_ms)
    screen = came.examined.screen if came else None
    backend = known.backend if known else "gpio"
    facts = Facts(
        settings=settings_facts,
        duty=duty,
        storage=storage.look(
            nearest(place.state), reserve=known.operating.reserve if known else 0
        ),
        books=found_books,
        clock=clock.look(wall_ms, found_books.last_wall_ms),
        permissions=_permissions(place, known),
        units=units.look(),
        heat=heat.look(),
        kernel=kernel.look("gpio" if _pins(known) else backend, _pins(known)),
        endurance=_endurance(place),
        refused=rejected_pulses.look(place.evidence, wall_ms),
        display=display.look(os.environ, screen, counter=duty.answers),
        sound=sound.look(
            wanted=known.loudness.enabled if known else True,
            state=screen.sound if screen else "",
            settings=place.config.parent,
            headphones=known.loudness.headphones if known else "",
        ),
        link=wired[0] if wired else None,
        wires=wired[1] if wired else None,
    )
    return fault.edit(facts)


def _settings(place: Place) -> tuple[ProgramSettings | None, SettingsFacts]:
    """The operator's file; without it there is nothing to hold the wires against."""
    path = str(place.config)
    try:
        known = program_settings(place)
    except ConfigError as wrong:
        return None, SettingsFacts(path, wrong.problems)
    return known, SettingsFacts(path, modes=len(known.operating.offers))


def _open(
    known: ProgramSettings, place: Place, listen: Nanos, fault: Fault, seen: Seen
) -> listening.Opened:
    slots = known.operating.slots
    if known.backend != "sim":
        clock = SystemClock()
        waited_for = listening.answers(known.backend, known.wiring)
        boards = _boards(place) if waited_for else {}
        return listening.examine(
            known.backend, known.wiring, slots, clock, listen, seen, boards
        )
    options = {**known.wiring.options, **fault.options}
    wiring = replace(known.wiring, options=options)
    return listening.simulate(wiring, slots, fault.hands, seen)


def _boards(place: Place) -> Boards:
    """The boards that the books know; without books, none."""
    with suppress(BooksError):
        return account(place.books).books.boards
    return {}


def _through_the_counter(known: ProgramSettings, came: ProbeAnswer) -> listening.Opened:
    told, wiring = came.examined, known.wiring
    backend = "serial" if "port" in told.about else known.backend
    wires = Wires(
        lines=tuple(wiring.inputs),
        outputs=tuple(wiring.outputs),
        slots=listening.told_by_edges(backend, wiring, known.operating.slots),
        levels=told.levels,
        edges=came.edges,
    )
    return Link(backend, told.about), wires


def _permissions(
    place: Place, known: ProgramSettings | None
) -> permissions.Permissions:
    needed = [nearest(place.state)]
    if known and known.backend != "sim":
        needed += (p for each in _DEVICES for p in sorted(Path("/dev").glob(each))[:1])
    secret = bool(known and known.operating.pin)
    return permissions.look(needed, place.config, secret=secret)


def _endurance(place: Place) -> endurance.Endurance:
    if place.sim:
        return endurance.Endurance()
    folders = (place.state, place.config.parent)
    return endurance.look(*(nearest(folder).resolve() for folder in folders))


def _pins(known: ProgramSettings | None) -> Mapping[int, str]:
    if known is None:
        return {}
    kinds = [kind for kind, _ in listening.kinds_of(known.backend, known.wiring)]
    if "gpio" not in kinds:
        return {}
    wires = {**known.wiring.inputs, **known.wiring.outputs}
    return {wire.pin: line for line, wire in wires.items() if wire.pin is not None}


def nearest(folder: Path) -> Path:
    """The folder, or where it would be made."""
    return next(each for each in (folder, *folder.parents) if each.exists())
