"""How Saucer Rain looks: a function of the sky alone, drawn whole every time."""

from functools import cache
from typing import Any, Final

import pygame

from cabinet.loops.faces import face
from saucer_rain.sky import (
    BROKEN,
    DIAMOND,
    GROUND,
    HIGH,
    LENGTH,
    MOTHER,
    PACE,
    ROUND,
    SHIP_Y,
    UNIT,
    WAVE,
    WEDGE,
    WIDE,
    Sky,
)

Color = str | tuple[int, int, int]

INK, NIGHT, DUSK, PLUM = "#07060f", "#0e0b1f", "#191335", "#2a1c52"
VIOLET, MAUVE, MIST = "#43307a", "#9a86d8", "#c9bdf0"
PINK, ROSE, RED = "#f0379b", "#ff86c3", "#ff3b4a"
ORANGE, GOLD, CREAM, AMBER = "#f47d20", "#ffc53d", "#ffeaa6", "#c98a14"
CYAN, ICE, LAGOON, TEAL = "#28d7f0", "#aef6ff", "#12809a", "#0c3d4f"
# For so long the ships show which buttons are theirs.
SHOWS_BUTTONS: Final = 5 * PACE
# Dark, mid, light, dome.
HULLS: Final = {
    ROUND: ("#5a1f12", "#b8431b", ORANGE, CREAM),
    WEDGE: (TEAL, LAGOON, CYAN, ICE),
    DIAMOND: (PLUM, VIOLET, MAUVE, MIST),
    MOTHER: ("#20273b", "#47536f", "#c3cddd", ROSE),
}
SHIPS: Final = ((TEAL, LAGOON, CYAN, ICE), ("#4a0f3c", "#a3176f", PINK, ROSE))
WRECK: Final = ("#20273b", "#2b344b", "#47536f", "#20273b")
WORDS: Final = {
    "fr": {
        "wave": "VAGUE {n}",
        "clear": "CIEL NET +{n}",
        "over": "TERMINÉ !",
        "best": "RECORD {n}",
        "broken": "EN PANNE",
        "ready": "PRÊT ?",
        "catch": "ATTRAPE !",
        "seat": "J{n}",
    },
    "en": {
        "wave": "WAVE {n}",
        "clear": "CLEAR SKY +{n}",
        "over": "TIME IS UP!",
        "best": "BEST {n}",
        "broken": "REPAIRING",
        "ready": "READY?",
        "catch": "CATCH IT!",
        "seat": "P{n}",
    },
}


@cache
def _font(name: str) -> pygame.font.Font:
    return pygame.font.Font(*face(name))


@cache
def written(text: str, name: str, color: Color, scale: int = 1) -> pygame.Surface:
    """Words with a dark rim, so that they can be read over anything."""
    ink = _font(name).render(text, False, color)  # noqa: FBT003
    rim = _font(name).render(text, False, INK)  # noqa: FBT003
    whole = pygame.Surface((ink.get_width() + 2, ink.get_height() + 2), pygame.SRCALPHA)
    for x, y in ((0, 1), (2, 1), (1, 0), (1, 2)):
        whole.blit(rim, (x, y))
    whole.blit(ink, (1, 1))
    return pygame.transform.scale_by(whole, scale) if scale > 1 else whole


@cache
def glow(r: int, color: str) -> pygame.Surface:
    """Light that is added, falling off from the middle."""
    light = pygame.Surface((2 * r, 2 * r))
    red, green, blue = pygame.Color(color)[:3]
    for ring in range(r, 0, -2):
        part = (r - ring) * 70 // r
        tint = (red * part // 255, green * part // 255, blue * part // 255)
        pygame.draw.circle(light, tint, (r, r), ring)
    return light


@cache
def backdrop() -> pygame.Surface:
    """Night over the hills: all that never moves."""
    sky = pygame.Surface((WIDE, HIGH), 0, 32)
    bands = (INK, NIGHT, "#130f2a", DUSK, "#221845", PLUM)
    tall = GROUND // len(bands) + 1
    for number, color in enumerate(bands):
        sky.fill(color, (0, number * tall, WIDE, tall))
        for x in range(number % 2 * 2, WIDE, 4):  # a dithered seam
            sky.fill(color, (x, number * tall - 2, 2, 2))
    pygame.draw.circle(sky, VIOLET, (540, 84), 34)
    pygame.draw.circle(sky, "#5a4496", (530, 76), 24)
    pygame.draw.ellipse(sky, MAUVE, (486, 80, 108, 12), 2)
    hills = [(0, 268), (70, 240), (150, 270), (240, 236), (330, 268), (420, 244)]
    hills += [(520, 272), (600, 246), (640, 262), (640, HIGH), (0, HIGH)]
    pygame.draw.polygon(sky, "#150f2e", hills)
    sky.fill("#0f3d26", (0, GROUND, WIDE, HIGH - GROUND))
    sky.fill("#1f9150", (0, GROUND, WIDE, 2))
    for x in range(0, WIDE, 16):
        sky.fill("#155c36", (x + x // 16 % 3 * 4, GROUND + 6 + x // 16 % 2 * 7, 6, 1))
    return sky


@cache
def saucer(kind: int, lamps: int, *, heart: bool) -> pygame.Surface:
    """A saucer; its lamps run around it."""
    dark, mid, light, dome = HULLS[kind]
    half = 44 if kind == MOTHER else 17
    tall = 20 if kind == MOTHER else 9
    wide = 2 * half + 4
    image = pygame.Surface((wide, 4 * tall), pygame.SRCALPHA)
    x, y = wide // 2, 2 * tall
    pygame.draw.ellipse(image, dome, (x - half // 2, y - tall - 4, half, 2 * tall))
    pygame.draw.ellipse(
        image, "white", (x - half // 4, y - tall - 1, half // 4, tall // 2)
    )
    if kind == DIAMOND:
        hull = [(x - half, y), (x, y - tall + 2), (x + half, y), (x, y + tall)]
        pygame.draw.polygon(image, dark, [(a, b + 1) for a, b in hull])
        pygame.draw.polygon(image, mid, hull)
    elif kind == WEDGE:
        hull = [
            (x - half, y - 3),
            (x + half, y - 3),
            (x + 5, y + tall),
            (x - 5, y + tall),
        ]
        pygame.draw.polygon(image, dark, [(a, b + 1) for a, b in hull])
        pygame.draw.polygon(image, mid, hull)
    else:
        pygame.draw.ellipse(
            image, dark, (x - half, y - tall // 2 + 1, 2 * half, tall + 3)
        )
        pygame.draw.ellipse(image, mid, (x - half, y - tall // 2, 2 * half, tall + 1))
    pygame.draw.line(image, light, (x - half + 4, y - 2), (x + half - 4, y - 2), 2)
    for lamp in range(5):
        lit = "white" if (lamp + lamps) % 3 == 0 else light
        image.fill(lit, (x + (lamp - 2) * half * 2 // 6 - 1, y + 1, 3, 2))
    if heart:
        image.blit(heart_image(), (x - 7, y - 8))
    return image


@cache
def heart_image() -> pygame.Surface:
    """A red heart with a white rim, fifteen pixels wide."""
    image = pygame.Surface((15, 14), pygame.SRCALPHA)
    for color, r, low in (("white", 4, 13), (RED, 3, 12)):
        pygame.draw.circle(image, color, (4, 4), r)
        pygame.draw.circle(image, color, (10, 4), r)
        side = 4 - r
        pygame.draw.polygon(image, color, [(side, 5), (14 - side, 5), (7, low)])
    return image


@cache
def ship_image(seat: int) -> pygame.Surface:
    """The ship that keeps the saucers away, in a player's colours; -1 is broken."""
    dark, mid, light, shine = SHIPS[seat] if seat >= 0 else WRECK
    image = pygame.Surface((40, 32), pygame.SRCALPHA)
    pygame.draw.polygon(image, dark, [(20, 0), (27, 18), (39, 30), (1, 30), (13, 18)])
    pygame.draw.polygon(image, mid, [(20, 2), (26, 19), (36, 28), (4, 28), (14, 19)])
    pygame.draw.polygon(image, light, [(20, 4), (24, 22), (20, 27), (16, 22)])
    pygame.draw.ellipse(image, shine, (17, 12, 6, 9))
    image.fill(light, (3, 22, 3, 7))
    image.fill(light, (34, 22, 3, 7))
    return image


@cache
def nugget_image(turn: int) -> pygame.Surface:
    """A nugget of gold that glitters."""
    image = pygame.Surface((14, 12), pygame.SRCALPHA)
    shape = [(1, 6), (4, 1), (9, 0), (13, 4), (12, 9), (7, 11), (2, 10)]
    pygame.draw.polygon(image, AMBER, shape)
    pygame.draw.polygon(image, GOLD, [(2, 6), (5, 2), (9, 1), (11, 5), (8, 9), (3, 9)])
    x, y = ((5, 4), (8, 3), (9, 6), (5, 7))[turn]
    image.fill("white", (x, y, 2, 2))
    return image


class Look:
    """Draws a sky."""

    def draw(
        self, to: pygame.Surface, sky: Sky, language: str, best: int, *, gentle: bool
    ) -> None:
        """All of it, back to front."""
        to.blit(backdrop(), (0, 0))
        self._stars(to, sky.time)
        for heart in sky.hearts:
            _put(to, heart_image(), heart[0], heart[1])
        for nugget in sky.nuggets:
            _shine(to, 16, AMBER, nugget[0], nugget[1])
            _put(to, nugget_image(sky.time // 6 % 4), nugget[0], nugget[1])
        for kind, x, y, *_, carries in sky.saucers:
            _shine(to, 60 if kind == MOTHER else 26, HULLS[kind][1], x, y)
            image = saucer(
                kind, sky.time // 8 % 3, heart=bool(carries and kind != MOTHER)
            )
            _put(to, image, x, y)
        self._shots(to, sky)
        if sky.nuggets and PACE < sky.time < WAVE:
            self._catch(to, sky, language)
        for seat, ship in enumerate(sky.ships):
            self._ship(to, sky, seat, ship, language, gentle=gentle)
            if sky.time < SHOWS_BUTTONS:
                self._buttons(to, sky, seat, language)
        for spark in sky.sparks:
            self._spark(to, spark, language, gentle=gentle)
        self._board(to, sky, language, best)

    def _stars(self, to: pygame.Surface, time: int) -> None:
        for number in range(70):
            layer = number % 3
            x = number * 97 % WIDE
            y = (number * 53 + time * (layer + 1) // 6) % (GROUND - 4)
            size = 2 if layer == 2 else 1
            to.fill((MIST, MAUVE, VIOLET)[2 - layer], (x, y, size, size))

    def _shots(self, to: pygame.Surface, sky: Sky) -> None:
        for x, y, seat in sky.shots:
            _shine(to, 12, SHIPS[seat][1], x, y)
            to.fill(SHIPS[seat][3], (x // UNIT - 1, y // UNIT - 6, 3, 12))
        for x, y, _ in sky.bolts:
            _shine(to, 14, PINK, x, y)
            pygame.draw.circle(to, PINK, (x // UNIT, y // UNIT), 5)
            pygame.draw.circle(to, "white", (x // UNIT, y // UNIT), 2)

    def _ship(
        self,
        to: pygame.Surface,
        sky: Sky,
        seat: int,
        ship: list[int],
        language: str,
        *,
        gentle: bool,
    ) -> None:
        x, _, _, safe, broken, chain, _ = ship
        blinks = 0 if gentle else sky.time
        if broken:
            _put(to, ship_image(-1), x, SHIP_Y * UNIT)
            if gentle or blinks // 8 % 2:
                to.fill(ORANGE, (x // UNIT - 2, SHIP_Y + 2, 4, 4))
            word = written(WORDS[language]["broken"], "small", MIST)
            _put(to, word, x, (SHIP_Y - 24) * UNIT)
            done = 36 * (BROKEN - broken) // BROKEN
            to.fill(INK, (x // UNIT - 19, SHIP_Y - 16, 38, 5))
            to.fill(SHIPS[seat][2], (x // UNIT - 18, SHIP_Y - 15, done, 3))
            return
        _shine(to, 30, SHIPS[seat][1], x, SHIP_Y * UNIT)
        flame = 4 + blinks // 3 % 3 * 2
        to.fill(ORANGE, (x // UNIT - 2, SHIP_Y + 14, 4, flame))
        if gentle or not safe or blinks // 6 % 3:
            _put(to, ship_image(seat), x, SHIP_Y * UNIT)
        if safe:
            pygame.draw.circle(to, ICE, (x // UNIT, SHIP_Y), 24, 1)
        if chain > 1:
            _put(to, written(f"x{chain}", "body", GOLD), x + 30 * UNIT, SHIP_Y * UNIT)

    def _catch(self, to: pygame.Surface, sky: Sky, language: str) -> None:
        """In the first wave gold says what it is there for."""
        x, y, _ = max(sky.nuggets, key=lambda nugget: nugget[1])
        r = 12 + sky.time // 8 % 2 * 2
        pygame.draw.circle(to, GOLD, (x // UNIT, y // UNIT), r, 2)
        word = written(WORDS[language]["catch"], "body", GOLD)
        half = (word.get_width() // 2 + 4) * UNIT
        x = min(max(x, half), WIDE * UNIT - half)
        _put(to, word, x, max(y - 26 * UNIT, 60 * UNIT))

    def _buttons(self, to: pygame.Surface, sky: Sky, seat: int, language: str) -> None:
        """Arrows beside a ship and the button over it: what a hand can do."""
        x, light = sky.ships[seat][0] // UNIT, SHIPS[seat][2]
        out = 32 + sky.time // 10 % 2 * 3
        for side in (-1, 1):
            tip, back = x + side * (out + 12), x + side * out
            arrow = [(tip, SHIP_Y), (back, SHIP_Y - 9), (back, SHIP_Y + 9)]
            pygame.draw.polygon(to, INK, [(a, b + 1) for a, b in arrow])
            pygame.draw.polygon(to, light, arrow)
        pressed = sky.time // 20 % 2
        y = SHIP_Y - 46 + pressed
        pygame.draw.circle(to, INK, (x, y + 2 - pressed), 13)
        pygame.draw.circle(to, CREAM if pressed else light, (x, y), 11)
        _put(to, written("A", "title", "white"), x * UNIT, y * UNIT)
        if len(sky.ships) > 1:
            name = written(WORDS[language]["seat"].format(n=seat + 1), "body", light)
            _put(to, name, x * UNIT, (SHIP_Y + 24) * UNIT)

    def _spark(
        self, to: pygame.Surface, spark: list[Any], language: str, *, gentle: bool
    ) -> None:
        what, x, y, age, number = spark
        match what:
            case "blast":
                self._blast(to, x // UNIT, y // UNIT, age, HULLS[number], gentle=gentle)
            case "ping":
                pygame.draw.circle(to, "white", (x // UNIT, y // UNIT), 4 + age // 2, 1)
            case "points":
                _put(to, written(str(number), "small", CREAM), x, y - age * 8)
            case "gold":
                _put(to, written(f"+{number}", "body", GOLD), x, y - age * 14)
            case "heart":
                _put(to, heart_image(), x, y - age * 14)
            case "dust":
                for side in (-1, 1):
                    at = (x // UNIT + side * age // 2, GROUND - 3 - age // 6, 2, 2)
                    to.fill(AMBER, at)
            case "clear":
                text = WORDS[language]["clear"].format(n=number)
                _put(to, written(text, "title", "#4fe37f"), x, y - age * 3)

    def _blast(
        self,
        to: pygame.Surface,
        x: int,
        y: int,
        age: int,
        colors: tuple[str, str, str, str],
        *,
        gentle: bool,
    ) -> None:
        if age < 5 and not gentle:
            pygame.draw.circle(to, "white", (x, y), 16 - 2 * age)
        if age < 18:
            pygame.draw.circle(to, colors[2], (x, y), 6 + age, 2)
        ways = ((5, 1), (4, -3), (1, -5), (-3, -4), (-5, 1), (-3, 4), (1, 5), (4, 3))
        for number, (dx, dy) in enumerate(ways):
            far = age * (3 + number % 3) // 3
            at = (x + dx * far // 5, y + dy * far // 5 + age * age // 60, 3, 3)
            to.fill(colors[2 + number % 2], at)

    def _board(self, to: pygame.Surface, sky: Sky, language: str, best: int) -> None:
        """Time, wave, hearts, scores: what is counted."""
        left = max(0, LENGTH - sky.time)
        seconds = -(-left // PACE)
        clock = f"{seconds // 60}:{seconds % 60:02}"
        color = RED if seconds <= 10 and left else "white"
        _put(to, written(clock, "title", color), WIDE // 2 * UNIT, 16 * UNIT)
        wave = WORDS[language]["wave"].format(n=sky.wave + 1)
        _put(to, written(wave, "small", MAUVE), WIDE // 2 * UNIT, 34 * UNIT)
        for seat, ship in enumerate(sky.ships):
            self._seat(to, seat, ship)
        if best and len(sky.ships) == 1:
            text = written(WORDS[language]["best"].format(n=best), "small", MIST)
            to.blit(text, (WIDE - 10 - text.get_width(), 10))
        self._news(to, sky, language)

    def _seat(self, to: pygame.Surface, seat: int, ship: list[int]) -> None:
        points = written(str(ship[6]), "title", SHIPS[seat][2])
        x = 10 if seat == 0 else WIDE - 10 - points.get_width()
        to.blit(points, (x, 2))
        for number in range(ship[1]):
            at = 10 + 17 * number if seat == 0 else WIDE - 25 - 17 * number
            to.blit(heart_image(), (at, 32))

    def _news(self, to: pygame.Surface, sky: Sky, language: str) -> None:
        words, since = WORDS[language], sky.time % WAVE
        if sky.time >= LENGTH:
            text, color = words["over"], GOLD
        elif sky.time < PACE:
            text, color = words["ready"], CYAN
        elif since < 2 * PACE:
            text, color = words["wave"].format(n=sky.wave + 1), CYAN
        else:
            return
        _put(to, written(text, "title", color, 2), WIDE // 2 * UNIT, 150 * UNIT)


def _put(to: pygame.Surface, image: pygame.Surface, x: int, y: int) -> None:
    wide, high = image.get_size()
    to.blit(image, (x // UNIT - wide // 2, y // UNIT - high // 2))


def _shine(to: pygame.Surface, r: int, color: str, x: int, y: int) -> None:
    at = (x // UNIT - r, y // UNIT - r)
    to.blit(glow(r, color), at, special_flags=pygame.BLEND_RGB_ADD)
