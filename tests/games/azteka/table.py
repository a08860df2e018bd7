"""What the tests of Azteka say to the rules, in documents and action texts."""

from cabinet.games.azteka.rules.rules import AztekaRules
from tests.games.scaffold import Table
from tests.games.scaffold import told as told

RULES = AztekaRules()
TABLE = Table(RULES)
new, at, seen, play = TABLE.new, TABLE.at, TABLE.seen, TABLE.play
ALL_PLACES = {f"place {r} {s}" for r in (1, 2, 3, 4) for s in range(8)}
TURNS = {f"turn {r}" for r in (1, 2, 3, 4)}
# Seven Life pawns on all rings, segment 7 missing.
NEARLY_EVERYWHERE = [[1, 0], [2, 1], [3, 2], [4, 3], [1, 4], [2, 5], [3, 6]]
LIFE_WINS = {"seat": 0, "role": "life", "pawns": 9}


def ring(number, segments):
    return [[number, s] for s in segments]


def segment(number, *rings):
    return [[r, number] for r in rings]


def legal(state):
    return set(TABLE.legal(state))
