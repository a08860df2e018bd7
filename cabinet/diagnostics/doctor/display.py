"""The display: what it is drawn with, and how many frames a second there really are."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.core.events import SECOND
from cabinet.diagnostics.doctor.findings import Finding, Verdicts
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


def judge(facts: Display) -> list[Finding]:
    """Whether people see something, and smoothly."""
    say = Verdicts("display")
    if facts.screen is not None:
        _frames(say, facts.screen)
    elif facts.counter:
        say.red("no_screen", "display")
    elif facts.forbidden:
        say.red("forbidden", "display", device=facts.forbidden)
    elif facts.driver:
        say.unseen("would_draw", "display", driver=facts.driver)
    else:
        say.unseen("nothing", "display")
    return say.findings


def _frames(say: Verdicts, screen: ScreenCard) -> None:
    per_s = screen.frames * SECOND / max(1, screen.interval_ns)
    late = screen.late / max(1, screen.frames)
    values: dict[str, object] = {
        "driver": screen.driver or "?",
        "per_s": round(per_s),
        "late": round(100 * late),
    }
    if per_s < TOO_FEW:
        say.red("too_few", "display", **values)
    elif per_s < ENOUGH or late > OFTEN_LATE:
        say.amber("few", "display", **values)
    else:
        say.green("frames", "display", **values)
