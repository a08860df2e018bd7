"""What each happening of Arkade sounds like."""

from typing import Final

SOUNDS: Final = {
    "cleared": ("explosion",),
    "dice": ("dice",),
    "heart_lost": ("laser", "shield"),
    "moved": ("saucer",),
    "placed": ("stone",),
    "repaired": ("birth",),
    "sacrificed": ("explosion",),
    "ship": ("ship",),
    "shot": ("laser", "explosion"),
    "tile": ("tile",),
}
