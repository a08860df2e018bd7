"""The end of a match, stage by stage: look, verdict, high scores, once more.

Whoever has just pressed a button in the game must not press the end away: each stage
is deaf for a moment, and for as long as somebody still hammers on the buttons.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import (
    MILLISECOND,
    SECOND,
    Held,
    Nanos,
    PanelEvent,
    Pressed,
    Tapped,
    stick,
)
from cabinet.core.modes.state import Cabinet, Result, Signing
from cabinet.core.modes.timeouts import after_result, again
from cabinet.core.money.high_scores import signers
from cabinet.core.money.ledger import MatchClosed, MatchRecord
from cabinet.core.operating import OperatingSettings

# The final position cannot be pressed away before an eye has found it.
LEAST_LOOK: Final[Nanos] = 1 * SECOND
# A stage is deaf for so long, and until nobody has pressed for a moment.
LOCK: Final[Nanos] = 1500 * MILLISECOND
QUIET: Final[Nanos] = 400 * MILLISECOND
# Start held for this long is told from Start tapped, whatever else it is wired to.
_LONGEST_HOLD: Final[Nanos] = 2 * SECOND
# The menu begins with the game that was just played.
REMEMBERED: Final[Nanos] = 60 * SECOND


def from_before(since: Nanos | None, at: Nanos) -> bool:
    """Whether a button held until now may have gone down before the stage began."""
    return since is not None and at < since + LOCK + _LONGEST_HOLD


def deaf_until(mode: Result) -> Nanos:
    """When a press counts again."""
    if mode.since is None:
        return 0
    if mode.stage == "look":
        return mode.since + LEAST_LOOK
    quiet = 0 if mode.pressed is None else mode.pressed + QUIET
    return max(mode.since + LOCK, quiet)


def last_look(
    state: Cabinet,
    record: MatchRecord,
    closed: MatchClosed,
    at: Nanos,
    operating: OperatingSettings,
) -> Cabinet:
    """The final position stays for a moment."""
    look = operating.offers[record.offer].last_look
    state = replace(state, played=(record.offer, at + REMEMBERED))
    mode = Result(record, closed, at + look, "look", at)
    return replace(state, mode=mode) if look else verdict(state, mode, at, operating)


def verdict(
    state: Cabinet, mode: Result, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """Say who won."""
    until = at + operating.patience.result
    return replace(
        state, mode=Result(mode.match, mode.closed, until, "verdict", since=at)
    )


def after_verdict(
    state: Cabinet, mode: Result, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """On to the high scores, or where nobody made one, to another game."""
    record, closed = mode.match, mode.closed
    fits = record.offer < len(operating.offers)
    scored = fits and operating.offers[record.offer].scored
    seats = signers(state.high_scores, record, closed) if scored else ()
    if not seats:
        return once_more(state, record, closed, at)
    until = at + operating.patience.signing
    return replace(state, mode=Signing(record, closed, seats, until, at))


def once_more(
    state: Cabinet, record: MatchRecord, closed: MatchClosed, at: Nanos
) -> Cabinet:
    """Ask for another game; the menu remembers this one."""
    until = at + again(state)
    state = replace(state, played=(record.offer, until + REMEMBERED))
    return replace(state, mode=Result(record, closed, until, "again", at))


def result_lapses(
    state: Cabinet, mode: Result, at: Nanos, operating: OperatingSettings
) -> Cabinet:
    """Nobody pressed anything: the next stage comes by itself."""
    match mode.stage:
        case "look":
            return verdict(state, mode, at, operating)
        case "verdict":
            return after_verdict(state, mode, at, operating)
    return after_result(state, at, operating)


def pressed_on(
    state: Cabinet, mode: Result, event: PanelEvent, operating: OperatingSettings
) -> Cabinet | None:
    """What a button does before the cabinet asks for more; None: that it asks."""
    at = event.at
    if at < deaf_until(mode):
        early = isinstance(event, Pressed) and mode.stage != "look"
        return replace(state, mode=replace(mode, pressed=at)) if early else state
    if mode.stage == "look" and isinstance(event, Pressed):
        return verdict(state, mode, at, operating)
    if mode.stage == "verdict" and isinstance(event, Pressed):
        return after_verdict(state, mode, at, operating)
    return None if mode.stage == "again" else state


def wants_more(mode: Result, event: PanelEvent) -> bool | None:
    """Whether a button says yes to another game, or no; None: neither."""
    match event:
        case Tapped(line="start"):
            return True
        case Held(line="start"):
            return None if from_before(mode.since, event.at) else False
        case Pressed(line=line) if stick(line) == "a":
            return True
        case Pressed(line=line) if stick(line) == "b":
            return False
    return None
