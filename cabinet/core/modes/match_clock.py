"""The clock of a match that is sold by the minute.

It runs while the match can be played. It stands while the cabinet is at fault: no
screen, no slot that takes coins, out of order, or a match that waits to be resumed. The
screen ends a match at its last second; if it does not, we do, a moment later.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.modes.devices import cut_off
from cabinet.core.modes.outputs import blocked
from cabinet.core.modes.state import Cabinet, OutOfOrder, Playing, SoldTime
from cabinet.core.operating import OperatingSettings

# The lamp of the slot blinks from here on.
WARNS: Final[Nanos] = 30 * SECOND
# So long the screen has to tell the scores.
GRACE: Final[Nanos] = 2 * SECOND


def turn_clock(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Cabinet:
    """Let the clock run or stand, as the state is now."""
    match state.mode:
        case Playing(time=SoldTime() as time) as mode:
            turned = _turned(time, at, runs=_runs(state, mode, operating))
            return replace(state, mode=replace(mode, time=turned))
        case OutOfOrder(then=Playing(time=SoldTime() as time) as then) as mode:
            then = replace(then, time=_turned(time, at, runs=False))
            return replace(state, mode=replace(mode, then=then))
    return state


def _runs(state: Cabinet, mode: Playing, operating: OperatingSettings) -> bool:
    resumes = mode.question is not None and mode.question.about == "resume"
    shut = len(blocked(state, operating)) >= len(operating.slots)
    paid = not operating.tariff.free_play
    gone = state.screen_gone is not None or cut_off(state, operating)
    return not (resumes or gone or (shut and paid))


def _turned(time: SoldTime, at: Nanos, *, runs: bool) -> SoldTime:
    if runs == (time.since is not None):
        return time
    return replace(time, left=time.left_at(at), since=at if runs else None)


def time_due(state: Cabinet) -> Nanos | None:
    """When the players are warned, then when the match is ended; None: never."""
    match state.mode:
        case Playing(time=SoldTime(left=left, since=int(since), warned=warned)):
            return since + left + (GRACE if warned else -WARNS)
    return None


def warn(state: Cabinet) -> Cabinet:
    """The end is near."""
    match state.mode:
        case Playing(time=SoldTime(warned=False) as time) as mode:
            return replace(state, mode=replace(mode, time=replace(time, warned=True)))
    return state
