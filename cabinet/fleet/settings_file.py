"""The operator's file as a bundle changes it: through the desk of every change.

We may read the file and its history and write neither: the counter is asked in the
over the bus, like by any other editor, and its child checks, writes and remembers.
"""

from collections.abc import Callable
from typing import Final

from cabinet import settings
from cabinet.core.errors import CabinetError
from cabinet.counter.settings_worker import settings_file
from cabinet.fleet.bundles import author_of
from cabinet.places import Place
from cabinet.protocol.client import ask
from cabinet.protocol.operator import Adopted, Edit
from cabinet.settings.editing import ABSENT, plain
from cabinet.settings.file import reversal
from cabinet.settings.history import UNDO
from cabinet.settings.menu import shown
from cabinet.settings.problems import dotted
from cabinet.tabletop.registry import Shelf

TIMEOUT_S: Final = 20.0
SILENCE: Final = "the counter did not say that it adopted the settings"


class FleetSettingsFile:
    """Changes the operator's file and has the counter adopt it.

    `edit` asks the counter for a change; it is the counter at `place` if left out.
    """

    def __init__(
        self, place: Place, edit: Callable[[Edit], tuple[str, ...]] | None = None
    ) -> None:
        self._bus = place.bus
        self._file = settings_file(place, settings.catalogue_of(Shelf()))
        self._edit = edit or self._ask

    def change(self, changes: dict[str, str], bundle: int) -> tuple[str, ...]:
        """Make the changes of a bundle, all or none: a sentence for each."""
        return self._edit(Edit(changes, author_of(bundle), bundle))

    def undo(self, bundle: int) -> tuple[str, ...]:
        """Take back what a bundle changed, unless somebody came after."""
        author = author_of(bundle)
        newest, now = self._file.newest(), plain(self._file.text())
        if newest is None or newest.bundle != bundle:
            by = newest.author if newest else "nobody"
            raise CabinetError(f"the newest change is not of {author} but of {by}")
        back = reversal(now, newest.changes)
        for change in newest.changes:
            if change not in back:
                raise CabinetError(f"{dotted(change.path)} was changed again since")
        former = {
            dotted(change.path): "" if change.old is ABSENT else shown(change.old)
            for change in back
        }
        return self._edit(Edit(former, f"{author}{UNDO}", undo=True))

    def newest(self) -> int:
        """The highest number of a bundle that changed something; 0: none did."""
        return max((revision.bundle for revision in self._file.history()), default=0)

    def _ask(self, edit: Edit) -> tuple[str, ...]:
        return ask(self._bus, edit, Adopted, TIMEOUT_S, SILENCE).changes
