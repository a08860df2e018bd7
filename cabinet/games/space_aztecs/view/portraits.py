"""The picture of every card: a face in letters, in the colours of its family.

The drawings are in `data/pictures.toml`; the screen, the how-to and the phones show
the same ones. Villagers and animals look different from card to card.
"""

from typing import Final, NamedTuple

from cabinet.games.space_aztecs.rules import cards
from cabinet.games.space_aztecs.view.places import COLORS, PLACES
from cabinet.picture.shapes import PALETTE, Color, Ramp, Sprite
from cabinet.tabletop import drawing
from cabinet.tabletop.api import Document
from cabinet.tabletop.data import table

WIDE: Final = 19
TALL: Final = 20
# By family; the last, at NO_FAMILY, is the Codex.
RAMPS: Final = (
    drawing.PINK,
    drawing.GOLD,
    drawing.CYAN,
    drawing.GREEN,
    drawing.MAUVE,
)
_SKIN: Final = ("ember", "orange")
_PAPER: Final = "mist"


class Portrait(NamedTuple):
    """A drawing of `Sprite`; `name` is its place in `data/pictures.toml`."""

    name: str
    rows: tuple[str, ...]
    ramp: Ramp


_DRAWN: Final = table("cabinet.games.space_aztecs", "pictures.toml")


def whole(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Both halves of a drawing."""
    half = WIDE // 2 + 1
    return tuple(row + row[-2::-1] if len(row) == half else row for row in rows)


def _portrait(name: str, family: int) -> Portrait:
    drawn = _DRAWN[name]
    white = _PAPER if family == cards.NO_FAMILY else "white"
    ramp = ("ink", *RAMPS[family], *_SKIN, white, *drawn["colors"])
    return Portrait(name, whole(tuple(drawn["rows"].split())), ramp)


def _of_every_card() -> tuple[Portrait, ...]:
    """By card; card 0 is none and has the first picture."""
    met: dict[str, int] = {}
    portraits = []
    for printed in cards.CARDS:
        word = printed.type or "villager"
        looks = [name for name in _DRAWN if name == word or name[:-1] == f"{word}_"]
        number = met[word] = met.get(word, -1) + bool(printed.type)
        name = looks[number % len(looks)]
        portraits.append(_portrait(name, printed.family))
    return tuple(portraits)


PORTRAITS: Final = _of_every_card()


def portrait(
    card: int, x: int, y: int, scale: int = 1, *, edge: Color = "ink"
) -> Sprite:
    """A card's picture around x, y."""
    drawn = PORTRAITS[card]
    return Sprite(x, y, drawn.rows, drawn.ramp, scale, edge=edge)


def for_phones() -> Document:
    """The same pictures as data: `rows` by name, `colors` by name and family."""
    drawn = {each.name: " ".join(each.rows) for each in PORTRAITS}
    colors = {
        f"{PORTRAITS[card].name} {cards.family_of(card)}": " ".join(
            PALETTE[color] for color in PORTRAITS[card].ramp
        )
        for card in cards.IDS
    }
    for pile, rows in enumerate(PLACES):
        drawn[f"place_{pile}"] = " ".join(rows)
        colors[f"place_{pile} "] = PALETTE[COLORS[pile]]
    return {"rows": drawn, "colors": colors}
