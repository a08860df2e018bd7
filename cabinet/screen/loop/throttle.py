"""Effects give way when frames run late: a decision over frame times, and no more.

Two seconds in which one frame in twenty is late are enough to step down. Stepping up
is tried only at a quiet moment, after a good while without a late frame; each time
it does not last, the next try waits twice as long. So a machine that is too slow
settles, and one that was merely busy recovers.
"""

from dataclasses import dataclass, replace
from typing import Final

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.screen.render.effects import LEVELS, Effects

# One frame and a half: somebody saw the last one twice.
LATE: Final = 25 * MILLISECOND
# A pause as long as this was the machine's (asleep, stopped), not a frame's.
PAUSE: Final = SECOND
WINDOW: Final = 2 * SECOND
_TOLERATED: Final = 20  # one late frame in so many
_TIMEOUT: Final = 5
_MOST_PATIENCE: Final = 1_800  # an hour of windows


@dataclass(frozen=True, slots=True)
class Throttle:
    """The level of effects, and the evidence for the next decision.

    `good` counts windows in a row without a late frame, `needed` how many of them
    a step up wants; `tried` is true from a step up until it has lasted.
    """

    wanted: Effects
    level: Effects
    elapsed: Nanos = 0
    frames: int = 0
    late: int = 0
    good: int = 0
    needed: int = _TIMEOUT
    tried: bool = False


def after_frame(throttle: Throttle, took: Nanos) -> Throttle:
    """A frame came `took` after the one before; at the end of a window, judge."""
    if not 0 <= took < PAUSE:
        return throttle
    elapsed, frames = throttle.elapsed + took, throttle.frames + 1
    late = throttle.late + (took > LATE)
    if elapsed < WINDOW:
        return replace(throttle, elapsed=elapsed, frames=frames, late=late)
    fresh = replace(throttle, elapsed=0, frames=0, late=0)
    if late * _TOLERATED > frames:
        return _step_down(fresh)
    good = 0 if late else throttle.good + 1
    lasted = good >= throttle.needed
    return replace(fresh, good=good, tried=throttle.tried and not lasted)


def _step_down(throttle: Throttle) -> Throttle:
    needed = throttle.needed * (2 if throttle.tried else 1)
    below = LEVELS[max(0, LEVELS.index(throttle.level) - 1)]
    needed = min(needed, _MOST_PATIENCE)
    return replace(throttle, level=below, good=0, needed=needed, tried=False)


def at_rest(throttle: Throttle) -> Throttle:
    """A quiet moment, such as a change of mode: one level up, if it was earned."""
    if throttle.level == throttle.wanted or throttle.good < throttle.needed:
        return throttle
    above = LEVELS[LEVELS.index(throttle.level) + 1]
    return replace(
        throttle, level=above, elapsed=0, frames=0, late=0, good=0, tried=True
    )
