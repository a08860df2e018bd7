"""Files of our own making, read back by somebody else or bit by bit."""

from io import BytesIO
from struct import unpack
from zlib import crc32, decompress

import pygame

from cabinet.picture import Box
from cabinet.screens import film, png, shots
from cabinet.tabletop.registry import installed


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


def test_more_colours_than_fit_become_their_neighbours():
    canvas = pygame.Surface((256, 2), 0, 32)
    for x in range(256):
        canvas.set_at((x, 0), (x, x, x))
    loaded = pygame.image.load(BytesIO(png.still(canvas)), "x.png")
    shades = {loaded.get_at((x, 0))[0] for x in range(256)}
    assert len(shades) == png.COLORS


def test_a_film_says_how_many_frames_it_has_and_holds_only_what_changed():
    first = drawn(Box(0, 0, 10, 10, "red"))
    second = drawn(Box(0, 0, 10, 10, "red"), Box(20, 200, 5, 7, "cyan"))
    found = list(chunks(png.film((first, second, second), 10)))
    names = [name for name, _ in found]
    assert names == [
        *(b"IHDR", b"PLTE", b"tRNS", b"acTL", b"fcTL", b"IDAT"),
        *(b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"),
    ]
    controls = [unpack(">IIIIIHHBB", body) for name, body in found if name == b"fcTL"]
    assert [control[0] for control in controls] == [0, 1, 3]
    _, wide, high, left, top, *_ = controls[1]
    assert (wide, high, left, top) == (640, 7, 0, 200)
    changed = decompress(dict(found)[b"IDAT"])
    assert len(changed) == 360 * 641
    fdat = next(body for name, body in found if name == b"fdAT")
    rows = decompress(fdat[4:])
    assert sum(value != 255 for value in rows) - 7 == 5 * 7, "and a filter a row"


def test_the_film_goes_through_every_game_to_the_choice():
    pictures = list(film.pictures(installed(), "en"))
    assert 100 <= len(pictures) <= 300
    assert len(set(pictures)) > len(pictures) // 2
