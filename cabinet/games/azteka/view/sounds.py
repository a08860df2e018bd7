"""What each happening of Azteka sounds like."""

from typing import Final

SOUNDS: Final = {
    "birth": ("birth",),
    "disintegrated": ("dissolve",),
    "passed": ("bid",),
    "placed": ("stone",),
    "round_over": ("round_over",),
    "turned": ("ring",),
}
