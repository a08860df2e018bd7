"""`cabinet backup`: everything in one file, and back after a look at what changes."""

import argparse
import os
import sys
from datetime import datetime
from pathlib import Path

from cabinet.backup.archive import (
    Backup,
    changes_to,
    edits_for,
    make_backup,
    read_backup,
    restore_books,
)
from cabinet.books.exports import moment
from cabinet.cli.config import change_settings, open_settings
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.places import Place
from cabinet.settings.house import keep_logo
from cabinet.settings.secrets import HIDDEN, is_secret


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet backup …` asks."""
    match arguments.action:
        case "make":
            out = _make(place, arguments.file)
        case "show":
            found = read_backup(arguments.file)
            out = _described(found) + _preview(place, found, whole=arguments.whole)
        case _:
            out = _restore(place, arguments)
    sys.stdout.write(out)
    return 0


def _make(place: Place, file: Path | None) -> str:
    now = datetime.now().astimezone()
    target = file or Path(f"cabinet-{now:%Y-%m-%d}.zip")
    if target.is_dir():
        target = target / f"cabinet-{now:%Y-%m-%d}.zip"
    if target.exists():
        raise CabinetError(f"{target}: is there already; name another file")
    if not target.absolute().parent.is_dir():
        raise CabinetError(f"{target.parent}: there is no such folder")
    try:
        made = make_backup(place, target.absolute(), SystemClock())
    except OSError as wrong:
        raise CabinetError(f"{target}: cannot be written ({wrong.strerror})") from None
    return f"{target}: {_described(made)}"


def _described(made: Backup) -> str:
    logo = ", logo" if made.logo else ""
    books = f", books with {made.postings} postings" if made.postings else ", no books"
    when = moment(made.wall_ms, None)
    return f"{made.name} ({made.id}), {when}: settings{logo}{books}\n"


def _preview(place: Place, found: Backup, *, whole: bool) -> str:
    changes = changes_to(open_settings(place).text(), found, whole=whole)
    lines = [
        f"  {'.'.join(map(str, one.path))}: {HIDDEN}"
        if is_secret(one.path)
        else f"  {one}"
        for one in changes
    ]
    return "\n".join(lines or ["  no setting would change"]) + "\n"


def _restore(place: Place, arguments: argparse.Namespace) -> str:
    """Settings and logo; with `--books` the books too, and those before are kept."""
    found = read_backup(arguments.file)
    said = ""
    if arguments.books:
        if not found.postings:
            raise CabinetError(f"{arguments.file}: there are no books in this backup")
        boot = os.urandom(4).hex()
        aside = restore_books(arguments.file, place, SystemClock(), boot)
        kept = f"; those before are kept in {aside}" if aside else ""
        said = f"books: {found.postings} postings restored{kept}\n"
    file = open_settings(place)
    wanted = edits_for(changes_to(file.text(), found, whole=arguments.whole))
    if found.logo:
        wanted["house.logo"] = str(keep_logo(found.logo, place.state))
    pairs = [text for pair in wanted.items() for text in pair]
    return said + (
        change_settings(place, file, pairs) if pairs else "settings: the same\n"
    )
