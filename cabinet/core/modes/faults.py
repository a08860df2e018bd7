"""Out of order: the way in, and the way back to where the cabinet was."""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, BooksFailed, Nanos, ScreenJoined, ScreenLost
from cabinet.core.modes.sold_time import unused
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    OutOfOrder,
    Playing,
    Question,
    ShowAgain,
    Step,
)
from cabinet.core.modes.timeouts import patience_for, wait_longer
from cabinet.core.money.till import alarm, refund
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Message, message


def break_down(state: Cabinet, reason: str, detail: Message | None = None) -> Cabinet:
    """Put the cabinet out of order; a match in progress is kept."""
    if isinstance(state.mode, OutOfOrder):
        return state
    then = state.mode if isinstance(state.mode, Playing) else Attract()
    return replace(state, mode=OutOfOrder(reason, then, detail))


def mend(
    state: Cabinet, mode: OutOfOrder, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """Go on where the cabinet was before it was out of order, and ask again."""
    then = mode.then
    match then:
        case Playing(question=Question(about=about) as question):
            until = at + patience_for(about, operating)
            then = replace(then, question=replace(question, until=until))
    return wait_longer(replace(state, mode=then), at, operating)


# Books that the disk refuses are tried again; damaged ones wait for the staff.


RETRY: Final[Nanos] = 10 * SECOND


def books_failed(state: Cabinet, event: BooksFailed) -> Cabinet:
    """Out of order; a disk that refused again is tried again later."""
    state = break_down(state, "books", event.why)
    match state.mode:
        case OutOfOrder(reason="books") as mode:
            again = None if event.damaged else event.at + RETRY
            return replace(state, mode=replace(mode, retry_at=again))
    return state


def retry_books(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """Book that the disk had refused: once that is written, all is well again."""
    match state.mode:
        case OutOfOrder(reason="books", detail=Message() as why) as mode:
            return alarm(mend(state, mode, at, operating), why)
    return state, ()


# A screen comes, or is lost: a match waits for the next one, but not for ever.


# A screen that dies this often in one match will not finish it.
SCREEN_LOSSES_FORGIVEN = 3


def screen_news(
    state: Cabinet, event: ScreenJoined | ScreenLost, operating: OperatingSettings
) -> Step:
    """Take it; as long as there is no screen no coin is taken."""
    if isinstance(event, ScreenJoined):
        return _joined(state, event.at, operating)
    return _lost(state, event, operating)


def _joined(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    state = replace(state, screen_gone=None)
    match state.mode:
        case OutOfOrder(reason="screen") as mode:
            return mend(state, mode, at, operating), (ShowAgain(),)
    return state, (ShowAgain(),)


def _lost(state: Cabinet, event: ScreenLost, operating: OperatingSettings) -> Step:
    at, why = event.at, event.why
    if state.screen_gone is not None:
        return state, ()
    state = replace(state, screen_gone=at)
    state, effects = alarm(state, message("screen_lost", why=why))
    match state.mode:
        case Playing(losses=losses) as mode:
            if losses + 1 > SCREEN_LOSSES_FORGIVEN:
                record = unused(mode, at, operating)
                state, more = refund(state, record, message("screen_failed_again"))
                return state, (*effects, *more)
            mode = replace(mode, losses=losses + 1)
            return replace(state, mode=mode), effects
    return state, effects
