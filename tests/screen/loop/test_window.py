"""The window on the driver that shows nothing: every pixel is where it should be."""

import os
import subprocess
import sys

import pygame
import pytest

from cabinet.core.errors import NoDisplayError
from cabinet.picture.shapes import Box, Text
from cabinet.screen.loop.window import Window, icon, open_display
from cabinet.screen.render.colors import rgb
from cabinet.screen.render.presenter import Fit, fit

PICTURE = (
    Box(0, 0, 640, 360, "dusk"),
    Box(0, 0, 640, 360, "red", 1),
    Text(320, 180, "Où est passé le pixel ?", "cyan", "title", "center"),
)
STRIP = (Box(0, 0, 640, 40, "leaf"),)


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        ((1280, 720), Fit(2, 0, 0)),
        ((1366, 768), Fit(2, 43, 24)),
        ((800, 480), Fit(1.25, 0, 15)),
        ((1024, 600), Fit(1.6, 0, 12)),
        ((700, 390), Fit(1, 30, 15)),
        ((1920, 1080), Fit(3, 0, 0)),
        ((1280, 1024), Fit(2, 0, 152)),
        ((3840, 2160), Fit(6, 0, 0)),
        ((640, 360), Fit(1, 0, 0)),
        ((600, 270), Fit(0.75, 60, 0)),
    ],
)
def test_the_canvas_is_as_large_as_fits_by_a_whole_number_where_that_will_do(
    window, expected
):
    assert fit(window, (640, 360)) == expected


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (640, 360)])
def test_every_canvas_pixel_is_a_square_on_the_display(size):
    window = Window("test", size=size)
    window.show(PICTURE)
    scale, x, y = fit(size, (640, 360))
    expected = pygame.Surface(size, 0, 32)
    for px in range(640):
        for py in (0, 1, 180, 185, 190, 358, 359):
            color = window.canvas.get_at((px, py))
            expected.fill(color, (x + px * scale, y + py * scale, scale, scale))
    shown = window.pixels()
    for py in (0, 1, 180, 185, 190, 358, 359):
        for row in range(scale):
            line = pygame.Rect(0, y + py * scale + row, size[0], 1)
            assert raw(shown.subsurface(line)) == raw(expected.subsurface(line))
    if y:
        assert shown.get_at((size[0] // 2, y - 1))[:3] == (0, 0, 0)
    window.close()


def raw(surface):
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.usefixtures("display")
def test_the_panel_stands_under_the_canvas_at_the_same_scale():
    window = Window("test", strip_height=40, size=(1280, 800))
    window.show(PICTURE, STRIP)
    assert window.pixels().get_at((0, 719))[:3] == rgb("red")
    assert window.pixels().get_at((0, 720))[:3] == rgb("leaf")
    assert window.pixels().get_at((1279, 799))[:3] == rgb("leaf")
    assert window.on_strip((0, 720)) == (0, 0)
    assert window.on_strip((1279, 799)) == (639, 39)
    assert window.on_strip((10, 719)) == (5, -1)
    window.close()


@pytest.mark.usefixtures("display")
def test_full_screen_leaves_the_panel_out_and_comes_back():
    window = Window("test", strip_height=40, size=(1280, 800))
    window.toggle_fullscreen()
    window.show(PICTURE, STRIP)
    assert window.content == (640, 360)
    assert window.on_strip((5, 5)) is None
    window.toggle_fullscreen()
    assert window.show(PICTURE, STRIP)
    assert window.content == (640, 400)
    window.close()


@pytest.mark.usefixtures("display")
def test_only_what_changed_is_painted_again():
    window = Window("test", strip_height=40, size=(640, 400))
    assert window.show(PICTURE, STRIP)
    assert not window.show(tuple(PICTURE), STRIP)
    window.canvas.set_at((3, 3), "white")
    assert window.show(PICTURE, (Box(0, 0, 9, 9, "gold"),))
    assert window.canvas.get_at((3, 3)) == pygame.Color("white"), "canvas untouched"
    assert window.show((), (Box(0, 0, 9, 9, "gold"),))
    assert window.canvas.get_at((3, 3))[:3] == rgb("ink")
    window.refresh()
    assert window.show((), (Box(0, 0, 9, 9, "gold"),))
    window.close()


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize(
    ("desktop", "size"),
    [
        ((1024, 600), (640, 472)),
        ((1280, 800), (955, 704)),
        ((1366, 768), (911, 672)),
        ((1920, 1080), (1280, 944)),
    ],
)
def test_the_window_opens_as_large_as_a_laptop_has_room(monkeypatch, desktop, size):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    window = Window("test", strip_height=112)
    assert window.pixels().get_size() == size
    window.close()


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("size", [(1024, 600), (955, 704), (320, 236), (500, 1000)])
def test_nothing_is_cut_off_in_a_window_of_any_size(size):
    window = Window("test", strip_height=112, size=size)
    edged = (*PICTURE, Box(0, 0, 640, 360, "red", 4))
    window.show(edged, (Box(0, 0, 640, 112, "leaf"),))
    shown = window.pixels()
    scale, x, y = fit(size, (640, 472))
    wide, high = round(640 * scale), round(472 * scale)
    assert 0 <= x <= size[0] - wide
    assert 0 <= y <= size[1] - high
    for at in ((x + 1, y + 9), (x + wide - 2, y + 9), (x + wide // 2, y)):
        red, *others = shown.get_at(at)[:3]
        assert red > 240 > 100 > max(others), at
    _, green, blue = shown.get_at((x + wide // 2, y + high - 2))[:3]
    assert green > 130 > 90 > blue
    assert window.on_strip((x, y + high - 1))[1] in (110, 111)
    window.close()


def test_desktops_know_the_window_by_the_products_name_and_icon():
    drawn = icon()
    assert drawn.get_size() == (64, 64)
    assert drawn.get_at((0, 0)).a == 0
    assert len({tuple(drawn.get_at((x, 32))) for x in range(64)}) > 4


def test_drawing_on_nothing_must_be_asked_for(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(
        NoDisplayError, match="SDL_VIDEODRIVER=dummy shows nothing here"
    ):
        open_display(headless=False)
    assert not pygame.display.get_init()


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        ({}, "neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ":987"}, "DISPLAY=:987 does not answer"),
        ({"DISPLAY": ":987", "SDL_VIDEODRIVER": "x11"}, "SDL_VIDEODRIVER=x11"),
    ],
)
def test_without_a_display_the_sentence_says_what_is_missing_and_what_to_do(
    settings, missing
):
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    bare = {k: v for k, v in os.environ.items() if k not in names}
    program = (
        "from cabinet.core.errors import NoDisplayError\n"
        "from cabinet.screen.loop.window import open_display\n"
        "try: open_display(headless=False)\n"
        "except NoDisplayError as wrong: print(wrong)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=bare | settings,
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert done.stdout.startswith("no display to draw on: ")
    assert missing in done.stdout
    assert "`cabinet --sim --headless`" in done.stdout
    assert done.stderr == ""
