"""The seats of a match: where people sit, what they are called, what they count."""

from dataclasses import replace

from cabinet.i18n import Words
from cabinet.protocol.snapshot import MatchCard
from cabinet.tabletop.api import AnyGame, Outcome, Seat
from cabinet.tabletop.match import Match


def people(card: MatchCard) -> tuple[Seat, ...]:
    """The seats where a person sits."""
    seats = enumerate(card.seats)
    return tuple(seat for seat, who in seats if who.kind == "person")


def noted(game: AnyGame, match: Match) -> Outcome:
    """Who won and why, with what each seat is noted for."""
    outcome, points = match.outcome(), game.points
    if points is None or not outcome.over:
        return outcome
    return replace(outcome, scores=points(match.state, match.log))


def counted(game: AnyGame, outcome: Outcome, words: Words) -> tuple[str, ...] | None:
    """What each seat counts, in words; () if that says nothing, None if points."""
    if game.counts is None:
        return None
    forms = game.counts.get(words.language)
    if forms is None:
        return ()
    return tuple(f"{n} {forms[words.is_many(n)]}" for n in outcome.scores)


def made_of(game: AnyGame, match: Match, words: Words) -> tuple[str, ...]:
    """What each seat's points are made of; () if the game does not tell."""
    if game.parts is None or not match.over:
        return ()
    seats = game.parts(match.state, match.log, words.language)
    return tuple(" · ".join(map(_part, parts)) for parts in seats)


def _part(part: tuple[str, int | None]) -> str:
    what, worth = part
    return what if worth is None else f"{what} +{worth}"


def seat_names(card: MatchCard, words: Words) -> tuple[str, ...]:
    """What to call each seat in front of the players."""
    return tuple(
        words(f"seat.{'bot' if seat.kind == 'bot' else 'person'}", number=number)
        for number, seat in enumerate(card.seats, 1)
    )
