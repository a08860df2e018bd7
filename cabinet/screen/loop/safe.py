"""`cabinet safe`: says that the cabinet is out of order, and does nothing else.

systemd starts it when the counter or the screen could not be kept running. It reads no
settings, no books and no counter, because any of them may be the reason. Where not even
a picture can be shown, the same words go to the console, until a display comes.
"""

import os
import signal
from collections.abc import Mapping
from typing import Final

import pygame

from cabinet.core.errors import CabinetError
from cabinet.i18n import LANGUAGES, words
from cabinet.platform.processes import signal_within
from cabinet.screen.loop.window import (
    LOOK_EVERY_S,
    Window,
    inform,
    open_display,
    silent,
    tell,
)
from cabinet.screen.scenes.out_of_order import safe_picture

_ENDS: Final = (signal.SIGTERM, signal.SIGINT)
_SECONDS_BETWEEN_LOOKS: Final = 0.5


def reason(env: Mapping[str, str] = os.environ) -> str:
    """What systemd says of the program that failed, for whoever mends it."""
    unit = env.get("FAILED_UNIT", "")
    how = (env.get("FAILED_RESULT"), env.get("FAILED_STATUS"))
    said = " ".join(word for word in how if word)
    return f"{unit}: {said}. journalctl -u {unit}" if unit else ""


def run_safe(*, headless: bool) -> int:
    """Show it until somebody ends us."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    why = reason()
    for language in LANGUAGES:
        speech = words(language)
        tell(f"{speech('out_of_order.title')}. {speech('out_of_order.coins')}")
    if why:
        tell(why)
    window: Window | None = None
    told: set[str] = set()
    while True:
        window = window or _open(told, headless=headless)
        if window:
            pygame.event.pump()
            window.refresh()
            window.show(safe_picture(why))
        if signal_within(_ENDS, _SECONDS_BETWEEN_LOOKS if window else LOOK_EVERY_S):
            break
    pygame.display.quit()
    return 0


def _open(told: set[str], *, headless: bool) -> Window | None:
    """The window, or None; why there is none is said once."""
    try:
        open_display(headless=headless)
        who = silent if headless else inform
        return Window("Arkade", fullscreen=not headless, tell=who)
    except (CabinetError, pygame.error) as wrong:
        pygame.display.quit()
        if str(wrong) not in told:
            told.add(str(wrong))
            tell(str(wrong))
        return None
