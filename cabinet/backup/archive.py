"""A backup: settings, logo, history and books in one file, and what is in one.

The file is a ZIP. Its first entry, not packed, is a JSON document with everything but
books and history, so that a page can read it without the rest. Passwords are in none;
the PIN is as the settings have it, sealed. To take settings from a backup changes the
file as an owner would, and can be undone; books are exchanged only by `cabinet backup`,
while no counter runs, and the ones that were there are kept.
"""

import json
import zipfile
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cabinet.books.copies import proven_copy, put_books_in_place
from cabinet.core.errors import BooksError, CabinetError
from cabinet.core.ports import Clock
from cabinet.i18n.message import message
from cabinet.places import Place
from cabinet.platform.files import put_in_place
from cabinet.settings import Config
from cabinet.settings.editing import ABSENT, plain
from cabinet.settings.file import differences
from cabinet.settings.history import HISTORY, Change
from cabinet.settings.house import LARGEST, logo_flaw
from cabinet.settings.loading import load_text, read_text
from cabinet.settings.menu import shown
from cabinet.settings.problems import dotted

FORMAT: Final = 1
CARD: Final = "backup.json"
BOOKS: Final = "books.sqlite3"
# Of text and logo together; the books are apart.
LONGEST_CARD: Final = 800_000
_LARGEST_BOOKS: Final = 4_000_000_000
# What belongs to the machine and not to the house: wires, what is plugged in, its name
# in the network, its page.
OF_THE_MACHINE: Final = (
    *("io", "coins", "meter", "web", "fleet", "dice", "video", "disk"),
    "cabinet.id",
)
# A path on the other machine; the picture itself is in the backup.
_LOGO: Final = "house.logo"


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup says of itself; `postings` are those of its books, 0: none."""

    id: str
    name: str
    wall_ms: int
    version: str
    settings: str
    logo: bytes
    postings: int

    def config(self) -> Config:
        """Its settings; `ConfigError` where they are none of ours."""
        return load_text(self.settings, CARD)


def make_backup(place: Place, target: Path, clock: Clock) -> Backup:
    """Write everything to `target`, which appears only when it is whole."""
    text = read_text(place.config)
    config = load_text(text, place.config.name)
    with TemporaryDirectory(prefix="backup-", dir=target.parent) as folder:
        books, unfinished = Path(folder) / BOOKS, Path(folder) / "backup.zip"
        postings = proven_copy(place.books, books).seq if place.books.exists() else 0
        made = Backup(
            config.cabinet.id,
            config.cabinet.name,
            clock.wall_ms(),
            version("arkade-cabinet"),
            text,
            _logo_of(config),
            postings,
        )
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as out:
            out.writestr(CARD, card_of(made), zipfile.ZIP_STORED)
            with suppress(FileNotFoundError):
                out.write(place.state / HISTORY, HISTORY)
            if postings:
                out.write(books, BOOKS)
        unfinished.chmod(0o600)
        put_in_place(unfinished, target)
    return made


def _logo_of(config: Config) -> bytes:
    """The house's logo; one that cannot be read is left out."""
    if not config.house.logo:
        return b""
    try:
        with Path(config.house.logo).open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError:
        return b""
    return b"" if logo_flaw(data) else data


def card_of(backup: Backup) -> str:
    """The document that a backup begins with."""
    return json.dumps(
        {
            "format": FORMAT,
            "id": backup.id,
            "name": backup.name,
            "at": backup.wall_ms,
            "version": backup.version,
            "postings": backup.postings,
            "settings": backup.settings,
            "logo": urlsafe_b64encode(backup.logo).decode(),
        },
        ensure_ascii=False,
    )


def read_card(text: str) -> Backup:
    """What such a document says; `CabinetError` where it is no backup of ours."""
    try:
        found: dict[str, Any] = json.loads(text)
        form = found["format"]
        logo = urlsafe_b64decode(str(found["logo"]))
        made = Backup(
            str(found["id"]),
            str(found["name"]),
            int(found["at"]),
            str(found["version"]),
            str(found["settings"]),
            logo,
            int(found["postings"]),
        )
    except (ValueError, KeyError, TypeError):
        raise CabinetError(message("no_backup")) from None
    if form != FORMAT:
        raise CabinetError(message("backup_of_another_format", version=made.version))
    if logo and logo_flaw(logo):
        raise CabinetError(message("no_backup"))
    return made


def read_backup(path: Path) -> Backup:
    """What is in the backup at `path`, books aside."""
    try:
        with zipfile.ZipFile(path) as file:
            if file.getinfo(CARD).file_size > LONGEST_CARD:
                raise CabinetError(message("no_backup"))
            return read_card(file.read(CARD).decode())
    except OSError as wrong:
        why = message("file_unreadable", file=str(path), why=str(wrong.strerror))
        raise CabinetError(why) from None
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError, NotImplementedError):
        raise CabinetError(message("no_backup")) from None


def changes_to(now: str, backup: Backup, *, whole: bool) -> tuple[Change, ...]:
    """What its settings would change in the text of a file.

    Not `whole`: what belongs to the machine stays.
    """
    backup.config()
    found = differences(plain(now), plain(backup.settings))
    return tuple(one for one in found if _is_wanted(dotted(one.path), whole=whole))


def _is_wanted(path: str, *, whole: bool) -> bool:
    if path == _LOGO:
        return False
    mine = any(f"{path}.".startswith(f"{name}.") for name in OF_THE_MACHINE)
    return whole or not mine


def edits_for(changes: tuple[Change, ...]) -> dict[str, str]:
    """The changes as an owner's edit asks for them."""
    return dict(_edits(changes))


def _edits(changes: tuple[Change, ...]) -> Iterator[tuple[str, str]]:
    for one in changes:
        yield dotted(one.path), "" if one.new is ABSENT else shown(one.new)


def restore_books(path: Path, place: Place, clock: Clock, boot: str) -> Path | None:
    """Put the books of a backup in the place of those that are there.

    Where the ones before are kept now; None where there were none. `BusyError` while a
    counter runs, and nothing is done if the backup's are not proven.
    """
    with TemporaryDirectory(prefix="restore-", dir=place.state) as folder:
        copy = Path(folder) / BOOKS
        with zipfile.ZipFile(path) as file:
            try:
                info = file.getinfo(BOOKS)
            except KeyError:
                raise BooksError(message("backup_without_books")) from None
            if info.file_size > _LARGEST_BOOKS:
                raise BooksError(message("no_backup"))
            file.extract(info, folder)
        return put_books_in_place(place.books, copy, clock, boot, path.name)
