"""Plays Saucer Rain well enough to be watched, and records it.

    python -m saucer_rain.autopilot > saucer_rain/demo.txt

After a change of the rules record it again, and look at every lesson.
"""

import sys

from cabinet.loops.recording import Recording, Update, written
from saucer_rain.sky import HALF, MOTHER, SHIP_Y, UNIT, Sky

SEED = 20
SEATS = 2
# A hand does not think in every sixtieth of a second.
THINKS_EVERY = 6


def way(sky: Sky, seat: int) -> int:
    """Away from what hurts, else under what falls, else under what flies."""
    x = sky.ships[seat][0]
    for bolt_x, y, across in sky.bolts:
        landing = bolt_x + across * max(0, SHIP_Y * UNIT - y) // 40
        if y > 170 * UNIT and abs(landing - x) < 30 * UNIT:
            return -1 if landing >= x and x > 60 * UNIT else 1
    low = [(s[1], s[2]) for s in sky.saucers if s[2] > 230 * UNIT]
    if low and abs(low[0][0] - x) < 44 * UNIT:
        return -1 if low[0][0] >= x and x > 60 * UNIT else 1
    wanted = _wanted(sky, seat)
    if wanted is None or abs(wanted - x) < 6 * UNIT:
        return 0
    return 1 if wanted > x else -1


def _wanted(sky: Sky, seat: int) -> int | None:
    own = sky.ships[seat][0]
    others = [ship[0] for n, ship in enumerate(sky.ships) if n != seat and not ship[4]]

    def mine(x: int) -> bool:
        return all(abs(x - own) <= abs(x - other) for other in others)

    falling = [(-y, x) for x, y, *_ in (*sky.hearts, *sky.nuggets) if mine(x)]
    if falling:
        return min(falling)[1]
    targets = [
        (-s[2], s[1] + s[3] * (8 if s[0] != MOTHER else 26) * 20)
        for s in sky.saucers
        if s[2] < 225 * UNIT and (mine(s[1]) or s[0] == MOTHER)
    ]
    return min(targets)[1] if targets else None


def shoots(sky: Sky, seat: int) -> bool:
    """Whether something is above."""
    x = sky.ships[seat][0]
    return any(abs(s[1] - x) < (HALF[s[0]] + 26) * UNIT for s in sky.saucers)


def record(seats: int = SEATS, seed: int = SEED, level: str = "normal") -> Recording:
    """A whole game."""
    sky, updates = Sky(seats, level, seed), []
    before: list[frozenset[str]] = [frozenset()] * seats
    held = list(before)
    while not sky.over:
        for seat in range(seats):
            if (sky.time + 3 * seat) % THINKS_EVERY == 0:
                names = {-1: ["left"], 0: [], 1: ["right"]}[way(sky, seat)]
                names += ["a"] if shoots(sky, seat) else []
                held[seat] = frozenset(names)
        pressed = tuple(now - then for now, then in zip(held, before, strict=True))
        updates.append(Update(tuple(held), pressed))
        before = list(held)
        ways = [("right" in one) - ("left" in one) for one in held]
        sky.update(ways, ["a" in one for one in held])
    return Recording(seats, seed, 60, {}, tuple(updates))


if __name__ == "__main__":
    sys.stdout.write(written(record()))
