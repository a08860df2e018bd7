"""What becomes due by itself: when, and what happens then."""

from dataclasses import replace

from cabinet.core.events import Nanos
from cabinet.core.modes.devices import link_due, why_cut_off
from cabinet.core.modes.faults import break_down, retry_books
from cabinet.core.modes.match_clock import time_due, warn
from cabinet.core.modes.matches import (
    NOBODY_RESUMED,
    ask,
    close,
    end_time,
    unask,
)
from cabinet.core.modes.results import once_more, result_lapses
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Join,
    OutOfOrder,
    Playing,
    Question,
    Result,
    Select,
    Service,
    Signing,
    Step,
    is_dark,
)
from cabinet.core.modes.tilt import tilt_due, tilt_lapses
from cabinet.core.money.till import alarm, expire, expiry, refund
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import message


def deadline(state: Cabinet, operating: OperatingSettings) -> Nanos | None:
    """When `step` wants to be told that time has passed."""
    times: list[Nanos] = []
    match state.mode:
        case Select(until=until) | Join(until=until):
            times.append(until)
        case Signing(until=until) | Result(until=until):
            times.append(until)
        case Service(until=until) if not state.door_open:
            times.append(until)
        case Playing(question=Question(until=until)):
            times.append(until)
        case Playing(idle_at=idle_at):
            times.append(idle_at)
        case OutOfOrder(retry_at=int(retry_at)):
            times.append(retry_at)
    if state.screen_gone is not None and not is_dark(state.mode):
        times.append(state.screen_gone + operating.patience.screen)
    unreachable = link_due(state, operating)
    if unreachable is not None and not is_dark(state.mode):
        times.append(unreachable)
    others = (tilt_due(state, operating), state.denied, time_due(state))
    times += [due for due in others if due is not None]
    runs_out = expiry(state, operating)
    if runs_out is not None:
        times.append(runs_out)
    return min(times, default=None)


def lapse(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """Time has passed: do one thing that is due, or nothing."""
    due = deadline(state, operating)
    if due is None or at < due:
        return state, ()
    calms = tilt_due(state, operating)
    if calms is not None and at >= calms:
        return tilt_lapses(state)
    if state.denied is not None and at >= state.denied:
        return replace(state, denied=None), ()
    if isinstance(state.mode, OutOfOrder):
        return retry_books(state, at, operating)
    gone = state.screen_gone
    if gone is not None and at >= gone + operating.patience.screen:
        return alarm(break_down(state, "screen"), message("screen_missing"))
    unreachable = link_due(state, operating)
    if unreachable is not None and at >= unreachable:
        return break_down(state, "link", why_cut_off(state)), ()
    ends = time_due(state)
    if ends is not None and at >= ends:
        return _time_lapses(state, at, operating)
    match state.mode:
        case Attract():
            return expire(state, at, operating)
        case Playing(match=record, question=Question(about=about)):
            if about == "idle":
                return close(state, Attract(), "abandoned", at)
            if about == "resume":
                return refund(state, record, NOBODY_RESUMED)
            return unask(state, at, operating), ()
        case Playing():
            return ask(state, "idle", at, operating), ()
        case Signing(match=record, closed=closed):
            return once_more(state, record, closed, at), ()
        case Result() as mode:
            return result_lapses(state, mode, at, operating), ()
    return replace(state, mode=Attract()), ()


def _time_lapses(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    warned = warn(state)
    return end_time(state, at, operating) if warned is state else (warned, ())
