"""What the rows of the service menu ask of the counter."""

from collections.abc import Sequence
from typing import Final

from cabinet.protocol.operator import ClearScores, Edit, Entry, TryOutput
from cabinet.screen.menu.rows import METER, Row

AUTHOR: Final = "service menu"


def edit(entry: Entry, value: str) -> Edit:
    """That a setting be `value`."""
    return Edit(entry.change(value), AUTHOR)


def pinned(pin: str) -> Edit:
    """That this be the owner's PIN; "" is none."""
    return Edit({"service.pin": pin}, AUTHOR)


def behind(
    page: str, rows: Sequence[Row], cursor: int
) -> Edit | TryOutput | ClearScores | None:
    """What is done behind a door that opens no page, and is answered."""
    match page:
        case "reset.now":
            back = (row for row in rows if isinstance(row, Entry))
            return Edit({row.path: row.default for row in back}, AUTHOR)
        case "pin.none":
            return pinned("")
        case "meter.test":
            return TryOutput(METER, on=True)
        case _ if page.startswith("scores."):
            return ClearScores(cursor)
    return None
