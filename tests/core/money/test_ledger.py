from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cabinet.core.money.ledger import Kind, OpenBooks, Posting, Totals, fold, settle
from cabinet.core.money.tariff import NOTHING, Purse, Tariff, Tier


def test_nothing_folds_to_nothing():
    assert fold([]) == OpenBooks()


def test_another_price_in_the_same_currency_makes_no_money_foreign():
    coin = Posting(Kind.COIN, amount=100, credits=1, slot=1)
    dearer = [Posting(Kind.PRICE, note=f"EUR {price}") for price in (100, 200)]
    totals = fold([dearer[0], coin, dearer[1]]).totals
    assert (totals.currency, totals.foreign) == ("EUR", 0)
    dollars = Posting(Kind.PRICE, note="USD 100")
    totals = fold([dearer[0], coin, dearer[1], dollars]).totals
    assert (totals.currency, totals.foreign) == ("USD", 100)


def test_a_day_at_the_cabinet():
    books = fold(
        [
            Posting(Kind.PRICE, note="EUR 100"),
            Posting(Kind.SETTING, note='{"max_credits":20}'),
            Posting(Kind.COIN, amount=150, credits=1, run=50, slot=1, clicks=1),
            Posting(Kind.ALARM, run=50, note="coin.1 jammed"),
            Posting(Kind.CHARGE, credits=-1, run=50, match=1, players=2),
            Posting(Kind.REFUND, credits=1, run=50, match=1, players=2),
            Posting(Kind.SERVICE, credits=1, run=50),
            Posting(Kind.TEST, amount=100, run=50, slot=1),
            Posting(Kind.METER, run=50, clicks=-1),
            Posting(Kind.EXPIRY, amount=50, credits=-1),
            Posting(Kind.COLLECTION, amount=250),
            Posting(Kind.COIN, amount=100, credits=1, slot=2, owner=3, clicks=1),
        ]
    )
    assert books == OpenBooks(
        purses=(Purse(1), Purse(), Purse(), Purse(1), *NOTHING[4:]),
        totals=Totals(
            coins=2,
            minor_units=250,
            plays=1,
            refunds=1,
            service=1,
            players=2,
            tests=1,
            expired=1,
            alarms=1,
            clicks=1,
        ),
        clicks=1,
        tariff="EUR 100",
        settings='{"max_credits":20}',
    )


def test_a_match_that_two_purses_pay_is_one_play():
    books = fold(
        [
            Posting(Kind.SERVICE, credits=1, owner=1),
            Posting(Kind.SERVICE, credits=1, owner=2),
            Posting(Kind.CHARGE, credits=-1, owner=1, players=2, match=1),
            Posting(Kind.CHARGE, credits=-1, owner=2, match=1),
        ]
    )
    assert (books.totals.plays, books.totals.players) == (1, 2)


def test_restored_books_are_doubted_until_somebody_trusts_them():
    restored = Posting(Kind.RESTORED, note="from a copy")
    assert fold([restored]).doubt == "from a copy"
    assert fold([restored, Posting(Kind.ALARM, note="jam")]).doubt == "from a copy"
    assert fold([restored, Posting(Kind.TRUSTED)]).doubt == ""


def test_a_fold_may_go_on_from_books():
    coins = [Posting(Kind.COIN, amount=100, credits=1)] * 5
    assert fold(coins[2:], fold(coins[:2])) == fold(coins)


@pytest.mark.parametrize(
    ("posting", "sentence"),
    [
        (
            Posting(Kind.CHARGE, credits=-3, run=50),
            "a charge of -3 credits cannot follow a balance of 2",
        ),
        (
            Posting(Kind.ALARM, note="jam"),
            "a alarm does not change the run: this one would, from 50 to 0",
        ),
        (
            Posting(Kind.REFUND, credits=1, run=0),
            "a refund does not change the run: this one would, from 50 to 0",
        ),
        (
            Posting(Kind.COLLECTION, credits=1, run=50),
            "a collection cannot move 1 credits",
        ),
    ],
)
def test_a_posting_that_cannot_follow_is_refused(posting, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        settle(Purse(2, 50), posting)


class LedgerAgainstPlainArithmetic(RuleBasedStateMachine):
    """Coins, games, refunds and service in any order: nothing is made or lost."""

    tariff = Tariff(credit=70)

    def __init__(self):
        super().__init__()
        self.purse, self.postings = Purse(), []
        self.money = self.coins = self.spent = self.back = self.gifts = 0
        self.plays = self.refunds = self.alarms = 0

    def post(self, kind, purse, **more):
        gained = purse.credits - self.purse.credits
        posting = Posting(kind, credits=gained, run=purse.run, **more)
        assert settle(self.purse, posting) == purse
        self.purse = purse
        self.postings.append(posting)

    @rule(amount=st.integers(1, 500))
    def coin(self, amount):
        self.post(Kind.COIN, self.tariff.drop(self.purse, amount), amount=amount)
        self.coins, self.money = self.coins + 1, self.money + amount

    @precondition(lambda self: self.purse.credits)
    @rule(data=st.data())
    def charge(self, data):
        price = data.draw(st.integers(0, self.purse.credits))
        self.post(Kind.CHARGE, self.tariff.charge(self.purse, price), players=1)
        self.plays, self.spent = self.plays + 1, self.spent + price

    @precondition(lambda self: self.spent > self.back)
    @rule(data=st.data())
    def refund(self, data):
        credits = data.draw(st.integers(1, self.spent - self.back))
        purse = Purse(self.purse.credits + credits, self.purse.run)
        self.post(Kind.REFUND, purse, players=1)
        self.refunds, self.back = self.refunds + 1, self.back + credits

    @rule()
    def service(self):
        self.post(Kind.SERVICE, Purse(self.purse.credits + 1, self.purse.run))
        self.gifts += 1

    @rule()
    def alarm(self):
        self.post(Kind.ALARM, self.purse, note="the door is open")
        self.alarms += 1

    @invariant()
    def no_money_is_made_or_lost(self):
        bought = self.purse.credits + self.spent - self.back - self.gifts
        assert bought * 70 + self.tariff.fraction(self.purse) == self.money

    @invariant()
    def the_books_are_the_ledger(self):
        books = fold(self.postings)
        assert books.purses == (self.purse, *NOTHING[1:])
        assert books.totals == Totals(
            self.coins,
            self.money,
            self.plays,
            self.refunds,
            self.gifts,
            players=self.plays,
            alarms=self.alarms,
        )

    def teardown(self):
        so_far = [fold(self.postings[:n]).totals for n in range(len(self.postings) + 1)]
        for before, after in pairwise(so_far):
            assert all(
                getattr(before, name) <= getattr(after, name)
                for name in Totals.__slots__
            )


class LedgerWithTiers(LedgerAgainstPlainArithmetic):
    """With bonuses: never fewer than the plain price, never more than the best."""

    tariff = Tariff(credit=70, tiers=(Tier(140, 3), Tier(500, 12)))

    @invariant()
    def no_money_is_made_or_lost(self):
        bought = self.purse.credits + self.spent - self.back - self.gifts
        assert self.money // 70 <= bought <= self.money * 12 // 500


TestLedgerAgainstPlainArithmetic = LedgerAgainstPlainArithmetic.TestCase
TestLedgerWithTiers = LedgerWithTiers.TestCase
TestLedgerAgainstPlainArithmetic.settings = settings(
    max_examples=25, stateful_step_count=30
)
TestLedgerWithTiers.settings = settings(max_examples=25, stateful_step_count=30)
