"""Both presenters under one suite, the card's on SDL's software renderer."""

import pygame
import pytest

from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Flash, Gradient, Shift, Text
from cabinet.screen.loop.window import Window, open_card
from cabinet.screen.render import effects as tube
from cabinet.screen.render.card_presenter import CardPresenter
from cabinet.screen.render.colors import rgb
from cabinet.screen.render.presenter import (
    PresenterError,
    ProcessorPresenter,
    fit,
    why_no_card,
)
from tools.gallery.shots import canvas as painted

PRESENTERS = {"processor": ProcessorPresenter, "card": CardPresenter}
SIZES = [(1280, 720), (1366, 768), (1920, 1080), (1280, 1024), (640, 360)]
# Where no whole scale will do.
BETWEEN = [(800, 480), (1024, 600), (480, 270)]
NOISE = (
    *(
        Box(x * 40, y * 40, 39, 39, ("red", "cyan", "gold", "mist")[(x + 3 * y) % 4])
        for x in range(16)
        for y in range(9)
    ),
    Gradient(100, 90, 440, 180, ("ink", "violet", "rose", "white")),
    Text(320, 180, "Où est passé le pixel ?", "ink", "title", "center"),
)
GREY = (Box(0, 0, WIDTH, HEIGHT, "steel"),)


@pytest.fixture(params=PRESENTERS)
def presented(request, display, monkeypatch):
    """Opens a presenter in a window of a size; all is closed in the end."""
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    opened = []

    def open_in(size):
        window = pygame.Window("test", size)
        presenter = PRESENTERS[request.param](window)
        opened.append((presenter, window))
        return presenter

    yield open_in
    for presenter, window in opened:
        presenter.close()
        window.destroy()


def raw(surface):
    return pygame.image.tobytes(surface, "RGB")


def enlarged(canvas, size, strip=None):
    """What must be seen without effects, put together by hand."""
    high = HEIGHT + (strip.get_height() if strip else 0)
    scale, x, y = fit(size, (WIDTH, high))
    whole = pygame.Surface(size, 0, 32)
    whole.blit(pygame.transform.scale_by(canvas, scale), (x, y))
    if strip:
        below = (x, y + HEIGHT * scale)
        whole.blit(pygame.transform.scale_by(strip, scale), below)
    return whole


@pytest.mark.parametrize("size", SIZES)
def test_without_effects_every_pixel_is_a_square_on_black(presented, size):
    canvas = painted(NOISE)
    presenter = presented(size)
    presenter.present(canvas, None, "off")
    assert raw(presenter.pixels()) == raw(enlarged(canvas, size))


def test_the_strip_stands_under_the_canvas_and_has_no_effects(presented):
    canvas, strip = painted(NOISE), pygame.Surface((WIDTH, 40), 0, 32)
    strip.fill(rgb("leaf"))
    presenter = presented((1280, 800))
    presenter.present(canvas, strip, "off")
    assert raw(presenter.pixels()) == raw(enlarged(canvas, (1280, 800), strip))
    presenter.present(canvas, strip, "full")
    shown = presenter.pixels()
    assert {shown.get_at((x, 760))[:3] for x in range(1280)} == {rgb("leaf")}


def test_a_strip_that_goes_leaves_black_behind(presented):
    canvas, strip = painted(NOISE), pygame.Surface((WIDTH, 40), 0, 32)
    strip.fill(rgb("leaf"))
    presenter = presented((1280, 800))
    presenter.present(canvas, strip, "off")
    presenter.present(canvas, None, "off")
    assert raw(presenter.pixels()) == raw(enlarged(canvas, (1280, 800)))


@pytest.mark.parametrize("effects", ["light", "full"])
def test_no_effect_touches_the_canvas(presented, effects):
    canvas = painted(NOISE)
    before = raw(canvas)
    presented((1280, 720)).present(canvas, None, effects)
    assert raw(canvas) == before


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_scanlines_darken_each_row_of_a_pixel_as_they_say(presented, scale):
    size = (WIDTH * scale, HEIGHT * scale)
    presenter = presented(size)
    presenter.present(painted(GREY), None, "light")
    shown, middle = presenter.pixels(), HEIGHT // 2 * scale
    gained = [value + value * tube.GAIN // 255 for value in rgb("steel")]
    rows = tube.scanlines(scale)
    assert len(rows) == scale
    for row, level in enumerate(rows):
        seen = shown.get_at((size[0] // 2, middle + row))[:3]
        for value, given in zip(seen, gained, strict=True):
            assert abs(value - given * level / 255) <= 2


def test_the_corners_are_darker_by_a_quarter(presented):
    presenter = presented((1280, 720))
    presenter.present(painted(GREY), None, "light")
    shown = presenter.pixels()
    center, corner = shown.get_at((640, 360)), shown.get_at((2, 2))
    assert 0.70 < corner.g / center.g < 0.80


def test_full_effects_let_light_shine_around_what_is_bright_and_light_ones_do_not(
    presented,
):
    canvas = painted((Box(300, 160, 40, 40, "white"),))
    presenter = presented((1280, 720))
    beside = (2 * 344, 2 * 180)
    presenter.present(canvas, None, "light")
    plain = presenter.pixels().get_at(beside).g
    presenter.present(canvas, None, "full")
    assert presenter.pixels().get_at(beside).g > plain + 20
    assert presenter.pixels().get_at((100, 600)).g <= plain + 2, "far away it is dark"


@pytest.mark.parametrize("size", BETWEEN)
@pytest.mark.parametrize("effects", ["off", "full"])
def test_between_two_whole_scales_pixels_stay_sharp_inside(presented, size, effects):
    canvas = painted((Box(0, 0, WIDTH, HEIGHT, "ink"), Box(160, 90, 320, 180, "gold")))
    presenter = presented(size)
    presenter.present(canvas, None, effects)
    shown, (scale, x, y) = presenter.pixels(), fit(size, (WIDTH, HEIGHT))
    row, left = y + round(180 * scale), x + round(160 * scale)
    inside, outside = shown.get_at((left + 2, row)), shown.get_at((left - 3, row))
    assert inside.r > 200
    assert outside.r < (120 if effects == "full" else 20)
    if effects == "off":
        pairs = zip(inside[:3], rgb("gold"), strict=True)
        assert all(abs(seen - meant) <= 4 for seen, meant in pairs)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
def test_both_presenters_show_nearly_the_same(display, monkeypatch, size):
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    canvas, seen = painted(NOISE), []
    for make in PRESENTERS.values():
        window = pygame.Window("test", size)
        presenter = make(window)
        presenter.present(canvas, None, "full")
        seen.append(raw(presenter.pixels()))
        presenter.close()
        window.destroy()
    apart = [abs(a - b) for a, b in zip(*(each[::97] for each in seen), strict=True)]
    assert sum(apart) / len(apart) < 4


def test_a_card_that_is_let_go_leaves_the_window_to_the_processor(display, monkeypatch):
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    window = pygame.Window("test", (1280, 720))
    card = CardPresenter(window)
    card.present(painted(NOISE), None, "full")
    card.close()
    processor = ProcessorPresenter(window)
    processor.present(painted(NOISE), None, "off")
    assert raw(processor.pixels()) == raw(enlarged(painted(NOISE), (1280, 720)))
    window.destroy()


def test_a_renderer_that_sdl_does_not_have_is_an_error_of_ours(display, monkeypatch):
    monkeypatch.setenv("SDL_RENDER_DRIVER", "crystal")
    window = pygame.Window("test", (640, 360))
    with pytest.raises(PresenterError, match="no renderer"):
        CardPresenter(window)
    window.destroy()


@pytest.mark.parametrize(
    ("driver", "asked", "node", "why"),
    [
        ("x11", "", "renderD128", ""),
        ("x11", "", "card0", "there is no graphics card in"),
        ("kmsdrm", "", "renderD128", ""),
        ("dummy", "", "renderD128", "nobody is looking"),
        ("dummy", "software", "card0", ""),
    ],
)
def test_a_card_is_tried_where_there_is_one_or_where_it_is_asked_for(
    driver, asked, node, why, tmp_path
):
    (tmp_path / node).touch()
    assert why_no_card(driver, asked, tmp_path).startswith(why)
    assert bool(why_no_card(driver, asked, tmp_path)) == bool(why)


class Fragile(ProcessorPresenter):
    """A card that is lost at its third picture."""

    name = "the fragile card"
    lives = 2

    def present(self, *shown):
        self.lives -= 1
        if self.lives < 0:
            raise PresenterError("device lost")
        super().present(*shown)


def broken(window):
    raise PresenterError("there is nothing in the socket")


@pytest.mark.usefixtures("display")
def test_a_card_that_is_lost_later_is_replaced_within_the_same_frame():
    said = []
    window = Window(
        "test",
        size=(1280, 720),
        tell=said.append,
        openers=(Fragile, ProcessorPresenter),
    )
    for x in range(4):
        assert window.show((*NOISE, Box(x, 0, 9, 9, "white")))
        assert raw(window.pixels()) == raw(enlarged(window.canvas, (1280, 720)))
    assert said == [
        "the fragile card shows the picture, effects: off",
        (
            "the processor shows the picture (the fragile card failed: device lost), "
            "effects: off"
        ),
    ]
    window.close()


@pytest.mark.usefixtures("display")
def test_the_log_says_who_shows_the_picture_and_why():
    said = []
    window = Window("test", tell=said.append, openers=(broken, ProcessorPresenter))
    assert said == [
        "the processor shows the picture (there is nothing in the socket), effects: off"
    ]
    window.close()


def test_the_card_is_opened_when_it_is_asked_for_and_renewed_when_it_was_reset(
    display, monkeypatch
):
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    said = []
    window = Window("test", size=(1280, 720), tell=said.append)
    window.show(NOISE)
    window.renew()
    assert window.show(NOISE), "everything is given again"
    assert raw(window.pixels()) == raw(enlarged(window.canvas, (1280, 720)))
    assert said[1].startswith("the graphics card (software) shows the picture")
    assert "the graphics card was lost" in said[1]
    window.close()


@pytest.mark.usefixtures("display")
def test_where_nobody_looks_no_card_is_opened():
    window = pygame.Window("test", (640, 360))
    with pytest.raises(PresenterError, match="nobody is looking"):
        open_card(window)
    window.destroy()


@pytest.mark.usefixtures("display")
def test_effects_that_frames_have_no_time_for_step_down_and_say_so_once():
    said = []
    window = Window("test", size=(640, 360), effects="full", tell=said.append)
    now = 0
    for _ in range(300):
        window.frame(now)
        now += 40_000_000
    assert window.effects == "off"
    assert said[1:] == [
        "frames ran late, so the effects are light now",
        "frames ran late, so the effects are off now",
    ]
    for _ in range(3):
        for _ in range(3_000):
            window.frame(now)
            now += 16_666_666
        window.at_rest()
    assert window.effects == "full"
    for _ in range(300):
        window.frame(now)
        now += 40_000_000
    assert len(said) == 3
    window.close()


@pytest.mark.usefixtures("display")
def test_a_gentle_window_neither_shakes_nor_flashes():
    loud = (*NOISE, Flash(0, 0, WIDTH, HEIGHT, "white", 80), Shift(5, 5))
    window = Window("test", size=(640, 360), gentle=True)
    window.show(loud)
    calm = painted((*NOISE, Flash(0, 0, WIDTH, HEIGHT, "white", 8)))
    assert raw(window.canvas) == raw(calm)
    window.close()
