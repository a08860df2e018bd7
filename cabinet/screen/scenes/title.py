"""The cabinet's name over its night: saucers come, one ship keeps them away."""

from functools import cache
from re import finditer
from typing import Final, NamedTuple

from cabinet.picture.shapes import (
    RAMPS,
    Box,
    Color,
    Glow,
    Orb,
    Picture,
    Pixels,
    Polygon,
    Ramp,
    Shape,
    Text,
)
from cabinet.protocol.snapshot import HouseCard, OfferCard
from cabinet.screen.render import pixels
from cabinet.screen.render.sprites import beam, defender, saucer
from cabinet.screen.scenes.backdrop import HORIZON, horizon
from cabinet.screen.scenes.bar import bar
from cabinet.screen.scenes.invitation import buttons, invitation, players, price
from cabinet.screen.scenes.lettering import fit, width
from cabinet.screen.scenes.panels import CENTER
from cabinet.screen.scenes.show import Show

# ARKADE in leaning chrome: the cabinet's name, cut out of rows of pixels.

_LETTERS: Final = {
    "A": (".####.", "##..##", "##..##", "######", "##..##", "##..##", "##..##"),
    "R": ("#####.", "##..##", "##..##", "#####.", "##.##.", "##..##", "##..##"),
    "K": ("##..##", "##.##.", "####..", "###...", "####..", "##.##.", "##..##"),
    "D": ("#####.", "##..##", "##..##", "##..##", "##..##", "##..##", "#####."),
    "E": ("######", "##....", "##....", "#####.", "##....", "##....", "######"),
}
ROWS: Final = 7


class Chrome(NamedTuple):
    """The colours of a name: its face from top to bottom, its two sides, its light."""

    face: tuple[Color, ...]
    shade: tuple[Color, Color]
    light: Color


def _chrome(sky: str, ground: str, shade: str, light: Color) -> Chrome:
    return Chrome((*sky.split(), *ground.split()), _pair(shade), light)


def _pair(colors: str) -> tuple[Color, Color]:
    dark, less_dark = colors.split()
    return dark, less_dark


# Top half a sky, bottom half a sunset, a white horizon between.
CHROMES: Final = {
    "arkade": _chrome(
        "cyan cyan ice ice white white white",
        "magenta pink pink orange orange gold cream",
        "wine magenta",
        "magenta",
    ),
    "gold": _chrome(
        "amber gold gold cream cream white white",
        "rust ember amber amber gold gold cream",
        "rust ember",
        "amber",
    ),
    "ice": _chrome(
        "lagoon cyan cyan ice ice white white",
        "teal lagoon lagoon cyan cyan ice white",
        "teal lagoon",
        "lagoon",
    ),
    "leaf": _chrome(
        "leaf green green mint mint white white",
        "moss leaf leaf green green mint white",
        "moss leaf",
        "leaf",
    ),
    "fire": _chrome(
        "orange orange gold gold cream white white",
        "wine rust ember ember orange orange gold",
        "wine ember",
        "ember",
    ),
    "violet": _chrome(
        "lilac mauve mauve mist mist white white",
        "plum violet violet lilac lilac mauve mist",
        "plum violet",
        "lilac",
    ),
}


def logo_width(word: str, unit: int) -> int:
    """How wide `logo` is, the lean and the depth included."""
    return len(word) * 7 * unit - unit + ROWS * unit // 2 + unit


@cache
def logo(word: str, x: int, y: int, unit: int, colours: str = "arkade") -> Picture:
    """The word with its top left at x, y; `unit` (even) is a pixel of it."""
    half, chrome = unit // 2, CHROMES[colours]
    dark, less_dark = chrome.shade
    shade: list[Polygon] = []
    face: list[Polygon] = []
    for letter, name in enumerate(word):
        for row, cells in enumerate(_LETTERS[name]):
            for run in finditer("#+", cells):
                left = x + (letter * 7 + run.start()) * unit
                right, top = left + len(run[0]) * unit, y + row * unit
                base = y + ROWS * unit
                shade += [
                    _slab(left + d, right + d, top + d, unit, base + d, color)
                    for d, color in ((5, dark), (2, less_dark))
                ]
                for part in (0, 1):
                    color = chrome.face[row * 2 + part]
                    at = top + part * half
                    face.append(_slab(left, right, at, half, base, color))
    return (*shade[0::2], *shade[1::2], *face)


def _slab(
    left: int, right: int, top: int, tall: int, base: int, color: Color
) -> Polygon:
    """A bar that leans to the right, one pixel in two from `base` up."""
    high, low = (base - top) // 2, (base - top - tall + 1) // 2
    bottom = top + tall - 1
    return Polygon(
        (
            (left + high, top),
            (right + high - 1, top),
            (right + low - 1, bottom),
            (left + low, bottom),
        ),
        color,
    )


NAME: Final = "ARKADE"
# The house's own, drawn in the place of the name.
HOUSE_LOGO: Final = "the house's logo"
LOGO_PLACE: Final = (20, 12, 600, 86)
_RIBBON: Final = 590
EACH_GAME: Final = 240
_UNIT: Final = 10
# A wave in whole pixels, sixteen steps long.
_WAVE: Final = (0, 3, 5, 7, 8, 7, 5, 3, 0, -3, -5, -7, -8, -7, -5, -3)
# The saucers in formation, first to last: hull and dome.
_FLEET: Final[tuple[tuple[Ramp, Ramp], ...]] = tuple(
    (RAMPS[hull][:4], RAMPS[dome])
    for hull, dome in (
        ("pink", "gold"),
        ("steel", "cyan"),
        ("fire", "green"),
        ("violet", "pink"),
        ("cyan", "gold"),
        ("green", "pink"),
    )
)
_APART: Final = 50
# From left of the screen until the last one has left it on the right.
_WAY: Final = 640 + 2 * _APART + _APART * len(_FLEET)
# Whoever comes by first sees them before the sun.
_BEGINS: Final = 420
_SHIP: Final = (560, 258)
_SALVO: Final = 44


def picture(show: Show) -> Picture:
    """The view, who is in it, the logo, a game in turn, and the invitation."""
    return (
        *horizon(show.frame),
        *_visitor(show.frame),
        *_fleet(show.frame),
        *_ship(show.frame),
        *_name_of_the_house(show.snapshot.house),
        *_tagline(_welcome(show)),
        *_on_show(show),
        *invitation(show),
        *bar(show, buttons(show)),
    )


def _name_of_the_house(house: HouseCard) -> Picture:
    """The house's logo, or the cabinet's name in its colours."""
    colours = house.colours if house.colours in CHROMES else "arkade"
    light = Glow(CENTER, 66, 170, CHROMES[colours].light)
    if house.logo and pixels.shown(HOUSE_LOGO):
        left, top, wide, high = LOGO_PLACE
        return light, Pixels(left, top, wide, high, HOUSE_LOGO, 0)
    left = CENTER - logo_width(NAME, _UNIT) // 2
    return (light, *logo(NAME, left, 22, _UNIT, colours))


def _welcome(show: Show) -> str:
    """The house's own words, where it has some in this language."""
    own = show.snapshot.house.welcome
    return own.get(show.language) or show.words("attract.tagline")


def _visitor(frame: int) -> Picture:
    """A large saucer that hovers and looks for somebody to take along."""
    x, y = 92, 146 + _WAVE[frame // 8 % len(_WAVE)] // 2
    lamp: Color = "leaf" if frame // 30 % 2 else "moss"
    return (
        *beam(x, y + 10, 262 - y, 64),
        Orb(x, 272, 36, 5, ("moss", lamp)),
        *saucer(x, y, frame, dome=RAMPS["green"], size=30),
    )


def _fleet(frame: int) -> Picture:
    lead = (frame * 2 // 3 + _BEGINS) % _WAY - _APART
    shapes: list[Shape] = []
    for number, (hull, dome) in enumerate(_FLEET):
        x = lead - number * _APART
        y = 176 + _WAVE[(x // 12 + 2 * number) % len(_WAVE)]
        if -_APART < x < 640 + _APART:
            shapes += saucer(x, y, frame + 9 * number, hull, dome)
    return tuple(shapes)


def _ship(frame: int) -> Picture:
    """It follows the fleet a little, and shoots."""
    x, y = _SHIP[0] + 2 * _WAVE[frame // 10 % len(_WAVE)], _SHIP[1]
    flame: Color = "gold" if frame // 4 % 2 else "orange"
    flown = frame % _SALVO * 2
    shots = tuple(
        Box(_SHIP[0] + side, y - 18 - flown + gap, 2, 9, color)
        for gap, color in ((0, "ice"), (22, "cyan"))
        for side in (-4, 3)
        if y - 18 - flown + gap < y - 14
    )
    return (
        *shots,
        Glow(x, y + 12, 14, "ember"),
        Box(x - 1, y + 11, 3, 5 + frame // 4 % 3, flame),
        *defender(x, y),
    )


def _tagline(words: str) -> Picture:
    """On a ribbon with slanting ends."""
    scale = 2 if width(words, "small", 2) <= _RIBBON else 1
    wide = min(width(words, "small", scale), _RIBBON) + 36
    left, top = CENTER - wide // 2, 104
    high = 5 if scale == 2 else 7
    return (
        Box(left, top, wide, 20, "ink", cut=8),
        Box(left, top, wide, 20, "magenta", width=1, cut=8),
        Text(CENTER, top + high, words, "ice", "small", "center", scale),
    )


def _on_show(show: Show) -> Picture:
    offers = show.snapshot.offers
    if not offers:
        return ()
    return _name(show, offers[show.frame // EACH_GAME % len(offers)])


def _name(show: Show, offer: OfferCard) -> Picture:
    facts = f"{players(show, offer)} · {price(show, offer)}"
    title = fit(show.title(offer.title), 360)
    room = max(width(title), width(facts)) + 40
    left, top = CENTER - room // 2, HORIZON - 22
    return (
        Box(left, top, room, 40, "ink", cut=6),
        Box(left, top, room, 40, "pink", width=1, cut=6, halo="magenta"),
        Text(CENTER, top + 7, title, "cream", "body", "center"),
        Text(CENTER, top + 24, facts, "rose", "body", "center"),
    )
