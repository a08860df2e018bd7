"""Notes to root, and what root answers.

A note is a small file of texts by name that the counter leaves in its own folder. It is
read once and gone. A link, a pipe, a file of another account or a long one is none.
"""

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cabinet.platform.files import write_durably

ASKED: Final = Path("/run/cabinet")
ANSWERED: Final = Path("/run/cabinet-machine")
# What has to outlive a restart of the machine.
KEPT: Final = Path("/var/lib/cabinet-machine")
PREFIX: Final = "ask-"
LONGEST: Final = 4096
_LONGEST_VALUE: Final = 300
Note = Mapping[str, str]


class NoteError(Exception):
    """What was left is no note of the counter's."""


class RefusedVerbError(Exception):
    """A verb that is not done; `code` says why, `detail` what the system said."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def take(verb: str, folder: Path = ASKED) -> Note:
    """The note for this verb, which is gone when this returns or raises."""
    path = folder / f"{PREFIX}{verb}"
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        handle = os.open(path, flags)
    except OSError as wrong:
        _remove(path)
        raise NoteError(str(wrong.strerror)) from None
    try:
        return _read(handle, folder.stat().st_uid)
    finally:
        os.close(handle)
        _remove(path)


def _remove(path: Path) -> None:
    """Or the unit would be started again and again."""
    try:
        path.unlink(missing_ok=True)
    except OSError as wrong:
        raise NoteError(f"cannot be removed: {wrong.strerror}") from None


def _read(handle: int, owner: int) -> Note:
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        raise NoteError("is no file of its own")
    if found.st_uid != owner:
        raise NoteError("belongs to another account")
    text = os.read(handle, LONGEST + 1)
    if len(text) > LONGEST:
        raise NoteError("is too long")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise NoteError("is no JSON") from None
    if not isinstance(document, dict) or not all(map(_is_text, document.values())):
        raise NoteError("is not made of texts")
    return document


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_VALUE


def number_of(note: Note) -> int:
    """Which question this is, so that its answer can be told from an earlier one."""
    text = note.get("number", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else 0


def tell(name: str, document: Mapping[str, Any], folder: Path = ANSWERED) -> None:
    """Put an answer where the counter reads it; all of it, or the one before.

    It has the group of the folder (tmpfiles.conf), which is the till's.
    """
    write_durably(folder / f"{name}.json", json.dumps(document), 0o640)


def tell_outcome(
    verb: str,
    note: Note,
    refused: RefusedVerbError | None,
    about: str = "",
    folder: Path = ANSWERED,
) -> None:
    """What became of a note."""
    tell(
        f"outcome-{verb}",
        {
            "verb": verb,
            "what": note.get("what", ""),
            "result": refused.code if refused else "done",
            "about": about,
            "detail": refused.detail[:500] if refused else "",
            "number": number_of(note),
        },
        folder,
    )
