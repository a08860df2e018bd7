"""What the operator does in service and the books remember: trials, clearings.

Anywhere else but in service these events mean nothing; but the owner's page may clear
a table of high scores while nobody is there.
"""

from dataclasses import replace

from cabinet.core.core_happenings import MeterTried, ScoresCleared
from cabinet.core.modes.effects import Step
from cabinet.core.modes.state import Attract, Cabinet, Mode, Service, Standby
from cabinet.core.modes.timeouts import wait_longer
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import post
from cabinet.core.operating import House

METER_NOTE = "meter"


def back_room(state: Cabinet, event: MeterTried | ScoresCleared, house: House) -> Step:
    """Do it, if the operator is there."""
    if not may_be_done(state.mode, event):
        return state, ()
    state = wait_longer(state, event.at, house)
    if isinstance(event, MeterTried):
        return _try_meter(state, event, house)
    return _clear_scores(state, event)


def may_be_done(mode: Mode, event: MeterTried | ScoresCleared) -> bool:
    """Whether now is the time: nothing turns unless somebody is there to see it."""
    if isinstance(event, ScoresCleared) and isinstance(mode, Attract | Standby):
        return bool(event.author)  # from the console, while nobody plays
    return isinstance(mode, Service)


def _try_meter(state: Cabinet, event: MeterTried, house: House) -> Step:
    """One click, owed and booked as a trial: meter and ledger go on agreeing."""
    if house.meter is None:
        return state, ()
    run = state.purses[EVERYBODY].run
    note = f"{METER_NOTE}, {event.author}" if event.author else METER_NOTE
    posting = Posting(Kind.TEST, run=run, clicks=1, note=note)
    return post(state, posting), (posting,)


def _clear_scores(state: Cabinet, event: ScoresCleared) -> Step:
    """An empty table; the signatures stay in the books, and count no more."""
    mode = event.mode
    if not state.honours.get(mode):
        return state, ()
    posting = Posting(
        Kind.CLEARED,
        run=state.purses[EVERYBODY].run,
        match=state.next_match,
        mode=mode,
        note=event.author,
    )
    honours = {key: table for key, table in state.honours.items() if key != mode}
    return post(replace(state, honours=honours), posting), (posting,)
