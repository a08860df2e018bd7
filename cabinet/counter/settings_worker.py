"""What the counter's child does: change the operator's file, and read it anew."""

import os
from collections.abc import Callable
from dataclasses import replace

from cabinet import settings
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.counter.desk_overview import menu
from cabinet.counter.settings_reload import Renewal, Request
from cabinet.places import Place
from cabinet.protocol.hallway_console import Rewrite, Undo
from cabinet.protocol.operator import Edit, Look, Reload
from cabinet.settings import Catalogue, Config
from cabinet.settings.desk_placing import placed
from cabinet.settings.editing import plain
from cabinet.settings.edits import wishes
from cabinet.settings.file import SettingsFile
from cabinet.settings.history import Change
from cabinet.settings.menu import starts_anew
from cabinet.settings.problems import dotted
from cabinet.settings.programs import program_settings
from cabinet.settings.secrets import guarded
from cabinet.tabletop.registry import Shelf


def renewed(place: Place, request: Request) -> Renewal:
    """The answer to a request of the hallway; `CabinetError` says what is wrong."""
    catalogue = settings.catalogue_of(Shelf())
    file = settings_file(place, catalogue)
    changes = _changed(file, request)
    chosen = program_settings(place)
    house = chosen.house
    if not isinstance(request, Look):
        by = request.author
        told = request.changes if isinstance(request, Reload) else map(str, changes)
        house = replace(house, author=by, changed=tuple((by, one) for one in told))
    return Renewal(
        house,
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


def settings_file(place: Place, catalogue: Catalogue) -> SettingsFile:
    """The operator's file as the desks change it."""

    def checked(text: str, name: str) -> Config:
        return settings.load_text(text, name, None, catalogue)

    return SettingsFile(place.config, place.state, checked)


def _changed(file: SettingsFile, request: Request) -> tuple[Change, ...]:
    """What the request changes in the file."""
    now = SystemClock().wall_ms()
    match request:
        case Edit():
            return change(file, request)
        case Rewrite(text=text, author=by, keep=True):
            return written(file, lambda: file.replace(text, by, now))
        case Rewrite(text=text):
            file.check(text)
        case Undo(author=by):
            return written(file, lambda: file.undo(by, now))
    return ()


def change(file: SettingsFile, request: Edit) -> tuple[Change, ...]:
    """Make the changes of an edit; a file that cannot be written is an error."""
    wanted = guarded(placed(plain(file.text()), wishes(request.changes)))
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
