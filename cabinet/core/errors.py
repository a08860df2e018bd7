"""Every error the cabinet raises on purpose, under one root.

A `CabinetError` is meant for a person: its text says what is wrong and what to
do. The command line prints it without a traceback and exits with `exit_code`.
"""

from cabinet.i18n.message import Message, verbatim


class CabinetError(Exception):
    """Root of every error the cabinet raises on purpose: a `Message`, or plain text."""

    exit_code = 1

    @property
    def told(self) -> Message:
        """What is wrong, for whoever says it in the reader's language."""
        return told_by(self)


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


def told_by(wrong: Exception) -> Message:
    """The message an exception was made with; any other text is verbatim."""
    match wrong.args:
        case [Message() as told]:
            return told
    return verbatim(str(wrong))
