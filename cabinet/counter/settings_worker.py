"""What the counter's child does: change the operator's file, and read it anew."""

import os
from base64 import urlsafe_b64decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from errno import EACCES, EPERM, EROFS
from statistics import median
from typing import Final

from cabinet import settings
from cabinet.books.accounts import AccountRows, AlarmCount, account, alarms
from cabinet.books.report import Sums, breakdown, local, report
from cabinet.books.takings import by_mode, kept_takings
from cabinet.clock import SystemClock
from cabinet.counter.settings_reload import SettingsReload, ToFile
from cabinet.diagnostics.doctor.storage import look
from cabinet.i18n.message import Message, Verbatim, message
from cabinet.loops.registry import GameShelf
from cabinet.people.file import PeopleFile
from cabinet.places import Place
from cabinet.platform.network import addresses
from cabinet.protocol.alerts import PutSecret
from cabinet.protocol.operator import (
    Account,
    AlarmCard,
    Edit,
    Look,
    Menu,
    PersonCard,
    PutLogo,
    Reload,
    Rewrite,
    StorageCard,
    Undo,
    is_remote,
)
from cabinet.settings import Catalogue, Config
from cabinet.settings.alerts import keep_secret
from cabinet.settings.editing import ABSENT, edit, plain
from cabinet.settings.file import Edits, SettingsFile, edits_of, leave_copy, placed
from cabinet.settings.guests import strange_programs
from cabinet.settings.history import Change
from cabinet.settings.house import house_flaws, keep_logo, logo_flaw
from cabinet.settings.loading import read_text
from cabinet.settings.menu import groups, starts_anew
from cabinet.settings.problems import ConfigError, Problem, dotted
from cabinet.settings.programs import program_settings
from cabinet.settings.secrets import guarded

# What the service menu shows: settings, books, alarms, network, the disk if asked.


MOST_ALARMS: Final = 12
# So many postings take a slow machine a second; nobody waits longer for the menu.
_READ_AT_ONCE: Final = 20_000


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
    last = found.collection
    stretches = {
        "today": found.today,
        "period": found.period,
        "lifetime": found.lifetime,
    }
    return Menu(
        groups(held, catalogue),
        tuple(_account(name, sums) for name, sums in stretches.items()),
        tuple(_account(name, sums) for name, sums in _played(place, books)),
        tuple(by_hour.get(f"{hour:02}", Sums()).plays for hour in range(24)),
        outputs,
        locked=held.service.pin is not None,
        alarms=tuple(map(_alarm, alarms(place.books, MOST_ALARMS))),
        addresses=addresses(),
        storage=_storage(place) if try_disk else None,
        collected=f"{local(last.wall_ms, None):%Y-%m-%d}" if last else "",
        check_code=last.code if last else "",
        people=_people(place),
    )


def _people(place: Place) -> tuple[PersonCard, ...]:
    """Whoever runs the cabinet, the first owner first."""
    return tuple(
        PersonCard(one.number, one.role, one.name, bool(one.password), one.pin)
        for one in PeopleFile(place.state).active()
    )


def _played(place: Place, books: AccountRows) -> list[tuple[str, Sums]]:
    """The plays of each mode since the books began, with what they earned."""
    kept = kept_takings(place.books, _READ_AT_ONCE)
    if kept is None:  # after an upgrade: the next copy of the books reads them
        return list(report(books, SystemClock().wall_ms(), None).modes.items())
    found = by_mode(books, kept, None, None, None).rows
    rows = {name: sums for name, sums in found.items() if sums.plays or sums.money > 0}
    return sorted(rows.items(), key=lambda row: (row[0].startswith("("), row[0]))


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
    return AlarmCard(counted.told, counted.times, f"{when:%Y-%m-%d %H:%M}")


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


def reloaded(place: Place, request: ToFile) -> SettingsReload:
    """The answer to a request; `CabinetError` says what is wrong."""
    catalogue = settings.catalogue_of(GameShelf())
    by = "" if isinstance(request, Look) else request.author
    file = settings_file(place, catalogue, by)
    changes = changed(file, request, place)
    chosen = program_settings(place)
    leave_copy(place.config, os.environ)
    operating = replace(chosen.operating, people=PeopleFile(place.state).with_pins())
    if not isinstance(request, Look):
        told = _told(request, changes)
        operating = replace(
            operating, author=by, changed=tuple((by, one) for one in told)
        )
    return SettingsReload(
        operating,
        menu(
            place,
            file.config(),
            catalogue,
            tuple(chosen.wiring.outputs),
            try_disk=request == Look("storage"),
        ),
        tuple(map(str, changes)),
        at_the_start(changes),
    )


def _told(request: ToFile, changes: tuple[Change, ...]) -> tuple[str, ...]:
    """What the books say of a request that changes something."""
    match request:
        case Reload(changes=told):
            return told
        case PutSecret(name=name, value=value):
            return (f"alerts: {name} {'set' if value else 'removed'}",)
    return tuple(map(str, changes))


def settings_file(place: Place, catalogue: Catalogue, author: str = "") -> SettingsFile:
    """The operator's file as menu, page and command line change it."""

    def checked(text: str, name: str) -> Config:
        found = settings.load_text(text, name, None, catalogue)
        if is_remote(author):
            _refuse_strange_programs(place, found)
        return found

    return SettingsFile(place.config, place.state, checked)


def _refuse_strange_programs(place: Place, after: Config) -> None:
    """What runs on the machine is said at the machine, or by a signed bundle."""
    programs = [mode.program for mode in after.modes]
    if not any(programs):
        return
    try:
        held = settings.load_text(read_text(place.config), place.config.name).modes
    except ConfigError:  # nothing is known of a file that cannot be read
        held = ()
    flaws = list(strange_programs((mode.program for mode in held), programs))
    if flaws:
        raise ConfigError([Problem(flaw.what, flaw.hint, flaw.path) for flaw in flaws])


def changed(file: SettingsFile, request: ToFile, place: Place) -> tuple[Change, ...]:
    """What the request changes in the file."""
    now = SystemClock().wall_ms()
    match request:
        case Edit():
            return change(file, request)
        case Rewrite(text=text, author=by, keep=True):
            return written(file, lambda: file.replace(text, by, now))
        case Rewrite(text=text):
            file.check(text)
        case PutLogo(data=data, author=by):
            return _put_logo(file, data, by, place)
        case PutSecret(name=name, value=value):
            return written(file, lambda: _keep_secret(place, name, value))
        case Undo(author=by):
            return written(file, lambda: file.undo(by, now))
    return ()


def change(file: SettingsFile, request: Edit) -> tuple[Change, ...]:
    """Make the changes of an edit; a file that cannot be written is an error."""
    wanted = guarded(placed(plain(file.text()), edits_of(request.changes)))
    now = SystemClock().wall_ms()

    def made() -> tuple[Change, ...]:
        _refuse_what_cannot_be_shown(file, wanted)
        return file.change(
            wanted, request.author, now, bundle=request.bundle, is_undo=request.undo
        )

    return written(file, made)


def _refuse_what_cannot_be_shown(file: SettingsFile, edits: Edits) -> None:
    """A logo or music that is set now has to be there; one that went is no mistake."""
    asked = {path for path, value in edits.items() if value is not ABSENT}
    if not any(path[0] == "house" for path in asked):
        return
    after = edit(file.text(), edits)
    held = settings.load_text(after, file.path.name)
    flaws = [flaw for flaw in house_flaws(held.house) if flaw.path in asked]
    if flaws:
        raise ConfigError([Problem(flaw.what, flaw.hint, flaw.path) for flaw in flaws])


def _put_logo(
    file: SettingsFile, data: str, author: str, place: Place
) -> tuple[Change, ...]:
    """Keep a picture that was sent, and name it in the file."""
    path = ("house", "logo")
    picture = b""
    with suppress(ValueError):
        picture = urlsafe_b64decode(data)
    if data and (what := logo_flaw(picture)):
        raise ConfigError([Problem(what, path=path)])

    def made() -> tuple[Change, ...]:
        kept = str(keep_logo(picture, place.state)) if data else ABSENT
        return file.change({path: kept}, author, SystemClock().wall_ms())

    return written(file, made)


def _keep_secret(place: Place, name: str, value: str) -> tuple[Change, ...]:
    """A file of its own: nothing in the operator's file changes."""
    keep_secret(place.state, name, value)
    return ()


def written(
    file: SettingsFile, work: Callable[[], tuple[Change, ...]]
) -> tuple[Change, ...]:
    """What `work` changed in the file; what the disk refuses is said as a sentence."""
    try:
        return work()
    except OSError as wrong:
        name = str(wrong.filename or file.path)
        raise ConfigError([Problem(*_unwritten(wrong), name=name)]) from None


def _unwritten(wrong: OSError) -> tuple[Message, Message | None]:
    """What the disk refused, and what to do: who owns a file is not always why."""
    why = Verbatim(str(wrong.strerror))
    if wrong.errno in (EACCES, EPERM, EROFS):
        return message("setting.not_writable", why=why, account=os.geteuid()), None
    return message("setting.unwritten", why=why), message("check_disk")


def at_the_start(changes: tuple[Change, ...]) -> tuple[str, ...]:
    """Which of the changes count from the next start only."""
    return tuple(dotted(one.path) for one in changes if starts_anew(one.path))
