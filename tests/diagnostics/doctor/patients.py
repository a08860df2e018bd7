"""Facts of a cabinet that is well, for one fault at a time."""

from dataclasses import replace
from pathlib import Path

from cabinet.core.events import SECOND
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.diagnostics.doctor.books import BooksFacts
from cabinet.diagnostics.doctor.clock import ClockFacts
from cabinet.diagnostics.doctor.counter import CounterFacts
from cabinet.diagnostics.doctor.display import Display
from cabinet.diagnostics.doctor.endurance import Endurance, Mount
from cabinet.diagnostics.doctor.facts import Facts, SettingsFacts
from cabinet.diagnostics.doctor.heat import Heat
from cabinet.diagnostics.doctor.kernel import Kernel
from cabinet.diagnostics.doctor.listening import simulate
from cabinet.diagnostics.doctor.permissions import Permissions
from cabinet.diagnostics.doctor.rejected_pulses import RejectedPulses
from cabinet.diagnostics.doctor.sound import SoundFacts
from cabinet.diagnostics.doctor.storage import Storage
from cabinet.diagnostics.doctor.units import Units, read
from cabinet.protocol.doctor import ScreenCard

INPUTS = ("coin.1", "power", "start", "mode", "player", "service", "test", "p1.a")
WIRING = Wiring(
    inputs={line: Wire() for line in INPUTS},
    outputs={line: Wire() for line in ("lockout", "lamp.start")},
    options={"bounce": True, "seed": 3},
)
SLOTS = (Slot(),)
CARD = Mount("/", "ext4")
# What `systemctl show` of systemd 252 printed for these units, in each of these states.
SHOWN = Path(__file__).parent / "systemctl"
RUNNING = SHOWN / "running.txt"


def well(fault=None):
    """A cabinet with nothing wrong, or with one fault of `doctor.faults`."""
    wiring = WIRING
    if fault:
        wiring = replace(wiring, options={**WIRING.options, **fault.options})
    link, wires = simulate(wiring, SLOTS, fault.hands if fault else lambda _: None)
    facts = Facts(
        settings=SettingsFacts("cabinet.yaml", modes=7),
        duty=CounterFacts(running=True, answers=True, mode="attract"),
        storage=Storage("state", (2.0,) * 12, free=9_000_000_000, life=1),
        books=BooksFacts("books", 12, copy_age_ms=3_600_000),
        clock=ClockFacts(1_800_000_000_000, kept=True),
        permissions=Permissions("cabinet"),
        units=Units(systemd=True, units=read(RUNNING.read_text(encoding="utf-8"))),
        heat=Heat(48.0, 0),
        kernel=Kernel("dtparam=strict_gpiod\n", "gpio", {17: "coin.1"}),
        endurance=Endurance("14s", chip=True, limits=True, root=CARD, state=CARD),
        refused=RejectedPulses(),
        display=Display(
            counter=True, screen=ScreenCard(SECOND, 60, 0, "kmsdrm", "ready")
        ),
        sound=SoundFacts(cards=("HDMI",), state="ready"),
        link=link,
        wires=wires,
    )
    return fault.edit(facts) if fault else facts
