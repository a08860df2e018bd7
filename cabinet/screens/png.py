"""PNG files of our own making: indexed, small, and moving where there are frames.

A still has its exact colours as long as there are 96 of them: the palette and some
light. Beyond that, and in a film, the rarest give way to their nearest neighbour.
A film is an APNG: every frame holds only what changed, the rest is transparent.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from struct import pack
from typing import Final, TypeAlias
from zlib import compress, crc32

import pygame

COLORS: Final = 96
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CLEAR: Final = 255
Rgb: TypeAlias = tuple[int, int, int]


def still(canvas: pygame.Surface) -> bytes:
    """One picture as a file."""
    palette, (pixels,) = _indexed([canvas], COLORS)
    data = compress(_lines(pixels, canvas.get_width()), 9)
    head = _header(canvas.get_size(), palette)
    return b"".join((_SIGNATURE, *head, _chunk(b"IDAT", data), _chunk(b"IEND", b"")))


def film(frames: Sequence[pygame.Surface], hundredths: int) -> bytes:
    """A moving picture, each frame shown for so many hundredths of a second."""
    palette, indexed = _indexed(frames, _CLEAR)
    size = frames[0].get_size()
    chunks = [_SIGNATURE, *_header(size, palette, clear=True)]
    chunks.append(_chunk(b"acTL", pack(">II", len(frames), 0)))
    chunks += _moving(indexed, size, hundredths)
    return b"".join((*chunks, _chunk(b"IEND", b"")))


def _moving(
    frames: Sequence[bytes], size: tuple[int, int], hundredths: int
) -> Iterator[bytes]:
    wide, high = size
    before, number = b"", 0
    for now in frames:
        top, rows = _changed(before, now, wide) if before else (0, high)
        part = now[top * wide : (top + rows) * wide]
        if before:
            old = before[top * wide : (top + rows) * wide]
            part = bytes(
                n if n != o else _CLEAR for n, o in zip(part, old, strict=True)
            )
        shown = (number, wide, rows, 0, top, hundredths, 100, 0, bool(before))
        yield _chunk(b"fcTL", pack(">IIIIIHHBB", *shown))
        data = compress(_lines(part, wide), 9)
        if before:
            yield _chunk(b"fdAT", pack(">I", number + 1) + data)
        else:
            yield _chunk(b"IDAT", data)
        number += 2 if before else 1
        before = now


def _changed(before: bytes, now: bytes, wide: int) -> tuple[int, int]:
    """The first row that changed, and how many until the last; one at least."""
    rows = [
        row
        for row in range(len(now) // wide)
        if now[row * wide : (row + 1) * wide] != before[row * wide : (row + 1) * wide]
    ]
    return (rows[0], rows[-1] - rows[0] + 1) if rows else (0, 1)


def _indexed(
    frames: Sequence[pygame.Surface], most: int
) -> tuple[list[Rgb], list[bytes]]:
    """One palette of the `most` frequent colours, and every picture in numbers."""
    values = [memoryview(frame.get_buffer().raw).cast("I") for frame in frames]
    count: Counter[int] = Counter()
    for picture in values:
        count.update(picture)
    color = {value: _rgb(frames[0], value) for value in count}
    kept = [value for value, _ in count.most_common(most)]
    number = {value: index for index, value in enumerate(kept)}
    palette = [color[value] for value in kept]
    for value in count:
        if value not in number:
            number[value] = _nearest(color[value], palette)
    return palette, [bytes(map(number.__getitem__, picture)) for picture in values]


def _rgb(frame: pygame.Surface, value: int) -> Rgb:
    red, green, blue, _ = frame.unmap_rgb(value)
    return red, green, blue


def _nearest(color: Rgb, palette: Sequence[Rgb]) -> int:
    red, green, blue = color
    distances = [
        2 * (r - red) ** 2 + 4 * (g - green) ** 2 + (b - blue) ** 2
        for r, g, b in palette
    ]
    return distances.index(min(distances))


def _header(
    size: tuple[int, int], palette: Sequence[Rgb], *, clear: bool = False
) -> tuple[bytes, ...]:
    colors = bytes(value for color in palette for value in color)
    if clear:
        colors += bytes(3 * (_CLEAR + 1) - len(colors))
    none = (_chunk(b"tRNS", b"\xff" * _CLEAR + b"\0"),) if clear else ()
    shape = pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    return (_chunk(b"IHDR", shape), _chunk(b"PLTE", colors), *none)


def _lines(pixels: bytes, wide: int) -> bytes:
    """Every row with its filter before it: none, which suits flat colours."""
    rows = (pixels[at : at + wide] for at in range(0, len(pixels), wide))
    return b"".join(b"\0" + row for row in rows)


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))
