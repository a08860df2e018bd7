"""What an action does to a position of Space Aztecs.

A choice by the last seat starts the resolution: one card after the other, from the
earliest time clockwise, until a card asks something or the round is over. An effect
sees the cities as they are when its turn comes.
"""

from cabinet.games.space_aztecs.rules.cards import (
    AGENTS,
    AZTEC,
    AZTECS_OF,
    BIT,
    CARDS,
    CODEX,
    FAMILY,
    KIND,
    TEMPLE,
    cards_of,
)
from cabinet.games.space_aztecs.rules.position import (
    CHOOSING,
    EMPTY_PILES,
    NO_CARD,
    NO_PILE,
    OVER,
    RESOLVING,
    TAKING,
    OpenQuestion,
    State,
    clockwise,
    saucer_limit,
)
from cabinet.games.space_aztecs.rules.score import verdict
from cabinet.tabletop.api import GameEvents


def take(state: State, seat: int, pile: int, events: GameEvents | None) -> State:
    """A pile in hand; with the last one, everybody chooses."""
    if events is not None:
        events.append({"event": "taken", "seat": seat, "pile": pile + 1})
    taken = _with(state.taken, seat, pile)
    phase = TAKING if NO_PILE in taken else CHOOSING
    held = _with(state.held, seat, state.held[seat] | 1 << pile)
    return state._replace(taken=taken, phase=phase, held=held)


def choose(state: State, seat: int, card: int, events: GameEvents | None) -> State:
    """A card face down; with the last one, times are called and cards revealed."""
    if events is not None:
        events.append({"event": "chosen", "seat": seat})
    pile = state.taken[seat]
    left = tuple([other for other in state.piles[pile] if other != card])
    piles = (*state.piles[:pile], left, *state.piles[pile + 1 :])
    chosen = _with(state.chosen, seat, card)
    if NO_CARD in chosen:
        return state._replace(piles=piles, chosen=chosen)
    starter = chosen.index(min(chosen))
    if events is not None:
        times = {str(seat): CARDS[card].time for seat, card in enumerate(chosen)}
        events.append({"event": "times", "times": times, "starter": starter})
    return resolve(
        state._replace(piles=piles, chosen=chosen, starter=starter, phase=RESOLVING),
        events,
    )


def resolve(state: State, events: GameEvents | None) -> State:
    """Every card still face down, in order, as far as nothing is asked."""
    return _Resolution(state, events).run()


def abduct(state: State, victim: int, card: int, events: GameEvents | None) -> State:
    """The asked-for card under the saucer, then the rest of its victims."""
    assert state.pending is not None
    seat, saucer, victims = state.pending
    resolution = _Resolution(state, events)
    resolution.capture(seat, saucer, victim, card)
    return resolution.raid(seat, saucer, victims[1:]) or resolution.run()


def hide(state: State, temple: int, events: GameEvents | None) -> State:
    """The Aztec just revealed goes under a Temple."""
    assert state.pending is not None
    seat, card, _ = state.pending
    resolution = _Resolution(state, events)
    resolution.bury(seat, temple, BIT[card])
    return resolution.run()


def show(state: State, events: GameEvents | None) -> State:
    """The Aztec just revealed stays in the open."""
    assert state.pending is not None
    seat, card, _ = state.pending
    if events is not None:
        events.append({"event": "shown", "seat": seat, "card": card})
    resolution = _Resolution(state, events)
    resolution.stand(seat, card)
    return resolution.run()


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _laid(
    covers: tuple[tuple[int, int], ...], cover: int, cards: int
) -> tuple[tuple[int, int], ...]:
    """Temples or saucers, with these cards under one of them."""
    return tuple([(c, under | cards if c == cover else under) for c, under in covers])


class _Resolution:
    """A position while its cards are resolved; `run` gives the next one."""

    def __init__(self, state: State, events: GameEvents | None) -> None:
        self._state = state
        self._events = events
        self._cities = list(state.cities)
        self._chosen = list(state.chosen)
        self._saucers = state.saucers_played

    def run(self) -> State:
        """Reveal card after card; the position with a question, or after the round."""
        chosen = self._chosen
        for seat in clockwise(self._state.starter, len(chosen)):
            card = chosen[seat]
            if card != NO_CARD and (asking := self._reveal(seat, card)):
                return asking
        return self._end_round()

    def _reveal(self, seat: int, card: int) -> State | None:
        """Play a card; the position that asks something, if it does."""
        if self._events is not None:
            self._events.append({"event": "revealed", "seat": seat, "card": card})
        kind = KIND[card]
        city = self._cities[seat]
        if kind == AZTEC:
            if city.visible & AGENTS and city.temples_for(card):
                return self._ask(OpenQuestion(seat, card, ()))
            self.stand(seat, card)
            return None
        self._chosen[seat] = NO_CARD
        if kind == TEMPLE:
            temples = tuple(sorted((*city.temples, (card, 0))))
            self._cities[seat] = city._replace(temples=temples)
            self.bury(seat, card, city.visible & AZTECS_OF[FAMILY[card]])
        elif kind == CODEX:
            self._cities[seat] = city._replace(codex=city.codex | BIT[card])
        else:
            self._saucers += 1
            self._cities[seat] = city._replace(saucers=(*city.saucers, (card, 0)))
            others = clockwise(seat, len(self._cities))[1:]
            return self.raid(seat, card, others)
        return None

    def stand(self, seat: int, card: int) -> None:
        """An Aztec in the open."""
        city = self._cities[seat]
        self._chosen[seat] = NO_CARD
        self._cities[seat] = city._replace(visible=city.visible | BIT[card])

    def bury(self, seat: int, temple: int, cards: int) -> None:
        """Aztecs under a Temple, whether they stood in the open or were in hand."""
        city = self._cities[seat]
        if self._events is not None and cards:
            self._events.append(
                {
                    "event": "hidden",
                    "seat": seat,
                    "temple": temple,
                    "cards": list(cards_of(cards)),
                }
            )
        self._chosen[seat] = NO_CARD
        visible, temples = city.visible & ~cards, _laid(city.temples, temple, cards)
        self._cities[seat] = city._replace(visible=visible, temples=temples)

    def raid(self, seat: int, saucer: int, victims: tuple[int, ...]) -> State | None:
        """Each of `victims` loses a card; the position that asks which, if any does."""
        for place, victim in enumerate(victims):
            prey = self._cities[victim].targets(saucer)
            if prey & (prey - 1):
                waiting = [
                    other
                    for other in victims[place:]
                    if self._cities[other].targets(saucer)
                ]
                return self._ask(OpenQuestion(seat, saucer, tuple(waiting)))
            if prey:
                self.capture(seat, saucer, victim, prey.bit_length() - 1)
        return None

    def capture(self, seat: int, saucer: int, victim: int, card: int) -> None:
        """One visible Aztec of `victim` goes under the saucer of `seat`."""
        if self._events is not None:
            self._events.append(
                {
                    "event": "abducted",
                    "seat": seat,
                    "saucer": saucer,
                    "from": victim,
                    "card": card,
                }
            )
        robbed, robber = self._cities[victim], self._cities[seat]
        self._cities[victim] = robbed._replace(visible=robbed.visible ^ BIT[card])
        saucers = _laid(robber.saucers, saucer, BIT[card])
        self._cities[seat] = robber._replace(saucers=saucers)

    def _ask(self, question: OpenQuestion) -> State:
        return self._state._replace(
            chosen=tuple(self._chosen),
            cities=tuple(self._cities),
            saucers_played=self._saucers,
            pending=question,
        )

    def _end_round(self) -> State:
        before = self._state
        players = len(self._cities)
        over = before.piles.count(()) >= EMPTY_PILES or self._saucers >= saucer_limit(
            players
        )
        after = before._replace(
            round=before.round if over else before.round + 1,
            phase=OVER if over else TAKING,
            taken=(NO_PILE,) * players,
            chosen=(NO_CARD,) * players,
            cities=tuple(self._cities),
            saucers_played=self._saucers,
            pending=None,
        )
        if self._events is not None:
            self._events.append({"event": "round_over", "round": before.round})
            if over:
                self._events.append(verdict(after).told())
        return after
