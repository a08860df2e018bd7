"""Positions of Space Aztecs as documents, and what a seat may see of them.

`{"game": "space_aztecs", "piles": [[card ids], …], "taken": {"0": 3}, …}`: piles are
numbered from 1, cards within a list are in order of time. An observation is the same
document with counts for cards, and the times that were announced.

A field left out is read as at the start, drawn where the start draws it. `read` sees to
the form of every field and that a card lies in one place, `check` to whether all of it
can lie on a table. Cards that no field names may be missing when the piles are given:
such a box is played as it is.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from cabinet.games.space_aztecs.rules import cards, position
from cabinet.games.space_aztecs.rules.cards import (
    FAMILIES,
    IDS,
    SAUCER,
    TEMPLE,
    called,
    cards_of,
)
from cabinet.games.space_aztecs.rules.imagine import seen_by
from cabinet.games.space_aztecs.rules.position import NO_CARD, NO_PILE, PHASES, State
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
OPTIONS: Final[Mapping[str, Option]] = {
    "codex": Option((True, False), default=True),
    "removed": Option((position.RANDOM, *FAMILIES), position.RANDOM),
}
_LONGEST: Final = 72
_CITY: Final = ("visible", "temples", "codex", "saucers")
_EVERY: Final = cards.of_cards(IDS)


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
        document["held"] = [[n + 1 for n in cards_of(held)] for held in state.held]
    return document


def observe(state: State, seat: Seat | None) -> Document:
    """What `seat` may see: its own pile until it has chosen, its own choice.

    Of the others' choices it sees that they are made and, once all are, their times;
    a card that asks something lies face up.
    """
    piles = [
        list(pile) if pile and position.UNKNOWN not in pile else len(pile)
        for pile in seen_by(state, seat).piles
    ]
    open_to_all = state.pending.seat if state.pending else None
    chosen: dict[str, int | bool] = {}
    for chooser, card in enumerate(state.chosen):
        if card != NO_CARD:
            known = chooser in (seat, open_to_all)
            chosen[str(chooser)] = card if known else True
    times = {str(other): time for other, time in state.times().items()}
    return _document(state, piles, chosen) | {"times": times}


def _document(state: State, piles: list[Any], chosen: Mapping[str, Any]) -> Document:
    return {
        "game": NAME,
        "options": {"codex": state.with_codex, "removed": state.wish},
        "removed": None
        if state.removed == cards.NO_FAMILY
        else FAMILIES[state.removed],
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


def _city(city: position.City) -> Document:
    return {
        "visible": list(cards_of(city.visible)),
        "temples": _covers(city.temples, "under"),
        "codex": list(cards_of(city.codex)),
        "saucers": _covers(city.saucers, "captured"),
    }


def _covers(covers: tuple[tuple[int, int], ...], below: str) -> list[Document]:
    return [{"card": card, below: list(cards_of(under))} for card, under in covers]


def _question(question: position.OpenQuestion | None) -> Document | None:
    if question is None:
        return None
    asked: Document = {"seat": question.seat, "card": question.card}
    if question.victims:
        asked["from"] = list(question.victims)
    return asked


def read(document: Document, rng: Random) -> State:
    """The position; `PositionError` begins with the field that is wrong."""
    with_codex, wish = options_field(document, read_options)
    fewest = position.SEATS[0]
    blank = position.start(fewest, wish, Random(0), with_codex=with_codex)
    check_known(NAME, "Space Aztecs", document, (*write(blank), "held"))
    ledger = _Ledger()
    cities = _read_cities(document, ledger)
    players = len(cities)
    chosen = _read_chosen(document, players, ledger)
    piles = _read_piles(document, ledger)
    removed = _read_removed(document, players, wish, ledger.cards, rng)
    box = position.in_game(removed, with_codex=with_codex)
    for card in cards_of(ledger.cards & ~box):
        raise wrong(ledger.places[card], f"{called(card)} is not in this game")
    taken = _read_taken(document, players)
    lying = sum(len(city.saucers) for city in cities)
    return State(
        with_codex=with_codex,
        wish=wish,
        removed=removed,
        starter=whole("starter", document.get("starter", 0), 0, players - 1),
        round=whole("round", document.get("round", 1), 1, _LONGEST),
        phase=choice("phase", document.get("phase", PHASES[0]), PHASES),
        piles=piles or position.deal(box & ~ledger.cards, rng),
        taken=taken,
        chosen=chosen,
        cities=cities,
        saucers_played=_read_saucers(document, lying, box),
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
        return cards.of_cards(self.places)

    def card(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """One card in a place that holds only `fitting` ones."""
        if type(value) is not int or value not in IDS:
            raise wrong(field, f"a card is a number from 1 to {IDS[-1]}, not {value!r}")
        if value in self.places:
            first = self.places[value]
            raise wrong(field, f"{called(value)} is there twice (first in {first})")
        if not cards.BIT[value] & fitting:
            raise wrong(field, f"{called(value)} cannot lie there")
        self.places[value] = field
        return value

    def cards_in(self, field: str, value: object, fitting: int = _EVERY) -> int:
        """A list of cards, as a set."""
        listed = entries(field, value)
        return cards.of_cards(self.card(field, card, fitting) for card in listed)

    def city(self, value: object) -> position.City:
        """One of `cities`; what it leaves out is empty."""
        fields = mapping("cities", value, _CITY)
        return position.City(
            self.cards_in("cities", fields.get("visible", []), cards.AZTECS),
            tuple(sorted(self._covers(fields.get("temples", []), TEMPLE, "under"))),
            self.cards_in("cities", fields.get("codex", []), cards.CODICES),
            tuple(self._covers(fields.get("saucers", []), SAUCER, "captured")),
        )

    def _covers(self, value: object, kind: int, below: str) -> list[tuple[int, int]]:
        """Temples or saucers, each with the Aztecs of its colour below it."""
        covers = []
        fitting = cards.of_cards(card for card in IDS if cards.KIND[card] == kind)
        for entry in entries("cities", value):
            fields = mapping("cities", entry, ("card", below))
            if "card" not in fields:
                raise wrong("cities", f"a {cards.KINDS[kind]} has no card: {entry!r}")
            card = self.card("cities", fields["card"], fitting)
            under = fields.get(below, [])
            same = cards.AZTECS_OF[cards.FAMILY[card]]
            covers.append((card, self.cards_in("cities", under, same)))
        return covers


def _read_cities(document: Document, ledger: _Ledger) -> tuple[position.City, ...]:
    least, *_, most = position.SEATS
    if "cities" not in document:
        return (position.NOBODY_HOME,) * least
    cities = entries("cities", document["cities"])
    if not least <= len(cities) <= most:
        right = f"one for each of {least} to {most} seats"
        raise wrong("cities", f"{right}, not {cities!r}")
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
        if whole("taken", pile, 1, position.PILES) - 1 in taken:
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
            bits |= 1 << (whole("held", pile, 1, position.PILES) - 1)
        held.append(bits)
    return tuple(held)


def _read_piles(document: Document, ledger: _Ledger) -> tuple[tuple[int, ...], ...]:
    """The piles, or () to deal them."""
    if "piles" not in document:
        return ()
    piles = entries("piles", document["piles"])
    if len(piles) != position.PILES:
        raise wrong("piles", f"{position.PILES} lists of cards, not {len(piles)}")
    return tuple(cards_of(ledger.cards_in("piles", pile)) for pile in piles)


def _read_removed(
    document: Document, players: int, wish: str, named: int, rng: Random
) -> int:
    given = document.get("removed")
    if players > position.FEW_SEATS:
        if given is not None:
            why = f"{players} seats play with all"
            raise wrong("removed", f"null, not {given!r}: {why}")
        return cards.NO_FAMILY
    fitting = FAMILIES if wish == position.RANDOM else (wish,)
    if "removed" in document:
        if given not in fitting:
            raise wrong("removed", f"one of {', '.join(fitting)}, not {given!r}")
        return FAMILIES.index(given)
    members = dict(zip(FAMILIES, cards.MEMBERS, strict=True))
    absent = [family for family in fitting if not named & members[family]]
    if not absent and wish == position.RANDOM:
        right = f"{players} seats play with three families"
        raise wrong("removed", f"{right}, but four are there")
    return FAMILIES.index(rng.choice(absent or fitting))


def _read_saucers(document: Document, lying: int, box: int) -> int:
    there_are = sum(cards.KIND[card] == SAUCER for card in cards_of(box))
    played = document.get("saucers_played", lying)
    return whole("saucers_played", played, lying, there_are)


def _read_pending(document: Document, players: int) -> position.OpenQuestion | None:
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
    return position.OpenQuestion(value["seat"], card, tuple(victims))


def check(state: State) -> None:
    """`PositionError` if the fields do not go together."""
    phase, taken = state.phase, state.taken
    if phase in (position.TAKING, position.CHOOSING):
        _check_goes_on(state)
        _check_hands(state)
    if phase in (position.TAKING, position.OVER) and any(state.chosen):
        raise wrong("chosen", f"{{}} in phase {PHASES[phase]}")
    if phase == position.TAKING:
        _check_taking(state)
    elif phase == position.CHOOSING:
        _check_choosing(state)
    elif phase == position.OVER and taken.count(NO_PILE) < len(taken):
        raise wrong("taken", "{} when the game is over")
    if state.pending is not None:
        _check_pending(state, state.pending)


def _check_goes_on(state: State) -> None:
    """Whether the round could begin; a pile emptied in it was not empty then."""
    players, played = len(state.cities), state.saucers_played
    limit, most = position.saucer_limit(players), position.EMPTY_PILES
    if played >= limit:
        why = f"there a game of {players} is over"
        raise wrong("saucers_played", f"fewer than {limit}, not {played}: {why}")
    emptied = sum(
        not state.piles[pile]
        for pile, card in zip(state.taken, state.chosen, strict=True)
        if pile != NO_PILE and card != NO_CARD
    )
    empty = state.piles.count(()) - emptied
    if empty >= most:
        right = f"fewer than {most} are empty when a round begins"
        raise wrong("piles", f"{right}, not {empty}: there the game is over")


def _check_hands(state: State) -> None:
    for seat, pile in enumerate(state.taken):
        held = pile != NO_PILE
        if held and not state.piles[pile] and state.chosen[seat] == NO_CARD:
            why = f"pile {pile + 1} is empty"
            raise wrong("taken", f"{why}, seat {seat} cannot hold it")


def _check_taking(state: State) -> None:
    order = position.clockwise(state.starter, len(state.taken))
    held = [state.taken[seat] != NO_PILE for seat in order]
    if held != sorted(held, reverse=True):
        raise wrong("taken", f"piles are taken clockwise from seat {state.starter}")
    if all(held):
        raise wrong("taken", "every seat holds a pile, so this is phase choose")


def _check_choosing(state: State) -> None:
    for seat, pile in enumerate(state.taken):
        if pile == NO_PILE:
            raise wrong("taken", f"in phase choose every seat holds a pile: not {seat}")
    if NO_CARD not in state.chosen:
        raise wrong("chosen", "every seat has chosen, so this is phase resolve")


def _check_pending(state: State, question: position.OpenQuestion) -> None:
    seat, card, victims = question
    city = state.cities[seat]
    if state.phase != position.RESOLVING:
        raise wrong("pending", f"null in phase {PHASES[state.phase]}")
    if victims:
        _check_raid(state, question)
    elif state.chosen[seat] != card:
        raise wrong("pending", f"card {card} is not the chosen card of seat {seat}")
    elif cards.KIND[card] != cards.AZTEC:
        raise wrong("pending", f"{called(card)} asks nothing when it is revealed")
    elif not city.visible & cards.AGENTS or not city.temples_for(card):
        right = "a visible agent and a Temple of the colour of"
        raise wrong("pending", f"seat {seat} needs {right} {called(card)}")


def _check_raid(state: State, question: position.OpenQuestion) -> None:
    seat, card, victims = question
    if card not in (saucer for saucer, _ in state.cities[seat].saucers):
        where = f"the city of seat {seat}"
        raise wrong("pending", f"card {card} is not a saucer in {where}")
    others = position.clockwise(seat, len(state.cities))[1:]
    if list(victims) != [other for other in others if other in victims]:
        raise wrong("pending", f"from is opponents in the order {list(others)}")
    prey = [state.cities[victim].targets(card).bit_count() for victim in victims]
    if prey[0] < 2 or 0 in prey:
        raise wrong(
            "pending",
            "from begins with an opponent who has two visible Aztecs of the colour, "
            "and names nobody who has none",
        )
