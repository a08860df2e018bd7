"""Who sits in a seat, as its player told a phone: a name and a figure.

Both come from a phone, so they are trusted with nothing: `introduced` keeps what can be
drawn and leaves out the rest.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple
from unicodedata import normalize

from cabinet.i18n import Words
from cabinet.picture.shapes import Color, Sprite

LONGEST_NAME: Final = 10
_SIGNS: Final = frozenset(" -'.")
# So far do our fonts go: the letters of French, and of its neighbours.
_LAST_LETTER: Final = "ÿ"


class Persona(NamedTuple):
    """What a seat is called and which figure it has; "" is what the cabinet says."""

    name: str = ""
    figure: str = ""


NOBODY: Final = Persona()

# The left half and the middle column of each: 11 x 11 pixels.
_DRAWN: Final = {
    "jaguar": """
        #.....
        ##....
        ###.##
        ######
        #..###
        #..###
        ######
        #####.
        .####.
        .##...
        ..####
    """,
    "rabbit": """
        .##...
        .##...
        .##...
        .###..
        .#####
        ######
        ##.###
        ##.###
        #####.
        .##.##
        ..####
    """,
    "owl": """
        #.....
        ######
        #...##
        #.#.##
        #...##
        ######
        #####.
        ######
        .#####
        ..####
        ..#.#.
    """,
    "frog": """
        .###..
        #...#.
        #.#.##
        #...##
        ######
        ######
        ######
        #.....
        ##....
        .#####
        ..####
    """,
    "skull": """
        ..####
        .#####
        ######
        #...##
        #...##
        #...#.
        ######
        .####.
        ..####
        ..#.#.
        ..#.#.
    """,
    "sun": """
        .....#
        .#...#
        ..#...
        ....##
        ...###
        ##.###
        ...###
        ....##
        ..#...
        .#...#
        .....#
    """,
    "alien": """
        ..####
        .#####
        ######
        ##..##
        #....#
        ##...#
        ###.##
        .#####
        ..####
        ..#...
        ...###
    """,
    "saucer": """
        ....##
        ...#..
        ..#...
        ..####
        .#####
        ######
        #.#.#.
        ######
        .#####
        ..#...
        .#....
    """,
}
FIGURES: Final = {
    name: tuple(row + row[-2::-1] for row in drawn.replace("#", "0").split())
    for name, drawn in _DRAWN.items()
}


def introduced(name: str, figure: str) -> Persona:
    """What may be shown of what a phone says."""
    known = figure if figure in FIGURES else ""
    letters = "".join(filter(_can_be_drawn, normalize("NFC", name)))
    return Persona(" ".join(letters.split())[:LONGEST_NAME].strip(), known)


def _can_be_drawn(letter: str) -> bool:
    return (letter.isalnum() and letter <= _LAST_LETTER) or letter in _SIGNS


def seat_name(
    seat: int, words: Words, personas: Mapping[int, Persona], *, bot: bool
) -> str:
    """The name its player told a phone, or the number of the seat."""
    own = "" if bot else personas.get(seat, NOBODY).name
    return own or words("seat.bot" if bot else "seat.person", number=seat + 1)


def figure(name: str, x: int, y: int, color: Color, scale: int = 1) -> Sprite:
    """A figure around x, y, in one colour."""
    return Sprite(x, y, FIGURES[name], (color,), scale)
