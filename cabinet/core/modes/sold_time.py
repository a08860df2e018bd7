"""Minutes for a credit: what is bought, what a coin adds, what is given back.

When they pass is said in `match_clock`.
"""

from dataclasses import replace
from typing import Final

from cabinet.core.events import SECOND, Nanos
from cabinet.core.modes.state import Cabinet, Playing, SoldTime, Step
from cabinet.core.money.ledger import MatchRecord
from cabinet.core.money.pricing import payments
from cabinet.core.money.till import charge
from cabinet.core.operating import OperatingSettings

MINUTE: Final[Nanos] = 60 * SECOND
NOTE: Final = "time"


def bought(record: MatchRecord, operating: OperatingSettings) -> SoldTime | None:
    """The minutes that were paid for; None where a match lasts until its end."""
    offer = operating.offers[record.offer]
    if not offer.minutes:
        return None
    units = record.credits // max(1, offer.price(record.persons))
    return SoldTime(max(1, units) * offer.minutes * MINUTE)


def add_time(state: Cabinet, operating: OperatingSettings) -> Step:
    """Credit that comes while the clock runs buys more minutes at once."""
    mode = state.mode
    if not isinstance(mode, Playing) or mode.time is None:
        return state, ()
    record, offer = mode.match, operating.offers[mode.match.offer]
    paid, lacks = payments(state.purses, offer.shares(record.persons))
    if any(lacks) or not paid or operating.tariff.free_play:
        return state, ()
    more = replace(record, paid=paid)
    state, charges = charge(state, more, operating, NOTE, counted=False)
    time = replace(
        mode.time, left=mode.time.left + offer.minutes * MINUTE, warned=False
    )
    record = replace(
        record,
        credits=record.credits + sum(credits for _, credits in paid),
        paid=(*record.paid, *paid),
    )
    state = replace(state, mode=replace(mode, match=record, time=time))
    state, rest = add_time(state, operating)
    return state, (*charges, *rest)


def unused(mode: Playing, at: Nanos, operating: OperatingSettings) -> MatchRecord:
    """The match as far as it is to be given back.

    Of minutes whole credits are: a credit that was begun is one if half of it is left.
    """
    record, time = mode.match, mode.time
    if time is None:
        return record
    offer = operating.offers[record.offer]
    unit = offer.minutes * MINUTE
    units = (time.left_at(at) + unit // 2) // unit
    rest = units * offer.price(record.persons)
    paid: list[tuple[int, int]] = []
    for owner, credits in reversed(record.paid):
        back = min(credits, rest)
        rest -= back
        if back:
            paid.append((owner, back))
    return replace(record, credits=sum(back for _, back in paid), paid=tuple(paid))
