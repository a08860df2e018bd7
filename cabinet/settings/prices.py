"""What a player pays for each mode, in credits and in money."""

from collections.abc import Iterator
from dataclasses import replace

from cabinet.core.money.amounts import NO_CURRENCY, money_text
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import House, Offer

__all__ = ["NO_CURRENCY", "describe_prices", "money_for", "money_text"]


def money_for(tariff: Tariff, credits: int) -> int:
    """The least money that buys so many credits in one run."""
    return tariff.cost(credits)


def describe_prices(house: House) -> str:
    """A table of what each mode costs for each number of persons."""
    rows = [("mode", "players", "credits", "money")]
    for offer in house.offers:
        title = offer.title[house.language]
        for when, sold in _occasions(offer):
            for persons, price in _prices(sold):
                rows.append(
                    (f"{title}{when}", persons, str(price), _paid(house.tariff, price))
                )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _occasions(offer: Offer) -> Iterator[tuple[str, Offer]]:
    """The offer as it is sold, at its special hours, and for playing on."""
    yield "", offer
    for hours in offer.hours:
        when = f", {_clock(hours.start)} to {_clock(hours.end)}"
        yield when, replace(offer, credits=hours.credits)
    if offer.continue_credits is not None:
        yield ", playing on", replace(offer, credits=offer.continue_credits)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _paid(tariff: Tariff, credits: int) -> str:
    if tariff.free_play or not credits:
        return "free"
    return money_text(money_for(tariff, credits), tariff.currency)


def _prices(offer: Offer) -> list[tuple[str, int]]:
    most = offer.seats[1]
    if offer.per_player:
        return [(str(n), offer.price(n)) for n in range(1, most + 1)]
    return [("1" if most == 1 else f"1-{most}", offer.price(1))]


def _row(row: tuple[str, ...], widths: list[int]) -> str:
    title, *figures = row
    cells = (cell.rjust(w) for cell, w in zip(figures, widths[1:], strict=True))
    return "  ".join((title.ljust(widths[0]), *cells))
