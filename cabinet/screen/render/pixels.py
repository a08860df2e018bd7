"""Pictures that come as pixels, by name: the last one of each game that runs."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pygame

_SHOWN: "Final[dict[str, pygame.Surface]]" = {}


def publish(source: str, surface: "pygame.Surface") -> None:
    """Show it so from now on; it must not change before the next one."""
    _SHOWN[source] = surface


def withdraw(source: str) -> None:
    """There is nothing more to see."""
    _SHOWN.pop(source, None)


def shown(source: str) -> "pygame.Surface | None":
    """The last picture, if there is one."""
    return _SHOWN.get(source)
