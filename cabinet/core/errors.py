"""Every error the cabinet raises on purpose, under one root.

A `CabinetError` is meant for a person: its text says what is wrong and what to
do. The command line prints it without a traceback and exits with `exit_code`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabinet.i18n.message import Message


class CabinetError(Exception):
    """Root of every error the cabinet raises on purpose.

    `told` is what is wrong as data, for readers of any language; its text is English.
    """

    exit_code = 1

    def __init__(self, told: "Message | str" = "") -> None:
        super().__init__(told if isinstance(told, str) else str(told))
        self.told = None if isinstance(told, str) else told


class NoDisplayError(CabinetError):
    """There is nothing to draw on."""

    exit_code = 3


class BusyError(CabinetError):
    """Something we need (a socket, a port, the books) is held by another program."""

    exit_code = 4


class BooksError(CabinetError):
    """The books cannot be read or written; no coin may be taken."""

    exit_code = 5


class ProtocolError(CabinetError, ValueError):
    """A message that is not one of ours."""

    exit_code = 6
