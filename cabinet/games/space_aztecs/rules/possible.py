"""Which positions of Space Aztecs can lie on a table.

`document` has seen to the form of every field and to each card lying where it may;
here the fields are held together.
"""

from cabinet.games.space_aztecs.rules.cards import AGENTS, AZTEC, KIND, called
from cabinet.games.space_aztecs.rules.position import (
    CHOOSING,
    EMPTY_PILES,
    NO_CARD,
    NO_PILE,
    OVER,
    PHASES,
    RESOLVING,
    TAKING,
    Question,
    State,
    clockwise,
    saucer_limit,
    targets,
    temples_for,
)
from cabinet.tabletop.fields import wrong


def check(state: State) -> None:
    """`PositionError` if the fields do not go together."""
    if state.phase in (TAKING, CHOOSING):
        _check_goes_on(state)
        _check_hands(state)
    if state.phase in (TAKING, OVER) and any(state.chosen):
        raise wrong("chosen", f"{{}} in phase {PHASES[state.phase]}")
    if state.phase == TAKING:
        _check_taking(state)
    elif state.phase == CHOOSING:
        _check_choosing(state)
    elif state.phase == OVER and state.taken.count(NO_PILE) < len(state.taken):
        raise wrong("taken", "{} when the game is over")
    if state.pending is not None:
        _check_pending(state, state.pending)


def _check_goes_on(state: State) -> None:
    """Whether the round could begin; a pile emptied in it was not empty then."""
    players = len(state.cities)
    if state.saucers_played >= saucer_limit(players):
        raise wrong(
            "saucers_played",
            f"fewer than {saucer_limit(players)}, not {state.saucers_played}: there a "
            f"game of {players} is over",
        )
    emptied = sum(
        not state.piles[pile]
        for pile, card in zip(state.taken, state.chosen, strict=True)
        if pile != NO_PILE and card != NO_CARD
    )
    empty = state.piles.count(()) - emptied
    if empty >= EMPTY_PILES:
        raise wrong(
            "piles",
            f"fewer than {EMPTY_PILES} are empty when a round begins, not {empty}: "
            "there the game is over",
        )


def _check_hands(state: State) -> None:
    for seat, pile in enumerate(state.taken):
        held = pile != NO_PILE
        if held and not state.piles[pile] and state.chosen[seat] == NO_CARD:
            raise wrong(
                "taken", f"pile {pile + 1} is empty, seat {seat} cannot hold it"
            )


def _check_taking(state: State) -> None:
    order = clockwise(state.starter, len(state.taken))
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


def _check_pending(state: State, question: Question) -> None:
    seat, card, victims = question
    city = state.cities[seat]
    if state.phase != RESOLVING:
        raise wrong("pending", f"null in phase {PHASES[state.phase]}")
    if victims:
        _check_raid(state, question)
    elif state.chosen[seat] != card:
        raise wrong("pending", f"card {card} is not the chosen card of seat {seat}")
    elif KIND[card] != AZTEC:
        raise wrong("pending", f"{called(card)} asks nothing when it is revealed")
    elif not city.visible & AGENTS or not temples_for(city, card):
        raise wrong(
            "pending",
            f"seat {seat} needs a visible agent and a Temple of the colour of "
            f"{called(card)}",
        )


def _check_raid(state: State, question: Question) -> None:
    seat, card, victims = question
    if card not in (saucer for saucer, _ in state.cities[seat].saucers):
        raise wrong(
            "pending", f"card {card} is not a saucer in the city of seat {seat}"
        )
    others = clockwise(seat, len(state.cities))[1:]
    if list(victims) != [other for other in others if other in victims]:
        raise wrong("pending", f"from is opponents in the order {list(others)}")
    prey = [targets(state.cities[victim], card).bit_count() for victim in victims]
    if prey[0] < 2 or 0 in prey:
        raise wrong(
            "pending",
            "from begins with an opponent who has two visible Aztecs of the colour, "
            "and names nobody who has none",
        )
