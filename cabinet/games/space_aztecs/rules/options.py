"""What an operator reads of Space Aztecs' options."""

from typing import Final

from cabinet.tabletop.options import OptionWords

OPTIONS: Final = {
    "codex": {
        "fr": OptionWords(
            "Cartes Codex", "Non : pour les plus jeunes, on joue sans elles."
        ),
        "en": OptionWords(
            "Codex cards", "No: for the youngest, who play without them."
        ),
    },
    "removed": {
        "fr": OptionWords(
            "Famille retirée",
            "De deux à quatre joueurs, une des quatre familles reste dans la boîte.",
            {
                "random": "au hasard",
                "pink": "Villageois (rose)",
                "yellow": "Guerriers (jaune)",
                "blue": "Aristocrates (bleu)",
                "green": "Espions (vert)",
            },
        ),
        "en": OptionWords(
            "Family left out",
            "With two to four players, one of the four families stays in the box.",
            {
                "random": "at random",
                "pink": "Villagers (pink)",
                "yellow": "Warriors (yellow)",
                "blue": "Superiors (blue)",
                "green": "Agents (green)",
            },
        ),
    },
}
