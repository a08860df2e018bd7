"""What moves, as pictures: each a pure function of its age in frames and a seed.

Nothing here remembers anything. A scene asks for the burst of a coin that fell 12
frames ago and gets its sparks as shapes; once it is over there are none, so a
caller may ask for ever. Sixty frames are a second. Sums and products only: a spark
is on the same pixel on every machine.
"""

from functools import lru_cache
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from cabinet.picture.shapes import (
    HEIGHT,
    RAMPS,
    WIDTH,
    Box,
    Clip,
    Color,
    Disc,
    Glow,
    Iris,
    Line,
    Neon,
    Picture,
    Ramp,
    Shape,
    Veil,
)

POP_UP_FRAMES: Final = 50
FIREWORK_FRAMES: Final = 84
TRANSITION_FRAMES: Final = 18  # 300 ms
_RISE_FRAMES: Final = 30
Kind: TypeAlias = Literal["iris", "wipe", "fade"]

# An eighth of a circle in whole numbers, 1024 to the radius; the rest mirrors it.
_EIGHTH: Final = (
    *((1024, 0), (1019, 100), (1004, 200), (980, 297), (946, 392)),
    *((903, 483), (851, 569), (792, 650), (724, 724)),
)
_CIRCLE: Final = tuple(
    (sx * x, sy * y)
    for a, b in _EIGHTH
    for x, y in ((a, b), (b, a))
    for sx in (1, -1)
    for sy in (1, -1)
)


def part(age: int, frames: int) -> float:
    """How much of `frames` is over: 0 at the beginning, 1 at the end and after."""
    return min(1.0, max(0.0, age / frames))


def ease_out(t: float) -> float:
    """Quick at first, then gently to rest."""
    return 1 - (1 - t) * (1 - t) * (1 - t)


def ease_in_out(t: float) -> float:
    """Slow at both ends."""
    return t * t * (3 - 2 * t)


def ease_out_back(t: float) -> float:
    """A little too far, and back: how a card arrives."""
    u = t - 1
    return 1 + u * u * (2.70158 * u + 1.70158)


def between(a: int, b: int, t: float) -> int:
    """The pixel that is `t` of the way from `a` to `b`."""
    return a + round((b - a) * t)


class Spark(NamedTuple):
    """One spark: where it flies to, how fast, how long it lives, how large it is."""

    dx: int
    dy: int
    pace: int
    life: int
    size: int


@lru_cache(maxsize=64)
def _sparks(seed: int, count: int) -> tuple[Spark, ...]:
    random = Random(seed)
    return tuple(
        Spark(
            *random.choice(_CIRCLE),
            pace=random.randint(15, 100),
            life=random.randint(40, 120),
            size=random.choice((1, 2, 2)),
        )
        for _ in range(count)
    )


def burst(
    x: int,
    y: int,
    age: int,
    seed: int = 0,
    ramp: Ramp = RAMPS["fire"],
    *,
    count: int = 40,
    reach: int = 60,
    frames: int = 38,
    fall: int = 14,
) -> Picture:
    """Sparks from x, y that fly `reach` pixels, fall and cool from light to dark."""
    shapes: list[Shape] = []
    for spark in _sparks(seed, count):
        lives = frames * spark.life // 100
        if not 0 <= age < lives:
            continue
        t = age / lives
        hot = max(0, len(ramp) - 1 - int(t * len(ramp)))
        left = 1 - t
        far = reach * spark.pace * (1 - left * left * left) / 102_400
        at_x, at_y = x + round(spark.dx * far), y + round(spark.dy * far + fall * t * t)
        shapes.append(Box(at_x, at_y, spark.size, spark.size, ramp[hot]))
        if spark.size > 1 and 0.1 < t < 0.6:
            far *= 0.9
            at_x, at_y = x + round(spark.dx * far), y + round(spark.dy * far)
            shapes.append(Box(at_x, at_y, 1, 1, ramp[max(0, hot - 2)]))
    return tuple(shapes)


def ring(
    x: int, y: int, age: int, color: Color, reach: int = 40, frames: int = 20
) -> Picture:
    """A circle that runs outwards and thins."""
    if not 0 <= age < frames:
        return ()
    t = age / frames
    return (Disc(x, y, round(reach * ease_out(t)), color, max(1, round(4 * (1 - t)))),)


def pop_up(x: int, y: int, age: int, words: str, ramp: Ramp = RAMPS["gold"]) -> Picture:
    """Words that jump up from x, y, stay a moment and are gone."""
    if not 0 <= age < POP_UP_FRAMES:
        return ()
    up = round(16 * ease_out_back(part(age, 18)))
    return (Neon(x, y - up, words, ramp[::-1], "title", edge="ink", halo=ramp[0]),)


def fireworks(
    frame: int, seed: int = 0, *, every: int = 26, until: int = 600
) -> Picture:
    """Rockets over the whole screen, one after the other, from frame 0 on."""
    first = max(0, (frame - FIREWORK_FRAMES) // every)
    last = min(frame, until) // every
    shapes: list[Shape] = []
    for number in range(first, last + 1):
        shapes += _firework(frame - number * every, seed * 1_000 + number)
    return tuple(shapes)


def _firework(age: int, seed: int) -> Picture:
    if not 0 <= age < FIREWORK_FRAMES:
        return ()
    random = Random(seed)
    x, top = random.randint(60, WIDTH - 60), random.randint(50, 150)
    ramp = RAMPS[random.choice(("cyan", "pink", "gold", "green"))]
    if age < _RISE_FRAMES:
        y = between(HEIGHT - 44, top, ease_out(age / _RISE_FRAMES))
        return Line(x, y, x, y + 7, ramp[0]), Line(x, y, x, y + 3, ramp[-2])
    since = age - _RISE_FRAMES
    light = 46 - since
    return (
        *((Glow(x, top, light, ramp[1]),) if light > 0 else ()),
        *burst(x, top, since, seed, ramp, count=70, reach=84, frames=46, fall=26),
    )


def transition(old: Picture, new: Picture, age: int, kind: Kind) -> Picture:
    """One picture gives way to the next, within 300 ms."""
    if age >= TRANSITION_FRAMES:
        return new
    half = TRANSITION_FRAMES // 2
    opening = age >= half
    seen, t = (new, part(age - half, half)) if opening else (old, 1 - part(age, half))
    match kind:
        case "iris":
            return (*seen, Iris(WIDTH // 2, HEIGHT // 2, round(368 * t * t)))
        case "fade":
            return (*seen, Veil(0, 0, WIDTH, HEIGHT, round(100 * t)))
        case "wipe":
            edge = between(0, WIDTH, ease_in_out(part(age, TRANSITION_FRAMES)))
            return (
                *old,
                Clip(0, 0, edge, HEIGHT, new),
                Box(edge - 2, 0, 4, HEIGHT, "ice"),
                Glow(edge, HEIGHT // 2, 160, "lagoon"),
            )
