"""Pixels of every shape, counted by hand; words measured as they are drawn."""

import hashlib

import pygame
import pytest

from cabinet.picture.shapes import (
    HEIGHT,
    PALETTE,
    WIDTH,
    Box,
    Disc,
    Glow,
    Line,
    Polygon,
    Text,
)
from cabinet.screen.render.colors import UnknownColorError, rgb
from cabinet.screen.render.painter import measure, paint
from tests.screen.drawn import undrawable

INK, RED, CYAN = rgb("ink"), rgb("red"), rgb("cyan")
FRENCH = "ÉÈÊËÀÂÇÔÖÎÏÙÛÜŒÆéèêëàâçôöîïùûüœæ«»’…–—€°!?:;,.'\"()0123456789"
FACES = ("title", "body", "small", "tiny")


def painted(*shapes, size=(WIDTH, HEIGHT)):
    canvas = pygame.Surface(size, 0, 32)
    paint(canvas, shapes)
    return canvas


def marked(canvas, color=RED):
    """The pixels of one colour, as a set of points."""
    mask = pygame.mask.from_threshold(canvas, color, (1, 1, 1, 255))
    areas = mask.get_bounding_rects()
    return {
        (x, y)
        for area in areas
        for x in range(area.left, area.right)
        for y in range(area.top, area.bottom)
        if mask.get_at((x, y))
    }


def drawing(*shapes, size=(9, 7)):
    """A small painting, one letter a pixel."""
    dots = marked(painted(*shapes, size=size))
    rows = range(size[1])
    return ["".join(".#"[(x, y) in dots] for x in range(size[0])) for y in rows]


def test_an_empty_picture_is_ink_whatever_was_there_before():
    canvas = pygame.Surface((4, 4), 0, 32)
    canvas.fill("white")
    paint(canvas, ())
    assert len(marked(canvas, INK)) == 16


@pytest.mark.parametrize("color", PALETTE)
def test_every_palette_colour_is_drawn_as_written(color):
    canvas = painted(Box(0, 0, 2, 2, color), size=(2, 2))
    assert "#{:02x}{:02x}{:02x}".format(*canvas.get_at((1, 1))[:3]) == PALETTE[color]


@pytest.mark.parametrize(
    "shape",
    [
        Box(0, 0, 2, 2, "cyann"),
        Disc(0, 0, 2, "cyann"),
        Line(0, 0, 2, 2, "cyann"),
        Polygon(((0, 0), (2, 0), (2, 2)), "cyann"),
        Text(0, 0, "a", "cyann"),
        Text(0, 0, "", "cyann"),
        Glow(0, 0, 3, "cyann"),
    ],
)
def test_a_colour_outside_the_palette_is_refused_by_name(shape):
    with pytest.raises(UnknownColorError) as error:
        painted(shape)
    assert str(error.value) == "no colour is called 'cyann' (did you mean 'cyan'?)"


def test_a_strange_colour_is_answered_with_the_whole_palette():
    with pytest.raises(UnknownColorError, match=r"there are: ink, night, .*, red\)"):
        rgb("#ff0000")


def test_a_box_covers_exactly_its_rectangle():
    assert drawing(Box(2, 1, 4, 3, "red"), size=(8, 6)) == [
        "........",
        "..####..",
        "..####..",
        "..####..",
        "........",
        "........",
    ]


def test_a_box_with_cut_corners_loses_a_triangle_at_each():
    assert drawing(Box(0, 0, 9, 7, "red", cut=2)) == [
        "..#####..",
        ".#######.",
        "#########",
        "#########",
        "#########",
        ".#######.",
        "..#####..",
    ]


def test_an_outline_stays_inside_its_box():
    assert drawing(Box(0, 0, 9, 7, "red", width=2)) == [
        "#########",
        "#########",
        "##.....##",
        "##.....##",
        "##.....##",
        "#########",
        "#########",
    ]


def test_a_cut_outline_is_the_edge_of_the_cut_box():
    assert drawing(Box(0, 0, 9, 7, "red", width=1, cut=2)) == [
        "..#####..",
        ".#.....#.",
        "#.......#",
        "#.......#",
        "#.......#",
        ".#.....#.",
        "..#####..",
    ]


def test_an_outline_as_thick_as_its_box_is_a_full_box():
    assert marked(painted(Box(1, 1, 4, 4, "red", width=2), size=(6, 6))) == marked(
        painted(Box(1, 1, 4, 4, "red"), size=(6, 6))
    )


def test_a_box_of_no_size_draws_nothing():
    assert not marked(painted(Box(1, 1, 0, 4, "red"), Box(1, 1, 4, -2, "red")))


def test_a_disc_is_round_about_its_centre():
    assert drawing(Disc(4, 3, 3, "red")) == [
        "...###...",
        "..#####..",
        ".#######.",
        ".#######.",
        ".#######.",
        "..#####..",
        "...###...",
    ]


def test_a_ring_has_a_hole_and_the_outside_of_its_disc():
    ring = marked(painted(Disc(20, 20, 10, "red", width=3), size=(41, 41)))
    disc = marked(painted(Disc(20, 20, 10, "red"), size=(41, 41)))
    hole = marked(painted(Disc(20, 20, 7, "red"), size=(41, 41)))
    assert ring == disc - hole


def test_the_smallest_disc_is_one_pixel():
    assert marked(painted(Disc(3, 3, 0, "red"))) == {(3, 3)}


def test_a_line_includes_both_its_ends():
    assert marked(painted(Line(1, 2, 4, 5, "red"))) == {(1, 2), (2, 3), (3, 4), (4, 5)}


def test_a_wide_line_is_that_wide():
    column = [p for p in marked(painted(Line(0, 10, 20, 10, "red", 3))) if p[0] == 10]
    assert sorted(column) == [(10, 9), (10, 10), (10, 11)]


def test_a_polygon_is_filled_to_its_corners():
    assert drawing(Polygon(((1, 1), (5, 1), (5, 4), (1, 4)), "red")) == [
        ".........",
        ".#####...",
        ".#####...",
        ".#####...",
        ".#####...",
        ".........",
        ".........",
    ]


def test_a_thickly_outlined_polygon_is_empty_inside_and_full_at_its_corners():
    corners = ((10, 10), (40, 10), (40, 40), (10, 40))
    dots = marked(painted(Polygon(corners, "red", width=3)))
    assert (25, 25) not in dots
    assert {(9, 9), (41, 41), (41, 9), (9, 41)} <= dots


def test_a_glow_adds_light_and_fades_to_nothing_at_its_edge():
    canvas = painted(Box(0, 0, 81, 81, "dusk"), Glow(40, 40, 30, "cyan"), size=(81, 81))
    greens = [canvas.get_at((x, 40)).g for x in range(40, 81)]
    assert greens == sorted(greens, reverse=True)
    assert greens[0] > rgb("dusk")[1] + 60
    assert canvas.get_at((40, 71))[:3] == rgb("dusk")


def test_a_glow_is_as_bright_on_every_side():
    canvas = painted(Glow(40, 40, 30, "white"), size=(81, 81))
    sides = [canvas.get_at(p) for p in ((30, 40), (50, 40), (40, 30), (40, 50))]
    assert len({tuple(side) for side in sides}) == 1


def test_later_shapes_stand_before_earlier_ones():
    canvas = painted(Box(0, 0, 4, 4, "cyan"), Box(1, 1, 2, 2, "red"), size=(4, 4))
    assert (canvas.get_at((1, 1))[:3], canvas.get_at((0, 0))[:3]) == (RED, CYAN)


def test_shapes_may_hang_over_the_edge():
    canvas = painted(
        Box(-5, -5, 10, 10, "red", cut=3),
        Disc(639, 359, 20, "red"),
        Line(-10, 5, 700, 400, "red", 5),
        Text(630, 355, "dehors", "red", "title"),
        Glow(-20, -20, 50, "red"),
        Polygon(((-9, -9), (700, 0), (0, 400)), "red"),
    )
    assert canvas.get_at((0, 0))[:3] == RED


@pytest.mark.parametrize("face", FACES)
def test_y_is_the_top_of_the_capitals(face):
    tops = {y for _, y in marked(painted(Text(5, 40, "E", "red", face)))}
    assert min(tops) == 40
    assert max(tops) - min(tops) + 1 == measure(Text(0, 0, "E", "red", face))[1]


@pytest.mark.parametrize("face", FACES)
def test_an_accent_stands_above_its_capital_and_leaves_it_whole(face):
    plain = marked(painted(Text(5, 40, "E", "red", face)))
    accented = marked(painted(Text(5, 40, "É", "red", face)))
    assert plain < accented
    assert all(y < 40 for _, y in accented - plain)


@pytest.mark.parametrize("face", FACES)
def test_accents_do_not_move_the_words_beside_them(face):
    plain = marked(painted(Text(5, 40, "ENCORE ETE", "red", face)))
    accented = marked(painted(Text(5, 40, "ENCORE ÉTÉ", "red", face)))
    assert {p for p in accented if p[1] >= 40} == plain


@pytest.mark.parametrize("face", FACES)
def test_every_face_can_write_french(face):
    assert undrawable(FRENCH, face) == ""
    assert undrawable("a→b", face) == "→"


@pytest.mark.parametrize("face", FACES)
def test_scale_makes_every_pixel_a_square(face):
    once = marked(painted(Text(0, 10, "Aé", "red", face)))
    twice = marked(painted(Text(0, 20, "Aé", "red", face, scale=2)))
    assert twice == {
        (2 * x + i, 2 * y + j) for x, y in once for i in (0, 1) for j in (0, 1)
    }


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("scale", [1, 2])
def test_text_is_drawn_within_what_measure_says(face, scale):
    text = Text(300, 100, "Voilà, Zoé !", "red", face, "left", scale)
    width, _ = measure(text)
    for align, left in (
        ("left", 300),
        ("center", 300 - width // 2),
        ("right", 300 - width),
    ):
        columns = {x for x, _ in marked(painted(text._replace(align=align)))}
        assert left <= min(columns) < left + 2 * scale
        assert left + width - 4 * scale <= max(columns) < left + width


def test_text_is_never_smoothed():
    canvas = painted(
        *(Text(9, 30 * i + 30, FRENCH, "red", f) for i, f in enumerate(FACES))
    )
    assert len(marked(canvas)) + len(marked(canvas, INK)) == WIDTH * HEIGHT


def test_a_picture_has_these_pixels_on_every_machine():
    canvas = painted(
        Glow(100, 80, 60, "pink"),
        Box(20, 20, 120, 60, "gold", 2, 6),
        Disc(200, 80, 33, "leaf", 5),
        Polygon(((250, 60), (290, 90), (230, 110)), "cyan", 3),
        Line(5, 150, 300, 190, "rose", 3),
        *(
            Text(20, 200 + 30 * i, "Où ? Là, ÇÀ É", "mist", f)
            for i, f in enumerate(FACES)
        ),
        Text(300, 200, "ÉTÉ", "white", "title", scale=3),
    )
    pixels = hashlib.sha256(pygame.image.tobytes(canvas, "RGB")).hexdigest()
    assert pixels[:16] == "d0598cb1d4a2360c"
