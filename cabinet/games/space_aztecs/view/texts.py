"""What Space Aztecs says."""

from typing import Final

from cabinet.games.space_aztecs.rules import score
from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES, NO_FAMILY
from cabinet.games.space_aztecs.rules.position import State
from cabinet.i18n import Words
from cabinet.tabletop.api import Log, Parts
from cabinet.tabletop.data import Texts

# So many reasons fit in a line.
TOLD: Final = 3
TEXTS: Final = Texts("cabinet.games.space_aztecs")


def card_name(say: Words, card: int) -> str:
    """What a card is called: `Temple rose`, `Villageois`."""
    printed = CARDS[card]
    if printed.family == NO_FAMILY:
        return say(f"cards.{printed.type}")
    family = FAMILIES[printed.family]
    own = f"cards.{printed.type}_{family}"
    key = own if own in say else f"cards.{printed.type}"
    return say(key, family=say(f"families.{family}"))


def place_name(say: Words, pile: int) -> str:
    """The tile that lies on a pile, from 0."""
    return say(f"places.{pile + 1}")


def card_about(say: Words, card: int) -> str:
    """What a card does, in one line."""
    printed = CARDS[card]
    return say(
        f"about.{printed.type}",
        n=score.PRIEST if printed.type == "priest" else printed.points,
        bonus=printed.bonus,
        hunger=score.HUNGER,
        codex=score.CODEX_POINTS.get(printed.type, 0),
        table=", ".join(map(str, score.WARRIORS.get(printed.type, ()))),
    )


def reason_name(say: Words, reason: str) -> str:
    """A line of the count; every Codex goes under one name."""
    return say(f"reasons.{reason.split()[0]}")


def parts(state: State, _: Log, language: str) -> tuple[Parts, ...]:
    """What each city's points are made of: the reasons that weigh most."""
    say = TEXTS[language]
    return tuple(_weighty(lines, say) for lines in score.count(state))


def _weighty(lines: score.Lines, say: Words) -> Parts:
    sums: dict[str, int] = {}
    for line in lines:
        name = reason_name(say, line.reason)
        sums[name] = sums.get(name, 0) + line.points
    told = [(name, points) for name, points in sums.items() if points]
    most = sorted(told, key=lambda part: -abs(part[1]))[:TOLD]
    return tuple(part for part in told if part in most)


def line_name(say: Words, reason: str) -> str:
    """A line of the count; a Codex by the name of its god."""
    god = reason.partition(" ")[2]
    return say(f"cards.{god}") if god else reason_name(say, reason)
