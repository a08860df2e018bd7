"""The settings of the schedule: rules of the week, and holidays."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Final, Literal

from pydantic import Field

from cabinet.core.schedule import EVERY_DAY, Rule, Schedule, conflicts
from cabinet.i18n.message import message
from cabinet.settings.catalogue import Catalogue
from cabinet.settings.parts import Credits, Part, TimeOfDay, minute_of_day, wanted
from cabinet.settings.problems import Flaw, closest

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday")
Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"]
# The years in which a holiday without a year is one: those of a clock that is right.
_YEARS: Final = range(2024, 2101)
_DATE: Final = r"([0-9]{4}-)?[0-9]{2}-[0-9]{2}"


class ScheduleRule(Part):
    """From one time to another on some days: another price, free, closed, quieter."""

    what: Literal["price", "free", "closed", "volume"] = Field(examples=["closed"])
    days: tuple[Day, ...] = Field(default=(), max_length=len(DAYS))
    start: TimeOfDay = Field(default="00:00", alias="from", examples=["18:00"])
    end: TimeOfDay = Field(default="00:00", alias="to", examples=["22:00"])
    games: str = Field(default="", max_length=200)
    credits: Credits | None = None
    volume: Annotated[int, Field(ge=0, le=100)] | None = None

    def as_rule(self) -> Rule:
        """The same as the state machine knows it."""
        return Rule(
            self.what,
            minute_of_day(self.start),
            minute_of_day(self.end),
            frozenset(map(DAYS.index, self.days)) or EVERY_DAY,
            frozenset(self.names()),
            credits=(self.credits or 0) if self.what == "price" else 0,
            volume=100 if self.volume is None else self.volume,
        )

    def names(self) -> Iterator[str]:
        """The games it is about; none: all."""
        return (" ".join(one.split()) for one in self.games.split(",") if one.strip())


# What a cabinet is that nobody has told anything: quiet at night.
AT_NIGHT: Final[Mapping[str, object]] = {
    "what": "volume",
    "from": "22:00",
    "to": "08:00",
    "volume": 30,
}


class Week(Part):
    """When the cabinet is cheaper, free, closed or quieter."""

    holidays: str = Field(
        default="",
        max_length=480,
        pattern=rf"^({_DATE}([ ,]+{_DATE})*)?$",
        json_schema_extra=wanted(message("kind.dates")),
        examples=["12-25, 2026-07-14"],
    )
    rules: tuple[ScheduleRule, ...] = Field(
        default=(ScheduleRule.model_validate(AT_NIGHT),), max_length=40
    )

    def schedule(self) -> Schedule:
        """The same as the state machine knows it."""
        return Schedule(
            tuple(rule.as_rule() for rule in self.rules), frozenset(self._holidays())
        )

    def _holidays(self) -> Iterator[int]:
        for text in _dates(self.holidays):
            years = _YEARS if len(text) == len("MM-DD") else (int(text[:4]),)
            for year in years:
                if (day := _day(year, text[-5:])) is not None:
                    yield day


def _dates(text: str) -> list[str]:
    return re.findall(_DATE.replace("(", "(?:"), text)


def _day(year: int, text: str) -> int | None:
    month, day = map(int, text.split("-"))
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return None


def week_flaws(week: Week, catalogue: Catalogue | None) -> Iterator[Flaw]:
    """Rules that lack something or contradict each other, and days there are not."""
    for text in _dates(week.holidays):
        # 2024 has a 29th of February.
        if _day(int(text[:4]) if len(text) > len("MM-DD") else 2024, text[-5:]) is None:
            what = message("setting.no_such_day", day=text)
            yield Flaw(("schedule", "holidays"), what, message("hint.dates"))
    for number, rule in enumerate(week.rules):
        yield from _of_one(("schedule", "rules", number), rule, catalogue)
    numbered = ((number, rule.as_rule()) for number, rule in enumerate(week.rules))
    for first, second in conflicts(numbered):
        what = message("setting.rules_conflict", first=first + 1, second=second + 1)
        hint = message("hint.other_times")
        yield Flaw(("schedule", "rules", second, "what"), what, hint)


def _of_one(
    path: tuple[str, str, int], rule: ScheduleRule, catalogue: Catalogue | None
) -> Iterator[Flaw]:
    if rule.what == "price" and rule.credits is None:
        hint = message("hint.add", what="credits: 2")
        yield Flaw((*path, "what"), message("setting.price_without_credits"), hint)
    if rule.what == "volume" and rule.volume is None:
        hint = message("hint.add", what="volume: 30")
        yield Flaw((*path, "what"), message("setting.volume_without_percent"), hint)
    if rule.games and rule.what in ("closed", "volume"):
        what = message("setting.whole_cabinet", what=rule.what)
        yield Flaw((*path, "games"), what, message("hint.remove"))
    for name in rule.names():
        game = name.partition(" ")[0]
        if catalogue is not None and game not in catalogue:
            known = closest(
                game, list(catalogue), otherwise=message("hint.see_operator")
            )
            yield Flaw((*path, "games"), message("setting.no_game", name=game), known)
