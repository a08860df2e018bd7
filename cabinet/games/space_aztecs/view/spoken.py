"""Space Aztecs in words: piles, cards and cities for a person who does not see them.

A card in hand is said only while its owner has the curtain open, as it is drawn only
then: whoever stands there hears it too.
"""

from typing import Final

from cabinet.games.space_aztecs.rules import cards, position
from cabinet.games.space_aztecs.rules.cards import CARDS
from cabinet.games.space_aztecs.rules.position import City, State
from cabinet.games.space_aztecs.rules.score import count, so_far, total
from cabinet.games.space_aztecs.view import hand as hands
from cabinet.games.space_aztecs.view.hand import Hand
from cabinet.games.space_aztecs.view.texts import (
    TEXTS,
    card_about,
    card_name,
    line_name,
    place_name,
)
from cabinet.i18n import Words
from cabinet.tabletop.api import GameEvent, Look, Seat

_ASKED: Final = {position.TAKING: "take", position.CHOOSING: "choose"}


def standing(look: Look[State, Hand]) -> tuple[str, ...]:
    """The round, what is asked of who is at the stick, and everybody's points."""
    seen, say = look.seen, TEXTS[look.language]
    if seen.phase == position.OVER or look.seat is None:
        return ()
    told = [say("spoken.round", round=seen.round), _asked(say, look)]
    points = [total(lines) for lines in so_far(seen)]
    counted = zip(look.names, points, strict=True)
    told.append(
        f"{', '.join(say('spoken.points', name=name, n=n) for name, n in counted)}."
    )
    told.append(
        say(
            "spoken.saucers",
            n=seen.saucers_played,
            most=position.saucer_limit(len(seen.cities)),
        )
    )
    return tuple(told)


def _asked(say: Words, look: Look[State, Hand]) -> str:
    seen = look.seen
    if seen.phase in _ASKED:
        return say(f"spoken.{_ASKED[seen.phase]}")
    asked = seen.pending
    if asked and asked.victims:
        return say("spoken.abduct", name=look.names[asked.victims[0]])
    return say("spoken.hide", card=card_name(say, asked.card if asked else 0))


def pointed(look: Look[State, Hand]) -> str:
    """The pile, the card or the answer that is pointed at."""
    hand, say, seen = look.hand, TEXTS[look.language], look.seen
    if hand is None or hand.action not in look.legal:
        return ""
    if hands.secret(look.legal) and not hand.open:
        return say("spoken.covered", b=look.keys["b"])
    place = look.legal.index(hand.action) + 1
    word, *numbers = hand.action.split()
    if word == "take":
        return _pile(say, seen, int(numbers[0]) - 1)
    if word == "show":
        said = say("spoken.show")
    elif word == "hide":
        said = say("spoken.under", card=_card(say, int(numbers[-1])))
    else:
        said = _card(say, int(numbers[-1]), about=True)
    return f"{say('spoken.of', place=place, all=len(look.legal))} {said}"


def _pile(say: Words, seen: State, pile: int) -> str:
    return say("spoken.pile", place=place_name(say, pile), n=len(seen.piles[pile]))


def _card(say: Words, card: int, *, about: bool = False) -> str:
    said = say("spoken.card", card=card_name(say, card), time=CARDS[card].time)
    return f"{said} {card_about(say, card)}." if about else said


def board(look: Look[State, Hand]) -> tuple[tuple[str, ...], ...]:
    """The piles, then a row for each city: its points, then what lies there."""
    say, seen = TEXTS[look.language], look.seen
    piles = tuple(_pile(say, seen, pile) for pile in range(position.PILES))
    over = seen.phase == position.OVER
    counts = count(seen) if over else so_far(seen)
    rows = []
    for name, city, lines in zip(look.names, seen.cities, counts, strict=True):
        made = ", ".join(f"{line_name(say, x.reason)} {x.points}" for x in lines)
        points = say("spoken.points", name=name, n=total(lines))
        head = f"{points}: {made}." if made else f"{points}."
        rows.append((head, *_city(say, city)))
    return (piles, *rows)


def _city(say: Words, city: City) -> tuple[str, ...]:
    told = [_card(say, card) for card in cards.cards_of(city.visible | city.codex)]
    for cover, under in (*city.temples, *city.saucers):
        named = ", ".join(card_name(say, card) for card in cards.cards_of(under))
        what = say("spoken.with", cards=named) if named else say("spoken.with_none")
        told.append(f"{card_name(say, cover)}, {what}")
    return tuple(told)


def event(told: GameEvent, seat: Seat, look: Look[State, Hand]) -> str:
    """What an action did, to everybody."""
    say, by = TEXTS[look.language], told.get("seat", seat)
    name = look.names[by] if by >= 0 else ""
    match told["event"]:
        case "taken":
            place = place_name(say, told["pile"] - 1)
            return say("spoken.taken", name=name, place=place)
        case "chosen":
            return say("spoken.chosen", name=name)
        case "times":
            first = told["starter"]
            time = told["times"][str(first)]
            return say("spoken.times", name=look.names[first], time=time)
        case "revealed":
            return say("spoken.played", name=name, card=card_name(say, told["card"]))
        case "hidden":
            named = ", ".join(card_name(say, card) for card in told["cards"])
            temple = card_name(say, told["temple"])
            key = "spoken.hidden" if named else "spoken.empty_temple"
            return say(key, name=name, temple=temple, cards=named)
        case "abducted":
            card, victim = card_name(say, told["card"]), look.names[told["from"]]
            return say("spoken.abducted", name=name, victim=victim, card=card)
        case "round_over":
            said = say("spoken.round_over", round=told["round"])
            if (left := told["saucers_left"]) > 0:
                said = f"{said} {say('spoken.left', n=left)}"
            return said
    return ""
