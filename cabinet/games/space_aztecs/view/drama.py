"""The round as a drama: what the last action did, beat by beat.

The position is already the one after all of it. The cities before each beat follow by
taking the events back, last first, so that cards and points change when it is shown.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from cabinet.games.space_aztecs.rules.cards import BIT, KIND, SAUCER, of_cards
from cabinet.games.space_aztecs.rules.position import City
from cabinet.tabletop.api import GameEvent

Cities: TypeAlias = tuple[City, ...]

# How long each kind of event is shown, in frames; an hour, as long as that for each.
FRAMES: Final = {
    "times": 40,
    "revealed": 66,
    "abducted": 130,
    "hidden": 90,
    "shown": 36,
    "game_over": 90,
}
# So few saucers before the end of the world everybody is warned after a round.
NEAR: Final = 2
WARNING_FRAMES: Final = 80
HOUR_FRAMES: Final = 20
# Of a beat, the part after which its effect has landed.
LANDED: Final = 0.7
# The last look at a finished game is short, and the count must fit in.
LAST_FRAMES: Final = 900
# For so long a row of the final count stands alone; all of it takes this at most.
ROW_FRAMES: Final = 45
COUNT_FRAMES: Final = 13 * ROW_FRAMES


class Beat(NamedTuple):
    """One event on the stage, the cities before and after it, and since when."""

    event: GameEvent
    begins: int
    frames: int
    before: Cities
    after: Cities

    def part(self, age: int) -> float:
        """How much of it is over, from 0 to 1."""
        return min(1.0, max(0.0, (age - self.begins) / self.frames))

    def cities(self, age: int) -> Cities:
        """The cities as they are to be shown now."""
        return self.after if self.part(age) >= LANDED else self.before


def _lasts(event: GameEvent) -> int:
    hours = HOUR_FRAMES * len(event.get("times", ()))
    if 0 < event.get("saucers_left", 0) <= NEAR:
        return WARNING_FRAMES
    return FRAMES.get(event["event"], 0) + hours


def length(lately: Sequence[GameEvent]) -> int:
    """For how many frames this news is played out."""
    told = [event["event"] for event in lately]
    whole = sum(map(_lasts, lately))
    return min(LAST_FRAMES, whole) if "game_over" in told else whole


def landed(lately: Sequence[GameEvent], age: int) -> int:
    """How many of these events have had their effect; one more once all is counted."""
    whole, shown, since = sum(map(_lasts, lately)), length(lately), 0
    for number, event in enumerate(lately):
        frames = _lasts(event)
        if frames and age < since + frames * LANDED * shown / whole:
            return number
        since += round(frames * shown / whole) if whole else 0
    over = bool(lately) and lately[-1]["event"] == "game_over"
    return len(lately) + (over and age >= shown + COUNT_FRAMES)


def cities_at(lately: tuple[GameEvent, ...], after: Cities, age: int) -> Cities:
    """The cities as they are to be shown `age` frames after the news."""
    beat = beat_at(lately, after, age)
    return beat.cities(age) if beat else after


def beat_at(lately: tuple[GameEvent, ...], after: Cities, age: int) -> Beat | None:
    """What is on the stage `age` frames after the news; None when all is played."""
    whole, shown = sum(map(_lasts, lately)), length(lately)
    if age >= shown:
        return None
    begins, quick = 0, shown / whole
    for beat in _beats(_Told(lately), after):
        frames = max(1, round(beat.frames * quick))
        if age < begins + frames:
            return beat._replace(begins=begins, frames=frames)
        begins += frames
    return None


class _Told(tuple[GameEvent, ...]):
    """News that can be looked up by what it says."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(repr(tuple(self)))


@lru_cache(maxsize=8)
def _beats(lately: _Told, after: Cities) -> tuple[Beat, ...]:
    beats: list[Beat] = []
    for place in range(len(lately) - 1, -1, -1):
        event = lately[place]
        before = _taken_back(after, event, lately[place - 1] if place else None)
        if frames := _lasts(event):
            beats.append(Beat(event, 0, frames, before, after))
        after = before
    return tuple(reversed(beats))


def _taken_back(cities: Cities, event: GameEvent, earlier: GameEvent | None) -> Cities:
    """The cities before this event."""
    told = event["event"]
    if told not in ("revealed", "shown", "hidden", "abducted"):
        return cities
    seat = event["seat"]
    city = cities[seat]
    if told in ("revealed", "shown"):
        return _with(cities, seat, _without(city, event["card"]))
    if told == "hidden":
        hidden = of_cards(event["cards"])
        temples = _lifted(city.temples, hidden)
        fell = earlier is not None and earlier.get("card") == event["temple"]
        visible = city.visible | hidden if fell else city.visible
        return _with(cities, seat, city._replace(temples=temples, visible=visible))
    card, victim = BIT[event["card"]], event["from"]
    robber = city._replace(saucers=_lifted(city.saucers, card))
    robbed = cities[victim]._replace(visible=cities[victim].visible | card)
    return _with(_with(cities, seat, robber), victim, robbed)


def _with(cities: Cities, seat: int, city: City) -> Cities:
    return (*cities[:seat], city, *cities[seat + 1 :])


def _lifted(
    covers: tuple[tuple[int, int], ...], cards: int
) -> tuple[tuple[int, int], ...]:
    return tuple((cover, under & ~cards) for cover, under in covers)


def _without(city: City, card: int) -> City:
    """A city in which this card has not been played."""
    return City(
        city.visible & ~BIT[card],
        tuple(cover for cover in city.temples if cover[0] != card),
        city.codex & ~BIT[card],
        tuple(cover for cover in city.saucers if cover[0] != card),
    )


def misses(lately: Sequence[GameEvent], card: int, asked: int) -> bool:
    """Whether a saucer finds nobody; `asked` is the card that waits for an answer."""
    hits = any(event.get("saucer") == card for event in lately)
    return KIND[card] == SAUCER and not hits and card != asked
