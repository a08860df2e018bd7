"""What a player would pay if a form were kept, by the till's own arithmetic."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple

from cabinet.core.money.tariff import Tariff, Tier
from cabinet.core.operating import Offer
from cabinet.protocol.list_rows import rows_of
from cabinet.protocol.operator import Group, Menu
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.fields import FieldError, changes

_MOST_MONEY: Final = 5
_USUAL_SEATS: Final = 2


class Price(NamedTuple):
    """A mode for so many persons: credits, and the least money that buys them.

    `group` is the mode's among the settings.
    `hours` are those in which it costs that; "" is any other time.
    """

    group: str
    title: str
    hours: str
    persons: str
    credits: int
    money: int


class NoPreview(NamedTuple):
    """Why there are no prices, and the setting that is wrong."""

    why: str
    path: str


class Preview(NamedTuple):
    """The prices, and what the first coins give: money to credits."""

    currency: str
    free: bool
    prices: list[Price]
    buys: list[tuple[int, int]]


def preview(
    menu: Menu, form: Mapping[str, str], shown: Snapshot | None, language: str
) -> Preview:
    """The prices with what stands in a form.

    `FieldError` names the field that is wrong; another `ValueError` is about bonuses.
    """
    now = {entry.path: entry.value for entry in menu.entries}
    now |= changes(form, menu.entries, menu.currency)
    tariff = Tariff(
        now.get("pricing.currency", "EUR"),
        _whole(now, "pricing.credit", "not_a_price"),
        tuple(Tier(**tier) for tier in rows_of(now.get("pricing.tiers", ""))),
        free_play=now.get("pricing.free_play") == "true",
    )
    prices = []
    for group, most, game in _sold(menu, shown):
        if now.get(f"{group.name}.enabled") == "true":
            title = group.title[language]
            prices += _prices(group.name, title, most, now, tariff, game)
    amounts = [tariff.credit * number for number in range(1, _MOST_MONEY + 1)]
    buys = [(amount, tariff.bought(amount)) for amount in amounts]
    return Preview(tariff.currency, tariff.free_play, prices, buys)


def _sold(menu: Menu, shown: Snapshot | None) -> list[tuple[Group, int, str]]:
    """Each mode, how many may play, and its game; unknown before it is on sale."""
    offers = iter(shown.offers if shown else ())
    found = []
    for group in menu.groups:
        if not group.name.startswith("modes."):
            continue
        sold = menu.value(f"{group.name}.enabled") == "true"
        offer = next(offers, None) if sold else None
        most = offer.seats_max if offer else _USUAL_SEATS
        found.append((group, most, offer.game if offer else ""))
    return found


def _prices(
    name: str, title: str, most: int, now: Mapping[str, str], tariff: Tariff, game: str
) -> list[Price]:
    per_player = now[f"{name}.per_player"] == "true"
    every = f"1–{most}" if most > 1 else "1"
    rows = []
    usual = _whole(now, f"{name}.credits", "not_a_number")
    for hours, costs in (("", usual), *_hours(game, now)):
        offer = Offer(name, {}, credits=costs, per_player=per_player)
        for persons in range(1, most + 1) if per_player else [1]:
            credits = offer.price(persons)
            told = str(persons) if per_player else every
            rows.append(Price(name, title, hours, told, credits, tariff.cost(credits)))
    return rows


def _hours(game: str, now: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """The hours with a price of their own, by the rules of the schedule."""
    for number in count():
        path = f"schedule.rules.{number}"
        if f"{path}.from" not in now:
            return
        games = [one.strip() for one in now.get(f"{path}.games", "").split(",")]
        named = not any(games) or any(one.split(" ")[0] == game for one in games)
        if f"{path}.credits" in now and named:
            hours = f"{now[f'{path}.from']}–{now[f'{path}.to']}"
            yield hours, _whole(now, f"{path}.credits", "not_a_number")


def _whole(now: Mapping[str, str], path: str, why: str) -> int:
    """A number of at least 1."""
    text = now.get(path, "")
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise FieldError(path, text, why)
    return int(text)
