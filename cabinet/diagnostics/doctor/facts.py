"""Everything that is known of a cabinet, and all that follows from it."""

from dataclasses import dataclass

from cabinet.diagnostics.doctor import (
    books,
    clock,
    counter,
    display,
    endurance,
    heat,
    kernel,
    link,
    permissions,
    rejected_pulses,
    settings,
    sound,
    storage,
    units,
    wires,
)
from cabinet.diagnostics.doctor.books import BooksFacts
from cabinet.diagnostics.doctor.clock import ClockFacts
from cabinet.diagnostics.doctor.counter import CounterFacts
from cabinet.diagnostics.doctor.display import Display
from cabinet.diagnostics.doctor.endurance import Endurance
from cabinet.diagnostics.doctor.findings import Finding
from cabinet.diagnostics.doctor.heat import Heat
from cabinet.diagnostics.doctor.kernel import Kernel
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.permissions import Permissions
from cabinet.diagnostics.doctor.rejected_pulses import RejectedPulses
from cabinet.diagnostics.doctor.settings import SettingsFacts
from cabinet.diagnostics.doctor.sound import SoundFacts
from cabinet.diagnostics.doctor.storage import Storage
from cabinet.diagnostics.doctor.units import Units
from cabinet.diagnostics.doctor.wires import Wires


@dataclass(frozen=True, slots=True)
class Facts:
    """What was read, part by part; without right settings nobody knows the wires."""

    settings: SettingsFacts
    duty: CounterFacts
    storage: Storage
    books: BooksFacts
    clock: ClockFacts
    permissions: Permissions
    units: Units
    heat: Heat
    kernel: Kernel
    endurance: Endurance
    refused: RejectedPulses
    display: Display
    sound: SoundFacts
    link: Link | None = None
    wires: Wires | None = None


def judge(facts: Facts) -> list[Finding]:
    """Every finding, in the order an operator would walk around the cabinet."""
    return [
        *settings.judge(facts.settings),
        *counter.judge(facts.duty),
        *(link.judge(facts.link) if facts.link else ()),
        *(wires.judge(facts.wires) if facts.wires else ()),
        *rejected_pulses.judge(facts.refused),
        *display.judge(facts.display),
        *sound.judge(facts.sound),
        *books.judge(facts.books),
        *storage.judge(facts.storage),
        *clock.judge(facts.clock),
        *heat.judge(facts.heat),
        *kernel.judge(facts.kernel),
        *endurance.judge(facts.endurance),
        *permissions.judge(facts.permissions),
        *units.judge(facts.units),
    ]
