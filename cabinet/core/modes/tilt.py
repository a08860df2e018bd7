"""The tilt switch, where one is wired: somebody beats or shakes the cabinet.

A blow is booked once, however many follow it, until the switch has been at rest for
as long as the operator says; all that time the slot is shut. Credits and a match in
progress are untouched.

A blow can shake a pulse out of a coin switch, and it can fall together with a coin
that was already on its way. Nobody can tell the two apart, so a pulse that begins a
coin while things still shake is held: booked with what it would be worth, credited to
nobody, left to the staff. A coin that was counted before the blow is a coin to its
last pulse, and a pulse that comes when nothing has moved for a while is money, even
if the slot should be shut: a coin that was dropped is never discarded.

A switch that does not come to rest is broken, and told so. One that never moves
shakes nothing: the slot stays shut, but a coin that comes all the same is money.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.modes.state import TILT, TILT_STUCK, Cabinet, Service, Step, Tilt
from cabinet.core.money.till import alarm
from cabinet.core.operating import OperatingSettings, Slot
from cabinet.i18n.message import message

LINE: Final = "tilt"
# So long after a blow a pulse may be the blow's own.
SHAKES: Final[Nanos] = 1 * SECOND
# Nobody beats a cabinet for so long; a switch that is stuck or loose does.
STUCK: Final[Nanos] = 60 * SECOND
# The slowest acceptor has told its dearest coin by then.
LONGEST_COIN: Final[Nanos] = 4 * SECOND


def struck(state: Cabinet, at: Nanos) -> Step:
    """The switch closes: a new event, or more of the one there is."""
    if state.tilt:
        return replace(state, tilt=replace(state.tilt, moved=at, active=True)), ()
    return alarm(replace(state, tilt=Tilt(at, at)), TILT)


def came_to_rest(state: Cabinet, at: Nanos) -> Cabinet:
    """The switch opens; the event goes on until it has been open long enough."""
    if state.tilt is None:
        return state
    return replace(state, tilt=replace(state.tilt, moved=at, active=False))


def tilt_due(state: Cabinet, operating: OperatingSettings) -> Nanos | None:
    """When the event is over, or is no blow but a broken switch."""
    tilt = state.tilt
    if tilt is None:
        return None
    if not tilt.active:
        return tilt.moved + max(operating.patience.tilt, SHAKES)
    return None if tilt.stuck else tilt.began + STUCK


def tilt_lapses(state: Cabinet) -> Step:
    """`tilt_due` has come."""
    if state.tilt is None or not state.tilt.active:
        return replace(state, tilt=None), ()
    return alarm(replace(state, tilt=replace(state.tilt, stuck=True)), TILT_STUCK)


def is_shut(state: Cabinet, operating: OperatingSettings) -> bool:
    """Whether no coin is taken because of a blow."""
    return state.tilt is not None and operating.patience.tilt > 0


def is_doubtful(
    state: Cabinet, number: int, at: Nanos, operating: OperatingSettings
) -> bool:
    """Whether a pulse of a slot may have been shaken out of it."""
    tilt = state.tilt
    if tilt is None or not is_shut(state, operating) or isinstance(state.mode, Service):
        return False
    shaking = at - tilt.moved <= (STUCK if tilt.active else SHAKES)
    slots = (slot for slot in operating.slots if slot.number == number)
    return shaking and not any(_is_under_way(state, slot, at) for slot in slots)


def hold(state: Cabinet, slot: int, amount: int, coins: int = 1) -> Step:
    """Book what nobody is credited with."""
    if state.tilt:
        held = replace(state.tilt, held=state.tilt.held + coins)
        state = replace(state, tilt=held)
    return alarm(state, message("coin_held", slot=slot), amount, slot)


def _is_under_way(state: Cabinet, slot: Slot, at: Nanos) -> bool:
    """Whether a pulse belongs to a coin that has been counted in part."""
    fall = state.falling.get(slot.number)
    if fall is None or at - fall.last > slot.longest_pause:
        return False
    return at - fall.first <= LONGEST_COIN
