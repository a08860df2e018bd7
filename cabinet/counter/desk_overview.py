"""Everything a desk shows: settings, books, alarms, network, and the disk if asked."""

from statistics import median
from typing import Final

from cabinet.books.accounts import AlarmCount, account, alarms
from cabinet.books.report import Sums, breakdown, local, report
from cabinet.clock import SystemClock
from cabinet.diagnostics.doctor.storage import look
from cabinet.places import Place
from cabinet.platform.network import addresses
from cabinet.protocol.operator import Account, AlarmCard, Menu, StorageCard
from cabinet.settings import Catalogue, Config
from cabinet.settings.menu import groups

MOST_ALARMS: Final = 12


def menu(
    place: Place,
    held: Config,
    catalogue: Catalogue,
    outputs: tuple[str, ...],
    *,
    try_disk: bool = False,
) -> Menu:
    """The menu as it is now."""
    books = account(place.books)
    found = report(books, SystemClock().wall_ms(), None)
    by_hour = breakdown(books, "hour", None, None).rows
    stretches = {
        "today": found.today,
        "period": found.period,
        "lifetime": found.lifetime,
    }
    return Menu(
        groups(held, catalogue),
        tuple(_account(name, sums) for name, sums in stretches.items()),
        tuple(_account(name, sums) for name, sums in found.modes.items()),
        tuple(by_hour.get(f"{hour:02}", Sums()).plays for hour in range(24)),
        outputs,
        locked=held.service.pin is not None,
        alarms=tuple(map(_alarm, alarms(place.books, MOST_ALARMS))),
        addresses=addresses(),
        storage=_storage(place) if try_disk else None,
    )


def _storage(place: Place) -> StorageCard:
    facts = look(place.state)
    if not facts.writes_ms:
        return StorageCard(why=facts.why or "?")
    return StorageCard(
        round(1000 * median(facts.writes_ms)),
        round(1000 * max(facts.writes_ms)),
        facts.free // 1_000_000,
    )


def _alarm(counted: AlarmCount) -> AlarmCard:
    when = local(counted.wall_ms, None)
    return AlarmCard(counted.note, counted.times, f"{when:%Y-%m-%d %H:%M}")


def _account(name: str, sums: Sums) -> Account:
    return Account(
        name,
        sums.money,
        sums.coins,
        sums.plays,
        sums.players,
        sums.refunds,
        sums.service,
    )
