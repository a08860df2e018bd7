"""A position of Space Aztecs, and what may be done in it.

A pile is a sorted tuple of cards, because it is also what its holder may choose
from; what lies in a city is a set of cards, because the rules ask it for colours.
Actions are integers: a card's id chooses it, then come TAKE + pile, HIDE + temple,
SHOW, and ABDUCT + seat * A_SEAT + card.
"""

from random import Random
from typing import Final, NamedTuple

from cabinet.games.space_aztecs.rules.cards import (
    AZTECS_OF,
    BOX,
    CARDS,
    CODICES,
    FAMILIES,
    FAMILY,
    IDS,
    MEMBERS,
    NO_FAMILY,
    cards_of,
    of_cards,
)

SEATS: Final[tuple[int, ...]] = (2, 3, 4, 5, 6)
PILES: Final = 8
TAKING: Final = 0
CHOOSING: Final = 1
RESOLVING: Final = 2
OVER: Final = 3
PHASES: Final = ("take", "choose", "resolve", "over")
NO_PILE: Final = -1
NO_CARD: Final = 0
# A card that is there, but not for this seat to see.
UNKNOWN: Final = -1

TAKE: Final = 80
HIDE: Final = 100
SHOW: Final = 200
ABDUCT: Final = 300
A_SEAT: Final = 100

FEW_SEATS: Final[int] = BOX["box"]["few_seats"]
EMPTY_PILES: Final[int] = BOX["box"]["empty_piles"]
RANDOM: Final = "random"


class City(NamedTuple):
    """What lies before a player: sets of cards, and what is under each cover.

    `temples` and `saucers` hold (card, cards under it); temples by id, saucers in
    the order they were played.
    """

    visible: int
    temples: tuple[tuple[int, int], ...]
    codex: int
    saucers: tuple[tuple[int, int], ...]

    def temples_for(self, card: int) -> tuple[int, ...]:
        """The Temples of the card's colour that stand here."""
        family = FAMILY[card]
        return tuple(temple for temple, _ in self.temples if FAMILY[temple] == family)

    def targets(self, saucer: int) -> int:
        """The visible Aztecs of the saucer's colour."""
        return self.visible & AZTECS_OF[FAMILY[saucer]]


class OpenQuestion(NamedTuple):
    """What must be answered first: whom a saucer takes, or where an Aztec goes.

    `victims` are the opponents still to lose a card, in order; () for an Aztec.
    """

    seat: int
    card: int
    victims: tuple[int, ...]


class State(NamedTuple):
    """One position; `taken` and `chosen` are by seat, NO_PILE and NO_CARD for none.

    `with_codex` and `wish` are the options, `removed` the family that is out. `held`
    is by seat, the piles it has had in hand so far, bit by bit: whatever
    left a pile was seen by all, so whoever once held it knows it.
    """

    with_codex: bool
    wish: str
    removed: int
    starter: int
    round: int
    phase: int
    piles: tuple[tuple[int, ...], ...]
    taken: tuple[int, ...]
    chosen: tuple[int, ...]
    cities: tuple[City, ...]
    saucers_played: int
    pending: OpenQuestion | None
    held: tuple[int, ...]

    def times(self) -> dict[int, str]:
        """The times that were called, by the seats whose card is still to be turned."""
        if self.phase != RESOLVING:
            return {}
        cards = enumerate(self.chosen)
        return {seat: CARDS[card].time for seat, card in cards if card != NO_CARD}


NOBODY_HOME: Final = City(0, (), 0, ())


def in_game(removed: int, *, with_codex: bool) -> int:
    """The cards that are played with."""
    cards = of_cards(IDS)
    if removed != NO_FAMILY:
        cards &= ~MEMBERS[removed]
    return cards if with_codex else cards & ~CODICES


def deal(cards: int, rng: Random) -> tuple[tuple[int, ...], ...]:
    """These cards, shuffled, in eight piles as even as can be."""
    deck = list(cards_of(cards))
    rng.shuffle(deck)
    return tuple(tuple(sorted(deck[pile::PILES])) for pile in range(PILES))


def start(players: int, wish: str, rng: Random, *, with_codex: bool) -> State:
    """The first round; family, deal and first player come from `rng`."""
    removed = NO_FAMILY
    if players <= FEW_SEATS:
        removed = FAMILIES.index(rng.choice(FAMILIES) if wish == RANDOM else wish)
    piles = deal(in_game(removed, with_codex=with_codex), rng)
    return State(
        with_codex=with_codex,
        wish=wish,
        removed=removed,
        starter=rng.randrange(players),
        round=1,
        phase=TAKING,
        piles=piles,
        taken=(NO_PILE,) * players,
        chosen=(NO_CARD,) * players,
        cities=(NOBODY_HOME,) * players,
        saucers_played=0,
        pending=None,
        held=(0,) * players,
    )


def saucer_limit(players: int) -> int:
    """How many saucers end the game."""
    limit: int = BOX["box"]["saucers"][players > FEW_SEATS]
    return limit


def clockwise(starter: int, players: int) -> tuple[int, ...]:
    """Every seat, from `starter` on."""
    return _AROUND[players][starter]


_AROUND: Final = tuple(
    tuple(
        tuple((starter + step) % players for step in range(players))
        for starter in range(players)
    )
    for players in range(SEATS[-1] + 1)
)


def due(state: State) -> tuple[int, ...]:
    """The seats to act: one, or in phase choose all that have not chosen."""
    phase = state.phase
    if phase == CHOOSING:
        chosen = state.chosen
        return tuple([seat for seat, card in enumerate(chosen) if card == NO_CARD])
    if phase == TAKING:
        taken = state.taken
        players = len(taken)
        held = players - taken.count(NO_PILE)
        return ((state.starter + held) % players,)
    pending = state.pending
    return () if pending is None else (pending.seat,)


def menu(state: State, seat: int) -> tuple[int, ...]:
    """Everything a seat that is due may do."""
    phase = state.phase
    if phase == CHOOSING:
        return state.piles[state.taken[seat]]
    if phase == TAKING:
        taken = state.taken
        return tuple(
            [
                TAKE + pile
                for pile, cards in enumerate(state.piles)
                if cards and pile not in taken
            ]
        )
    return _answers(state)


def _answers(state: State) -> tuple[int, ...]:
    pending = state.pending
    if pending is None:
        return ()
    if not pending.victims:
        return (
            *(
                HIDE + temple
                for temple in state.cities[pending.seat].temples_for(pending.card)
            ),
            SHOW,
        )
    victim = pending.victims[0]
    return tuple(
        ABDUCT + A_SEAT * victim + card
        for card in cards_of(state.cities[victim].targets(pending.card))
    )
