"""What every scene needs, loaded before the first one is shown.

A catalogue or a font that is read in the middle of a frame makes that frame late.
What only one scene needs is made when it is first shown, within its frame.
"""

from typing import Final, get_args

import pygame

from cabinet.i18n import LANGUAGES, words
from cabinet.picture.shapes import Face, Glow, Picture, Text
from cabinet.screen.render.painter import paint
from cabinet.screen.scenes.backdrop import hall, sky
from cabinet.screen.scenes.panels import DIM, SEATS, panel, player

# A letter's first drawing costs many times its second.
_LETTERS: Final = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "ÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûü .,:;!?'’«»()+-/·=%€…"
)
_SCRAP: Final[Picture] = (
    *(Text(0, 9, _LETTERS, "ink", face) for face in get_args(Face)),
    Glow(0, 0, 4, "ink"),
)


def warm() -> None:
    """Load both languages, every letter, the light of glows, the night, the crew."""
    for language in LANGUAGES:
        words(language)
    scrap = pygame.Surface((9, 9), 0, 32)
    crew = (player(seat, 0, 0, bot=bot) for seat in range(6) for bot in (False, True))
    frames = (panel(0, 0, 9, 9, ramp, focused=True) for ramp in (*SEATS, DIM))
    for picture in (_SCRAP, hall(0), sky(0), *crew, *frames):
        paint(scrap, picture)
