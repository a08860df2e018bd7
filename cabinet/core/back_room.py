"""What the operator does in service and the books remember: trials, clearings.

Anywhere else but in service these events mean nothing.
"""

from dataclasses import replace

from cabinet.core.effects import Step
from cabinet.core.happenings import MeterTried, ScoresCleared
from cabinet.core.house import House
from cabinet.core.ledger import Kind, Posting
from cabinet.core.modes import Cabinet, Service
from cabinet.core.tariff import EVERYBODY
from cabinet.core.till import post
from cabinet.core.waiting import wait_longer

METER_NOTE = "meter"


def back_room(state: Cabinet, event: MeterTried | ScoresCleared, house: House) -> Step:
    """Do it, if the operator is there."""
    if not isinstance(state.mode, Service):
        return state, ()
    state = wait_longer(state, event.at, house)
    if isinstance(event, MeterTried):
        return _try_meter(state, house)
    return _clear_scores(state, event.mode)


def _try_meter(state: Cabinet, house: House) -> Step:
    """One click, owed and booked as a trial: meter and ledger go on agreeing."""
    if house.meter is None:
        return state, ()
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.TEST, run=run, clicks=1, note=METER_NOTE)
    return post(state, posting), (posting,)


def _clear_scores(state: Cabinet, mode: str) -> Step:
    """An empty table; the signatures stay in the books, and count no more."""
    if not state.honours.get(mode):
        return state, ()
    posting = Posting(
        Kind.CLEARED,
        run=state.purses[EVERYBODY].run,
        match=state.next_match,
        mode=mode,
    )
    honours = {key: table for key, table in state.honours.items() if key != mode}
    return post(replace(state, honours=honours), posting), (posting,)
