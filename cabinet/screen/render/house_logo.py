"""The house's own logo, read once and fitted into the place of the cabinet's name."""

import logging
from pathlib import Path

import pygame

from cabinet.screen.render import pixels
from cabinet.screen.scenes.title import HOUSE_LOGO, LOGO_PLACE

log = logging.getLogger("cabinet.screen")


def adopt(file: str) -> None:
    """Show this PNG file as the logo; without one, or one that is wrong, our name."""
    pixels.withdraw(HOUSE_LOGO)
    if not file:
        return
    try:
        picture = pygame.image.load(Path(file)).convert_alpha()
    except (pygame.error, OSError) as wrong:
        log.warning("the logo %s cannot be shown: %s", file, wrong)
        return
    pixels.publish(HOUSE_LOGO, fitted(picture, LOGO_PLACE[2:]))


def fitted(picture: pygame.Surface, room: tuple[int, int]) -> pygame.Surface:
    """The picture as large as the room allows, in its middle, its proportions kept."""
    wide, high = picture.get_size()
    times = min(room[0] / wide, room[1] / high)
    size = (max(1, round(wide * times)), max(1, round(high * times)))
    scaled = (
        pygame.transform.scale(picture, size)
        if times > 1
        else pygame.transform.smoothscale(picture, size)
    )
    whole = pygame.Surface(room, pygame.SRCALPHA)
    whole.blit(scaled, ((room[0] - size[0]) // 2, (room[1] - size[1]) // 2))
    return whole
