"""Files of our own making, read back by somebody else or bit by bit."""

from io import BytesIO
from struct import unpack
from zlib import crc32, decompress

import pygame

from cabinet.picture.shapes import PALETTE, Box, Glow
from cabinet.screen.render import png
from cabinet.screen.render.colors import rgb
from cabinet.tabletop.registry import shipped
from tools.gallery import film, shots


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (size,) = unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        (check,) = unpack(">I", data[at + 8 + size : at + 12 + size])
        assert check == crc32(name + body)
        yield name, body
        at += 12 + size


def drawn(*boxes):
    return shots.canvas(tuple(boxes))


def test_a_still_has_the_very_pixels_of_the_canvas():
    canvas = drawn(Box(3, 4, 50, 60, "red"), Box(600, 300, 40, 60, "gold", cut=5))
    loaded = pygame.image.load(BytesIO(png.still(canvas)), "x.png")
    assert pygame.image.tobytes(loaded, "RGB") == pygame.image.tobytes(canvas, "RGB")


def furthest(canvas):
    """How far any channel of any pixel of the file is from the screen, of 255."""
    loaded = pygame.image.load(BytesIO(png.still(canvas)), "x.png")
    pairs = zip(
        pygame.image.tobytes(loaded, "RGB"),
        pygame.image.tobytes(canvas, "RGB"),
        strict=True,
    )
    return max(abs(one - other) for one, other in set(pairs))


def test_many_shades_of_light_share_a_table_with_neighbours_close_by():
    lit = drawn(Glow(320, 180, 150, "pink"), Glow(200, 90, 99, "gold"))
    assert png.still(lit)[25] == 3, "a table"
    assert 0 < furthest(lit) <= png.ERROR, "more shades than entries"
    flat = drawn(*(Box(20 * n, 9, 20, 9, name) for n, name in enumerate(PALETTE)))
    assert furthest(flat) == 0


def test_more_shades_than_a_table_can_stand_for_are_all_kept():
    canvas = pygame.Surface((64, 64), 0, 32)
    for x in range(64):
        for y in range(64):
            canvas.set_at((x, y), (4 * x, 4 * y, 2 * (x + y)))
    assert png.still(canvas)[25] == 2, "no table"
    assert furthest(canvas) == 0


def test_a_film_has_every_colour_and_holds_only_what_changed():
    first = drawn(Box(0, 0, 10, 10, "red"))
    second = drawn(Box(0, 0, 10, 10, "red"), Box(20, 200, 5, 7, "cyan"))
    found = list(chunks(png.film((first, second, second), 10)))
    names = [name for name, _ in found]
    assert names == [
        *(b"IHDR", b"acTL", b"fcTL", b"IDAT"),
        *(b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"),
    ]
    controls = [unpack(">IIIIIHHBB", body) for name, body in found if name == b"fcTL"]
    assert [control[:5] for control in controls] == [
        (0, 640, 360, 0, 0),
        (1, 5, 7, 20, 200),
        (3, 1, 1, 0, 0),
    ]
    whole = decompress(dict(found)[b"IDAT"])
    assert len(whole) == 360 * (1 + 4 * 640)
    assert whole[1:5] == bytes((*rgb("red"), 255))
    changed, same = (decompress(body[4:]) for name, body in found if name == b"fdAT")
    assert changed == (b"\0" + bytes((*rgb("cyan"), 255)) * 5) * 7
    assert same == b"\0" + bytes(4), "clear"


def test_the_film_goes_through_every_game_to_the_choice():
    pictures = list(film.pictures(shipped(), "en"))
    assert 100 <= len(pictures) <= 300
    assert len(set(pictures)) > len(pictures) // 2
