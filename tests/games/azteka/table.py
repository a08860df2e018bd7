"""What the tests of Azteka say to the rules, in documents and action texts."""

from random import Random

from cabinet.games.azteka.rules.rules import AztekaRules

RULES = AztekaRules()
ALL_PLACES = {f"place {r} {s}" for r in (1, 2, 3, 4) for s in range(8)}
TURNS = {f"turn {r}" for r in (1, 2, 3, 4)}
# Seven Life pawns on all rings, segment 7 missing.
NEARLY_EVERYWHERE = [[1, 0], [2, 1], [3, 2], [4, 3], [1, 4], [2, 5], [3, 6]]
LIFE_WINS = {"seat": 0, "role": "life", "pawns": 9}


def at(**fields):
    """The position of a document; what is left out is as at the start."""
    return RULES.read(fields, Random(0))


def legal(state):
    (seat,) = RULES.actors(state)
    return {RULES.write_action(state, a) for a in RULES.legal(state, seat)}


def play(state, *texts):
    """The position and the story after these actions, whoever is due."""
    story = []
    for text in texts:
        (seat,) = RULES.actors(state)
        action = RULES.read_action(state, seat, text)
        state = RULES.apply(state, seat, action, story)
    return state, story


def told(story):
    return [happening["event"] for happening in story]


def seen(state):
    return RULES.write(state)


def ring(number, segments):
    return [[number, s] for s in segments]


def segment(number, *rings):
    return [[r, number] for r in rings]


def new(players=2, **options):
    return RULES.new(players, options, None)
