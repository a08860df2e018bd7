"""What an operator reads of Arkade's options."""

from typing import Final

from cabinet.tabletop.options import OptionWords

OPTIONS: Final = {
    "mode": {
        "fr": OptionWords(
            "Mode",
            "Stratégie : tour par tour. Arcade : les deux joueurs en simultané.",
            {"strategy": "Stratégie", "arcade": "Arcade"},
        ),
        "en": OptionWords(
            "Mode",
            "Strategy: turn by turn. Arcade: both players at the same time.",
            {"strategy": "Strategy", "arcade": "Arcade"},
        ),
    },
    "face": {
        "fr": OptionWords(
            "Face du plateau",
            "La face avancée Alien est plus difficile pour l'Alien.",
            {"classic": "classique", "advanced": "avancée Alien"},
        ),
        "en": OptionWords(
            "Face of the board",
            "The advanced face is harder for the Alien.",
            {"classic": "classic", "advanced": "advanced Alien"},
        ),
    },
    "layout": {
        "fr": OptionWords(
            "Disposition",
            "Simplifiée : soucoupes alignées par couleur, ce qui aide l'Alien.",
            {"base": "de base", "simple": "simplifiée"},
        ),
        "en": OptionWords(
            "Layout",
            "Simplified: saucers of a colour are lined up, which helps the Alien.",
            {"base": "base", "simple": "simplified"},
        ),
    },
    "nuggets": {
        "fr": OptionWords(
            "Pépites",
            "Ce que le Défenseur en a au début : moins il en a, plus c'est difficile "
            "pour lui.",
            {4: "4, difficile", 6: "6, normal", 8: "8, facile"},
        ),
        "en": OptionWords(
            "Nuggets",
            "What the Defender begins with: the fewer, the harder for him.",
            {4: "4, hard", 6: "6, normal", 8: "8, easy"},
        ),
    },
    "tiles": {
        "fr": OptionWords(
            "Tuiles Pouvoir",
            "Selon le mode : avec en Stratégie, sans en Arcade.",
            {None: "selon le mode"},
        ),
        "en": OptionWords(
            "Power tiles",
            "By the mode: with them in Strategy, without in Arcade.",
            {None: "by the mode"},
        ),
    },
    "rolls": {
        "fr": OptionWords(
            "Lancers",
            "Combien de fois on peut lancer les dés à son tour, en mode Stratégie ; "
            "avec deux, c'est plus difficile.",
        ),
        "en": OptionWords(
            "Rolls",
            "How often the dice may be rolled in a turn, in Strategy mode; twice is "
            "harder.",
        ),
    },
}
