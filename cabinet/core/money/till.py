"""The till: coins, charges, refunds, expiry, the coin meter.

Every change of a purse goes through `post`, with the posting that the books will
hold; there is no other way to a credit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cabinet.core.events import SECOND, CoinAccepted, Nanos
from cabinet.core.modes.state import Attract, Cabinet, Fall, Service, Step, is_dark
from cabinet.core.money.ledger import (
    Kind,
    MatchClosed,
    MatchRecord,
    Posting,
    count_in,
    see_in,
    settle_in,
)
from cabinet.core.money.notes import giver
from cabinet.core.money.tariff import EVERYBODY, Purse, Purses, Tariff
from cabinet.core.money.tenders import marked
from cabinet.core.operating import OperatingSettings
from cabinet.i18n.message import Message, message, to_text

DAY = 24 * 3600 * SECOND
# As long as it takes to read a sentence twice.
_TOLD_FOR = 8 * SECOND


def post(state: Cabinet, posting: Posting) -> Cabinet:
    """The state after a posting: the same fold as `ledger.fold`, one step."""
    return replace(
        state,
        purses=settle_in(state.purses, posting),
        totals=state.totals.after(posting),
        clicks=state.clicks + posting.clicks,
        boards=count_in(state.boards, posting),
        acceptors=see_in(state.acceptors, posting),
    )


def post_all(state: Cabinet, postings: Iterable[Posting]) -> Cabinet:
    """The state after several postings."""
    for posting in postings:
        state = post(state, posting)
    return state


def alarm(
    state: Cabinet, told: Message, amount: int = 0, slot: int | None = None
) -> Step:
    """Book something the operator should know; it moves no money.

    `amount` is what somebody may have dropped into a `slot` and was not credited with.
    """
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.ALARM, amount=amount, run=run, slot=slot, note=to_text(told))
    return post(state, posting), (posting,)


def bank(
    state: Cabinet,
    coin: CoinAccepted,
    operating: OperatingSettings,
    note: str = "",
    *,
    is_money: bool = False,
) -> Step:
    """A coin is worth what it is worth, in every mode and above every cap.

    Only the operator's own coins, dropped in service, are tests and not money, unless
    `is_money` says that this one was promised to a player.
    """
    owner = operating.owner(coin.slot)
    purse = state.purses[owner]
    tender = marked(operating.tender(coin.slot))
    if isinstance(state.mode, Service) and not is_money:
        test = Posting(
            Kind.TEST,
            amount=coin.amount,
            run=purse.run,
            slot=coin.slot,
            note=note,
            owner=owner,
            mode=tender,
        )
        return post(state, test), (test,)
    after = operating.tariff.drop(purse, coin.amount)
    posting = Posting(
        Kind.COIN,
        amount=coin.amount,
        credits=after.credits - purse.credits,
        run=after.run,
        slot=coin.slot,
        note=note,
        owner=owner,
        clicks=_clicks(state.totals.minor_units, coin.amount, operating),
        mode=tender,
    )
    falling = {**state.falling, coin.slot: _fall(state, coin, operating)}
    state = replace(post(state, posting), money_at=coin.at, falling=falling)
    return state, (posting,)


def _fall(state: Cabinet, coin: CoinAccepted, operating: OperatingSettings) -> Fall:
    """Since when the coin has been falling to which this pulse belongs."""
    before = state.falling.get(coin.slot)
    longest = next(
        (s.longest_pause for s in operating.slots if s.number == coin.slot), 0
    )
    if before is None or coin.at - before.last > longest:
        return Fall(coin.at, coin.at)
    return Fall(before.first, coin.at)


def _clicks(before: int, amount: int, operating: OperatingSettings) -> int:
    """Clicks a coin owes the meter; per value, fractions add up over coins."""
    meter = operating.meter
    if meter is None:
        return 0
    if meter.per_coin:
        return 1
    return (before + amount) // meter.value - before // meter.value


def click(state: Cabinet) -> Step:
    """The meter has made one of the clicks it owes."""
    if not state.clicks:
        return state, ()
    posting = Posting(Kind.METER, run=state.purses[EVERYBODY].run, clicks=-1)
    return post(state, posting), (posting,)


def collect(state: Cabinet, amount: int, note: str) -> Step:
    """The operator has emptied the box and counted `amount`: a new period begins."""
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.COLLECTION, amount=amount, run=run, note=note)
    return post(state, posting), (posting,)


def correct(state: Cabinet, difference: int, note: str) -> Step:
    """The operator had counted wrong; what was booked stays, this comes on top."""
    run = state.purses[EVERYBODY].run
    posting = Posting(Kind.CORRECTION, amount=difference, run=run, note=note)
    return post(state, posting), (posting,)


def service_credit(
    state: Cabinet, at: Nanos, operating: OperatingSettings, author: str = ""
) -> Step:
    """One credit from the operator, counted apart from money, and limited.

    `author` is who gave it, where that was not the button behind the door.
    """
    common = state.purses[EVERYBODY]
    if is_dark(state.mode) or common.credits >= operating.tariff.max_credits:
        return state, ()
    if operating.gifts_per_day:
        recent = tuple(gift for gift in state.gifts if at - gift[0] < DAY)
        if len(recent) >= operating.gifts_per_day:
            state = replace(state, denied=at + _TOLD_FOR)
            return alarm(state, message("service_credits_used_up", n=len(recent)))
        state = replace(state, gifts=(*recent, (at, giver(author))))
    posting = Posting(Kind.SERVICE, credits=1, run=common.run, note=author)
    return post(state, posting), (posting,)


def take_away(state: Cabinet, author: str) -> Step:
    """All credits and what had not bought one yet, at closing time; told as expired."""
    postings = tuple(
        Posting(Kind.EXPIRY, credits=-purse.credits, owner=owner, note=author)
        for owner, purse in enumerate(state.purses)
        if purse.credits or purse.run
    )
    return post_all(state, postings), postings


def charge(
    state: Cabinet,
    record: MatchRecord,
    operating: OperatingSettings,
    note: str,
    *,
    counted: bool = True,
) -> tuple[Cabinet, tuple[Posting, ...]]:
    """Take what a match costs from the purses that pay for it.

    What goes on with a match is not `counted` as another.
    """
    postings: list[Posting] = []
    for owner, credits in record.paid or ((EVERYBODY, 0),):
        after = operating.tariff.charge(state.purses[owner], credits)
        postings.append(
            Posting(
                Kind.CHARGE,
                credits=-credits,
                run=after.run,
                match=record.id,
                note=note,
                owner=owner,
                players=record.persons if counted and not postings else 0,
                mode=record.mode,
            )
        )
    return post_all(state, postings), tuple(postings)


def refund(state: Cabinet, record: MatchRecord, why: Message) -> Step:
    """Give the credit of a match back to whoever paid, close it, and say so."""
    note = to_text(why)
    closed = MatchClosed(record.id, "failed", reason=note)
    postings: list[Posting] = []
    for owner, credits in record.paid:
        postings.append(
            Posting(
                Kind.REFUND,
                credits=credits,
                run=state.purses[owner].run,
                match=record.id,
                note=note,
                owner=owner,
                players=0 if postings else record.persons,
                mode=record.mode,
            )
        )
    state = replace(state, mode=Attract(refunded=record.credits))
    return post_all(state, postings), (*postings, closed)


def convert(state: Cabinet, before: str, operating: OperatingSettings) -> Step:
    """Bring purses filled under another tariff under this one.

    Money of another currency that had not bought a credit yet cannot be brought along:
    it is booked as expired.
    """
    key = operating.tariff.key
    if before == key:
        return state, ()
    old = Tariff.of_key(before) if before else operating.tariff
    postings = list(_left_behind(state.purses, old, operating.tariff))
    postings += [
        _converted(owner, purse, operating.tariff.convert(purse, old), key)
        for owner, purse in enumerate(state.purses)
        if purse.run or owner == EVERYBODY
    ]
    return post_all(state, postings), tuple(postings)


def _left_behind(purses: Purses, old: Tariff, new: Tariff) -> Iterator[Posting]:
    """What was paid in another currency and is not worth a credit."""
    if old.currency == new.currency:
        return
    note = f"currency: {old.currency} → {new.currency}"
    for owner, purse in enumerate(purses):
        if fraction := old.fraction(purse):
            yield Posting(Kind.EXPIRY, amount=fraction, owner=owner, note=note)


def _converted(owner: int, before: Purse, after: Purse, key: str) -> Posting:
    gained = after.credits - before.credits
    return Posting(Kind.PRICE, credits=gained, run=after.run, owner=owner, note=key)


def expiry(state: Cabinet, operating: OperatingSettings) -> Nanos | None:
    """When forgotten credit runs out: in attract, where the operator wants it to."""
    if not isinstance(state.mode, Attract):
        return None
    tariff = operating.tariff
    times = []
    if tariff.credit_expiry and state.credits:
        times.append(state.money_at + tariff.credit_expiry)
    if tariff.fraction_expiry and any(map(tariff.fraction, state.purses)):
        times.append(state.money_at + tariff.fraction_expiry)
    return min(times, default=None)


def expire(state: Cabinet, at: Nanos, operating: OperatingSettings) -> Step:
    """Take what has run out: fractions, and credits if the operator says so."""
    tariff = operating.tariff
    all_of_it = tariff.credit_expiry and at >= state.money_at + tariff.credit_expiry
    postings: list[Posting] = []
    for owner, purse in enumerate(state.purses):
        credits = purse.credits if all_of_it else 0
        fraction = tariff.fraction(purse)
        if credits or fraction:
            run = 0 if fraction or all_of_it else purse.run
            postings.append(
                Posting(
                    Kind.EXPIRY,
                    amount=fraction,
                    credits=-credits,
                    run=run,
                    owner=owner,
                )
            )
    return post_all(state, postings), tuple(postings)
