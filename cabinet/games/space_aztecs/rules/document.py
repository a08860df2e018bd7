"""Positions of Space Aztecs as documents, and what a seat may see of them.

`{"game": "space_aztecs", "piles": [[card ids], …], "taken": {"0": 3}, …}`: piles are
numbered from 1, cards within a list are in order of time. An observation is the same
document with counts for cards, and the times that were announced.

A field left out is read as at the start, drawn where the start draws it. Form is
checked here, field by field, and that each card lies in one place; `possible` judges
whether all of it can lie on a table. Cards that no field names may be missing when the
piles are given: such a box is played as it is.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final

from cabinet.games.space_aztecs.rules.cards import (
    AZTECS,
    AZTECS_OF,
    BIT,
    CARDS,
    CODICES,
    FAMILIES,
    FAMILY,
    IDS,
    KIND,
    KINDS,
    MEMBERS,
    NO_FAMILY,
    SAUCER,
    TEMPLE,
    called,
    cards_of,
    of_cards,
)
from cabinet.games.space_aztecs.rules.position import (
    FEW_SEATS,
    NO_CARD,
    NO_PILE,
    NOBODY_HOME,
    PHASES,
    PILES,
    RANDOM,
    RESOLVING,
    SEATS,
    City,
    Question,
    State,
    deal,
    in_game,
    start,
)
from cabinet.tabletop.api import Document, Option, Options, Seat
from cabinet.tabletop.fields import (
    check_known,
    choice,
    entries,
    mapping,
    options_field,
    whole,
    wrong,
)
from cabinet.tabletop.options import chosen_options

NAME: Final = "space_aztecs"
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "codex": Option((True, False), default=True),
        "removed": Option((RANDOM, *FAMILIES), RANDOM),
    }
)
_LONGEST: Final = 72
_CITY: Final = ("visible", "temples", "codex", "saucers")
_EVERY: Final = of_cards(IDS)


def read_options(options: Options) -> tuple[bool, str]:
    """Whether the Codex are in, and which family is wished out; `RulesError`."""
    chosen = chosen_options("Space Aztecs", OPTIONS, options)
    return bool(chosen["codex"]), str(chosen["removed"])


def write(state: State) -> Document:
    """Every field, in the order of the contract; `held` once a pile was held."""
    document = _document(
        state,
        [list(pile) for pile in state.piles],
        {str(s): card for s, card in enumerate(state.chosen) if card != NO_CARD},
    )
    if any(state.held):
        document["held"] = [
            [pile + 1 for pile in cards_of(piles)] for piles in state.held
        ]
    return document


def observe(state: State, seat: Seat | None) -> Document:
    """What `seat` may see: its own pile until it has chosen, its own choice.

    Of the others' choices it sees that they are made and, once all are, their times;
    a card that asks something lies face up.
    """
    own = NO_PILE
    if seat is not None and seat >= 0 and _holds(state, seat):
        own = state.taken[seat]
    piles = [
        list(cards) if pile == own else len(cards)
        for pile, cards in enumerate(state.piles)
    ]
    open_to_all = state.pending.seat if state.pending else None
    chosen: dict[str, int | bool] = {}
    for chooser, card in enumerate(state.chosen):
        if card != NO_CARD:
            known = chooser in (seat, open_to_all)
            chosen[str(chooser)] = card if known else True
    return _document(state, piles, chosen) | {"times": _times(state)}


def _holds(state: State, seat: Seat) -> bool:
    """Whether the pile the seat took, if it took one, is in its hands."""
    return state.phase != RESOLVING and state.chosen[seat] == NO_CARD


def _times(state: State) -> dict[str, str]:
    if state.phase != RESOLVING:
        return {}
    return {
        str(seat): CARDS[card].time
        for seat, card in enumerate(state.chosen)
        if card != NO_CARD
    }


def _document(state: State, piles: list[Any], chosen: Mapping[str, Any]) -> Document:
    return {
        "game": NAME,
        "options": {"codex": state.with_codex, "removed": state.wish},
        "removed": None if state.removed == NO_FAMILY else FAMILIES[state.removed],
        "starter": state.starter,
        "round": state.round,
        "phase": PHASES[state.phase],
        "piles": piles,
        "taken": {
            str(seat): pile + 1
            for seat, pile in enumerate(state.taken)
            if pile != NO_PILE
        },
        "chosen": chosen,
        "cities": [_city(city) for city in state.cities],
        "saucers_played": state.saucers_played,
        "pending": _question(state.pending),
    }


def _city(city: City) -> Document:
    return {
        "visible": list(cards_of(city.visible)),
        "temples": [
            {"card": card, "under": list(cards_of(under))}
            for card, under in city.temples
        ],
        "codex": list(cards_of(city.codex)),
        "saucers": [
            {"card": card, "captured": list(cards_of(taken))}
            for card, taken in city.saucers
        ],
    }


def _question(question: Question | None) -> Document | None:
    if question is None:
        return None
    asked: Document = {"seat": question.seat, "card": question.card}
    if question.victims:
        asked["from"] = list(question.victims)
    return asked


def read(document: Document, rng: Random) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    with_codex, wish = options_field(document, read_options)
    blank = start(SEATS[0], wish, Random(0), with_codex=with_codex)
    check_known(NAME, "Space Aztecs", document, (*write(blank), "held"))
    ledger = _Ledger()
    cities = _read_cities(document, ledger)
    players = len(cities)
    chosen = _read_chosen(document, players, ledger)
    piles = _read_piles(document, ledger)
    removed = _read_removed(document, players, wish, ledger.cards, rng)
    box = in_game(removed, with_codex=with_codex)
    _check_box(ledger, box)
    taken = _read_taken(document, players)
    return State(
        with_codex=with_codex,
        wish=wish,
        removed=removed,
        starter=whole("starter", document.get("starter", 0), 0, players - 1),
        round=whole("round", document.get("round", 1), 1, _LONGEST),
        phase=choice("phase", document.get("phase", PHASES[0]), PHASES),
        piles=piles or deal(box & ~ledger.cards, rng),
        taken=taken,
        chosen=chosen,
        cities=cities,
        saucers_played=_read_saucers(document, cities, box),
        pending=_read_pending(document, players),
        held=_read_held(document, taken),
    )


class _Ledger:
    """Every card that a document names, and the field that names it.

    It is filled while a document is read: a card lies in one place, where it may.
    """

    def __init__(self) -> None:
        self.places: dict[int, str] = {}

    @property
    def cards(self) -> int:
        """All of them, as a set."""
        return of_cards(self.places)

    def card(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """One card in a place that holds only `fitting` ones."""
        if type(value) is not int or value not in IDS:
            raise wrong(field, f"a card is a number from 1 to {IDS[-1]}, not {value!r}")
        if value in self.places:
            raise wrong(
                field,
                f"{called(value)} is there twice (first in {self.places[value]})",
            )
        if not BIT[value] & fitting:
            raise wrong(field, f"{called(value)} cannot lie there")
        self.places[value] = field
        return value

    def cards_in(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """A list of cards, as a set."""
        return of_cards(
            self.card(field, card, fitting) for card in entries(field, value)
        )

    def city(self, value: object) -> City:
        """One of `cities`; what it leaves out is empty."""
        fields = mapping("cities", value, _CITY)
        return City(
            self.cards_in("cities", fields.get("visible", []), AZTECS),
            tuple(sorted(self._covers(fields.get("temples", []), TEMPLE, "under"))),
            self.cards_in("cities", fields.get("codex", []), CODICES),
            tuple(self._covers(fields.get("saucers", []), SAUCER, "captured")),
        )

    def _covers(self, value: object, kind: int, below: str) -> list[tuple[int, int]]:
        """Temples or saucers, each with the Aztecs of its colour below it."""
        covers = []
        fitting = of_cards(card for card in IDS if KIND[card] == kind)
        for entry in entries("cities", value):
            fields = mapping("cities", entry, ("card", below))
            if "card" not in fields:
                raise wrong("cities", f"a {KINDS[kind]} has no card: {entry!r}")
            card = self.card("cities", fields["card"], fitting)
            under = fields.get(below, [])
            same = AZTECS_OF[FAMILY[card]]
            covers.append((card, self.cards_in("cities", under, same)))
        return covers


def _read_cities(document: Document, ledger: _Ledger) -> tuple[City, ...]:
    if "cities" not in document:
        return (NOBODY_HOME,) * SEATS[0]
    cities = entries("cities", document["cities"])
    if len(cities) not in SEATS:
        raise wrong(
            "cities", f"one for each of {SEATS[0]} to {SEATS[-1]} seats, not {cities!r}"
        )
    return tuple(ledger.city(city) for city in cities)


def _by_seat(document: Document, field: str, players: int) -> dict[int, Any]:
    """An object like {"0": 3}, by seat."""
    seats = tuple(map(str, range(players)))
    given = mapping(field, document.get(field, {}), seats)
    return {int(name): entry for name, entry in given.items()}


def _read_chosen(document: Document, players: int, ledger: _Ledger) -> tuple[int, ...]:
    chosen = [NO_CARD] * players
    for seat, card in _by_seat(document, "chosen", players).items():
        chosen[seat] = ledger.card("chosen", card)
    return tuple(chosen)


def _read_taken(document: Document, players: int) -> tuple[int, ...]:
    taken = [NO_PILE] * players
    for seat, pile in _by_seat(document, "taken", players).items():
        if whole("taken", pile, 1, PILES) - 1 in taken:
            raise wrong("taken", f"pile {pile} is held by two seats")
        taken[seat] = pile - 1
    return tuple(taken)


def _read_held(document: Document, taken: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat had in hand, with what it has now; nothing if it is left out."""
    players = len(taken)
    lists = entries("held", document.get("held", [[]] * players))
    if len(lists) != players:
        raise wrong("held", f"a list of piles for each of {players} seats")
    held = []
    for piles, now in zip(lists, taken, strict=True):
        bits = 0 if now == NO_PILE else 1 << now
        for pile in entries("held", piles):
            bits |= 1 << (whole("held", pile, 1, PILES) - 1)
        held.append(bits)
    return tuple(held)


def _read_piles(document: Document, ledger: _Ledger) -> tuple[tuple[int, ...], ...]:
    """The piles, or () to deal them."""
    if "piles" not in document:
        return ()
    piles = entries("piles", document["piles"])
    if len(piles) != PILES:
        raise wrong("piles", f"{PILES} lists of cards, not {len(piles)}")
    return tuple(cards_of(ledger.cards_in("piles", pile)) for pile in piles)


def _read_removed(
    document: Document, players: int, wish: str, named: int, rng: Random
) -> int:
    given = document.get("removed")
    if players > FEW_SEATS:
        if given is not None:
            raise wrong(
                "removed", f"null, not {given!r}: {players} seats play with all"
            )
        return NO_FAMILY
    fitting = FAMILIES if wish == RANDOM else (wish,)
    if "removed" in document:
        if given not in fitting:
            raise wrong("removed", f"one of {', '.join(fitting)}, not {given!r}")
        return FAMILIES.index(given)
    absent = [
        family for family in fitting if not named & MEMBERS[FAMILIES.index(family)]
    ]
    if not absent and wish == RANDOM:
        raise wrong(
            "removed",
            f"{players} seats play with three families, but four are there",
        )
    return FAMILIES.index(rng.choice(absent or fitting))


def _check_box(ledger: _Ledger, box: int) -> None:
    for card in cards_of(ledger.cards & ~box):
        raise wrong(ledger.places[card], f"{called(card)} is not in this game")


def _read_saucers(document: Document, cities: tuple[City, ...], box: int) -> int:
    lying = sum(len(city.saucers) for city in cities)
    there_are = sum(KIND[card] == SAUCER for card in cards_of(box))
    played = document.get("saucers_played", lying)
    return whole("saucers_played", played, lying, there_are)


def _read_pending(document: Document, players: int) -> Question | None:
    value = document.get("pending")
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) - {"from"} != {"seat", "card"}:
        raise wrong("pending", f"null, or seat, card and perhaps from, not {value!r}")
    victims = entries("pending", value.get("from", []))
    if "from" in value and not victims:
        raise wrong("pending", "from names at least one opponent")
    for seat in (value["seat"], *victims):
        whole("pending", seat, 0, players - 1)
    card = whole("pending", value["card"], IDS[0], IDS[-1])
    return Question(value["seat"], card, tuple(victims))
