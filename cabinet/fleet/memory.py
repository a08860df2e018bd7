"""What the fleet program may not forget, in one small file.

Four things: up to which posting the broker has everything, the number of the last
bundle of settings, whether that one is still on trial, and the last command of each
author. A file that is gone or unreadable costs messages sent twice, which every
collector knows by their number; bundles are in the history of settings too. Commands
have to be kept from coming again by the broker then.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

from cabinet.books.chain import BEGINNING, End
from cabinet.platform.files import write_durably

# Nobody is forgotten to make room: what they once said could come again.
MOST_AUTHORS: Final = 200


@dataclass(frozen=True, slots=True)
class Remembered:
    """The file's content; `hash` is that of posting `cursor`, in hexadecimal."""

    cursor: int = 0
    hash: str = BEGINNING.hash.hex()
    bundle: int = 0
    authors: Mapping[str, int] = field(default_factory=dict)
    trial: bool = False

    @property
    def end(self) -> End:
        """The last posting that the broker has acknowledged."""
        return End(self.cursor, bytes.fromhex(self.hash))


class Memory:
    """The file at `path`: all of the old content, or all of the new."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.held = _read(path)

    def acknowledged(self, end: End) -> None:
        """The broker has everything up to there."""
        self._keep(replace(self.held, cursor=end.seq, hash=end.hash.hex()))

    def last_of(self, author: str) -> int:
        """The id of the last command that somebody gave; 0: they gave none."""
        return self.held.authors.get(author, 0)

    def has_room_for(self, author: str) -> bool:
        """Whether their last id can be remembered."""
        return author in self.held.authors or len(self.held.authors) < MOST_AUTHORS

    def take_command(self, author: str, id_: int) -> None:
        """No command of theirs up to this id is taken any more."""
        self._keep(replace(self.held, authors={**self.held.authors, author: id_}))

    def take_bundle(self, number: int) -> None:
        """No bundle up to this number is taken any more, and this one is on trial."""
        self._keep(replace(self.held, bundle=number, trial=True))

    def end_trial(self) -> None:
        """The last bundle stays, or is gone."""
        self._keep(replace(self.held, trial=False))

    def _keep(self, held: Remembered) -> None:
        write_durably(self._path, json.dumps(asdict(held)))
        self.held = held


def _read(path: Path) -> Remembered:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found = Remembered(
            int(document["cursor"]),
            str(document["hash"]),
            int(document["bundle"]),
            # Before ids grew there was a list instead; its ids are none any more.
            {str(who): int(id_) for who, id_ in document.get("authors", {}).items()},
            document.get("trial") is True,
        )
        _ = found.end
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Remembered()
    return found
