"""Every wire: its idle level, its glitches, its live edges, the width of its pulses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Edge, Nanos
from cabinet.core.operating import Slot
from cabinet.diagnostics.doctor.findings import Finding, Verdicts
from cabinet.diagnostics.measurements import WireSummary, story

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
    """What was seen of the inputs in `listened`.

    `slots` are those whose pulses come as edges: a board counts its coins itself.
    """

    lines: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    levels: Mapping[str, bool] = field(default_factory=dict)
    edges: Sequence[Edge] = ()
    listened: Nanos = SECOND


def judge(facts: Wires) -> list[Finding]:
    """A line for each wire; one for all when most of them are wrong alike."""
    say = Verdicts("wires")
    stories = {line: _story(line, facts) for line in facts.lines}
    active = [line for line, told in stories.items() if told.active]
    if len(active) > len(stories) // 2 and len(active) > 2:
        say.red("all_active", "wires", count=len(active), total=len(stories))
        return say.findings
    slots = {slot.line: slot for slot in facts.slots}
    for line, told in stories.items():
        if not _fault(say, line, told):
            slot = slots.get(line)
            if slot is not None and told.pulses and not slot.widths:
                _widths(say, line, told.pulses, slot)
            else:
                _rest(say, line, told)
    if "lockout" not in facts.outputs:
        say.amber("no_lockout", "lockout")
    return say.findings


def _story(line: str, facts: Wires) -> WireSummary:
    own = [edge for edge in facts.edges if edge.line == line]
    return story(own, active=facts.levels.get(line, False))


def _fault(say: Verdicts, line: str, told: WireSummary) -> bool:
    """Whether something is wrong with the copper, told at once."""
    if told.most_per_s > STORM:
        say.red("storm", line, per_s=told.most_per_s)
    # Active at rest, these are money or mischief; a button may just be held.
    elif told.active and line.startswith("coin."):
        say.red("money_active", line)
    elif told.active and line == "tilt":
        say.red("tilt_active", line)
    elif told.active and line == "service":
        say.red("service_active", line)
    elif told.active:
        say.amber("held", line)
    elif told.glitches:
        say.amber("glitches", line, n=told.glitches)
    else:
        return False
    return True


def _rest(say: Verdicts, line: str, told: WireSummary) -> None:
    if told.edges:
        say.green("moves", line, n=told.edges)
    else:
        say.green("idle", line)


def _widths(say: Verdicts, line: str, pulses: Sequence[Nanos], slot: Slot) -> None:
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
        say.red("jam", line, jam=_ms(slot.jam), **values)
    elif min(pulses) < LEAST_MS * MILLISECOND:
        say.red("too_narrow", line, **values)
    elif min(pulses) < slot.min_width:
        say.red("too_short", line, **values)
    elif max(pulses) > slot.max_width:
        say.red("too_long", line, **values)
    elif min(pulses) < slot.min_width * (1 + MARGIN) or max(pulses) > slot.max_width * (
        1 - MARGIN
    ):
        say.amber("near_limit", line, **values)
    else:
        say.green("pulses", line, **values)


def advice(width: float) -> str:
    """The window to write for an acceptor with pulses of about this width."""
    w = width / MILLISECOND
    return f"[{max(LEAST_MS, round(NARROWEST * w))}, {round(WIDEST * w)}]"


def _ms(width: float) -> str:
    return f"{width / MILLISECOND:.3g}"
