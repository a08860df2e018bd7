"""What the tests of Arkade say to the rules, in documents and action texts."""

from random import Random

from cabinet.games.arkade.rules.rules import ArkadeRules

RULES = ArkadeRules()
NO_TILES = {"alien_tiles": [], "defender_tiles": {"O": [], "B": [], "V": []}}


def new(**options):
    return RULES.new(2, options, Random(0))


def at(**fields):
    """The position of a document; what is left out is as at the start."""
    return RULES.read(fields, Random(0))


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
    seat = RULES.actors(state)[0] if seat is None else seat
    return {RULES.write_action(state, a) for a in RULES.legal(state, seat)}


def of(verb, texts):
    """Those of the actions that begin with this word."""
    return {text for text in texts if text.split()[0] == verb}


def play(state, *texts, seat=None):
    """The position and the story after these actions, by whoever is due first."""
    story = []
    for text in texts:
        due = RULES.actors(state)
        who = due[0] if seat is None or seat not in due else seat
        state = RULES.apply(state, who, RULES.read_action(state, who, text), story)
    return state, story


def seen(state, *texts, seat=None):
    """The document after these actions."""
    return RULES.write(play(state, *texts, seat=seat)[0])


def told(story):
    return [happening["event"] for happening in story]


def standing(document):
    """The saucers of a document, written short."""
    return {
        f"{s['at'][0]},{s['at'][1]} {s['color']}{' heart' if s['heart'] else ''}"
        for s in document["saucers"]
    }


def odds(state):
    """What chance may do, by text, with the weights."""
    return {RULES.write_action(state, a): w for a, w in RULES.chances(state)}
