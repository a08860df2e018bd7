"""A display may come later than we do.

A monitor at the same mains switch takes seconds to say that it is there, and a driver
may load after us. Who is refused asks again, for as long as whoever started us waits.
"""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Final, TypeVar

import pygame

from cabinet.core.errors import NoDisplayError
from cabinet.screen.loop.telling import tell

# Less than cabinet-screen.service allows for a start (TimeoutStartSec).
DISPLAY_PATIENCE_S: Final = 40.0
LOOK_EVERY_S: Final = 2.0

T = TypeVar("T")


def patiently(
    open_it: Callable[[], T], patience_s: float, every_s: float = LOOK_EVERY_S
) -> T:
    """What `open_it` gives; where there is no display, it is asked again."""
    ends_at = monotonic() + patience_s
    told = False
    while True:
        try:
            return open_it()
        except (NoDisplayError, pygame.error) as wrong:
            pygame.display.quit()
            why = wrong
        if monotonic() + every_s > ends_at:
            raise NoDisplayError(str(why)) from why
        if not told:
            tell(f"{why}. Waiting {patience_s:.0f} s for a display to come")
            told = True
        Event().wait(every_s)
