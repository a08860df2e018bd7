"""The wires of a board, in the order of their bits in a message."""

from typing import Final

SLOTS: Final = 2
_STICK: Final = ("up", "down", "left", "right", "a", "b")
INPUTS: Final[tuple[str | None, ...]] = (
    *("coin.1", "coin.2", "power", "start", "mode", "player", "service", "door"),
    *(f"p1.{part}" for part in _STICK),
    *("tilt", None),
    *(f"p2.{part}" for part in _STICK),
    *(None, None, "test"),
)
OUTPUTS: Final = ("lockout", "lamp.start", "lamp.coin")
