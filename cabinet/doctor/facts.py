"""Everything that is known of a cabinet, and all that follows from it."""

from dataclasses import dataclass

from cabinet.doctor import (
    books,
    clock,
    display,
    duty,
    endurance,
    heat,
    kernel,
    link,
    permissions,
    refused,
    settings,
    sound,
    storage,
    units,
    wires,
)
from cabinet.doctor.books import BooksFacts
from cabinet.doctor.clock import ClockFacts
from cabinet.doctor.display import Display
from cabinet.doctor.duty import Duty
from cabinet.doctor.endurance import Endurance
from cabinet.doctor.findings import Finding
from cabinet.doctor.heat import Heat
from cabinet.doctor.kernel import Kernel
from cabinet.doctor.link import Link
from cabinet.doctor.permissions import Permissions
from cabinet.doctor.refused import Refused
from cabinet.doctor.settings import SettingsFacts
from cabinet.doctor.sound import SoundFacts
from cabinet.doctor.storage import Storage
from cabinet.doctor.units import Units
from cabinet.doctor.wires import Wires


@dataclass(frozen=True, slots=True)
class Facts:
    """What was read, part by part; without right settings nobody knows the wires."""

    settings: SettingsFacts
    duty: Duty
    storage: Storage
    books: BooksFacts
    clock: ClockFacts
    permissions: Permissions
    units: Units
    heat: Heat
    kernel: Kernel
    endurance: Endurance
    refused: Refused
    display: Display
    sound: SoundFacts
    link: Link | None = None
    wires: Wires | None = None


def judge(facts: Facts) -> list[Finding]:
    """Every finding, in the order an operator would walk around the cabinet."""
    return [
        *settings.judge(facts.settings),
        *duty.judge(facts.duty),
        *(link.judge(facts.link) if facts.link else ()),
        *(wires.judge(facts.wires) if facts.wires else ()),
        *refused.judge(facts.refused),
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
