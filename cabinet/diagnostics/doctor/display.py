"""The display: what it is drawn with, and how many frames a second there really are."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.core.events import SECOND
from cabinet.diagnostics.doctor.findings import Finding, amber, green, red, unseen
from cabinet.protocol.doctor import ScreenCard

ENOUGH: Final = 57.0
TOO_FEW: Final = 30.0
OFTEN_LATE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Display:
    """`counter`: whether one answers; `screen`: how the screen draws, if there is one.

    Without a screen that runs, `driver` is what one would try, and `forbidden` the
    graphics card that this user may not open.
    """

    counter: bool = False
    screen: ScreenCard | None = None
    driver: str = ""
    forbidden: str = ""

    def judge(self) -> Iterator[Finding]:
        """Whether people see something, and smoothly."""
        if self.screen is not None:
            yield from _frames(self.screen)
        elif self.counter:
            yield red("display.no_screen", "display")
        elif self.forbidden:
            yield red("display.forbidden", "display", device=self.forbidden)
        elif self.driver:
            yield unseen("display.would_draw", "display", driver=self.driver)
        else:
            yield unseen("display.nothing", "display")


def look(
    env: Mapping[str, str],
    screen: ScreenCard | None,
    *,
    counter: bool,
    dev: Path = Path("/dev"),
) -> Display:
    """What the screen told, or else what it would find."""
    cards = sorted(dev.glob("dri/card*"))
    usable = [card for card in cards if os.access(card, os.R_OK | os.W_OK)]
    driver = (
        env.get("SDL_VIDEODRIVER")
        or (env.get("WAYLAND_DISPLAY") and "wayland")
        or (env.get("DISPLAY") and "x11")
        or (usable and "kmsdrm")
        or ""
    )
    forbidden = str(cards[0]) if cards and not usable and not driver else ""
    return Display(counter, screen, str(driver), forbidden)


def _frames(screen: ScreenCard) -> Iterator[Finding]:
    per_s = screen.frames * SECOND / max(1, screen.interval_ns)
    late = screen.late / max(1, screen.frames)
    values: dict[str, object] = {
        "driver": screen.driver or "?",
        "per_s": round(per_s),
        "late": round(100 * late),
    }
    if per_s < TOO_FEW:
        yield red("display.too_few", "display", **values)
    elif per_s < ENOUGH or late > OFTEN_LATE:
        yield amber("display.few", "display", **values)
    else:
        yield green("display.frames", "display", **values)
