"""How whoever acted is written in books, history and journal, and read again.

`web:owner`, `web:staff:Anne`, `service menu:manager:Jean`: where, in which role, and
the name of whoever has one. No name has a colon in it.
"""

from typing import Final, NamedTuple

# How changes are signed that come from the page, and those of the service menu.
FROM_PAGE: Final = "web:"
AT_CABINET: Final = "service menu"
ROLES: Final = ("staff", "manager", "owner")


class Author(NamedTuple):
    """`place` is page or menu; `role` and `name` are "" where they are not known."""

    place: str
    role: str
    name: str


def signed(place: str, role: str, name: str) -> str:
    """What somebody signs with at a place."""
    return ":".join(filter(None, (place.rstrip(":"), role, name)))


def author_of(text: str) -> Author | None:
    """Who signed so; None: it was not somebody at the page or the menu."""
    place, _, rest = text.partition(":")
    role, _, name = rest.partition(":")
    known = {FROM_PAGE.rstrip(":"): "page", AT_CABINET: "menu"}
    if place not in known or (rest and role not in ROLES):
        return None
    return Author(known[place], role, name)
