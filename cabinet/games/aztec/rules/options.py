"""What an operator reads of Aztec's options."""

from typing import Final

from cabinet.tabletop.options import OptionWords

OPTIONS: Final = {
    "corners": {
        "fr": OptionWords(
            "Coins du plateau",
            "Pour qui compte un cube du troisième niveau au-dessus d'un coin.",
            {"both": "pour les deux", "none": "pour personne"},
        ),
        "en": OptionWords(
            "Corners of the board",
            "For whom a cube on the third level above a corner counts.",
            {"both": "for both", "none": "for nobody"},
        ),
    },
    "rounds": {
        "fr": OptionWords(
            "Manches à trois",
            "Une : Oh Puch est mis aux enchères. Trois : chacun l'est une fois, et les "
            "points s'additionnent.",
        ),
        "en": OptionWords(
            "Rounds with three",
            "One: Oh Puch is auctioned. Three: everybody is Oh Puch once, and the "
            "points add up.",
        ),
    },
}
