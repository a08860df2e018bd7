"""What each happening of Aztec sounds like."""

from typing import Final

SOUNDS: Final = {
    "bid": ("bid",),
    "ohpuch": ("crown",),
    "put": ("stone",),
    "round_over": ("round_over",),
}
