"""Shaded shapes: only colours of the palette, the same pixels everywhere."""

import hashlib

import pygame
import pytest

from cabinet.picture.shapes import (
    HEIGHT,
    PALETTE,
    RAMPS,
    WIDTH,
    Box,
    Clip,
    Disc,
    Flash,
    Gradient,
    Iris,
    Neon,
    Orb,
    Shift,
    Sprite,
    Text,
    Veil,
    calm,
)
from cabinet.screen.render.colors import rgb
from cabinet.screen.render.painter import measure, paint
from cabinet.screen.render.shape_cache import _blurred_edge, edge_light
from cabinet.screen.render.sprites import beam, coin, defender, robot, saucer, trophy
from cabinet.screen.scenes.backdrop import mountains, ringed_planet, sun
from tests.screen.render.test_painter import (
    CYAN,
    FACES,
    INK,
    RED,
    drawing,
    marked,
    painted,
)

FIRE = RAMPS["fire"]


def colors(canvas):
    wide, high = canvas.get_size()
    return {canvas.get_at((x, y))[:3] for x in range(wide) for y in range(high)}


def test_every_colour_of_every_ramp_is_in_the_palette():
    assert {color for ramp in RAMPS.values() for color in ramp} <= set(PALETTE)


def test_a_sprite_is_drawn_letter_by_letter_around_its_middle():
    shape = Sprite(4, 3, ("010", "1.1", "010"), ("ink", "red"))
    assert drawing(shape) == [
        ".........",
        ".........",
        "....#....",
        "...#.#...",
        "....#....",
        ".........",
        ".........",
    ]


def test_half_a_sprite_is_mirrored_at_its_last_column():
    whole = Sprite(4, 3, ("0.1.0", "01110"), ("red", "cyan"))
    half = Sprite(4, 3, ("0.1", "011"), ("red", "cyan"), half=True)
    one, other = painted(whole, size=(9, 7)), painted(half, size=(9, 7))
    assert marked(one) == marked(other)
    assert marked(one, CYAN) == marked(other, CYAN)


def test_a_scaled_sprite_has_squares_for_pixels():
    dots = marked(painted(Sprite(4, 4, ("0.", ".0"), ("red",), 3), size=(9, 9)))
    assert dots == {
        (x + at, y + at) for x in (1, 2, 3) for y in (1, 2, 3) for at in (0, 3)
    }


def test_an_edge_surrounds_a_sprite_on_all_eight_sides():
    canvas = painted(Sprite(4, 3, ("0",), ("cyan",), edge="red"), size=(9, 7))
    assert marked(canvas, CYAN) == {(4, 3)}
    around = {(x, y) for x in (3, 4, 5) for y in (2, 3, 4)}
    assert marked(canvas) == around - {(4, 3)}


def test_a_halo_is_light_around_a_sprite_and_never_on_it():
    rows = ("000",) * 3
    canvas = painted(Sprite(20, 20, rows, ("cyan",), 3, halo="red"), size=(41, 41))
    assert canvas.get_at((20, 20))[:3] == CYAN
    reds = [canvas.get_at((x, 20)).r for x in range(25, 36)]
    assert reds == sorted(reds, reverse=True)
    assert reds[0] > INK[0] + 20
    assert reds[-1] == INK[0]


@pytest.mark.parametrize("size", [(30, 20), (90, 40), (200, 130)])
def test_the_light_of_a_box_runs_along_its_edge_however_large_it_is(size):
    w, h = size
    light, margin = edge_light(w, h, 8, "red")
    assert light.get_size() == (w + 2 * margin, h + 2 * margin)
    whole = _blurred_edge(w + 2 * margin, h + 2 * margin, 8, "red")
    assert light.get_buffer().raw == whole.get_buffer().raw
    assert light.get_at((margin + w // 2, margin)).r > 60
    assert light.get_at((margin + w // 2, 0)).r < 20


def test_an_orb_is_lit_from_the_upper_left_in_colours_of_its_ramp_only():
    canvas = painted(Orb(20, 20, 15, 15, FIRE), size=(41, 41))
    assert colors(canvas) <= {INK, *(rgb(color) for color in FIRE)}
    light = sum(canvas.get_at((20 - d, 20 - d)).g for d in range(3, 9))
    dark = sum(canvas.get_at((20 + d, 20 + d)).g for d in range(3, 9))
    assert light > 3 * dark


def test_an_orb_is_as_large_as_it_says_and_a_dome_is_its_upper_half():
    ramp = ("red", "red")
    egg = marked(painted(Orb(20, 20, 12, 7, ramp), size=(41, 41)))
    assert {x for x, _ in egg} == set(range(8, 33))
    assert {y for _, y in egg} == set(range(13, 28))
    dome = marked(painted(Orb(20, 20, 12, 7, ramp, dome=True), size=(41, 41)))
    assert dome == {(x, y) for x, y in egg if y <= 20}


def test_bands_run_across_a_planet():
    plain = painted(Orb(20, 20, 18, 18, FIRE), size=(41, 41))
    banded = painted(Orb(20, 20, 18, 18, FIRE, bands=5), size=(41, 41))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(banded, "RGB")


def test_a_gradient_goes_down_through_its_ramp_and_covers_its_rectangle():
    canvas = painted(Gradient(2, 3, 37, 30, FIRE), size=(41, 36))
    assert {canvas.get_at((x, 3))[:3] for x in range(2, 39)} == {rgb(FIRE[0])}
    assert {canvas.get_at((x, 32))[:3] for x in range(2, 39)} == {rgb(FIRE[-1])}
    assert colors(canvas) == {INK, *(rgb(color) for color in FIRE)}
    assert len(marked(canvas, INK)) == 41 * 36 - 37 * 30


def test_shapes_of_no_size_draw_nothing():
    nothing = (
        Gradient(0, 0, 0, 9, FIRE),
        Orb(4, 4, -1, 3, FIRE),
        Neon(4, 4, "", FIRE),
        Sprite(4, 4, (), FIRE),
        Clip(0, 0, -3, 9, (Box(0, 0, 9, 9, "red"),)),
    )
    assert colors(painted(*nothing, size=(9, 9))) == {INK}


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_neon_stands_where_a_text_would(face, align):
    words = "Été, Zoé !"
    text = marked(painted(Text(300, 100, words, "red", face, align, 2)))
    sign = Neon(300, 100, words, ("red", "red"), face, align, 2, edge="cyan")
    canvas = painted(sign)
    assert marked(canvas) == text
    assert min(y for _, y in marked(canvas, CYAN)) == min(y for _, y in text) - 1


def test_neon_is_shaded_from_the_top_of_its_capitals_down():
    canvas = painted(Neon(60, 20, "EEE", ("red", "cyan"), scale=2), size=(120, 80))
    tall = measure(Text(0, 0, "E", "red", "title", scale=2))[1]
    assert min(y for _, y in marked(canvas, RED)) == 20
    assert max(y for _, y in marked(canvas, CYAN)) == 20 + tall - 1


def test_a_veil_darkens_what_is_behind_and_nothing_else():
    canvas = painted(Box(0, 0, 8, 8, "white"), Veil(0, 0, 8, 4, 40), size=(8, 8))
    assert canvas.get_at((4, 3))[:3] == (102, 102, 102)
    assert canvas.get_at((4, 4))[:3] == (255, 255, 255)


def test_a_flash_adds_its_share_of_a_colour():
    canvas = painted(Flash(0, 0, 4, 4, "white", 50), size=(4, 4))
    assert canvas.get_at((2, 2))[:3] == tuple(value + 127 for value in INK)


def test_a_shift_moves_what_stands_before_it_and_leaves_what_comes_after():
    canvas = painted(
        Box(9, 9, 2, 2, "red"), Shift(3, -1), Box(0, 6, 1, 1, "red"), size=(20, 20)
    )
    assert marked(canvas) == {(12, 8), (13, 8), (12, 9), (13, 9), (0, 6)}


def test_what_a_shift_uncovers_at_the_edge_stays_as_it_was():
    canvas = painted(Box(0, 0, 9, 9, "red"), Shift(4, 0), size=(9, 9))
    assert len(marked(canvas)) == 81


@pytest.mark.parametrize("r", [0, 3, 40, 500])
def test_an_iris_covers_all_but_its_circle(r):
    canvas = pygame.Surface((81, 61), 0, 32)
    paint(canvas, (Box(0, 0, 81, 61, "cyan"), Iris(40, 30, r, "red")))
    hole = marked(painted(Disc(40, 30, r, "red"), size=(81, 61)))
    assert marked(canvas, CYAN) == hole
    assert len(marked(canvas)) == 81 * 61 - len(hole)


def test_a_clip_shows_a_picture_through_a_rectangle_and_clips_nest():
    inner = Clip(4, 0, 4, 9, (Box(0, 0, 9, 9, "red"),))
    canvas = painted(
        Clip(2, 2, 4, 3, (Box(0, 0, 9, 9, "cyan"), inner)),
        Box(8, 8, 1, 1, "red"),
        size=(9, 9),
    )
    assert marked(canvas) == {(x, y) for x in (4, 5) for y in (2, 3, 4)} | {(8, 8)}
    assert marked(canvas, CYAN) == {(x, y) for x in (2, 3) for y in (2, 3, 4)}


def test_a_calm_picture_neither_shakes_nor_flashes():
    box = Box(0, 0, 9, 9, "red")
    loud = (box, Flash(0, 0, 640, 360, "white", 90), Shift(3, 3), Clip(0, 0, 9, 9, ()))
    inside = Clip(0, 0, 9, 9, loud)
    quiet = calm((*loud, inside))
    assert quiet[0] == box
    assert [s.strength for s in quiet if isinstance(s, Flash)] == [8]
    assert not any(isinstance(shape, Shift) for shape in quiet)
    assert quiet[-1].picture == calm(loud)
    assert calm((box,)) == (box,)


def test_shaded_shapes_have_these_pixels_on_every_machine():
    canvas = painted(
        Gradient(0, 0, WIDTH, HEIGHT, RAMPS["night"]),
        *ringed_planet(500, 90, 24),
        *sun(320, 196, 66),
        *mountains(236),
        *beam(80, 130, 80, 60),
        *saucer(80, 120, 24, size=24),
        *saucer(200, 120, 0, RAMPS["pink"], RAMPS["gold"], 10),
        *defender(300, 320, RAMPS["green"], 2),
        *robot(400, 320, RAMPS["pink"], 2),
        *trophy(460, 320),
        Box(480, 280, 99, 50, "cyan", 1, 8, halo="cyan"),
        *(shape for turn in range(6) for shape in coin(40 + 20 * turn, 300, turn * 10)),
        Neon(320, 30, "Où ? À TABLE !", RAMPS["chrome"], scale=2, halo="magenta"),
        Veil(0, 320, WIDTH, 40, 35),
        Flash(0, 0, 30, 30, "gold", 33),
    )
    pixels = hashlib.sha256(pygame.image.tobytes(canvas, "RGB")).hexdigest()
    assert pixels[:16] == "dddb914e4d2fbb00"
