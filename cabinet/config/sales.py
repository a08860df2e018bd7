"""The settings that make a price: coins, what money buys, and what is on sale."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from cabinet.config.catalogue import Catalogue, offer_seats
from cabinet.config.lines import MOST_SLOTS
from cabinet.config.parts import Credits, Millis, Money, Part, Seconds, Words, nanos
from cabinet.core.events import MILLISECOND
from cabinet.core.house import Offer, Slot
from cabinet.core.tariff import Tariff, Tier


class Coin(Part):
    """One coin acceptor: a pulse is worth a fixed amount, so pulses add up."""

    slot: int = Field(
        title="Slot",
        description="Its number; slot 1 is wired to the line coin.1.",
        ge=1,
        le=MOST_SLOTS,
        examples=[1],
    )
    kind: Literal["pulse"] = Field(
        default="pulse", title="Kind", description="pulse: so many equal pulses a coin."
    )
    pulse_value: Money = Field(
        title="Pulse value", description="What one pulse is worth, in minor units."
    )
    width_ms: tuple[Millis, Millis] = Field(
        default=(12, 80),
        title="Pulse width",
        description="Shortest and longest pulse that is a coin, in milliseconds.",
        json_schema_extra={"errorMessage": "expected two whole numbers"},
        examples=[[12, 80]],
    )
    gap_ms: Millis = Field(
        default=20, title="Gap", description="Shortest silence between two pulses."
    )
    jam_ms: Millis = Field(
        default=500, title="Jam", description="A pulse as long as this is a stuck coin."
    )
    max_per_s: int = Field(
        default=8,
        title="Most pulses a second",
        description="More than this is nobody with coins: not counted, and told.",
        ge=1,
        le=50,
    )

    def as_slot(self) -> Slot:
        """The acceptor as the decoder knows it."""
        shortest, longest = self.width_ms
        return Slot(
            self.slot,
            self.pulse_value,
            min_width=shortest * MILLISECOND,
            max_width=longest * MILLISECOND,
            gap=self.gap_ms * MILLISECOND,
            jam=self.jam_ms * MILLISECOND,
            max_per_s=self.max_per_s,
        )


def sim_coin(coins: Sequence[Coin]) -> dict[str, int]:
    """The pulse a simulated acceptor makes: one that every slot takes for a coin."""
    if not coins:
        return {}
    shortest = max(coin.width_ms[0] for coin in coins)
    longest = min(coin.width_ms[1] for coin in coins)
    width = (shortest + longest) // 2
    pace = 1 + 1100 // min(coin.max_per_s for coin in coins)
    gap = max(2 * max(coin.gap_ms for coin in coins), pace - width)
    return {"coin_width_ms": width, "coin_gap_ms": gap}


class Bonus(Part):
    """More credits for more money in one go."""

    money: Money = Field(title="Money", description="Dropped in one go.")
    credits: Credits = Field(
        title="Credits", description="What it gives in all.", examples=[3]
    )


class Pricing(Part):
    """What money buys."""

    currency: str = Field(
        default="EUR",
        title="Currency",
        description="Its three letters.",
        pattern=r"^[A-Z]{3}$",
        json_schema_extra={"errorMessage": "expected three capital letters"},
    )
    credit: Money = Field(
        title="Price of a credit", description="In minor units: 100 is 1.00."
    )
    tiers: tuple[Bonus, ...] = Field(
        default=(),
        title="Tiers",
        description="Bonuses, the least money first.",
        max_length=10,
    )
    max_credits: Credits = Field(
        default=20,
        title="Most credits",
        description="The slot shuts before a coin would bring more than this.",
    )
    free_play: bool = Field(
        default=False, title="Free play", description="Every game costs nothing."
    )
    fraction_expiry_s: Seconds = Field(
        default=900,
        title="Fraction expiry",
        description="Money that has not bought a credit is kept so many seconds.",
    )

    def tariff(self, tiers: int | None = None) -> Tariff:
        """The prices as the floor knows them, with the first `tiers` of all."""
        return Tariff(
            currency=self.currency,
            credit=self.credit,
            tiers=tuple(Tier(tier.money, tier.credits) for tier in self.tiers[:tiers]),
            max_credits=self.max_credits,
            free_play=self.free_play,
            fraction_expiry=nanos(self.fraction_expiry_s),
        )


class Title(Part):
    """A name players read, in both languages."""

    fr: Words = Field(title="French", description="En français.", examples=["Azteka"])
    en: Words = Field(title="English", description="In English.", examples=["Azteka"])


class Mode(Part):
    """One way to play on sale."""

    game: str = Field(
        title="Game",
        description="The name of an installed game.",
        pattern=r"^[a-z][a-z0-9_]*$",
        json_schema_extra={"errorMessage": "expected the name of a game"},
        examples=["azteka"],
    )
    title: Title = Field(
        title="Title",
        description="What the player chooses.",
        json_schema_extra={"$comment": "add title: {fr: …, en: …}"},
    )
    options: dict[str, str | int | bool] = Field(
        default_factory=dict,
        title="Options",
        description="The game's own settings; its README lists them.",
    )
    credits: Credits = Field(
        default=1, title="Credits", description="What a match costs."
    )
    per_player: bool = Field(
        default=False,
        title="Per player",
        description="true: each person pays the credits; false: once a match.",
    )
    enabled: bool = Field(
        default=True, title="Enabled", description="false takes it off the screen."
    )

    def as_offer(self, catalogue: Catalogue) -> Offer:
        """The mode as the floor knows it, with the seats its options leave."""
        return Offer(
            self.game,
            {"fr": self.title.fr, "en": self.title.en},
            dict(self.options),
            self.credits,
            self.per_player,
            offer_seats(catalogue[self.game], self.options),
        )
