"""Every error the cabinet raises on purpose, under one root.

A `CabinetError` is meant for a person: its text says what is wrong and what to
do. The command line prints it without a traceback and exits with `exit_code`.
"""


class CabinetError(Exception):
    """Root of every error the cabinet raises on purpose."""

    exit_code = 1


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
