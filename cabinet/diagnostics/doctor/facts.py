"""Everything that is known of a cabinet, and all that follows from it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from cabinet.diagnostics.doctor.books import BooksFacts
from cabinet.diagnostics.doctor.clock import ClockFacts
from cabinet.diagnostics.doctor.counter import CounterFacts
from cabinet.diagnostics.doctor.display import Display
from cabinet.diagnostics.doctor.endurance import Endurance
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red
from cabinet.diagnostics.doctor.heat import Heat
from cabinet.diagnostics.doctor.kernel import Kernel
from cabinet.diagnostics.doctor.link import Link
from cabinet.diagnostics.doctor.permissions import Permissions
from cabinet.diagnostics.doctor.rejected_pulses import RejectedPulses
from cabinet.diagnostics.doctor.sound import SoundFacts
from cabinet.diagnostics.doctor.storage import Storage
from cabinet.diagnostics.doctor.units import Units
from cabinet.diagnostics.doctor.wires import Wires
from cabinet.protocol.refusals import Problem


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """The operator's file: all its `problems`, and how many `modes` are on sale."""

    path: str
    problems: tuple[Problem, ...] = ()
    modes: int = 0

    def judge(self) -> Iterator[Finding]:
        """Whether the cabinet can start with it, and has something to sell."""
        for problem in self.problems:
            yield red("settings.problem", "settings", problem=problem)
        if not self.problems and not self.modes:
            yield amber("settings.nothing_on_sale", "settings", path=self.path)
        elif not self.problems:
            yield green("settings.right", "settings", path=self.path, n=self.modes)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was read, part by part, as an operator would walk around the cabinet.

    Without right settings nobody knows the link and the wires.
    """

    settings: SettingsFacts
    duty: CounterFacts
    link: Link | None
    wires: Wires | None
    refused: RejectedPulses
    display: Display
    sound: SoundFacts
    books: BooksFacts
    storage: Storage
    clock: ClockFacts
    heat: Heat
    kernel: Kernel
    endurance: Endurance
    permissions: Permissions
    units: Units

    def judge(self) -> Iterator[Finding]:
        """Every finding, part by part."""
        for field in fields(self):
            if (part := getattr(self, field.name)) is not None:
                yield from part.judge()
