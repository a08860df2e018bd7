"""What can be wrong with a cabinet, as the counter says it: for samples to show."""

from typing import Final

UNPLUGGED: Final = "the board was unplugged from /dev/ttyACM0: plug it in again"
LINK: Final = f"link lost: {UNPLUGGED}"
ALARMS: Final = (
    "coin.1 jammed",
    "screen lost: it stopped answering",
    "match 1284 failed: IndexError: list index out of range",
    "dice tower lost: it stopped answering",
    "match 1291 failed: IndexError: list index out of range",
    "screen missing",
    "coin.2: 12 edges lost",
    "service credits: 20 in a day, no more",
    "match 1301 failed: IndexError: list index out of range",
    "match 1302 failed: IndexError: list index out of range",
)
DISK: Final = (
    "books /var/lib/cabinet/books.sqlite3: the disk is full (database or disk is "
    "full): free some space on it; nothing was written"
)
DAMAGE: Final = (
    "books /var/lib/cabinet/books.sqlite3 are damaged: posting 1284 is not what was "
    "written; nothing was changed: move books.sqlite3* out of the folder, then put a "
    "good copy back as books.sqlite3, or none to begin new books"
)
RESTORED: Final = (
    "books damaged (posting 1284 is not what was written) and kept as "
    "books.sqlite3.damaged-20261117T203015Z; restored from "
    "books-000012-20261117T030012Z.sqlite3 and 31 later postings, 0 are missing"
)
