"""What the operator does in service and the books remember: trials, clearings.

Anywhere else but in service these events mean nothing; but the owner's page may clear
a table of high scores while nobody is there.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import Asked, MeterTried, Nanos, ScoresCleared
from cabinet.core.modes.state import (
    Attract,
    Cabinet,
    Mode,
    Service,
    Standby,
    Step,
    is_dark,
)
from cabinet.core.modes.timeouts import wait_longer, welcome
from cabinet.core.money.ledger import Kind, Posting, unpaced
from cabinet.core.money.tariff import EVERYBODY
from cabinet.core.money.till import DAY, alarm, post, service_credit
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.authors import author_of
from cabinet.i18n.message import Message, message

METER_NOTE = "meter"


def service_action(
    state: Cabinet, event: MeterTried | ScoresCleared, operating: OperatingSettings
) -> Step:
    """Do it, if the operator is there."""
    if not may_be_done(state.mode, event):
        return state, ()
    state = wait_longer(state, event.at, operating)
    if isinstance(event, MeterTried):
        return _try_meter(state, event, operating)
    return _clear_scores(state, event)


def may_be_done(mode: Mode, event: MeterTried | ScoresCleared) -> bool:
    """Whether now is the time: nothing turns unless somebody is there to see it."""
    if isinstance(event, ScoresCleared) and isinstance(mode, Attract | Standby):
        return bool(event.author)  # from the console, while nobody plays
    return isinstance(mode, Service)


def _try_meter(state: Cabinet, event: MeterTried, operating: OperatingSettings) -> Step:
    """One click, owed and booked as a trial: meter and ledger go on agreeing."""
    if operating.meter is None:
        return state, ()
    run = state.purses[EVERYBODY].run
    note = f"{METER_NOTE}, {event.author}" if event.author else METER_NOTE
    posting = Posting(Kind.TEST, run=run, clicks=1, note=note)
    return post(state, posting), (posting,)


def _clear_scores(state: Cabinet, event: ScoresCleared) -> Step:
    """An empty table; the signatures stay in the books, and count no more."""
    mode = event.mode
    cleared = {key for key in state.high_scores if unpaced(key)[0] == mode}
    if not any(state.high_scores[key] for key in cleared):
        return state, ()
    posting = Posting(
        Kind.CLEARED,
        run=state.purses[EVERYBODY].run,
        match=state.next_match,
        mode=mode,
        note=event.author,
    )
    high_scores = {
        key: table for key, table in state.high_scores.items() if key not in cleared
    }
    return post(replace(state, high_scores=high_scores), posting), (posting,)


_ASKED: Final = {
    "standby": message("remote_standby"),
    "wake": message("remote_wake"),
    "restart-screen": message("remote_screen"),
}


# What may be asked of a cabinet from afar, and what becomes of it.
#
# Only what the operator has allowed, and nothing that a hand at the cabinet could not
# do: a service credit within the day's limit, standby, waking up, a new screen. Every
# one of them is in the books, with who asked.


def refusal(
    state: Cabinet, what: str, at: Nanos, operating: OperatingSettings
) -> Message | None:
    """Why that cannot be done now; None when it can."""
    if what not in operating.remote:
        return message("refused.not_from_afar", what=what)
    match what:
        case "credit":
            return no_credit(state, at, operating)
        case "standby" if not isinstance(state.mode, Attract):
            return message("refused.not_waiting", mode=state.mode_name)
        case "wake" if not isinstance(state.mode, Standby):
            return message("refused.not_in_standby", mode=state.mode_name)
        case "wake" if state.mode == Standby(closed=True):
            return message("refused.closed")
        case "restart-screen" if state.screen_gone is not None:
            return message("refused.no_screen")
    return None


def no_credit(
    state: Cabinet, at: Nanos, operating: OperatingSettings, n: int = 1, by: str = ""
) -> Message | None:
    """Why nobody who is not at the cabinet can give `n` credits now; None: they can."""
    if not operating.gifts_per_day:
        return message("refused.no_credit_limit")
    if is_dark(state.mode):
        return message("refused.nobody_can_play", mode=state.mode_name)
    most = operating.tariff.max_credits
    if state.purses[EVERYBODY].credits + n > most:
        return message("refused.full", credits=most)
    recent = [giver for given, giver in state.gifts if at - given < DAY]
    if len(recent) + n > operating.gifts_per_day:
        return message("refused.enough_credits", credits=operating.gifts_per_day)
    most, who = operating.gifts_per_person, limited(by)
    given = sum(limited(each) == who for each in recent)
    if most and who and given + n > most:
        return message("refused.enough_by_one", credits=most)
    return None


def limited(author: str) -> str:
    """Whose limit an author's credits count into: by name, wherever they gave them.

    The owner, who sets the limit, has none; nor have buttons and programs.
    """
    found = author_of(author)
    return (found.name or found.role) if found and found.role != "owner" else ""


def no_taking(state: Cabinet) -> Message | None:
    """Why credits cannot be taken away now; None: they can."""
    if not isinstance(state.mode, Attract | Standby | Service):
        return message("refused.not_waiting", mode=state.mode_name)
    if not any(purse.credits or purse.run for purse in state.purses):
        return message("refused.no_credits")
    return None


def remote(state: Cabinet, asked: Asked, operating: OperatingSettings) -> Step:
    """Do what was asked, where `refusal` has nothing against it."""
    if refusal(state, asked.what, asked.at, operating):
        return state, ()
    if asked.what == "credit":
        state, effects = service_credit(state, asked.at, operating, asked.author)
        return welcome(state, asked.at, operating), effects
    modes: dict[str, Mode] = {"standby": Standby(), "wake": Attract()}
    state = replace(state, mode=modes.get(asked.what, state.mode))
    return alarm(state, message("asked", what=_ASKED[asked.what], author=asked.author))
