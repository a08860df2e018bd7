"""What a city is worth: a line for every reason, then who has won.

A reason is a word: `codex NAME` for each Codex, `villagers`, a kind of warrior,
`priest`, `alien`, `noble`, `agent`, `archivist`, `archives` (archivists under a
Temple), `captured`, and `hunger` for the fewest villagers and animals.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from cabinet.games.space_aztecs.rules.cards import (
    AZTECS_OF,
    BOX,
    CARDS,
    DAY,
    FAMILY,
    OF_TYPE,
    PINK,
    cards_of,
)
from cabinet.games.space_aztecs.rules.position import (
    EMPTY_PILES,
    OVER,
    City,
    State,
    saucer_limit,
)
from cabinet.tabletop.api import Outcome

HUNGER: Final[int] = BOX["box"]["hunger"]
PRIEST: Final[int] = BOX["box"]["priest"]
CAPTURED: Final[int] = BOX["box"]["captured"]
WARRIORS: Final[Mapping[str, Sequence[int]]] = BOX["warriors"]
CODEX_POINTS: Final[Mapping[str, int]] = BOX["codex"]
# Aztecs whose points are simply printed, in the order they are counted.
_PRINTED: Final = ("noble", "agent", "archivist")


class ScoreLine(NamedTuple):
    """One reason for points; `cards` is how many cards it speaks of."""

    reason: str
    points: int
    cards: int


Lines: TypeAlias = tuple[ScoreLine, ...]


class Holding(NamedTuple):
    """What a Codex counts: a city's own Aztecs and Temples, as sets of cards."""

    visible: int
    hidden: int
    temples: tuple[int, ...]

    @property
    def aztecs(self) -> int:
        """Hidden or not."""
        return self.visible | self.hidden

    def by_colour(self) -> list[int]:
        """How many Aztecs of each colour."""
        return [(self.aztecs & family).bit_count() for family in AZTECS_OF]


def _largest_colour(own: Holding) -> int:
    colours = [FAMILY[temple] for temple in own.temples]
    return max(
        aztecs + colours.count(family) for family, aztecs in enumerate(own.by_colour())
    )


COUNTED: Final[Mapping[str, Callable[[Holding], int]]] = {
    "quetzalcoatl": lambda own: len(own.temples),
    "tlaloc": lambda own: own.hidden.bit_count(),
    "huitzilopochtli": lambda own: own.visible.bit_count(),
    "tezcatlipoca": lambda own: sum(1 for n in own.by_colour() if n),
    "xipe_totec": _largest_colour,
    "coatlicue": lambda own: sum(n // 2 for n in own.by_colour()),
    "tonatiuh": lambda own: (own.aztecs & DAY).bit_count(),
    "coyolxauhqui": lambda own: (own.aztecs & ~DAY).bit_count(),
}


def count(state: State) -> tuple[Lines, ...]:
    """Every seat's points, a line per reason, as if the game ended now."""
    held = [_holding(city) for city in state.cities]
    fed = [(own.aztecs & AZTECS_OF[PINK]).bit_count() for own in held]
    fewest = min(fed) if state.removed != PINK else -1
    return tuple(
        (
            *_codices(city, own),
            *_aztecs(own),
            *_captured(city),
            *((ScoreLine("hunger", -HUNGER, n),) if n == fewest else ()),
        )
        for city, own, n in zip(state.cities, held, fed, strict=True)
    )


def total(lines: Lines) -> int:
    """The sum of the points."""
    return sum(line.points for line in lines)


def _holding(city: City) -> Holding:
    hidden = 0
    for _, under in city.temples:
        hidden |= under
    return Holding(city.visible, hidden, tuple(card for card, _ in city.temples))


def _codices(city: City, own: Holding) -> Lines:
    lines = []
    for card in cards_of(city.codex):
        name = CARDS[card].type
        counted = COUNTED[name](own)
        points = counted * CODEX_POINTS[name]
        lines.append(ScoreLine(f"codex {name}", points, counted))
    return tuple(lines)


def _aztecs(own: Holding) -> Lines:
    aztecs = own.aztecs
    if not aztecs:
        return ()
    lines = []
    if villagers := aztecs & AZTECS_OF[PINK]:
        lines.append(_printed("villagers", villagers))
    for kind, worth in WARRIORS.items():
        if number := (aztecs & OF_TYPE[kind]).bit_count():
            lines.append(ScoreLine(kind, worth[number - 1], number))
    lines += _temple_service(aztecs & OF_TYPE["priest"], aztecs & OF_TYPE["alien"])
    for kind in _PRINTED:
        if cards := aztecs & OF_TYPE[kind]:
            lines.append(_printed(kind, cards))
    if archives := cards_of(own.hidden & OF_TYPE["archivist"]):
        bonus = sum(CARDS[card].bonus for card in archives)
        lines.append(ScoreLine("archives", bonus, len(archives)))
    return tuple(lines)


def _printed(reason: str, bits: int) -> ScoreLine:
    cards = cards_of(bits)
    return ScoreLine(reason, sum(CARDS[card].points for card in cards), len(cards))


def _temple_service(priests: int, aliens: int) -> Lines:
    """Priests each sacrifice the cheapest alien left, as long as it pays."""
    waiting = priests.bit_count()
    worth = sorted(CARDS[card].points for card in cards_of(aliens))
    offered = sum(1 for points in worth[:waiting] if points < PRIEST)
    lines = []
    if priests:
        lines.append(ScoreLine("priest", offered * PRIEST, waiting))
    if len(worth) > offered:
        lines.append(ScoreLine("alien", sum(worth[offered:]), len(worth) - offered))
    return tuple(lines)


def _captured(city: City) -> Lines:
    cards = sum(taken.bit_count() for _, taken in city.saucers)
    return (ScoreLine("captured", cards * CAPTURED, cards),) if cards else ()


def verdict(state: State) -> Outcome:
    """Most points win, equal points share; before the end, the scores so far."""
    scores = tuple(total(lines) for lines in count(state))
    if state.phase != OVER:
        return Outcome(over=False, winners=(), scores=scores)
    most = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == most)
    return Outcome(over=True, winners=winners, scores=scores, reason=_end(state))


def _end(state: State) -> str:
    empty = state.piles.count(()) >= EMPTY_PILES
    raided = state.saucers_played >= saucer_limit(len(state.cities))
    if empty and raided:
        return "two piles are empty and the last saucer has come"
    if empty:
        return "two piles are empty"
    return "the last saucer has come" if raided else "the game was counted as it stood"
