"""Positions of Space Aztecs written as documents, and what a seat may see of them.

`{"game": "space_aztecs", "piles": [[card ids], …], "taken": {"0": 3}, …}`: piles are
numbered from 1, cards within a list are in order of time. An observation is the same
document with counts for cards, and the times that were announced.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cabinet.games.space_aztecs.rules.cards import CARDS, FAMILIES, NO_FAMILY, cards_of
from cabinet.games.space_aztecs.rules.position import (
    NO_CARD,
    NO_PILE,
    PHASES,
    RANDOM,
    RESOLVING,
    City,
    Question,
    State,
)
from cabinet.tabletop.api import Document, Option, Options, Seat
from cabinet.tabletop.options import chosen_options

NAME: Final = "space_aztecs"
OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        "codex": Option((True, False), default=True),
        "removed": Option((RANDOM, *FAMILIES), RANDOM),
    }
)


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
