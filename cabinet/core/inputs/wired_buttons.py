"""Which buttons are wired, and what does the work of those that are not.

Coin, ON/OFF, Start and one stick are enough for everything. On a stick without B its
A is held for it. Without A, Start is A in a match; without both, Start is A when it
is let go soon and B when it is held for a moment. Each stick is judged by itself.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos

WAYS: Final = ("up", "down", "left", "right")
STICKS: Final = range(1, 7)
# Start is B from here on, where it has to be A too; held, it asks to leave.
MOMENT: Final = 500 * MILLISECOND
_HELD: Final = 1 * SECOND
_HELD_LONGER: Final = 2 * SECOND
_ALL: Final = frozenset(
    (
        *("power", "start", "mode", "player", "service", "test"),
        *(f"p{stick}.{way}" for stick in STICKS for way in (*WAYS, "a", "b")),
    )
)
# What has a row in the menu of games where its button is missing; the last always has.
_IN_THE_MENU: Final = (("howto", "mode"), ("language", "player"))


@dataclass(frozen=True)
class WiredButtons:
    """The input lines that are wired; all of them if nobody says otherwise."""

    lines: frozenset[str] = _ALL

    @cached_property
    def sticks(self) -> tuple[int, ...]:
        """The sticks that go all four ways."""
        return tuple(
            n for n in STICKS if all(f"p{n}.{way}" in self.lines for way in WAYS)
        )

    @cached_property
    def without_a(self) -> tuple[int, ...]:
        """The sticks for which Start is A."""
        return tuple(n for n in self.sticks if f"p{n}.a" not in self.lines)

    def stick_of(self, seat: int) -> int:
        """The stick of a seat; whoever has none shares the first."""
        own = seat + 1
        return own if own in self.sticks else next(iter(self.sticks), 1)

    def gesture(self, stick: int, button: str) -> str:
        """What does the work of `a` or `b` of a stick in a match."""
        if f"p{stick}.{button}" in self.lines:
            return button
        if button == "a":
            return "start"
        return "hold a" if f"p{stick}.a" in self.lines else "short start"

    @property
    def start_is_both(self) -> bool:
        """Whether Start is A and B of some stick."""
        return any(f"p{stick}.b" not in self.lines for stick in self.without_a)

    @property
    def start_held(self) -> Nanos:
        """After how long Start is held, and not merely pressed."""
        return _HELD_LONGER if self.start_is_both else _HELD


def menu_rows(wired: WiredButtons) -> tuple[str, ...]:
    """The rows below the games: what no button is wired for, and the preferences."""
    rows = (row for row, line in _IN_THE_MENU if line not in wired.lines)
    return (*rows, "preferences")
