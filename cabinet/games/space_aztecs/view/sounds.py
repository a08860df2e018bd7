"""What each happening of Space Aztecs sounds like."""

from typing import Final

SOUNDS: Final = {
    "abducted": ("abduction",),
    "chosen": ("card",),
    "hidden": ("hide",),
    "revealed": ("reveal",),
    "round_over": ("round_over",),
    "shown": ("card",),
    "taken": ("card",),
}
