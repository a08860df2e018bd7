"""The code that lets a browser in: shown to somebody at the open door, and nobody else.

It is there while the cabinet is in service and whoever is there may change the office's
settings. Every visit has another one. The office sees it in the snapshot, as the screen
does, and compares.
"""

import os
from typing import Final

from cabinet.core.modes.state import Mode
from cabinet.counter.service_menu import ServiceDesk
from cabinet.protocol.operator import Edit

DIGITS: Final = 8
_OWNERS: Final = Edit({"office.host": ""}, "")


class Pairing:
    """The code of this visit to the service menu."""

    def __init__(self, desk: ServiceDesk) -> None:
        self._desk = desk
        self._code = ""

    def code(self, mode: Mode, pin: str) -> str:
        """The code to show now; "" where nobody has the right to one."""
        if self._desk.refusal(_OWNERS, mode, pin):
            self._code = ""
        elif not self._code:
            chosen = int.from_bytes(os.urandom(8), "big") % 10**DIGITS
            self._code = f"{chosen:0{DIGITS}}"
        return self._code
