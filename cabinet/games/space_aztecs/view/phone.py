"""What a player of Space Aztecs sees in a phone: the hand, the city, the points.

Everything comes from the position as the seat sees it, so a phone knows what its
player knows and nothing else.
"""

from typing import Final

from cabinet.games.space_aztecs.rules import cards, position
from cabinet.games.space_aztecs.rules.position import NO_CARD, NO_PILE, State
from cabinet.games.space_aztecs.rules.score import (
    CAPTURED,
    HUNGER,
    PRIEST,
    count,
    so_far,
    total,
)
from cabinet.games.space_aztecs.view.drama import NEAR, cities_at, landed
from cabinet.games.space_aztecs.view.portraits import PORTRAITS
from cabinet.games.space_aztecs.view.texts import (
    card_about,
    card_name,
    line_name,
    place_name,
)
from cabinet.i18n import Words
from cabinet.tabletop.api import Document, GameEvent, Seat
from cabinet.tabletop.optional import Story

# So many lines explain the game, and so many events are told.
RULES: Final = 10
EVENTS: Final = 3


def page(
    seen: State,
    legal: tuple[str, ...],
    seat: Seat,
    names: tuple[str, ...],
    say: Words,
    story: Story = Story(),  # noqa: B008 - never changes
) -> Document:
    """See `cabinet.tabletop.optional.Handheld.phone`."""
    shown = landed(story.lately, story.age)
    seen = seen._replace(cities=cities_at(story.lately, seen.cities, story.age))
    counted = seen.phase == position.OVER and (
        shown > len(story.lately) or not story.lately
    )
    counts = count(seen) if counted else so_far(seen)
    doing = [_doing(seen, other, say) for other in range(len(names))]
    points = [total(lines) for lines in counts]
    return {
        "heading": _heading(seen, seat, names, say) if legal else "",
        "choices": [_choice(action, seen, say) for action in legal],
        "groups": _groups(seen, seat, say),
        "lines": [[line_name(say, x.reason), x.points] for x in counts[seat]],
        "total": points[seat],
        "players": [list(row) for row in zip(names, points, doing, strict=True)],
        "events": _events(story, shown, seat, names, say),
        "rules": _rules(seen, say),
        "counted": counted,
    }


def _rules(seen: State, say: Words) -> list[str]:
    """The game in ten lines, with the numbers of this table."""
    fed = seen.removed == cards.FAMILIES.index("pink")
    keys = [f"rules.{n}" for n in range(1, RULES + 1)]
    keys[RULES - 3] += ".codex" if seen.with_codex else ".plain"
    keys[RULES - 2] += ".fed" if fed else ".hunger"
    return [
        say(
            key,
            n=position.saucer_limit(len(seen.cities)),
            hunger=HUNGER,
            priest=PRIEST,
            captured=CAPTURED,
        )
        for key in keys
    ]


def _events(
    story: Story, shown: int, seat: Seat, names: tuple[str, ...], say: Words
) -> list[Document]:
    """The last things that the screen has shown, the newest first."""
    ahead = max(0, len(story.lately) - shown)
    told = [
        {"n": number, **said}
        for number, event in story.told[: len(story.told) - ahead]
        if (said := _event(event, seat, names, say))
    ]
    return told[: -EVENTS - 1 : -1]


def _event(
    event: GameEvent, seat: Seat, names: tuple[str, ...], say: Words
) -> Document:
    """What it means for this seat; {} if nothing."""
    kind = event["event"]
    if kind == "abducted":
        return _abduction(event, seat, names, say)
    if kind == "times":
        starter = event["starter"]
        time = event["times"][str(starter)]
        return _told(say("phone_begins", name=names[starter], time=time))
    if kind == "revealed":
        what = card_name(say, event["card"])
        text = say("phone_played", name=names[event["seat"]], card=what)
        return _told(text, event["card"], say)
    if kind == "hidden":
        many = len(event["cards"])
        text = say("shelters", name=names[event["seat"]], n=many)
        return _told(text, event["temple"], say)
    if kind == "round_over" and 0 < event["saucers_left"] <= NEAR:
        return _told(say("warning", n=event["saucers_left"]))
    return _told(say(f"why.{event['reason']}")) if kind == "game_over" else {}


def _abduction(
    event: GameEvent, seat: Seat, names: tuple[str, ...], say: Words
) -> Document:
    robber, victim, taken = event["seat"], event["from"], event["card"]
    what = {"card": card_name(say, taken), "victim": names[victim]}
    key, kind = "phone_takes", ""
    if victim == seat:
        key, kind = "phone_robbed", "robbed"
    elif robber == seat:
        key, kind = "phone_wins", "won"
    return _told(say(key, name=names[robber], **what), taken, say, kind)


def _told(
    text: str, about: int = 0, say: Words | None = None, kind: str = ""
) -> Document:
    shown = card(about, say) if about and say else None
    return {"text": text, "kind": kind, "card": shown}


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
        return say("phone_choose", place=place_name(say, seen.taken[seat]))
    asked = seen.pending
    if asked and asked.victims:
        return say("ask_abduct", name=names[asked.victims[0]])
    return say("ask_hide")


def _choice(action: str, seen: State, say: Words) -> Document:
    word, *numbers = action.split()
    if word == "take":
        pile = int(numbers[0]) - 1
        left = say("phone_left", n=len(seen.piles[pile]))
        plain = _plain(action, place_name(say, pile), left)
        return plain | {"sign": f"place_{pile}", "time": left}
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
        return place_name(say, seen.taken[seat])
    return ""
