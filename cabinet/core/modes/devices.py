"""What the wires hang on: which devices are there, and what depends on each.

A cabinet may have several: pins for coins and lock-out, an encoder for the sticks, an
acceptor that speaks for itself. Losing one shuts what depends on it and nothing else:
its slot, or the seats of its stick. Only a cabinet on which nobody could begin or play
a match is out of order: Start or every stick is out of reach.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, LinkFound, LinkLost, Nanos
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.core.modes.faults import mend
from cabinet.core.modes.state import (
    Away,
    Cabinet,
    Join,
    OutOfOrder,
    Step,
    device_lost,
)
from cabinet.core.money.till import alarm
from cabinet.core.operating import Offer, OperatingSettings
from cabinet.i18n.message import Message

# Everything hangs on it: the one port of a cabinet without `io.devices`.
WHOLE: Final = ""
# A board that restarts is back by then, and nobody has to read about it.
LINK_GRACE: Final[Nanos] = 2 * SECOND


def is_away(state: Cabinet, line: str, operating: OperatingSettings) -> bool:
    """Whether the device of a line cannot be reached."""
    if WHOLE in state.away:
        return True
    return any(line in operating.devices.get(name, ()) for name in state.away)


def slots_away(state: Cabinet, operating: OperatingSettings) -> frozenset[int]:
    """The coin slots whose device cannot be reached."""
    if not state.away:
        return frozenset()
    return frozenset(
        slot.number for slot in operating.slots if is_away(state, slot.line, operating)
    )


def cut_off(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether nobody could begin or play a match with what can be reached."""
    if not state.away:
        return False
    wired = operating.wired
    left = _reached(state, operating)
    lost_start = "start" in wired.lines and "start" not in left.lines
    lost_sticks = bool(wired.sticks) and not left.sticks
    return WHOLE in state.away or lost_start or lost_sticks


def most_persons(state: Cabinet, offer: Offer, operating: OperatingSettings) -> int:
    """How many can play an offer now; where each needs a stick, sticks count."""
    if offer.hands is None or not state.away:
        return offer.most
    return max(1, min(offer.most, len(_reached(state, operating).sticks)))


def link_due(state: Cabinet, operating: OperatingSettings) -> Nanos | None:
    """When what is lost puts the cabinet out of order; None while it does not."""
    known = [away.since for away in state.away.values() if away.why]
    if not known or not cut_off(state, operating):
        return None
    return max(known) + LINK_GRACE


def why_cut_off(state: Cabinet) -> Message | None:
    """What to say of a cabinet that is cut off: what was lost last."""
    known = [away for away in state.away.values() if away.why]
    return max(known, key=lambda away: away.since).why if known else None


def lose_device(state: Cabinet, event: LinkLost, operating: OperatingSettings) -> Step:
    """One alarm for a loss, however often its reason changes."""
    before = state.away.get(event.device)
    since = before.since if before else event.at
    away = {**state.away, event.device: Away(since, event.why)}
    state = _seated(replace(state, away=away), operating)
    match state.mode:
        case OutOfOrder(reason="link") as mode:
            state = replace(state, mode=replace(mode, detail=why_cut_off(state)))
    if before and before.why:
        return state, ()
    return alarm(state, device_lost(event.device, event.why))


def find_device(
    state: Cabinet, event: LinkFound, operating: OperatingSettings
) -> Cabinet:
    """A device is back, and with it what depends on it."""
    away = {name: lost for name, lost in state.away.items() if name != event.device}
    state = replace(state, away=away)
    match state.mode:
        case OutOfOrder(reason="link") as mode if not cut_off(state, operating):
            return mend(state, mode, event.at, operating)
    return state


def _seated(state: Cabinet, operating: OperatingSettings) -> Cabinet:
    """Nobody waits in a seat whose stick is gone."""
    match state.mode:
        case Join(offer=offer, persons=persons) as mode:
            most = most_persons(state, operating.offers[offer], operating)
            mode = replace(mode, persons=min(persons, most))
            return replace(state, mode=mode)
    return state


def _reached(state: Cabinet, operating: OperatingSettings) -> WiredButtons:
    lost = frozenset[str]().union(
        *(operating.devices.get(name, frozenset()) for name in state.away)
    )
    return WiredButtons(operating.wired.lines - lost)
