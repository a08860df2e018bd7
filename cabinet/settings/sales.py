"""The settings that make a price: coins, what money buys, and what is on sale."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field

from cabinet.core.events import MILLISECOND
from cabinet.core.money.amounts import money_text
from cabinet.core.money.tariff import Tariff, Tier
from cabinet.core.operating import Meter, Offer, OperatingSettings
from cabinet.core.schedule import EVERY_DAY
from cabinet.i18n.message import message
from cabinet.settings.catalogue import Catalogue, offer_seats
from cabinet.settings.parts import (
    Credits,
    Expiry,
    Millis,
    Money,
    Part,
    Words,
    add_hint,
    nanos,
    wanted,
)
from cabinet.settings.week import DAYS


class Bonus(Part):
    """More credits for more money in one go."""

    money: Money
    credits: Credits = Field(examples=[3])


# What operators most often want; the file's own settings come before these.
PRESETS: Final[dict[str, dict[str, object]]] = {
    "eur-1": {"currency": "EUR", "credit": 100},
    "eur-1-3for2": {
        "currency": "EUR",
        "credit": 100,
        "tiers": ({"money": 200, "credits": 3},),
    },
    "eur-050": {"currency": "EUR", "credit": 50},
    "eur-2": {"currency": "EUR", "credit": 200},
    "chf-1": {"currency": "CHF", "credit": 100},
    "gbp-1": {"currency": "GBP", "credit": 100},
    "usd-050": {"currency": "USD", "credit": 50},
    "token": {"currency": "XXX", "credit": 1},
    "free": {"currency": "EUR", "credit": 100, "free_play": True},
}


class Pricing(Part):
    """What money buys."""

    preset: (
        Literal[
            "eur-1",
            "eur-1-3for2",
            "eur-050",
            "eur-2",
            "chf-1",
            "gbp-1",
            "usd-050",
            "token",
            "free",
        ]
        | None
    ) = None
    currency: str = Field(
        default="EUR",
        pattern=r"^[A-Z]{3}$",
        json_schema_extra=wanted(message("kind.currency")),
    )
    credit: Money
    tiers: tuple[Bonus, ...] = Field(default=(), max_length=10)
    max_credits: Credits = 20
    free_play: bool = False
    fraction_expiry_s: Expiry = 900
    credit_expiry_s: Expiry = 0

    def tariff(self, tiers: int | None = None) -> Tariff:
        """The prices as the till knows them, with the first `tiers` of all."""
        return Tariff(
            currency=self.currency,
            credit=self.credit,
            tiers=tuple(Tier(tier.money, tier.credits) for tier in self.tiers[:tiers]),
            max_credits=self.max_credits,
            free_play=self.free_play,
            fraction_expiry=nanos(self.fraction_expiry_s),
            credit_expiry=nanos(self.credit_expiry_s),
        )


class Title(Part):
    """A name players read, in both languages."""

    fr: Words = Field(examples=["Azteka"])
    en: Words = Field(examples=["Azteka"])


class Mode(Part):
    """One way to play on sale."""

    game: str = Field(
        pattern=r"^[a-z][a-z0-9_]*$",
        json_schema_extra=wanted(message("kind.game")),
        examples=["azteka"],
    )
    title: Title = Field(json_schema_extra=add_hint("title: {fr: …, en: …}"))
    options: dict[str, str | int | bool] = Field(default_factory=dict)
    credits: Credits = 1
    per_player: bool = False
    seats: Annotated[int, Field(ge=1, le=6)] | None = None
    level: Literal["easy", "normal", "hard"] = "normal"
    continue_credits: Annotated[int, Field(ge=0, le=999)] | None = None
    minutes: Annotated[int, Field(ge=1, le=120)] | None = None
    enabled: bool = True

    def as_offer(self, catalogue: Catalogue, sticks: int) -> Offer:
        """The mode as the state machine knows it, with the seats its options leave.

        Where all play at once nobody plays without one of the `sticks`.
        """
        card = catalogue[self.game]
        return Offer(
            self.game,
            {"fr": self.title.fr, "en": self.title.en},
            dict(self.options),
            self.credits,
            self.per_player,
            self._seats(catalogue),
            self.continue_credits,
            card.scored,
            level=self.level,
            hands=sticks if card.live(self.options) else None,
            minutes=self.minutes or 0,
        )

    def _seats(self, catalogue: Catalogue) -> tuple[int, int]:
        fewest, most = offer_seats(catalogue[self.game], self.options)
        if not catalogue[self.game].house:
            return fewest, most
        return max(fewest, min(self.seats or 0, most)), most


class CoinMeter(Part):
    """The electromechanical counter, when the line `meter` is wired."""

    per: Literal["coin", "value"] = "coin"
    value: Money = 100
    on_ms: Millis = 60
    off_ms: Millis = 60

    def as_meter(self) -> Meter:
        """The counter as its coil knows it."""
        return Meter(
            per_coin=self.per == "coin",
            value=self.value,
            on=self.on_ms * MILLISECOND,
            off=self.off_ms * MILLISECOND,
        )


# What a player pays for each mode, in credits and in money.


def describe_prices(operating: OperatingSettings) -> str:
    """A table of what each mode costs for each number of persons."""
    rows = [("mode", "players", "credits", "money")]
    for offer in operating.offers:
        title = offer.title[operating.language]
        if offer.minutes:
            title = f"{title}, {offer.minutes} min"
        for when, sold in _occasions(offer, operating):
            for persons, price in _prices(sold):
                paid = _paid(operating.tariff, price)
                rows.append((f"{title}{when}", persons, str(price), paid))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _occasions(
    offer: Offer, operating: OperatingSettings
) -> Iterator[tuple[str, Offer]]:
    """The offer as it is sold, at its special hours, and for playing on."""
    yield "", offer
    for rule in operating.schedule.rules:
        if rule.what in ("price", "free") and rule.is_for(offer.game, offer.key):
            days = "" if rule.days == EVERY_DAY else f" {_days(rule.days)}"
            when = f",{days} {_clock(rule.start)} to {_clock(rule.end)}"
            yield when, replace(offer, credits=rule.credits)
    if offer.continue_credits is not None:
        yield ", playing on", replace(offer, credits=offer.continue_credits)


def _days(days: Iterable[int]) -> str:
    return "+".join(DAYS[day] for day in sorted(days))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _paid(tariff: Tariff, credits: int) -> str:
    if tariff.free_play or not credits:
        return "free"
    return money_text(tariff.cost(credits), tariff.currency)


def _prices(offer: Offer) -> list[tuple[str, int]]:
    most = offer.seats[1]
    if offer.per_player:
        return [(str(n), offer.price(n)) for n in range(1, most + 1)]
    return [("1" if most == 1 else f"1-{most}", offer.price(1))]


def _row(row: tuple[str, ...], widths: list[int]) -> str:
    title, *figures = row
    cells = (cell.rjust(w) for cell, w in zip(figures, widths[1:], strict=True))
    return "  ".join((title.ljust(widths[0]), *cells))
