"""`cabinet config`: the operator's file from the command line, and for the counter.

A change is made in the file first, whole and signed; then the counter, if one runs,
is asked to read it again.
"""

import argparse
import getpass
import os
import pickle
import sys
from collections.abc import Iterator
from datetime import datetime

from cabinet import settings
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.counter.settings_reload import TIMEOUT_S, Request, SettingsReload
from cabinet.counter.settings_worker import (
    at_the_start,
    change,
    reloaded,
    settings_file,
    written,
)
from cabinet.loops.registry import GameShelf
from cabinet.places import Place
from cabinet.protocol.client import CounterUnreachableError, ask
from cabinet.protocol.codec import Refused, decode
from cabinet.protocol.fleet import SignedBundle, TakeBack
from cabinet.protocol.operator import Adopted, Edit, Entry, Reload
from cabinet.protocol.refusals import problems_of
from cabinet.settings.file import SettingsFile, path_of
from cabinet.settings.history import Change
from cabinet.settings.menu import groups, shown
from cabinet.settings.old_names import current
from cabinet.settings.problems import SettingPath, closest, dotted
from cabinet.settings.schema import schema_at
from cabinet.settings.secrets import HIDDEN, is_secret
from cabinet.settings.titles import titles

GENTLE = 19
NOTHING = "none"
ONLY_COMMENTS = "only what the cabinet does not read: comments, spaces, order"
SILENCE = (
    "the file is changed, but the counter did not say that it read it: it counts "
    "from the next start at the latest"
)


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet config …` asks."""
    if arguments.action == "answer":
        return _answer(place)
    file = open_settings(place)
    match arguments.action:
        case "set":
            out = change_settings(place, file, arguments.pairs)
        case "undo":
            out = _undo(place, file)
        case "diff":
            out = _diff(file)
        case "history":
            out = _history(file)
        case _:
            out = _get(file, arguments.path)
    sys.stdout.write(out)
    return 0


def _answer(place: Place) -> int:
    """The counter's child: one request on stdin, a pickled answer on stdout."""
    os.nice(GENTLE)
    request = decode(sys.stdin.buffer.readline())
    if not isinstance(request, Request):
        raise CabinetError("this is for the counter to ask: try cabinet config get")
    answer: SettingsReload | Refused
    try:
        if isinstance(request, SignedBundle | TakeBack):
            from cabinet.fleet.rollout import proven_edit  # only then: it takes a key

            request = proven_edit(place, request, SystemClock().wall_ms())
        answer = reloaded(place, request)
    except CabinetError as wrong:
        answer = Refused(problems_of(wrong))
    sys.stdout.buffer.write(pickle.dumps(answer))
    return 0


def _get(file: SettingsFile, path: str) -> str:
    path = current(path)
    held = file.config().model_dump(by_alias=True)
    found = list(_leaves(held, ()))
    below = [
        (setting, value)
        for setting, value in found
        if not path or f"{dotted(setting)}.".startswith(f"{path}.")
    ]
    if not below:
        near = closest(path, (dotted(setting) for setting, _ in found))
        hint = f" ({near})" if near else ""
        raise CabinetError(f"{path}: there is no such setting{hint}")
    if len(below) == 1 and dotted(below[0][0]) == path:
        return _one(*below[0])
    return "".join(f"{dotted(setting)}: {shown(value)}\n" for setting, value in below)


def _one(setting: SettingPath, value: object) -> str:
    line, english = f"{dotted(setting)}: {shown(value)}\n", titles(setting)["en"]
    return f"{line}{english.name}. {english.help}\n" if english.help else line


def _leaves(held: object, path: SettingPath) -> Iterator[tuple[SettingPath, object]]:
    """Every setting that holds one value, or a list of plain ones."""
    match held:
        case dict() if held:
            for name, value in held.items():
                yield from _leaves(value, (*path, name))
        case list() | tuple() if held and isinstance(held[0], dict):
            for index, value in enumerate(held):
                yield from _leaves(value, (*path, index))
        case _:
            yield path, HIDDEN if is_secret(path) and held else held


def open_settings(place: Place) -> SettingsFile:
    """The operator's file, checked against the installed games."""
    return settings_file(place, settings.catalogue_of(GameShelf()))


def change_settings(place: Place, file: SettingsFile, pairs: list[str]) -> str:
    """Write PATH VALUE pairs; what was changed, and when it counts."""
    if len(pairs) % 2:
        raise CabinetError(f"{pairs[-1]}: what should it be? write PATH VALUE pairs")
    wanted = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return _told(place, file, change(file, Edit(wanted, author())))


def _undo(place: Place, file: SettingsFile) -> str:
    now = SystemClock().wall_ms()
    changes = written(file, lambda: file.undo(author(), now))
    return _told(place, file, changes) if changes else f"{file.path}: {ONLY_COMMENTS}\n"


def author() -> str:
    """Who sits at this terminal."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"account {os.getuid()}"


def _told(place: Place, file: SettingsFile, changes: tuple[Change, ...]) -> str:
    """What was changed, and when it counts."""
    if not changes:
        return f"{file.path}: it is so already\n"
    lines = [str(one) for one in changes]
    late = at_the_start(changes)
    try:
        request = Reload(author(), tuple(lines))
        adopted = ask(place.bus, request, Adopted, TIMEOUT_S, SILENCE)
    except CounterUnreachableError:
        lines.append("no cabinet runs here: it counts from the next start")
    else:
        if len(late) < len(changes):
            soon = "as soon as nobody plays" if adopted.waits else "from now on"
            lines.append(f"it counts {soon}")
        if late:
            lines.append(f"from the next start only: {', '.join(late)}")
    return "".join(f"{line}\n" for line in lines)


def _diff(file: SettingsFile) -> str:
    catalogue = settings.catalogue_of(GameShelf())
    lines = [
        f"{entry.path}: {entry.default or NOTHING} → {entry.value or NOTHING}\n"
        for group in groups(file.config(), catalogue)
        for entry in group.entries
        if entry.kind not in ("act", "add")
        and entry.value != entry.default
        and _has_default(entry)
    ]
    return "".join(lines) or "everything is as it would be if it were left out\n"


def _has_default(entry: Entry) -> bool:
    """Whether there is something it is when it is left out; that may be nothing."""
    return bool(entry.default) or "default" in schema_at(path_of(entry.path))


def _history(file: SettingsFile) -> str:
    lines: list[str] = []
    for revision in file.history():
        when = datetime.fromtimestamp(revision.wall_ms / 1000).astimezone()
        lines.append(f"{when:%Y-%m-%d %H:%M}  {revision.author}")
        lines += [f"    {one}" for one in revision.changes or (ONLY_COMMENTS,)]
    return (
        "".join(f"{line}\n" for line in lines) or "nobody has changed a setting here\n"
    )
