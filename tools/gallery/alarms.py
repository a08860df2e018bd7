"""What can be wrong with a cabinet, as the counter says it: for samples to show."""

from typing import Final

from cabinet.i18n.message import Message, Verbatim, message

UNPLUGGED: Final = message("board_unplugged", port="/dev/ttyACM0")
LINK: Final = message("link_lost", why=UNPLUGGED)
JAMMED: Final = message("coin_jammed", slot=1)
SILENT: Final = message("screen_silent")
SILENCE: Final = message("link_silent", seconds="1.5")
SCREEN: Final = message("screen_lost", why=SILENT)
GIFTS: Final = message("service_credits_used_up", n=20)


def failed(match: int) -> Message:
    """A match that a mistake in the program ended."""
    why = Verbatim("IndexError: list index out of range")
    return message("match_failed", match=match, why=why)


ALARMS: Final = (
    JAMMED,
    SCREEN,
    failed(1284),
    message("tower_lost", why=SILENT),
    failed(1291),
    message("screen_missing"),
    message("edges_lost", line="coin.2", n=12),
    GIFTS,
    failed(1301),
    failed(1302),
)
_BOOKS: Final = "/var/lib/cabinet/books.sqlite3"
DISK: Final = message(
    "books_unwritten",
    path=_BOOKS,
    what=message("disk_full"),
    system=Verbatim("database or disk is full"),
    remedy=message("free_some_space"),
)
_CHANGED: Final = message("posting_changed", posting=1284)
DAMAGE: Final = message(
    "books_damaged", path=_BOOKS, what=_CHANGED, file="books.sqlite3"
)
RESTORED: Final = message(
    "books_restored",
    what=_CHANGED,
    file="books.sqlite3.damaged-20261117T203015Z",
    copy="books-000012-20261117T030012Z.sqlite3",
    saved=31,
    missing=0,
)
