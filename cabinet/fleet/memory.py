"""What the fleet program may not forget, in one small file.

Four things: up to which posting the broker has everything, the number of the last
bundle of settings, whether that one is still on trial, and which commands were taken.
A file that is gone or unreadable costs only messages sent twice, which every collector
knows by their number; bundles are in the history of settings too.
"""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

from cabinet.books.chain import BEGINNING, End
from cabinet.platform.files import write_durably

COMMANDS_KEPT: Final = 200


@dataclass(frozen=True, slots=True)
class Remembered:
    """The file's content; `hash` is that of posting `cursor`, in hexadecimal."""

    cursor: int = 0
    hash: str = BEGINNING.hash.hex()
    bundle: int = 0
    commands: tuple[str, ...] = field(default=())
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

    def take_command(self, name: str) -> bool:
        """Whether this command is new; from now on it is not."""
        if name in self.held.commands:
            return False
        kept = (*self.held.commands, name)[-COMMANDS_KEPT:]
        self._keep(replace(self.held, commands=kept))
        return True

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
            tuple(map(str, document["commands"])),
            document.get("trial") is True,
        )
        _ = found.end
    except (OSError, ValueError, TypeError, KeyError):
        return Remembered()
    return found
