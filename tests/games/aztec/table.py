"""What the tests of Aztec say to the rules, in documents and action texts."""

from random import Random

from cabinet.games.aztec.rules.rules import AztecRules
from tests.games.scaffold import Table
from tests.games.scaffold import told as told

RULES = AztecRules()
TABLE = Table(RULES)
new, at, seen = TABLE.new, TABLE.at, TABLE.seen
legal, play = TABLE.legal, TABLE.play
# A V flat on the board around the start cube, its foot standing on the east end.
FIRST = "put 3,3,0 3,4,0 3,5,0 4,3,0 5,3,0 5,3,1"


def cubes(text):
    """The cubes of a `put` as a document has them."""
    return [[int(n) for n in cube.split(",")] for cube in text.split()[1:]]


def put(cubes):
    """The text for cubes as a document has them."""
    return "put " + " ".join(f"{x},{y},{z}" for x, y, z in cubes)


def build(state, leave=0, seed=0):
    """Random placements until so many pieces are left, or the round is over."""
    rng, events, number = Random(seed), [], seen(state)["round"]
    while RULES.actors(state) and seen(state)["round"] == number:
        if len(seen(state)["pieces"]) == 22 - leave:
            break
        events = []
        (seat,) = RULES.actors(state)
        action = rng.choice(RULES.legal(state, seat))
        state = RULES.apply(state, seat, action, events)
    return state, events


# Twenty pieces, a line each, after which nothing fits any more.
STUCK = [
    [[int(n) for n in cube] for cube in line.split()]
    for line in """
430 530 540 550 551 552
630 631 632 640 650 750
562 660 661 662 670 680
520 521 620 700 710 720
310 410 502 510 511 512
360 370 380 460 560 561
702 800 801 802 810 820
740 840 850 860 861 862
621 721 821 831 841 842
220 320 412 420 421 422
130 140 230 330 331 332
250 260 270 271 272 372
010 020 110 210 211 212
031 131 231 241 251 252
261 262 361 441 451 461
050 132 142 150 151 152
160 170 180 181 182 282
100 101 102 112 200 300
522 600 601 602 612 622
760 761 762 770 780 880
""".strip().splitlines()
]
