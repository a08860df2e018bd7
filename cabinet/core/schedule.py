"""The week's rules: when it costs something else, is free, closed, or quieter.

Pure: a moment in, what is so then out. A rule belongs to the day on which it begins,
also where it goes on past midnight. A holiday is a kind of day of its own: the rules
of its weekday do not count on it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

DAY: Final = 1440
HOLIDAY: Final = 7
EVERY_DAY: Final = frozenset(range(HOLIDAY + 1))
# As far ahead as anybody is told when it opens again.
_HORIZON: Final = 8


class Moment(NamedTuple):
    """A minute of a day; days are counted as `date.toordinal` does."""

    day: int
    minute: int

    @property
    def weekday(self) -> int:
        """0 is Monday."""
        return (self.day - 1) % 7


@dataclass(frozen=True, slots=True)
class Rule:
    """From one minute of some days to another; equal ones are a whole day.

    `what` is price (with `credits`), free, closed or volume (with `volume`, a percent).
    `games` are names of games or keys of modes; empty: all.
    """

    what: str
    start: int
    end: int
    days: frozenset[int] = EVERY_DAY
    games: frozenset[str] = frozenset()
    credits: int = 0
    volume: int = 100

    @property
    def goes_on(self) -> bool:
        """Whether it ends on the day after."""
        return self.end <= self.start

    def is_for(self, game: str, key: str) -> bool:
        """Whether it is about that mode of a game."""
        return not self.games or game in self.games or key in self.games

    @property
    def told(self) -> str:
        """The rule on one line, for the journal: `01234 1080-1200 price 2`."""
        days = "".join(map(str, sorted(self.days)))
        price = f"price {self.credits}" if self.what == "price" else self.what
        games = " ".join(sorted(self.games))
        return f"{days} {self.start}-{self.end} {price} {games}".rstrip()

    @property
    def effect(self) -> tuple[str, int, int]:
        """What it makes so."""
        return self.what, self.credits, self.volume


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rules, and the days that are holidays."""

    rules: tuple[Rule, ...] = ()
    holidays: frozenset[int] = frozenset()

    def active(self, at: Moment) -> Iterator[Rule]:
        """The rules that are so at a moment."""
        today, before = self.kind_of(at.day), self.kind_of(at.day - 1)
        for rule in self.rules:
            if rule.goes_on:
                on = (today in rule.days and at.minute >= rule.start) or (
                    before in rule.days and at.minute < rule.end
                )
            else:
                on = today in rule.days and rule.start <= at.minute < rule.end
            if on:
                yield rule

    def kind_of(self, day: int) -> int:
        """Its weekday, or `HOLIDAY`."""
        return HOLIDAY if day in self.holidays else (day - 1) % 7

    def price(self, at: Moment, game: str, key: str, usual: int) -> int:
        """Credits of a mode; a rule that names the game is before one for all."""
        found = [
            rule
            for rule in self.active(at)
            if rule.what in ("price", "free") and rule.is_for(game, key)
        ]
        found.sort(key=lambda rule: not rule.games)
        return found[0].credits if found else usual

    def is_free(self, at: Moment) -> bool:
        """Whether all games are."""
        return any(rule.what == "free" and not rule.games for rule in self.active(at))

    def volume(self, at: Moment) -> int:
        """What is left of every volume, in percent."""
        return min(
            (r.volume for r in self.active(at) if r.what == "volume"), default=100
        )

    def closed_until(self, at: Moment) -> Moment | None:
        """When it opens again; None while it is open."""
        if not self._is_closed(at):
            return None
        edges = sorted({0, *(r.end for r in self.rules if r.what == "closed")})
        for day in range(at.day, at.day + _HORIZON):
            for minute in edges:
                later = Moment(day, minute)
                if later > at and not self._is_closed(later):
                    return later
        return Moment(at.day + _HORIZON, 0)

    def _is_closed(self, at: Moment) -> bool:
        return any(rule.what == "closed" for rule in self.active(at))


# Rules that contradict each other: the same thing, at the same time, in two ways.


class Conflict(NamedTuple):
    """The numbers of two rules, from 0."""

    first: int
    second: int


def conflicts(rules: Iterable[tuple[int, Rule]]) -> Iterator[Conflict]:
    """Every two numbered rules of which only one can be."""
    for (number, one), (other, two) in combinations(rules, 2):
        if (
            one.effect != two.effect
            and _is_about(one) == _is_about(two)
            and _share_games(one, two)
            and _meet(one, two)
        ):
            yield Conflict(number, other)


def _is_about(rule: Rule) -> str:
    return "price" if rule.what in ("price", "free") else rule.what


def _share_games(one: Rule, two: Rule) -> bool:
    """Whether neither is more exact than the other, and both are about some game."""
    if not one.games or not two.games:
        return one.games == two.games
    return any(
        a == b or a.startswith(f"{b} ") or b.startswith(f"{a} ")
        for a in one.games
        for b in two.games
    )


def _meet(one: Rule, two: Rule) -> bool:
    """Whether there is a day on which both are so. Any day may follow a holiday."""
    for day, start, end in _pieces(one):
        for other, begin, until in _pieces(two):
            same = day == other or (
                HOLIDAY in (day, other) and _is_rest(one, two, start, begin)
            )
            if same and start < until and begin < end:
                return True
    return False


def _is_rest(one: Rule, two: Rule, start: int, begin: int) -> bool:
    """Whether one of two pieces goes on from the day before."""
    return (one.goes_on and not start) or (two.goes_on and not begin)


def _pieces(rule: Rule) -> Iterator[tuple[int, int, int]]:
    """The kinds of days with the minutes of each, cut at midnight."""
    for day in sorted(rule.days):
        if not rule.goes_on:
            yield day, rule.start, rule.end
            continue
        yield day, rule.start, DAY
        if rule.end:
            yield (HOLIDAY if day == HOLIDAY else (day + 1) % 7), 0, rule.end
