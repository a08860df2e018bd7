"""What a player pays. Money is integer minor units; credits are whole numbers.

A coin is worth money; money buys credits; a mode costs credits. Tiers give a
bonus on the money of one run: with `credit=100` and a tier of 3 credits for
200, the second coin of 100 brings two credits. A run is the money dropped since
the last whole cycle of the dearest tier or the last charge; what of it has not
bought a credit yet is kept.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Tariff:
    """What the operator charges. Tiers are in rising order of money."""

    currency: str = "EUR"
    credit: int = 100
    tiers: tuple[Tier, ...] = ()
    max_credits: int = 20
    free_play: bool = False
    fraction_expiry: Nanos = 900 * SECOND

    def bought(self, run: int) -> int:
        """Credits that `run` minor units buy in one run."""
        credits = 0
        for tier in reversed(self.tiers):
            times, run = divmod(run, tier.money)
            credits += times * tier.credits
        return credits + run // self.credit

    def fraction(self, purse: Purse) -> int:
        """Money of the run that has not bought a credit yet."""
        rest = purse.run
        for tier in reversed(self.tiers):
            rest %= tier.money
        return rest % self.credit

    def drop(self, purse: Purse, amount: int) -> Purse:
        """The purse after a coin of `amount`."""
        run = purse.run + amount
        gained = self.bought(run) - self.bought(purse.run)
        cycle = self.tiers[-1].money if self.tiers else self.credit
        return Purse(purse.credits + gained, run % cycle)

    def charge(self, purse: Purse, credits: int) -> Purse:
        """The purse after a game; a charge ends the run but keeps the fraction."""
        if credits > purse.credits:
            raise ValueError(f"{credits} credits wanted, {purse.credits} there")
        return Purse(purse.credits - credits, self.fraction(purse))

    def to_next_credit(self, purse: Purse) -> int:
        """Money missing for the next credit; 0 in free play."""
        return 0 if self.free_play else self.credit - self.fraction(purse)

    def has_room(self, purse: Purse, dearest_coin: int) -> bool:
        """Whether the dearest coin still fits under the cap."""
        return self.drop(purse, dearest_coin).credits <= self.max_credits
