"""The tile that was just turned over, across the lane."""

from cabinet.games.arkade.view.ships import SIDE_RAMPS
from cabinet.games.arkade.view.shown import BANNER_FRAMES, FLIP_FRAMES, Shown
from cabinet.picture.shapes import Box, Picture, Text


def banner(shown: Shown) -> Picture:
    """The tile that was just turned over, and what it does."""
    told = shown.news("tile", BANNER_FRAMES)
    if not told:
        return ()
    age, tile = told[-1]
    if age < FLIP_FRAMES:
        return _turning(age, tile["seat"])
    ramp, say = SIDE_RAMPS[tile["seat"]], shown.say
    what = say(f"effects.{tile['tile']}" if tile["effect"] else "no_effect")
    name = say(f"tiles_named.{tile['tile']}")
    return (
        Box(192, 126, 256, 50, "ink", 0, 8),
        Box(192, 126, 256, 50, ramp.main, 2, 8),
        Text(320, 134, name, ramp.main, "title", "center"),
        Text(320, 157, what, "white", "body", "center"),
    )


def _turning(age: int, seat: int) -> Picture:
    """The tile on edge: its back gets narrower, then its face wider."""
    half = FLIP_FRAMES // 2
    wide = max(4, 256 * abs(age - half) // half) if half else 256
    ramp = SIDE_RAMPS[seat]
    fill = ramp.mid if age < half else "ink"
    return (
        Box(320 - wide // 2, 126, wide, 50, fill, 0, 8),
        Box(320 - wide // 2, 126, wide, 50, ramp.main, 2, 8),
    )
