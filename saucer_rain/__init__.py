"""Saucer Rain: shoot the saucers, catch the gold. Three minutes, for one or two.

A real-time game in the world of Arkade that uses only `cabinet.loops`. `sky` has the
rules, `look` the pictures, `game` brings both together; `autopilot` plays the demo.
"""

from cabinet.loops.api import Arrow, HowTo, LoopGame, Option, OptionWords

_LEVELS: dict[str, dict[str | int | bool | None, str]] = {
    "fr": {"easy": "facile", "normal": "normal", "hard": "difficile"},
    "en": {"easy": "easy", "normal": "normal", "hard": "hard"},
}

GAME = LoopGame(
    name="saucer_rain",
    title={"fr": "Pluie de soucoupes", "en": "Saucer Rain"},
    loop="saucer_rain.game:SaucerRain",
    seats=(1, 2),
    size=(640, 320),
    help={
        "fr": (("left+right", "Voler"), ("a", "Tirer")),
        "en": (("left+right", "Fly"), ("a", "Shoot")),
    },
    one_button={"fr": "Demi-tour", "en": "Turn round"},
    options={"level": Option(("easy", "normal", "hard"), "normal")},
    option_words={
        "level": {
            "fr": OptionWords(
                "Difficulté",
                "Combien de soucoupes, et comme elles tirent.",
                _LEVELS["fr"],
            ),
            "en": OptionWords(
                "Level",
                "How many saucers there are, and how they shoot.",
                _LEVELS["en"],
            ),
        }
    },
    demo="demo.txt",
    how_to=(
        HowTo(
            599,
            {
                "fr": "Vole à gauche et à droite. Garde {a} appuyé pour tirer.",
                "en": "Fly left and right. Hold {a} to shoot.",
            },
            (Arrow(281, 258, "down"), Arrow(418, 104, "right")),
            ("left", "right", "a"),
        ),
        HowTo(
            1882,
            {
                "fr": "Une soucoupe touchée lâche une pépite : attrape-la !",
                "en": "A saucer that is hit drops a nugget: catch it!",
            },
            (Arrow(424, 241, "left"),),
            ("left", "right"),
        ),
        HowTo(
            2532,
            {
                "fr": "De suite, elles valent plus. Par terre, tout recommence.",
                "en": "In a row they are worth more. One on the ground ends the row.",
            },
            (Arrow(286, 222, "left"),),
            ("left", "right"),
        ),
        HowTo(
            5382,
            {
                "fr": "Évite les éclairs roses : sans cœur, tu es en panne.",
                "en": "Dodge the pink bolts: without hearts you break down.",
            },
            (Arrow(426, 224, "left"), Arrow(389, 151, "left")),
            ("left", "right"),
        ),
        HowTo(
            7003,
            {
                "fr": "Trois minutes : chaque cœur gardé vaut 100 points.",
                "en": "Three minutes: each heart you keep is worth 100 points.",
            },
            (Arrow(280, 258, "down"),),
            ("a",),
        ),
    ),
    music="arkade",
    package=__name__,
)
