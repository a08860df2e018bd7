"""What the tests of Arkade say to the rules, in documents and action texts."""

from cabinet.games.arkade.rules.rules import ArkadeRules
from tests.games.scaffold import Table
from tests.games.scaffold import told as told

RULES = ArkadeRules()
TABLE = Table(RULES)
new, at, play = TABLE.new, TABLE.at, TABLE.play
NO_TILES = {"alien_tiles": [], "defender_tiles": {"O": [], "B": [], "V": []}}


def lane(*saucers, **fields):
    """A position with these saucers, `"4,1 O"` or `"4,1 O heart"`, and no tiles."""
    return at(**NO_TILES | {"saucers": [saucer(text) for text in saucers]} | fields)


def aliens(*saucers, dice=("O", "B"), **fields):
    """The Alien's turn with these dice on the table."""
    rolled = {"alien_dice": list(dice), "alien_rolls": 1}
    return lane(*saucers, **rolled | fields)


def defence(*saucers, move=None, fire=None, **fields):
    """The Defender's turn with these dice on the table."""
    rolled = {"defender_dice": {"move": move, "fire": fire}, "defender_rolls": 1}
    return lane(*saucers, **{"turn": "defender"} | rolled | fields)


def saucer(text):
    where, color, *heart = text.split()
    return {"at": cell(where), "color": color, "heart": bool(heart)}


def cell(text):
    return [int(number) for number in text.split(",")]


def legal(state, seat=None):
    return set(TABLE.legal(state, seat))


def seen(state, *texts, seat=None):
    """The document after these actions."""
    return RULES.write(play(state, *texts, seat=seat)[0])


def of(verb, texts):
    """Those of the actions that begin with this word."""
    return {text for text in texts if text.split()[0] == verb}


def standing(document):
    """The saucers of a document, written short."""
    return {
        f"{s['at'][0]},{s['at'][1]} {s['color']}{' heart' if s['heart'] else ''}"
        for s in document["saucers"]
    }


def odds(state):
    """What chance may do, by text, with the weights."""
    return {RULES.write_action(state, a): w for a, w in RULES.chances(state)}
