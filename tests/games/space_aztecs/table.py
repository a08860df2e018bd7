"""What the tests of Space Aztecs say to the rules, in documents and action texts."""

from random import Random

from cabinet.games.space_aztecs.rules.rules import SpaceAztecsRules
from cabinet.games.space_aztecs.rules.score import count
from tests.games.scaffold import Table
from tests.games.scaffold import told as told

RULES = SpaceAztecsRules()
TABLE = Table(RULES)
new, at, written = TABLE.new, TABLE.at, TABLE.seen
legal, play = TABLE.legal, TABLE.play
# Cards by what they are, for positions that read like sentences.
VILLAGER_2, ANIMAL_3, VILLAGER_3, ANIMAL_4, VILLAGER_4 = 1, 5, 17, 25, 29
COYOTE, COYOTE_2, COYOTE_3, COYOTE_4 = 6, 14, 34, 58
JAGUAR, JAGUAR_2, JAGUAR_3 = 30, 50, 70
EAGLE, EAGLE_2, EAGLE_3 = 10, 38, 62
ALIEN, ALIEN_2, ALIEN_3 = 11, 19, 43
PRIEST, PRIEST_2, PRIEST_3 = 15, 39, 51
NOBLE, NOBLE_2 = 35, 59
AGENT, AGENT_2 = 16, 32
ARCHIVIST_2, ARCHIVIST_3, ARCHIVIST_4 = 4, 24, 52
PINK_TEMPLE, PINK_TEMPLE_2 = 21, 41
YELLOW_TEMPLE, YELLOW_TEMPLE_2 = 2, 26
BLUE_TEMPLE = 7
GREEN_TEMPLE, GREEN_TEMPLE_2 = 8, 40
PINK_SAUCER, YELLOW_SAUCER, BLUE_SAUCER, GREEN_SAUCER = 13, 22, 3, 12
QUETZALCOATL, TLALOC, HUITZILOPOCHTLI, TEZCATLIPOCA = 9, 18, 27, 36
XIPE_TOTEC, COATLICUE, TONATIUH, COYOLXAUHQUI = 45, 54, 63, 72


def city(*visible, codex=(), temples=None, saucers=None):
    """A city; temples and saucers by the card, with what is under each."""
    return {
        "visible": list(visible),
        "codex": list(codex),
        "temples": [
            {"card": card, "under": list(under)}
            for card, under in (temples or {}).items()
        ],
        "saucers": [
            {"card": card, "captured": list(captured)}
            for card, captured in (saucers or {}).items()
        ],
    }


def revealing(*chosen, cities=None, starter=0, **fields):
    """The position after these cards, by seat, are revealed from `starter` on."""
    return at(
        phase="resolve",
        chosen={str(seat): card for seat, card in enumerate(chosen)},
        cities=cities or [city() for _ in chosen],
        starter=starter,
        **fields,
    )


def over(*cities, **fields):
    """A finished game with these cities."""
    return at(phase="over", cities=list(cities), **fields)


def cities(state):
    return written(state)["cities"]


def lines(state, seat=0):
    """The count of a seat as {reason: points}."""
    return {line.reason: line.points for line in count(state)[seat]}


def scores(state):
    return RULES.outcome(state).scores


def walk(players, options, seed):
    """A random game, position by position, ending in the last one."""
    rng = Random(seed)
    state = RULES.new(players, options, rng)
    yield state
    while due := RULES.actors(state):
        seat = rng.choice(due)
        state = RULES.apply(state, seat, rng.choice(RULES.legal(state, seat)))
        yield state
