"""The week of the schedule as a drawing, and its rules in words, by the menu."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from cabinet.core.schedule import DAY, EVERY_DAY, HOLIDAY, Rule
from cabinet.i18n import Words
from cabinet.protocol.list_rows import ticked
from cabinet.protocol.operator import Menu

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday")
_LEFT: Final = 64
_ROW: Final = 22
_TOP: Final = 16
WIDTH: Final = _LEFT + 24 * 24
# The lowest is drawn first.
_ORDER: Final = ("volume", "price", "free", "closed")


class DrawnWeek(NamedTuple):
    """The drawing, and each rule in a sentence."""

    drawing: Markup
    rules: list[str]


def week_calendar(menu: Menu, w: Words) -> DrawnWeek:
    """The week as the menu's settings have it."""
    rules = list(_rules({entry.path: entry.value for entry in menu.entries}))
    told = [_sentence(rule, w) for rule in rules]
    height = _TOP + len(_DAYS) * _ROW
    named = f'role="img" aria-label="{escape(w("week.title"))}"'
    parts = [f'<svg class="week" viewBox="0 0 {WIDTH} {height}" {named}>']
    for hour in range(0, 24, 3):
        x = _LEFT + hour * 24
        parts.append(
            f'<text class="hour" x="{x}" y="{_TOP - 4}">{hour}</text>'
            f'<line x1="{x}" y1="{_TOP}" x2="{x}" y2="{height}"/>'
        )
    for day in range(len(_DAYS)):
        y = _TOP + day * _ROW
        name = w(f"takings.weekdays.d{day + 1}") if day < HOLIDAY else w("week.holiday")
        parts.append(f'<text class="day" x="0" y="{y + 15}">{escape(name[:9])}</text>')
        for rule, sentence in sorted(
            zip(rules, told, strict=True), key=lambda each: _ORDER.index(each[0].what)
        ):
            for start, end in _pieces(rule, day):
                left, wide = _LEFT + start * 24 / 60, (end - start) * 24 / 60
                high = 5 if rule.what == "volume" else _ROW - 9
                at = y + _ROW - 7 if rule.what == "volume" else y + 2
                parts.append(
                    f'<rect class="{rule.what}" x="{left:.1f}" y="{at}" '
                    f'width="{wide:.1f}" height="{high}">'
                    f"<title>{escape(sentence)}</title></rect>"
                )
    return DrawnWeek(Markup("".join([*parts, "</svg>"])), told)


def _pieces(rule: Rule, day: int) -> Iterator[tuple[int, int]]:
    """From when to when it is so on a day; nobody knows what follows a holiday."""
    if day in rule.days:
        yield rule.start, DAY if rule.goes_on else rule.end
    if rule.goes_on and rule.end and day < HOLIDAY and (day - 1) % 7 in rule.days:
        yield 0, rule.end


def _rules(now: Mapping[str, str]) -> Iterator[Rule]:
    """The rules; what one does follows from what it says."""
    for number in count():
        path = f"schedule.rules.{number}"
        if f"{path}.from" not in now:
            return
        days = ticked(now.get(f"{path}.days", ""))
        credits, volume = now.get(f"{path}.credits"), now.get(f"{path}.volume")
        games = now.get(f"{path}.games")
        what = "closed" if games is None else "free"
        what = "volume" if volume is not None else what
        what = "price" if credits is not None else what
        named = (one.strip() for one in (games or "").split(","))
        yield Rule(
            what,
            _minute(now[f"{path}.from"]),
            _minute(now[f"{path}.to"]),
            frozenset(map(_DAYS.index, days)) or EVERY_DAY,
            frozenset(one for one in named if one),
            credits=int(credits or 0),
            volume=int(volume or 0),
        )


def _minute(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)


def _sentence(rule: Rule, w: Words) -> str:
    """A rule as people say it: Monday, Tuesday, 18:00 to 22:00: free (azteka)."""
    names = [
        w(f"takings.weekdays.d{day + 1}") if day < HOLIDAY else w("week.holiday")
        for day in sorted(rule.days)
    ]
    days = w("week.every_day") if rule.days == EVERY_DAY else ", ".join(names)
    what = w(f"week.{rule.what}", n=rule.credits, volume=rule.volume)
    times = w("week.times", start=_clock(rule.start), end=_clock(rule.end))
    if rule.start == rule.end:
        times = w("week.all_day", start=_clock(rule.start))
    games = f" ({', '.join(sorted(rule.games))})" if rule.games else ""
    return w("week.rule", days=days, times=times, what=what) + games


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
