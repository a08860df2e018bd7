"""Bills at a cable: held in escrow, written down, sent to the box, credited.

A bill that is wanted is written down as held before the validator is told to keep it,
and is credited in the row that says that it is in the box. So whenever we are killed,
the books say what is to become of the bill, and no bill is credited that went back.
One that is not wanted, or has no known value, goes back. What cannot be known (the
validator lost its power while it kept a bill) is an alarm with the amount.
"""

from bisect import bisect_right
from functools import partial
from typing import Final

from cabinet.core.acceptors import (
    ESCROW,
    RETURNED,
    STACKED,
    Judged,
    Pair,
    Seen,
    seen_note,
)
from cabinet.core.events import CoinAccepted, CreditsRead
from cabinet.core.modes.outputs import accepts_coins
from cabinet.core.modes.state import Cabinet, Effect, Step
from cabinet.core.money.tariff import Purse
from cabinet.core.money.till import alarm, bank
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Message, message

# No bill of any currency is worth more, in minor units.
DEAREST_BILL: Final = 10_000_000
# What somebody has to know of; a bill that was refused is nothing of that kind.
_ERRORS: Final[dict[int, Message]] = {
    6: message("bill_jam"),
    7: message("bill_box_jam"),
    8: message("bill_pulled"),
    9: message("bill_tamper"),
    11: message("bill_box_removed"),
    13: message("bill_box_faulty"),
    14: message("bill_box_full"),
    15: message("bill_box_jam"),
    16: message("bill_jam"),
    17: message("bill_tamper"),
    18: message("bill_string"),
    19: message("bill_string_guard"),
    21: message("bill_unknown"),
}
_ORDINARY: Final = frozenset({0, 1, 2, 3, 4, 5, 10, 12, 20})


def room_for_bills(state: Cabinet, slot: int, operating: OperatingSettings) -> int:
    """The dearest bill that a slot may take now; 0: none."""
    if not accepts_coins(state, operating):
        return 0
    purse = state.purses[operating.owner(slot)]
    room = range(DEAREST_BILL + 1)
    is_too_dear = partial(_is_too_dear, purse, operating)
    return bisect_right(room, x=False, key=is_too_dear) - 1


def _is_too_dear(purse: Purse, operating: OperatingSettings, bill: int) -> bool:
    return not operating.tariff.has_room(purse, bill)


def bills_told(
    state: Cabinet,
    event: CreditsRead,
    before: Seen,
    judged: Judged,
    operating: OperatingSettings,
) -> tuple[Cabinet, Seen, list[Effect]]:
    """Take what is new in a reading of a validator."""
    effects: list[Effect] = []
    seen = before
    if seen.held and (judged.restarted or judged.missed):
        state, more = _lose_sight(state, event, seen)
        seen = seen._replace(held=0)
        effects += more
    for pair in judged.events:
        state, seen, more = _one(state, event, pair, seen, operating)
        effects += more
    return state, seen, effects


def _one(
    state: Cabinet,
    event: CreditsRead,
    pair: Pair,
    before: Seen,
    operating: OperatingSettings,
) -> tuple[Cabinet, Seen, tuple[Effect, ...]]:
    """One event: a bill in escrow or in the box, one that went back, an error."""
    (place, where), slot = pair, event.slot
    seen = before.after(pair)
    value = event.values[place - 1] if 0 < place <= len(event.values) else 0
    if place and where == ESCROW:
        told: tuple[Effect, ...] = ()
        if before.held:
            state, told = _lose_sight(state, event, before)
        wanted = 0 < value <= room_for_bills(state, slot, operating)
        return state, seen._replace(held=value if wanted else 0), told
    if place and where == STACKED:
        seen = seen._replace(held=0)
        if worth := before.held or value:
            coin = CoinAccepted(slot, worth, event.at)
            note, promised = seen_note(event.board, seen), before.held > 0
            state, told = bank(state, coin, operating, note, is_money=promised)
        else:
            state, told = alarm(state, message("bill_worthless", slot=slot))
        return state, seen, told
    if pair == RETURNED:
        return state, seen._replace(held=0), ()
    if place or where in _ORDINARY:
        return state, seen, ()
    why = _ERRORS.get(where, message("acceptor_error", n=where))
    state, told = alarm(state, message("acceptor_told", slot=slot, why=why))
    return state, seen, told


def _lose_sight(state: Cabinet, event: CreditsRead, seen: Seen) -> Step:
    """A bill was on its way into the box, and nobody can tell whether it got there."""
    why = message("bill_unclear", slot=event.slot)
    return alarm(state, why, seen.held, event.slot)
