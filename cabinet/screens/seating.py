"""The seats of a match: where people sit, what they are called, what they count."""

from cabinet.hallway_cards import MatchCard
from cabinet.i18n import Words
from cabinet.tabletop.api import AnyGame, Outcome, Seat


def people(card: MatchCard) -> tuple[Seat, ...]:
    """The seats where a person sits."""
    seats = enumerate(card.seats)
    return tuple(seat for seat, who in seats if who.kind == "person")


def counted(game: AnyGame, outcome: Outcome, words: Words) -> tuple[str, ...] | None:
    """What each seat counts, in words; () if that says nothing, None if points."""
    if game.counts is None:
        return None
    forms = game.counts.get(words.language)
    if forms is None:
        return ()
    return tuple(f"{n} {forms[words.is_many(n)]}" for n in outcome.scores)


def seat_names(card: MatchCard, words: Words) -> tuple[str, ...]:
    """What to call each seat in front of the players."""
    return tuple(
        words(f"seat.{'bot' if seat.kind == 'bot' else 'person'}", number=number)
        for number, seat in enumerate(card.seats, 1)
    )
