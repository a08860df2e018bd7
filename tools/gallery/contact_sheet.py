"""All cards of Space Aztecs on one picture, in order of time."""

from typing import Final

from cabinet.games.space_aztecs.rules.cards import IDS
from cabinet.games.space_aztecs.view.glyphs import TABLE_CARD, table_card
from cabinet.picture.shapes import HEIGHT, WIDTH, Box, Picture

_COLUMNS: Final = 12


def contact_sheet() -> Picture:
    """Every card, twelve in a row."""
    shapes: Picture = (Box(0, 0, WIDTH, HEIGHT, "ink"),)
    wide, tall = TABLE_CARD
    for place, card in enumerate(IDS):
        row, column = divmod(place, _COLUMNS)
        shapes += table_card(card, 2 + column * (wide + 1), row * (tall + 1))
    return shapes
