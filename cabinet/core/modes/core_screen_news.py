"""A screen comes, or is lost: a match waits for the next one, but not for ever."""

from dataclasses import replace

from cabinet.core.core_happenings import ScreenJoined, ScreenLost
from cabinet.core.events import Nanos
from cabinet.core.modes.effects import ShowAgain, Step
from cabinet.core.modes.faults import mend
from cabinet.core.modes.state import Cabinet, OutOfOrder, Playing
from cabinet.core.money.till import alarm, refund
from cabinet.core.operating import House

# A screen that dies this often in one match will not finish it.
SCREEN_LOSSES_FORGIVEN = 3


def screen_news(state: Cabinet, event: ScreenJoined | ScreenLost, house: House) -> Step:
    """Take it; as long as there is no screen no coin is taken."""
    if isinstance(event, ScreenJoined):
        return _joined(state, event.at, house)
    return _lost(state, event.at, event.why)


def _joined(state: Cabinet, at: Nanos, house: House) -> Step:
    state = replace(state, screen_gone=None)
    match state.mode:
        case OutOfOrder(reason="screen") as mode:
            return mend(state, mode, at, house), (ShowAgain(),)
    return state, (ShowAgain(),)


def _lost(state: Cabinet, at: Nanos, why: str) -> Step:
    if state.screen_gone is not None:
        return state, ()
    state = replace(state, screen_gone=at)
    state, effects = alarm(state, f"screen lost: {why}")
    match state.mode:
        case Playing(match=record, losses=losses) as mode:
            if losses + 1 > SCREEN_LOSSES_FORGIVEN:
                state, more = refund(state, record, "the screen failed again and again")
                return state, (*effects, *more)
            mode = replace(mode, losses=losses + 1)
            return replace(state, mode=mode), effects
    return state, effects
