"""Every wire: its idle level, its glitches, its live edges, the width of its pulses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from cabinet.core.events import MILLISECOND, Edge, Nanos
from cabinet.core.operating import Slot
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red
from cabinet.diagnostics.measurements import WireSummary, summary

# So many edges in a second are no hand and no coin.
STORM: Final = 200
# Nearer than this to a limit, a warm day will be too much.
MARGIN: Final = 0.15
# Makers promise 20 % around the width they print; see docs/wiring.md.
NARROWEST: Final = 0.6
WIDEST: Final = 1.6
LEAST_MS: Final = 12  # what is shorter could be a spike


@dataclass(frozen=True, slots=True)
class Wires:
    """What was seen of the inputs.

    `slots` are those whose pulses come as edges: a board counts its coins itself.
    """

    lines: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    levels: Mapping[str, bool] = field(default_factory=dict)
    edges: Sequence[Edge] = ()

    def judge(self) -> Iterator[Finding]:
        """A line for each wire; one for all when most of them are wrong alike."""
        seen = {line: self._summary(line) for line in self.lines}
        active = sum(wire.active for wire in seen.values())
        if active > len(seen) // 2 and active > 2:
            yield red("wires.all_active", "wires", count=active, total=len(seen))
            return
        slots = {slot.line: slot for slot in self.slots}
        for line, wire in seen.items():
            slot = slots.get(line)
            if fault := _fault(line, wire):
                yield fault
            elif slot is not None and wire.pulses and not slot.widths:
                yield _widths(line, wire.pulses, slot)
            elif wire.edges:
                yield green("wires.moves", line, n=wire.edges)
            else:
                yield green("wires.idle", line)
        if "lockout" not in self.outputs:
            yield amber("wires.no_lockout", "lockout")

    def _summary(self, line: str) -> WireSummary:
        own = [edge for edge in self.edges if edge.line == line]
        return summary(own, active=self.levels.get(line, False))


def _fault(line: str, wire: WireSummary) -> Finding | None:
    """What is wrong with the copper."""
    if wire.most_per_s > STORM:
        return red("wires.storm", line, per_s=wire.most_per_s)
    # Active at rest, these are money or mischief; a button may just be held.
    if wire.active and line.startswith("coin."):
        return red("wires.money_active", line)
    if wire.active and line == "tilt":
        return red("wires.tilt_active", line)
    if wire.active and line == "service":
        return red("wires.service_active", line)
    if wire.active:
        return amber("wires.held", line)
    if wire.glitches:
        return amber("wires.glitches", line, n=wire.glitches)
    return None


def _widths(line: str, pulses: Sequence[Nanos], slot: Slot) -> Finding:
    """Whether the pulses of an acceptor fit the window that the settings give."""
    middle = median(pulses)
    values: dict[str, object] = {
        "n": len(pulses),
        "shortest": _ms(min(pulses)),
        "longest": _ms(max(pulses)),
        "least": _ms(slot.min_width),
        "most": _ms(slot.max_width),
        "advice": advice(middle),
        "number": slot.number - 1,
    }
    if max(pulses) >= slot.jam:
        return red("wires.jam", line, jam=_ms(slot.jam), **values)
    if min(pulses) < LEAST_MS * MILLISECOND:
        return red("wires.too_narrow", line, **values)
    if min(pulses) < slot.min_width:
        return red("wires.too_short", line, **values)
    if max(pulses) > slot.max_width:
        return red("wires.too_long", line, **values)
    low, high = slot.min_width * (1 + MARGIN), slot.max_width * (1 - MARGIN)
    if min(pulses) < low or max(pulses) > high:
        return amber("wires.near_limit", line, **values)
    return green("wires.pulses", line, **values)


def advice(width: float) -> str:
    """The window to write for an acceptor with pulses of about this width."""
    w = width / MILLISECOND
    return f"[{max(LEAST_MS, round(NARROWEST * w))}, {round(WIDEST * w)}]"


def _ms(width: float) -> str:
    return f"{width / MILLISECOND:.3g}"
