"""What an operator reads of Azteka's options."""

from typing import Final

from cabinet.tabletop.options import OptionWords

OPTIONS: Final = {
    "variant": {
        "fr": OptionWords(
            "Version",
            "Agressive : placement libre, anneaux tournés de deux segments, sans "
            "pouvoirs. Momies : à trois, règles maison.",
            {"classic": "classique", "aggressive": "agressive", "mummies": "Momies"},
        ),
        "en": OptionWords(
            "Version",
            "Aggressive: pawns go anywhere, rings turn by two segments too, no powers. "
            "Mummies: for three, by house rules.",
            {"classic": "classic", "aggressive": "aggressive", "mummies": "Mummies"},
        ),
    },
    "placement": {
        "fr": OptionWords(
            "Placement",
            "À côté de quels pions on place le sien : ceux de la Vie, ou ses propres "
            "pions.",
            {"life": "près de la Vie", "own": "près des siens"},
        ),
        "en": OptionWords(
            "Placement",
            "Which pawns a new one is placed next to: those of Life, or one's own.",
            {"life": "next to Life", "own": "next to one's own"},
        ),
    },
    "diagonal": {
        "fr": OptionWords(
            "En diagonale",
            "Oui : un pion peut être placé en diagonale d'un autre. Être entouré ne "
            "s'entend jamais ainsi.",
        ),
        "en": OptionWords(
            "Diagonally",
            "Yes: a pawn may be placed at the corner of another; surrounded never "
            "means that.",
        ),
    },
}
