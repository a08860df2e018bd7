"""What a player pays. Money is integer minor units; credits are whole numbers.

A coin is worth money; money buys credits; a mode costs credits. Tiers give a
bonus on the money of one run: with `credit=100` and a tier of 3 credits for
200, the second coin of 100 brings two credits. A run is the money dropped since
the last whole cycle of the dearest tier or the last charge; what of it has not
bought a credit yet is kept.

The law: it does not matter into which coins an amount is cut, and no amount ever
buys fewer credits than it would without the tiers. A tariff that would break
this cannot be made.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from cabinet.core.events import SECOND, Nanos


@dataclass(frozen=True, slots=True)
class Tier:
    """`credits` in all for `money` dropped in one run."""

    money: int
    credits: int


@dataclass(frozen=True, slots=True)
class Purse:
    """The credits on the cabinet, and the money of the run in progress."""

    credits: int = 0
    run: int = 0


# One purse for everybody and one for each player (1 to 6).
EVERYBODY = 0
OWNERS = 7
Purses: TypeAlias = tuple[Purse, ...]
NOTHING: Purses = (Purse(),) * OWNERS


def with_purse(purses: Purses, owner: int, purse: Purse) -> Purses:
    """The purses with one of them exchanged."""
    return (*purses[:owner], purse, *purses[owner + 1 :])


@dataclass(frozen=True, slots=True)
class Tariff:
    """What the operator charges. Tiers are in rising order of money.

    An expiry of 0 means never.
    """

    currency: str = "EUR"
    credit: int = 100
    tiers: tuple[Tier, ...] = ()
    max_credits: int = 20
    free_play: bool = False
    fraction_expiry: Nanos = 900 * SECOND
    credit_expiry: Nanos = 0

    def __post_init__(self) -> None:
        """Refuse a price or a tier that would make money disappear."""
        if self.credit < 1:
            raise ValueError(f"a credit costs at least 1 minor unit, not {self.credit}")
        if not self.tiers:
            return
        cheaper, tier = replace(self, tiers=self.tiers[:-1]), self.tiers[-1]
        floor = cheaper.tiers[-1].money if cheaper.tiers else self.credit
        if tier.money <= floor:
            raise ValueError(
                f"tiers rise, and the first is above the price of a credit: "
                f"{tier.money} is not above {floor}"
            )
        least = cheaper.least_bonus(tier.money)
        if tier.credits < least:
            raise ValueError(
                f"the tier of {tier.money} gives {tier.credits} credits, fewer than "
                f"without it: give {least} or more, or leave it out"
            )

    def least_bonus(self, money: int) -> int:
        """The fewest credits that one more tier at that much money can give."""
        return max(self.bought(money), self.bought(money - 1) + 1)

    @property
    def key(self) -> str:
        """How money becomes credits, on one line: `EUR 100 200:3`."""
        tiers = (f"{tier.money}:{tier.credits}" for tier in self.tiers)
        return " ".join((self.currency, str(self.credit), *tiers))

    @classmethod
    def of_key(cls, key: str) -> "Tariff":
        """The tariff a key was made of, as far as the key tells."""
        currency, credit, *tiers = key.split()
        pairs = (tier.partition(":") for tier in tiers)
        return cls(
            currency,
            int(credit),
            tuple(Tier(int(money), int(credits)) for money, _, credits in pairs),
        )

    def bought(self, run: int) -> int:
        """Credits that `run` minor units buy in one run."""
        credits = 0
        for tier in reversed(self.tiers):
            times, run = divmod(run, tier.money)
            credits += times * tier.credits
        return credits + run // self.credit

    def cost(self, credits: int) -> int:
        """The least money that buys so many credits in one run."""
        if self.free_play:
            return 0
        return bisect_left(range(credits * self.credit), credits, key=self.bought)

    def fraction(self, purse: Purse) -> int:
        """Money of the run that has not bought a credit yet."""
        *_, (_, rest) = self._steps(purse.run)
        return rest

    def drop(self, purse: Purse, amount: int) -> Purse:
        """The purse after a coin of `amount`."""
        run = purse.run + amount
        gained = self.bought(run) - self.bought(purse.run)
        cycle = self.tiers[-1].money if self.tiers else self.credit
        return Purse(purse.credits + gained, run % cycle)

    def charge(self, purse: Purse, credits: int) -> Purse:
        """The purse after a game; a charge ends the run but keeps the fraction."""
        if not 0 <= credits <= purse.credits:
            raise ValueError(f"{credits} credits wanted, {purse.credits} there")
        return Purse(purse.credits - credits, self.fraction(purse))

    def convert(self, purse: Purse, before: "Tariff") -> Purse:
        """The purse under this tariff: its fraction buys what it buys now.

        What the run had bought under the tariff `before` is not paid twice. Credits
        stay credits; a fraction of another currency buys nothing here.
        """
        if before.currency != self.currency:
            return Purse(purse.credits)
        return self.drop(Purse(purse.credits), before.fraction(purse))

    def to_next_credit(self, purse: Purse) -> int:
        """Money missing for the next credit; 0 in free play."""
        if self.free_play:
            return 0
        return min(step - rest for step, rest in self._steps(purse.run))

    def has_room(self, purse: Purse, dearest_coin: int) -> bool:
        """Whether the dearest coin still fits under the cap."""
        return self.drop(purse, dearest_coin).credits <= self.max_credits

    def _steps(self, run: int) -> Iterator[tuple[int, int]]:
        """Every step of money from the dearest, and what of `run` is above it."""
        for step in (*(tier.money for tier in reversed(self.tiers)), self.credit):
            run %= step
            yield step, run
