"""Switched off at the front: dark, but not dead. No bar, and no light that stays."""

from cabinet.picture import HEIGHT, WIDTH, Box, Disc, Picture, Text
from cabinet.screens.scenes.show import Show


def picture(show: Show) -> Picture:
    """A dim power sign that wanders, so that it burns no screen in."""
    step = show.frame // 600
    x, y = WIDTH // 2 + step * 37 % 160 - 80, HEIGHT // 2 + step * 23 % 120 - 60
    return (
        Box(0, 0, WIDTH, HEIGHT, "ink"),
        Disc(x, y, 14, "plum", 3),
        Box(x - 4, y - 16, 9, 12, "ink"),
        Box(x - 1, y - 17, 3, 14, "violet"),
        Text(x, y + 26, show.words("standby.asleep"), "lilac", "body", "center"),
    )
