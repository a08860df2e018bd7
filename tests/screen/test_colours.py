"""Whatever a colour says can be seen without it, by every kind of eye.

Things that mean different things are drawn, seen as people without red, green or blue
cones see them, and without any colour. Enough of their pixels have to differ, as
CIEDE2000 measures it.
"""

import re
from functools import cache
from importlib.resources import files
from itertools import combinations

import pygame
import pytest
from PIL import Image

from cabinet.games.arkade.rules import box
from cabinet.games.arkade.view import lane, layout, ships, sides
from cabinet.games.aztec.view import panels as aztec
from cabinet.games.azteka.view import wheel
from cabinet.games.space_aztecs.view import glyphs
from cabinet.i18n import words
from cabinet.picture.shapes import PALETTE, Box, Disc, Inset
from cabinet.screen.render.colors import rgb
from cabinet.screen.scenes.panels import SEATS, caps
from cabinet.tabletop.drawing import SEATS as SEAT_RAMPS
from cabinet.tabletop.drawing import chip
from saucer_rain import look as rain
from tests.screen.color_distance import distance, lab, of_labs
from tests.screen.drawn import our_texts
from tests.screen.gallery import samples
from tools.gallery import shots
from tools.gallery.eyes import SIGHTS, filtered, seen

# Differences of 1 are just noticed side by side; 10 are seen at a glance.
GLANCE = 10.0
# Pixels that have to differ: as many as between two digits of the smallest face that
# a seat's number is written in.
LEAST = 10
ROOM = 48
MIDDLE = ROOM // 2
SPEECH = words("en")


def cell_of(face, color):
    """The part of an empty lane with the first cell of a colour."""
    bonus = box.FRAMES[face]
    colors = box.COLOR_AT[face]
    cell = next(n for n, c in enumerate(colors) if c == color and n not in bonus)
    x, y = layout.cell_at(cell // box.COLUMNS + 1, cell % box.COLUMNS + 1)
    bare = lane._bare(face, tiles=True)
    return (Inset(0, 0, layout.CELL_W, layout.CELL_H, bare, x, y),)


def holes(*, lit):
    place = (4, 0)
    x, y = wheel.centre(place)
    board = wheel.holes(frozenset({place} if lit else ()), "green", {})
    return (Inset(0, 0, ROOM, ROOM, board, x - MIDDLE, y - MIDDLE),)


# What may be mistaken for each other.
MEANINGS = {
    "arkade: saucers": {c: ships.saucer(c, MIDDLE, MIDDLE) for c in box.COLORS},
    "arkade: dice": {c: sides._die(4, 4, c) for c in box.COLORS},
    "arkade: cells": {c: cell_of(0, n) for n, c in enumerate(box.COLORS)},
    "arkade: bonus cells": {c: lane._frame(2, 2, c) for c in box.COLORS},
    "arkade: tiles face down": {c: sides.face_down(4, 4, c) for c in box.COLORS},
    "arkade: ammunition": {c: sides._kept(4, 4, f"ammo {c}") for c in box.COLORS},
    "arkade: nuggets": {
        left: ships.nugget(MIDDLE, MIDDLE, left=left) for left in (True, False)
    },
    "arkade: ships": {
        broken: ships.ship(MIDDLE, MIDDLE, broken=broken) for broken in (True, False)
    },
    "aztec: stones": {
        seat: aztec._die(MIDDLE, MIDDLE, SEAT_RAMPS[seat]) for seat in range(3)
    },
    "azteka: pawns": {
        (role, seat): wheel.pawn(role, SEAT_RAMPS[seat], MIDDLE, MIDDLE, wheel.PAWN)
        for seat, role in enumerate(("life", "death", "mummies"))
    },
    "azteka: pawns of round 2": {
        (role, seat): wheel.pawn(role, SEAT_RAMPS[seat], MIDDLE, MIDDLE, wheel.PAWN)
        for seat, role in enumerate(("death", "life"))
    },
    "azteka: legal or not": {lit: holes(lit=lit) for lit in (True, False)},
    "space aztecs: families": {
        family: glyphs.emblem(family, MIDDLE, MIDDLE, 7) for family in range(4)
    },
    "space aztecs: seats": {seat: chip(seat, MIDDLE, MIDDLE) for seat in range(6)},
    "buttons": {name: caps(4, 4, name, SPEECH) for name in ("a", "b")},
}
# Colours that say something where nothing else is drawn differently.
BARE = {
    "time that runs out": ("cyan", "red"),
    "aztec: where a piece goes and where it scores": ("lilac", "white"),
    "azteka: pawns that are lost": ("white", "red"),
    "space aztecs: points lost": ("white", "red"),
    "the slot of the panel": ("green", "red"),
    "saucer rain: ships": ("pink", "cyan"),
}


@cache
def apart(one, other):
    """How different two colours look."""
    return of_labs(lab(one), lab(other))


@cache
def photograph(picture):
    return shots.image((Box(0, 0, ROOM, ROOM, "night"), *picture)).crop(
        (0, 0, ROOM, ROOM)
    )


def told_apart(one, other):
    """How many pixels differ at a glance."""
    pairs = zip(pixels(one), pixels(other), strict=True)
    return sum(a != b and apart(a, b) >= GLANCE for a, b in pairs)


def pixels(image):
    raw = image.tobytes()
    return [tuple(raw[at : at + 3]) for at in range(0, len(raw), 3)]


def confused(things, sight):
    """The pairs that this sight takes for each other."""
    views = {name: filtered(image, sight) for name, image in things.items()}
    for (one, first), (other, second) in combinations(views.items(), 2):
        if (different := told_apart(first, second)) < LEAST:
            yield one, other, different


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("meaning", MEANINGS)
def test_what_differs_in_meaning_differs_for_every_eye(meaning, sight):
    things = {name: photograph(drawn) for name, drawn in MEANINGS[meaning].items()}
    assert list(confused(things, sight)) == []


@pytest.mark.parametrize("sight", SIGHTS)
def test_saucers_of_the_rain_differ_for_every_eye(sight):
    things = {}
    for kind in (rain.ROUND, rain.WEDGE, rain.DIAMOND):
        ground = pygame.Surface((ROOM, ROOM), 0, 32)
        drawn = rain.saucer(kind, 0, heart=False)
        ground.blit(drawn, drawn.get_rect(center=(MIDDLE, MIDDLE)))
        raw = pygame.image.tobytes(ground, "RGB")
        things[kind] = Image.frombytes("RGB", (ROOM, ROOM), raw)
    assert list(confused(things, sight)) == []


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", BARE.values(), ids=BARE)
def test_a_colour_that_warns_differs_for_every_eye(pair, sight):
    one, other = (tuple(seen(rgb(color), sight)) for color in pair)
    assert apart(one, other) >= GLANCE


def test_a_seat_has_its_number_or_its_name_where_players_join():
    show = dict(samples("fr"))["join_six"]
    said = {text.words for text in our_texts(show)}
    assert {f"J{seat}" for seat in range(1, 7)} <= said
    assert len(SEATS) == 6


def test_two_discs_that_only_red_and_green_tell_apart_are_found():
    things = {
        color: photograph((Disc(MIDDLE, MIDDLE, 9, color),))
        for color in ("gold", "green")
    }
    assert list(confused(things, "protanopia"))
    assert not list(confused(things, "tritanopia"))


# Of the supplementary data of Sharma, Wu and Dalal (2005), table 1.
@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, -0.0010, 2.4900), (50.0, 0.0009, -2.4900), 4.8045),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_the_one_of_the_published_data(one, other, difference):
    assert of_labs(one, other) == pytest.approx(difference, abs=1e-4)
    assert of_labs(other, one) == pytest.approx(difference, abs=1e-4)


def test_white_and_black_are_a_hundred_apart():
    assert distance((255, 255, 255), (0, 0, 0)) == pytest.approx(100, abs=0.01)
    assert lab((255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.01)


def test_grey_stays_as_it_is_for_every_eye():
    for sight in SIGHTS:
        assert tuple(seen((90, 90, 90), sight)) == pytest.approx((90, 90, 90), abs=0.6)


def test_every_screen_is_written_as_an_eye_sees_it(tmp_path, monkeypatch):
    red = (Box(0, 0, 640, 360, "red"),)
    monkeypatch.setattr(shots, "pictures", lambda games, language: [("one", red)])
    paths = list(shots.write_seen(tmp_path / "seen", "greyscale"))
    assert [path.name for path in paths] == ["one.fr.png", "one.en.png"]
    with Image.open(paths[0]) as still:
        r, g, b = still.getpixel((9, 9))
    assert r == g == b


def test_a_seat_has_one_colour_from_joining_to_the_result_on_screen_and_phone():
    css = files("cabinet.web.phones").joinpath("phone.css").read_text(encoding="utf-8")
    on_phones = re.findall(r'\[data-seat="\d"\] \{ --seat: (#\w+);', css)
    in_games = [PALETTE[ramp.main] for ramp in SEAT_RAMPS]
    assert in_games == [PALETTE[shades.mid] for shades in SEATS] == on_phones
