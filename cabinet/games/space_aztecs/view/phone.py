"""What a player of Space Aztecs sees in a phone: the hand, the city, the points.

Everything comes from the seat's own observation, so a phone knows what its player
knows and nothing else.
"""

from cabinet.games.space_aztecs.rules.cards import (
    CARDS,
    FAMILIES,
    KIND,
    KINDS,
    NO_FAMILY,
    PINK,
)
from cabinet.games.space_aztecs.rules.score import count_cities, total
from cabinet.games.space_aztecs.view.stage import read_city
from cabinet.games.space_aztecs.view.texts import card_about, card_name, line_name, say
from cabinet.tabletop.api import Document, Seat


def page(
    seen: Document,
    legal: tuple[str, ...],
    seat: Seat,
    names: tuple[str, ...],
    language: str,
) -> Document:
    """See `cabinet.tabletop.optional.Handheld`."""
    cities = [read_city(city) for city in seen["cities"]]
    counts = count_cities(cities, pink=seen["removed"] != FAMILIES[PINK])
    doing = [_doing(seen, other, language) for other in range(len(names))]
    points = [total(lines) for lines in counts]
    return {
        "heading": _heading(seen, seat, names, language) if legal else "",
        "choices": [_choice(action, seen, language) for action in legal],
        "groups": _groups(seen, seat, language),
        "lines": [[line_name(language, x.reason), x.points] for x in counts[seat]],
        "total": points[seat],
        "players": [list(row) for row in zip(names, points, doing, strict=True)],
    }


def card(number: int, language: str) -> Document:
    """A card, all of it."""
    printed = CARDS[number]
    worth = str(printed.points or "")
    return {
        "name": card_name(language, number),
        "time": printed.time,
        "family": "codex" if printed.family == NO_FAMILY else FAMILIES[printed.family],
        "sign": KINDS[KIND[number]],
        "worth": worth + (f" +{printed.bonus}" if printed.bonus else ""),
        "about": card_about(language, number),
    }


def _heading(seen: Document, seat: Seat, names: tuple[str, ...], language: str) -> str:
    if seen["phase"] == "take":
        return say(language, "phone_take")
    if seen["phase"] == "choose":
        pile = seen["taken"][str(seat)]
        return say(language, "phone_choose", pile=pile)
    asked = seen["pending"]
    if "from" in asked:
        return say(language, "ask_abduct", name=names[asked["from"][0]])
    return say(language, "ask_hide")


def _choice(action: str, seen: Document, language: str) -> Document:
    word, *numbers = action.split()
    if word == "take":
        left = seen["piles"][int(numbers[0]) - 1]
        name = say(language, "phone_pile", pile=int(numbers[0]))
        return _plain(action, name, say(language, "phone_left", n=left))
    if word == "show":
        return _plain(action, say(language, "show"), "")
    return {"action": action, **card(int(numbers[-1]), language)}


def _plain(action: str, name: str, about: str) -> Document:
    empty = dict.fromkeys(("time", "family", "sign", "worth"), "")
    return {"action": action, "name": name, **empty, "about": about}


def _groups(seen: Document, seat: Seat, language: str) -> list[Document]:
    """The card face down, the city, and what lies under each cover."""
    city = seen["cities"][seat]
    chosen = seen["chosen"].get(str(seat))
    groups = [("phone_chosen", [] if chosen is None else [chosen])]
    groups.append(("phone_visible", city["visible"]))
    groups.append(("phone_codex", city["codex"]))
    titled = [(say(language, key), cards) for key, cards in groups]
    for cover in (*city["temples"], *city["saucers"]):
        below = cover.get("under", cover.get("captured"))
        titled.append((card_name(language, cover["card"]), below or [0]))
    return [
        {"title": title, "cards": [card(c, language) for c in cards if c]}
        for title, cards in titled
        if cards
    ]


def _doing(seen: Document, seat: Seat, language: str) -> str:
    key = str(seat)
    if key in seen["times"]:
        return str(seen["times"][key])
    if key in seen["chosen"]:
        return say(language, "chosen")
    if key in seen["taken"]:
        return say(language, "phone_holds", pile=seen["taken"][key])
    return ""
