"""What the counter's child does: change the operator's file, and read it anew."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cabinet import app, config
from cabinet.clock import SystemClock
from cabinet.config import Catalogue, Config
from cabinet.config.problems import dotted
from cabinet.core.errors import CabinetError
from cabinet.counter.renewal import Renewal, Request
from cabinet.desk.menu import groups, starts_anew
from cabinet.desk.report import Sums, breakdown, report
from cabinet.desk.settings import Change, SettingsFile
from cabinet.desk.wishes import wishes
from cabinet.hallway_desk import Account, Edit, Menu, Reload
from cabinet.places import Place
from cabinet.store.accounts import account
from cabinet.tabletop.registry import Shelf

# What is tried by hand: the meter is not, it counts.
_NOT_TO_TRY: Final = "meter"


def renewed(place: Place, request: Request) -> Renewal:
    """The answer to a request of the hallway; `CabinetError` says what is wrong."""
    catalogue = config.catalogue_of(Shelf())
    file = settings_file(place, catalogue)
    changes: tuple[Change, ...] = ()
    if isinstance(request, Edit):
        changes = change(file, request)
    chosen = app.settings(place)
    house = chosen.house
    if isinstance(request, Edit | Reload):
        house = replace(house, author=request.author)
    return Renewal(
        house,
        _menu(place, file.config(), catalogue, tuple(chosen.wiring.outputs)),
        tuple(map(str, changes)),
        at_the_start(changes),
    )


def settings_file(place: Place, catalogue: Catalogue) -> SettingsFile:
    """The operator's file as the desks change it."""

    def checked(text: str, name: str) -> Config:
        return config.load_text(text, name, None, catalogue)

    return SettingsFile(place.config, place.state, checked)


def change(file: SettingsFile, request: Edit) -> tuple[Change, ...]:
    """Make the changes of an edit; a file that cannot be written is an error."""
    wanted = wishes(request.changes)
    now = SystemClock().wall_ms()
    return written(file, lambda: file.change(wanted, request.author, now))


def written(
    file: SettingsFile, work: Callable[[], tuple[Change, ...]]
) -> tuple[Change, ...]:
    """What `work` changed in the file; what the disk refuses is said as a sentence."""
    try:
        return work()
    except OSError as wrong:
        account_name = f"account {os.geteuid()}"
        raise CabinetError(
            f"{wrong.filename or file.path}: cannot be written ({wrong.strerror}); "
            f"{account_name} must own the file and its folder"
        ) from None


def at_the_start(changes: tuple[Change, ...]) -> tuple[str, ...]:
    """Which of the changes count from the next start only."""
    return tuple(dotted(one.path) for one in changes if starts_anew(one.path))


def _menu(
    place: Place, held: Config, catalogue: Catalogue, outputs: tuple[str, ...]
) -> Menu:
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
        tuple(line for line in outputs if line != _NOT_TO_TRY),
        locked=held.service.pin is not None,
    )


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
