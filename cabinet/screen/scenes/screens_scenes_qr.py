"""A QR code as one drawing: what a phone's camera reads off the screen."""

from functools import lru_cache
from typing import Final

import segno

from cabinet.picture.shapes import Picture, Sprite

# White around the code, in modules: what the standard asks for.
QUIET: Final = 4


def qr(address: str, x: int, y: int, room: int) -> Picture:
    """The code around x, y, as large as fits in a square of `room`."""
    rows = _rows(address)
    scale = max(1, room // len(rows))
    return (Sprite(x, y, rows, ("white", "ink"), scale),)


@lru_cache(maxsize=16)
def _rows(address: str) -> tuple[str, ...]:
    # Any mask can be read; trying all of them takes longer than a frame.
    code = segno.make_qr(address, error="l", mask=3)
    return tuple(
        "".join("1" if dark else "0" for dark in row)
        for row in code.matrix_iter(border=QUIET)
    )
