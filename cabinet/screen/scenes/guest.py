"""A guest has the display: what our own window says behind it, and to a browser."""

from typing import Final

from cabinet.i18n import Words
from cabinet.picture.shapes import Picture
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.scenes.backdrop import sky
from cabinet.screen.scenes.lettering import centered, paragraph, wrap
from cabinet.screen.scenes.panels import CENTER

_TITLE: Final = 120
_WIDE: Final = 520


def picture(snapshot: Snapshot, words: Words, *, begun: bool) -> Picture:
    """Which program plays, and how it is left."""
    offers, chosen = snapshot.offers, snapshot.offer
    titles = offers[chosen].title if 0 <= chosen < len(offers) else {}
    title = titles.get(words.language) or next(iter(titles.values()), "")
    what = words("guest.plays" if begun else "guest.begins")
    lines = wrap(words("guest.leave"), _WIDE, 2)
    return (
        *sky(0),
        centered(CENTER, _TITLE, title, "gold", _WIDE, "title"),
        centered(CENTER, _TITLE + 36, what, "white", _WIDE),
        *paragraph(CENTER, _TITLE + 76, lines, "mist", 18, align="center"),
    )
