"""The settings that make a price: coins, what money buys, and what is on sale."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import gcd
from typing import Annotated, Final, Literal

from pydantic import Field

from cabinet import i18n
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.guests import PROGRAM
from cabinet.core.money.tariff import Tariff, Tier
from cabinet.core.operating import Meter, Offer, OperatingSettings
from cabinet.core.schedule import EVERY_DAY
from cabinet.i18n import money, words
from cabinet.i18n.message import Amount, Message, message
from cabinet.settings.catalogue import Catalogue, GameCard, offer_seats
from cabinet.settings.guests import GuestProgram
from cabinet.settings.parts import (
    Credits,
    Expiry,
    Millis,
    Money,
    Part,
    Words,
    data,
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
    title: Title | None = None
    options: dict[str, str | int | bool] = Field(default_factory=dict)
    credits: Credits = 1
    per_player: bool = False
    seats: Annotated[int, Field(ge=1, le=6)] | None = None
    level: Literal["easy", "normal", "hard"] = "normal"
    continue_credits: Annotated[int, Field(ge=0, le=999)] | None = None
    minutes: Annotated[int, Field(ge=1, le=120)] | None = None
    program: GuestProgram | None = None
    enabled: bool = True

    def as_offer(self, catalogue: Catalogue, sticks: int) -> Offer:
        """The mode as the state machine knows it, with the seats its options leave.

        Where all play at once nobody plays without one of the `sticks`.
        """
        if self.game == PROGRAM and self.program is not None:
            return self._as_guest(self.program)
        card = catalogue[self.game]
        choices = card.choices(self.options)
        return Offer(
            self.game,
            self.titles(card),
            dict(self.options),
            self.credits,
            self.per_player,
            self._seats(catalogue),
            self.continue_credits,
            card.scored,
            level=self.level,
            hands=sticks if card.live(self.options) else None,
            minutes=self.minutes or 0,
            last_look=card.last_look * SECOND,
            runs_on=not card.house,
            one_button=card.one_button,
            at_join=card.at_join if choices else "",
            choices=choices,
        )

    def _as_guest(self, program: GuestProgram) -> Offer:
        """The mode of a program: its name tells it from others in the books."""
        return Offer(
            self.game,
            self.titles(),
            {"name": program.name},
            self.credits,
            self.per_player,
            (1, program.players),
            self.continue_credits,
            program.score is not None,
            minutes=self.minutes or 0,
            idle=nanos(program.idle_s or 0),
            guest=program.as_guest(),
            last_look=0,
        )

    def titles(self, card: GameCard | None = None) -> dict[str, str]:
        """What players read, by language: the game's own title if none is set."""
        if self.title is not None:
            return self.title.model_dump()
        own = card.title if card else {}
        called = self.program.name if self.program else self.game
        return {each: own.get(each) or called for each in Title.model_fields}

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
    """A table of what each mode costs for each number of persons, in its language."""
    w = words(operating.language)
    rows = [tuple(w(f"check.{name}") for name in _HEADS)]
    for offer in operating.offers:
        title = offer.title[operating.language]
        if offer.minutes:
            title = f"{title}, {offer.minutes} min"
        for when, sold in _occasions(offer, operating, w):
            for persons, price in _prices(sold):
                paid = _paid(operating.tariff, price, w)
                rows.append((f"{title}{when}", persons, str(price), paid))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def describe_bonuses(operating: OperatingSettings) -> str:
    """Each bonus in words, a line each; nothing where there is none."""
    w, tariff = words(operating.language), operating.tariff
    if tariff.free_play:
        return ""
    plain = replace(tariff, tiers=())
    return "\n".join(
        w(
            "check.bonus",
            money=money(tier.money, tariff.currency, w.language),
            n=tier.credits,
            without=plain.bought(tier.money),
        )
        for tier in tariff.tiers
    )


# What has more steps than this is too fine to say anything of.
_MOST_STEPS: Final = 10_000


def coin_advice(tariff: Tariff, coins: Sequence[int]) -> Iterator[Message]:
    """Prices that no accepted coins add up to: a rest always stays."""
    if tariff.free_play or not coins or tariff.credit > gcd(*coins) * _MOST_STEPS:
        return
    prices = (tariff.credit, *(tier.money for tier in tariff.tiers))
    for price in dict.fromkeys(prices):
        if not _adds_up(price, coins):
            yield message(
                "advice.no_coin_pays",
                money=Amount(price),
                coins=tuple(map(Amount, coins)),
                over=Amount(next(n for n in count(price) if _adds_up(n, coins))),
            )


def _adds_up(price: int, coins: Sequence[int]) -> bool:
    """Whether some of these coins are worth that much together."""
    step = gcd(*coins)
    if price % step:
        return False
    reached = [True] + [False] * (price // step)
    for n in range(1, len(reached)):
        reached[n] = any(n * step >= c and reached[n - c // step] for c in coins)
    return reached[-1]


_HEADS: Final = ("mode", "players", "credits", "money")


def _occasions(
    offer: Offer, operating: OperatingSettings, w: i18n.Words
) -> Iterator[tuple[str, Offer]]:
    """The offer as it is sold, at its special hours, and for playing on."""
    yield "", offer
    for rule in operating.schedule.rules:
        if rule.what in ("price", "free") and rule.is_for(offer.game, offer.key):
            days = "" if rule.days == EVERY_DAY else f", {_days(rule.days, w)}"
            when = w("check.hours", begin=_clock(rule.start), end=_clock(rule.end))
            yield f"{days}, {when}", replace(offer, credits=rule.credits)
    if offer.continue_credits is not None:
        on = w("check.playing_on")
        yield f", {on}", replace(offer, credits=offer.continue_credits)


def _days(days: Iterable[int], w: i18n.Words) -> str:
    place = i18n.LANGUAGES.index(w.language)
    names = data("choices")["schedule.rules.days"]
    return "+".join(names[DAYS[day]][place] for day in sorted(days))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _paid(tariff: Tariff, credits: int, w: i18n.Words) -> str:
    if tariff.free_play or not credits:
        return w("check.free")
    return money(tariff.cost(credits), tariff.currency, w.language)


def _prices(offer: Offer) -> list[tuple[str, int]]:
    most = offer.seats[1]
    if offer.per_player:
        return [(str(n), offer.price(n)) for n in range(1, most + 1)]
    return [("1" if most == 1 else f"1-{most}", offer.price(1))]


def _row(row: tuple[str, ...], widths: list[int]) -> str:
    title, *figures = row
    cells = (cell.rjust(w) for cell, w in zip(figures, widths[1:], strict=True))
    return "  ".join((title.ljust(widths[0]), *cells))
