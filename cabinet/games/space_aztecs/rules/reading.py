"""Positions of Space Aztecs read from documents.

A field left out is as at the start, drawn where the start draws it. What could not
lie on a table is refused, and the sentence begins with the field's name. Cards that
no field names may be missing when the piles are given: such a box is played as it is.
"""

from random import Random
from typing import Any, Final

from cabinet.games.space_aztecs.rules.card_ledger import Ledger, called, listed, wrong
from cabinet.games.space_aztecs.rules.cards import (
    FAMILIES,
    KIND,
    MEMBERS,
    NO_FAMILY,
    SAUCER,
    cards_of,
)
from cabinet.games.space_aztecs.rules.document import NAME, read_options
from cabinet.games.space_aztecs.rules.play import resolve
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
)
from cabinet.games.space_aztecs.rules.possible import check
from cabinet.tabletop.api import Document, RulesError

_FIELDS: Final = (
    "game",
    "options",
    "removed",
    "starter",
    "round",
    "phase",
    "piles",
    "taken",
    "chosen",
    "cities",
    "saucers_played",
    "pending",
    "held",
)
_LONGEST: Final = 72


def read(document: Document, rng: Random) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    _check_fields(document)
    with_codex, wish = _read_options(document)
    ledger = Ledger()
    cities = _read_cities(document, ledger)
    players = len(cities)
    chosen = _read_chosen(document, players, ledger)
    piles = _read_piles(document, ledger)
    removed = _read_removed(document, players, wish, ledger.cards, rng)
    box = in_game(removed, with_codex=with_codex)
    _check_box(ledger, box)
    taken = _read_taken(document, players)
    state = State(
        with_codex=with_codex,
        wish=wish,
        removed=removed,
        starter=_number(document, "starter", 0, 0, players - 1),
        round=_number(document, "round", 1, 1, _LONGEST),
        phase=_read_phase(document),
        piles=piles or deal(box & ~ledger.cards, rng),
        taken=taken,
        chosen=chosen,
        cities=cities,
        saucers_played=_read_saucers(document, cities, box),
        pending=_read_pending(document, players),
        held=_read_held(document, taken),
    )
    check(state)
    if state.phase == RESOLVING and state.pending is None:
        return resolve(state, None)
    return state


def _check_fields(document: Document) -> None:
    for name in document:
        if name not in _FIELDS:
            raise wrong(
                str(name),
                f"Space Aztecs has no such field (there are: {', '.join(_FIELDS)})",
            )
    if document.get("game", NAME) != NAME:
        raise wrong("game", f"this is {NAME!r}, not {document['game']!r}")


def _read_options(document: Document) -> tuple[bool, str]:
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise wrong("options", f"this is an object of options, not {options!r}")
    try:
        return read_options(options)
    except RulesError as refusal:
        raise wrong("options", str(refusal)) from None


def _number(document: Document, field: str, default: int, least: int, most: int) -> int:
    value = document.get(field, default)
    if type(value) is not int or not least <= value <= most:
        raise wrong(field, f"a whole number from {least} to {most}, not {value!r}")
    return value


def _read_cities(document: Document, ledger: Ledger) -> tuple[City, ...]:
    if "cities" not in document:
        return (NOBODY_HOME,) * SEATS[0]
    cities = listed("cities", document["cities"])
    if len(cities) not in SEATS:
        raise wrong(
            "cities", f"one for each of {SEATS[0]} to {SEATS[-1]} seats, not {cities!r}"
        )
    return tuple(ledger.city(city) for city in cities)


def _by_seat(document: Document, field: str, players: int) -> dict[int, Any]:
    """An object like {"0": 3}, by seat."""
    value = document.get(field, {})
    if not isinstance(value, dict):
        raise wrong(field, f'an object like {{"0": 3}}, not {value!r}')
    seats = {str(seat): seat for seat in range(players)}
    for name in value:
        if name not in seats:
            raise wrong(
                field, f"there is no seat {name!r}: seats are {', '.join(seats)}"
            )
    return {seats[name]: entry for name, entry in value.items()}


def _read_chosen(document: Document, players: int, ledger: Ledger) -> tuple[int, ...]:
    chosen = [NO_CARD] * players
    for seat, card in _by_seat(document, "chosen", players).items():
        chosen[seat] = ledger.card("chosen", card)
    return tuple(chosen)


def _read_taken(document: Document, players: int) -> tuple[int, ...]:
    taken = [NO_PILE] * players
    for seat, pile in _by_seat(document, "taken", players).items():
        if type(pile) is not int or not 1 <= pile <= PILES:
            raise wrong("taken", f"a pile is a number from 1 to {PILES}, not {pile!r}")
        if pile - 1 in taken:
            raise wrong("taken", f"pile {pile} is held by two seats")
        taken[seat] = pile - 1
    return tuple(taken)


def _read_held(document: Document, taken: tuple[int, ...]) -> tuple[int, ...]:
    """What each seat had in hand, with what it has now; nothing if it is left out."""
    players = len(taken)
    lists = listed("held", document.get("held", [[]] * players))
    if len(lists) != players:
        raise wrong("held", f"a list of piles for each of {players} seats")
    held = []
    for piles, now in zip(lists, taken, strict=True):
        bits = 0 if now == NO_PILE else 1 << now
        for pile in listed("held", piles):
            if type(pile) is not int or not 1 <= pile <= PILES:
                raise wrong(
                    "held", f"a pile is a number from 1 to {PILES}, not {pile!r}"
                )
            bits |= 1 << (pile - 1)
        held.append(bits)
    return tuple(held)


def _read_piles(document: Document, ledger: Ledger) -> tuple[tuple[int, ...], ...]:
    """The piles, or () to deal them."""
    if "piles" not in document:
        return ()
    piles = listed("piles", document["piles"])
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


def _check_box(ledger: Ledger, box: int) -> None:
    for card in cards_of(ledger.cards & ~box):
        raise wrong(ledger.places[card], f"{called(card)} is not in this game")


def _read_phase(document: Document) -> int:
    phase = document.get("phase", PHASES[0])
    if type(phase) is not str or phase not in PHASES:
        raise wrong("phase", f"one of {', '.join(PHASES)}, not {phase!r}")
    return PHASES.index(phase)


def _read_saucers(document: Document, cities: tuple[City, ...], box: int) -> int:
    lying = sum(len(city.saucers) for city in cities)
    there_are = sum(KIND[card] == SAUCER for card in cards_of(box))
    return _number(document, "saucers_played", lying, lying, there_are)


def _read_pending(document: Document, players: int) -> Question | None:
    value = document.get("pending")
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) - {"from"} != {"seat", "card"}:
        raise wrong("pending", f"null, or seat, card and perhaps from, not {value!r}")
    victims = listed("pending", value.get("from", []))
    if "from" in value and not victims:
        raise wrong("pending", "from names at least one opponent")
    for seat in (value["seat"], *victims):
        if type(seat) is not int or not 0 <= seat < players:
            raise wrong("pending", f"a seat is 0 to {players - 1}, not {seat!r}")
    if type(value["card"]) is not int:
        raise wrong("pending", f"card is a number, not {value['card']!r}")
    return Question(value["seat"], value["card"], tuple(victims))
