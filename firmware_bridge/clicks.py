"""Clicks of the coin meter that the chip makes: one at a time, told when it was made.

The chip counts its clicks from its reset on and is told how far to go, so hearing
that twice turns the meter once. A click is made when the chip says so. If the chip is
reset before it could, nobody knows how far the coil came, and the click is made
again: the meter may then be one ahead of the books, never behind them.
"""

from typing import Final

from firmware_bridge.messages import Hello

_ROUND: Final = 256


class Clicks:
    """What the meter has made, and whether one more is wanted."""

    __slots__ = ("_boot", "_made", "_wanted")

    def __init__(self) -> None:
        self._boot: tuple[int, int] | None = None
        self._made = 0
        self._wanted = False

    @property
    def goal(self) -> int:
        """How many clicks shall have been made since the reset."""
        return (self._made + self._wanted) % _ROUND

    @property
    def made(self) -> int:
        """How many clicks the chip has told of since its reset."""
        return self._made

    @property
    def wanted(self) -> bool:
        """Whether a click is wanted that nobody has told of yet."""
        return self._wanted

    def want(self) -> None:
        """One more, please; to ask again before it is made changes nothing."""
        self._wanted = True

    def meet(self, hello: Hello) -> int:
        """A board is there; how many clicks of this boot nobody has told us of."""
        boot = hello.board, hello.boots
        if not hello.welcomed or boot != self._boot:
            self._boot, self._made = boot, hello.meter
        return self.note(hello.meter)

    def note(self, made: int) -> int:
        """The chip says how many it has made; how many of them are news."""
        fresh = (made - self._made) % _ROUND
        self._made = made
        self._wanted = self._wanted and not fresh
        return fresh
