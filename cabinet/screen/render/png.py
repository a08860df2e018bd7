"""PNG files of our own making: small, true to the screen, moving where frames are.

A file with a table of 256 colours is a third of one without. The 32 of the palette
are in it as they are; the many shades of light share what is left, each shown by a
neighbour no channel of which is more than `ERROR` of 255 away, as many shades
as it takes. A still that would need more than that has no table, and every colour.
A film is an APNG with every colour: a frame holds what changed, the rest is clear.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from struct import pack
from typing import Final, NamedTuple, TypeAlias
from zlib import compress, crc32

import pygame

from cabinet.picture.shapes import PALETTE
from cabinet.screen.render.colors import rgb

COLORS: Final = 256
ERROR: Final = 6
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
Rgb: TypeAlias = tuple[int, int, int]
_OURS: Final = frozenset(map(rgb, PALETTE))
Cell: TypeAlias = tuple[int, ...]


def still(canvas: pygame.Surface) -> bytes:
    """One picture as a file."""
    size = canvas.get_size()
    values = memoryview(canvas.get_buffer().raw).cast("I")
    table = _table(canvas, Counter(values))
    if table is None:
        pixels, wide = pygame.image.tobytes(canvas, "RGB"), 3 * size[0]
        head: tuple[bytes, ...] = (_shape(size, kind=2),)
    else:
        pixels, wide = bytes(map(table.number.__getitem__, values)), size[0]
        colors = bytes(value for color in table.colors for value in color)
        head = (_shape(size, kind=3), _chunk(b"PLTE", colors))
    data = compress(_lines(pixels, wide), 9)
    return b"".join((_SIGNATURE, *head, _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def film(frames: Sequence[pygame.Surface], hundredths: int) -> bytes:
    """A moving picture, each frame shown for so many hundredths of a second."""
    size = frames[0].get_size()
    chunks = [_SIGNATURE, _shape(size, kind=6)]
    chunks.append(_chunk(b"acTL", pack(">II", len(frames), 0)))
    chunks += _moving(frames, hundredths)
    return b"".join((*chunks, _chunk(b"IEND", b"")))


def _moving(frames: Sequence[pygame.Surface], hundredths: int) -> Iterator[bytes]:
    before, number = None, 0
    for now in frames:
        part, left, top = _changed(before, now)
        place = (*part.get_size(), left, top)
        shown = (number, *place, hundredths, 100, 0, before is not None)
        yield _chunk(b"fcTL", pack(">IIIIIHHBB", *shown))
        pixels = pygame.image.tobytes(part, "RGBA")
        data = compress(_lines(pixels, 4 * part.get_width()), 9)
        if before:
            yield _chunk(b"fdAT", pack(">I", number + 1) + data)
        else:
            yield _chunk(b"IDAT", data)
        number += 2 if before else 1
        before = now


def _changed(
    before: pygame.Surface | None, now: pygame.Surface
) -> tuple[pygame.Surface, int, int]:
    """What changed, clear elsewhere, and where it begins; one pixel at least."""
    if before is None:
        return now, 0, 0
    same = pygame.mask.from_threshold(now, (0, 0, 0), (1, 1, 1, 255), before)
    same.invert()
    solid = pygame.Surface(now.get_size(), pygame.SRCALPHA, 32)
    solid.blit(now, (0, 0))
    whole = same.to_surface(setsurface=solid, unsetcolor=(0, 0, 0, 0))
    places = same.get_bounding_rects()
    part = places[0].unionall(places[1:]) if places else pygame.Rect(0, 0, 1, 1)
    return whole.subsurface(part), part.left, part.top


class _Table(NamedTuple):
    """The colours of a file, and the number of every pixel value among them."""

    colors: list[Rgb]
    number: dict[int, int]


def _table(frame: pygame.Surface, count: Counter[int]) -> _Table | None:
    """The closest table of at most `COLORS`; None if none is close enough."""
    color = {value: _rgb(frame, value) for value, _ in count.most_common()}
    for step in range(1, ERROR + 2):
        cells = _cells(color, step)
        if len(set(cells.values())) <= COLORS:
            return _filled(color, cells)
    return None


def _cells(color: dict[int, Rgb], step: int) -> dict[int, Cell]:
    """Which colours share an entry: those of a cube, but each of ours has its own."""
    return {
        value: of if of in _OURS else (step, *(part // step for part in of))
        for value, of in color.items()
    }


def _filled(color: dict[int, Rgb], cells: dict[int, Cell]) -> _Table:
    """Every cell shows its most frequent colour: the first that it was met with."""
    place: dict[Cell, int] = {}
    colors: list[Rgb] = []
    for value, cell in cells.items():
        if cell not in place:
            place[cell] = len(colors)
            colors.append(color[value])
    return _Table(colors, {value: place[cell] for value, cell in cells.items()})


def _rgb(frame: pygame.Surface, value: int) -> Rgb:
    red, green, blue, _ = frame.unmap_rgb(value)
    return red, green, blue


def _shape(size: tuple[int, int], *, kind: int) -> bytes:
    """The first chunk; `kind` 2 is colours, 3 numbers of a table, 6 may be clear."""
    return _chunk(b"IHDR", pack(">IIBBBBB", *size, 8, kind, 0, 0, 0))


def _lines(pixels: bytes, wide: int) -> bytes:
    """Every row with its filter before it: none, which suits flat colours."""
    rows = (pixels[at : at + wide] for at in range(0, len(pixels), wide))
    return b"".join(b"\0" + row for row in rows)


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))
