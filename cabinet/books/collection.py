"""A collection: the cash box against the ledger, the slots and the meter.

Four witnesses of the same money. The ledger is what was credited, the slots are where
it fell in, the meter clicked on its own spring, and the cash is what somebody counted.
Test coins are in the box too but were never credited. Nothing is corrected here: a
difference is told, and the lifetime books stay as they are.
"""

from dataclasses import dataclass
from typing import Final

from cabinet.books.accounts import AccountRows, Remark
from cabinet.books.exports import moment
from cabinet.books.pages import Tally
from cabinet.books.report import (
    Sums,
    add_up,
    by_slot,
    by_tender,
    condense,
    in_the_box,
    money_only,
    no_time,
)
from cabinet.core.errors import CabinetError
from cabinet.core.money.amounts import (
    MOST,
    NO_CURRENCY,
    decimals,
    minor_units,
    money_text,
)
from cabinet.core.money.tenders import CASH
from cabinet.i18n.message import message


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """One closed period and what its four witnesses say, in one currency.

    `foreign` is what was credited in others, before the currency changed.
    """

    currency: str
    closed: Remark
    opened: Remark | None
    corrections: tuple[Remark, ...]
    sums: Sums
    slots: dict[str, Sums]
    tenders: dict[str, Sums]
    foreign: dict[str, Sums]

    @property
    def expected(self) -> int:
        """What should be in the box."""
        return in_the_box(self.tenders)

    @property
    def counted(self) -> int:
        """The cash that was in the box, with what was corrected since."""
        return self.closed.amount + sum(each.amount for each in self.corrections)

    @property
    def cash_difference(self) -> int:
        """Counted minus expected: below zero, money is missing."""
        return self.counted - self.expected

    @property
    def clicks_read(self) -> int | None:
        """Clicks between two readings of the meter; None without two readings."""
        now, before = _reading(self.closed), _reading(self.opened)
        if now is None or before is None:
            return None
        return now - before + (self.rolled_over or 0)

    @property
    def rolled_over(self) -> int | None:
        """Where the meter began anew, when it shows less than it did; else None.

        It has as many digits as it has shown: 999998, then 12, are 14 clicks.
        """
        now, before = _reading(self.closed), _reading(self.opened)
        if now is None or before is None or now >= before:
            return None
        return int(10 ** len(str(before)))


def reconcile(account: AccountRows, number: int = -1) -> Reconciliation:
    """The period that a collection closed: the last one, or that of a number."""
    *earlier, closed = account.collections[: number + 1 or None]
    before = earlier[-1] if earlier else None
    currency = account.currency_at(closed.seq)

    def tallies(code: str) -> list[Tally]:
        after = before.seq if before else 0
        return condense(account.between(after, closed.seq, code), no_time)

    foreign = {
        code: money_only(add_up(tallies(code))) for code in account.others(currency)
    }
    ours = tallies(currency)
    return Reconciliation(
        currency,
        closed,
        before,
        tuple(each for each in account.corrections if _corrects(each) == closed.seq),
        add_up(ours),
        by_slot(ours),
        by_tender(ours),
        {code: sums for code, sums in foreign.items() if any(sums)},
    )


@dataclass(frozen=True, slots=True)
class OpenPeriod:
    """What has happened since the last collection, before anybody counts."""

    currency: str
    sums: Sums
    slots: dict[str, Sums]
    tenders: dict[str, Sums]

    @property
    def expected(self) -> int:
        """What should be in the box."""
        return in_the_box(self.tenders)


def open_period(account: AccountRows) -> OpenPeriod:
    """The period that the next collection will close."""
    rows = condense(account.between(account.collected), no_time)
    return OpenPeriod(account.currency, add_up(rows), by_slot(rows), by_tender(rows))


# From here on a box is nearly full.
NEARLY_FULL: Final = 90


@dataclass(frozen=True, slots=True)
class BoxLevel:
    """How full the box behind a slot is, in percent of what it holds."""

    slot: int
    percent: int

    @property
    def nearly_full(self) -> bool:
        """Whether it is time to empty it."""
        return self.percent >= NEARLY_FULL


def box_level(
    slot: int, in_it: Sums, coins: int | None, money: int | None
) -> BoxLevel | None:
    """The level by coins or by money, whichever is nearer; None: nobody said."""
    levels = [
        100 * there // holds
        for there, holds in (
            (in_it.coins + in_it.tests, coins),
            (in_it.money + in_it.test_money, money),
        )
        if holds
    ]
    return BoxLevel(slot, max(levels)) if levels else None


def reconciliation_text(found: Reconciliation) -> str:
    """The period for the person who has just counted."""
    sums = found.sums

    def money(amount: int) -> str:
        return money_text(amount, found.currency)

    since = moment(found.opened.wall_ms, None) if found.opened else "the beginning"
    in_slots = sum(one.money for one in found.slots.values())
    rows = [
        ("ledger", money(sums.money), f"{sums.coins} coins"),
        ("slots", money(in_slots), _by_slot(found)),
        *_cashless(found),
        *_tests(found),
        *(
            (
                f"before, in {code}",
                money_text(before.money + before.test_money, code),
                "",
            )
            for code, before in found.foreign.items()
        ),
        *_corrected(found),
        ("counted", money(found.counted), _difference(found)),
        ("meter", f"{sums.clicks_made} clicks", _clicks(found)),
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [
        f"{name:{widths[0]}}  {value:>{widths[1]}}  {remark}".rstrip()
        for name, value, remark in rows
    ]
    until = moment(found.closed.wall_ms, None)
    code = f"check code  {found.closed.code}  (keep it: docs/operator.md)"
    return "\n".join((f"period from {since} to {until}", *lines, code)) + "\n"


def read_money(text: str, code: str) -> int:
    """Minor units from money as people write it; `CabinetError` when it is none."""
    amount = minor_units(text, code)
    if amount is None:
        unit = message("tokens") if code == NO_CURRENCY else code
        example = money_text(45 * 10 ** decimals(code), code).split()[0]
        most = money_text(MOST, code).split()[0]
        raise CabinetError(
            message("not_an_amount", text=text, unit=unit, example=example, most=most)
        )
    return amount


def _corrects(correction: Remark) -> int:
    """The posting of the collection that it corrects."""
    posting = dict(correction.told.values).get("posting")
    return posting if isinstance(posting, int) else 0


def _reading(collection: Remark | None) -> int | None:
    """What the meter showed at a collection; None when nobody read it."""
    meter = dict(collection.told.values).get("meter") if collection else None
    return meter if isinstance(meter, int) else None


def _by_slot(found: Reconciliation) -> str:
    return ", ".join(
        f"slot {slot}: {sums.coins} coins {money_text(sums.money, found.currency)}"
        for slot, sums in found.slots.items()
        if sums.coins
    )


def _tests(found: Reconciliation) -> list[tuple[str, str, str]]:
    """Test coins and the sum with them, when there were any."""
    cash = found.tenders.get(CASH, Sums())
    expected = money_text(found.expected, found.currency)
    rows = []
    if cash.tests:
        tested = money_text(cash.test_money, found.currency)
        rows.append(("test coins", tested, f"{cash.tests} coins, in the box too"))
    if found.expected != found.sums.money:
        rows.append(("should be there", expected, ""))
    return rows


def _cashless(found: Reconciliation) -> list[tuple[str, str, str]]:
    """What was paid and is not in the box."""
    return [
        (tender, money_text(sums.money, found.currency), "not in the box")
        for tender, sums in found.tenders.items()
        if tender != CASH and sums.money
    ]


def _corrected(found: Reconciliation) -> list[tuple[str, str, str]]:
    """What was counted first, and each correction, when there was one."""
    if not found.corrections:
        return []
    first = money_text(found.closed.amount, found.currency)
    return [
        ("counted first", first, ""),
        *(
            ("corrected", _signed(each.amount, found.currency), str(each.told))
            for each in found.corrections
        ),
    ]


def _signed(amount: int, currency: str) -> str:
    sign = "-" if amount < 0 else "+"
    return sign + money_text(abs(amount), currency)


def _difference(found: Reconciliation) -> str:
    missing = found.cash_difference
    if not missing:
        return "agrees"
    amount = money_text(abs(missing), found.currency)
    return f"{amount} too {'little' if missing < 0 else 'much'}"


def _clicks(found: Reconciliation) -> str:
    sums = found.sums
    still = sums.clicks_owed - sums.clicks_made
    said = [f"{sums.clicks_owed} owed"]
    if still:
        said.append(f"{abs(still)} {'still to come' if still > 0 else 'from before'}")
    if found.clicks_read is not None:
        differs = found.clicks_read - sums.clicks_made
        agrees = "agrees" if not differs else f"differs by {differs}"
        past = f" (past {found.rolled_over - 1})" if found.rolled_over else ""
        said.append(f"{found.clicks_read} read{past}, {agrees}")
    return ", ".join(said)
