"""What a player of Space Aztecs sees in a phone: the hand, the city, the points.

Everything comes from the position as the seat sees it, so a phone knows what its
player knows and nothing else.
"""

from cabinet.games.space_aztecs.rules import cards, position
from cabinet.games.space_aztecs.rules.position import NO_CARD, NO_PILE, State
from cabinet.games.space_aztecs.rules.score import count, total
from cabinet.games.space_aztecs.view.portraits import PORTRAITS
from cabinet.games.space_aztecs.view.texts import card_about, card_name, line_name
from cabinet.i18n import Words
from cabinet.tabletop.api import Document, Seat


def page(
    seen: State,
    legal: tuple[str, ...],
    seat: Seat,
    names: tuple[str, ...],
    say: Words,
) -> Document:
    """See `cabinet.tabletop.optional.Handheld.phone`."""
    counts = count(seen)
    doing = [_doing(seen, other, say) for other in range(len(names))]
    points = [total(lines) for lines in counts]
    return {
        "heading": _heading(seen, seat, names, say) if legal else "",
        "choices": [_choice(action, seen, say) for action in legal],
        "groups": _groups(seen, seat, say),
        "lines": [[line_name(say, x.reason), x.points] for x in counts[seat]],
        "total": points[seat],
        "players": [list(row) for row in zip(names, points, doing, strict=True)],
    }


def card(number: int, say: Words) -> Document:
    """A card, all of it."""
    printed = cards.CARDS[number]
    worth = str(printed.points or "")
    return {
        "name": card_name(say, number),
        "time": printed.time,
        "family": cards.family_of(number),
        "sign": PORTRAITS[number].name,
        "worth": worth + (f" +{printed.bonus}" if printed.bonus else ""),
        "about": card_about(say, number),
    }


def _heading(seen: State, seat: Seat, names: tuple[str, ...], say: Words) -> str:
    if seen.phase == position.TAKING:
        return say("phone_take")
    if seen.phase == position.CHOOSING:
        return say("phone_choose", pile=seen.taken[seat] + 1)
    asked = seen.pending
    if asked and asked.victims:
        return say("ask_abduct", name=names[asked.victims[0]])
    return say("ask_hide")


def _choice(action: str, seen: State, say: Words) -> Document:
    word, *numbers = action.split()
    if word == "take":
        left = len(seen.piles[int(numbers[0]) - 1])
        name = say("phone_pile", pile=int(numbers[0]))
        return _plain(action, name, say("phone_left", n=left))
    if word == "show":
        return _plain(action, say("show"), "")
    return {"action": action, **card(int(numbers[-1]), say)}


def _plain(action: str, name: str, about: str) -> Document:
    empty = dict.fromkeys(("time", "family", "sign", "worth"), "")
    return {"action": action, "name": name, **empty, "about": about}


def _groups(seen: State, seat: Seat, say: Words) -> list[Document]:
    """The card face down, the city, and what lies under each cover."""
    city, chosen = seen.cities[seat], seen.chosen[seat]
    groups = (
        ("phone_chosen", () if chosen == NO_CARD else (chosen,)),
        ("phone_visible", cards.cards_of(city.visible)),
        ("phone_codex", cards.cards_of(city.codex)),
    )
    titled = [(say(key), lying) for key, lying in groups if lying]
    for cover, under in (*city.temples, *city.saucers):
        titled.append((card_name(say, cover), cards.cards_of(under)))
    return [
        {"title": title, "cards": [card(each, say) for each in lying]}
        for title, lying in titled
    ]


def _doing(seen: State, seat: Seat, say: Words) -> str:
    if time := seen.times().get(seat):
        return time
    if seen.chosen[seat] != NO_CARD:
        return say("chosen")
    if seen.taken[seat] != NO_PILE:
        return say("phone_holds", pile=seen.taken[seat] + 1)
    return ""
