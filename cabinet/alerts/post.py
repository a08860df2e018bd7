"""When events become a letter, and when a letter is tried again.

Events gather for a moment, wait for the end of quiet hours, and for room in the hour:
so many letters and no more. None is dropped for that: what has waited goes out
together. A letter is tried on each way by itself, ever more seldom, for two days.
"""

import secrets
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from cabinet.alerts.config import Wanted
from cabinet.alerts.memory import Delivery, LastTry, Letter, PostKept
from cabinet.alerts.ways import Said
from cabinet.i18n import words
from cabinet.i18n.message import Message, Verbatim, from_text, message, to_text

SECOND_MS: Final = 1_000
HOUR_MS: Final = 3_600 * SECOND_MS
# What happens at once is told at once: a door that opens and the blow that opened it.
GATHER_MS: Final = 5 * SECOND_MS
FIRST_PAUSE_MS: Final = 30 * SECOND_MS
LONGEST_PAUSE_MS: Final = HOUR_MS
GIVEN_UP_MS: Final = 48 * HOUR_MS


_HEADINGS: Final = {
    "digest": message("alerts.title_digest"),
    "test": message("alerts.title_test"),
}


class Post:
    """Letters that are made of what waits, and their ways."""

    def __init__(self, held: PostKept, wall_ms: Callable[[], int]) -> None:
        self._held = held
        self._wall_ms = wall_ms

    def gather(self, wanted: Wanted, minute: int) -> None:
        """Make a letter of all that waits, if now is the time for one."""
        held, now = self._held, self._wall_ms()
        held.sent = [at for at in held.sent if 0 <= now - at < HOUR_MS]
        held.waiting = [one for one in held.waiting if one.subject in wanted.about]
        if not wanted.ways:
            held.waiting, held.more = [], 0
        if not held.waiting or is_quiet(wanted, minute):
            return
        first = min(one.wall_ms for one in held.waiting)
        if 0 <= now - first < GATHER_MS or len(held.sent) >= wanted.per_hour:
            return
        today = _date(now)
        lines = [
            _line(one.wall_ms, from_text(one.told), one.times, today)
            for one in sorted(held.waiting, key=lambda one: one.wall_ms)
        ]
        if held.more:
            lines.append(message("alerts.more", n=held.more))
        held.sent.append(now)
        held.waiting, held.more = [], 0
        self.write("alarm", lines, wanted.ways)

    def write(self, kind: str, lines: list[Message], ways: Collection[str]) -> None:
        """A letter for all these ways."""
        texts = [to_text(line) for line in lines]
        id_, now = secrets.token_hex(16), self._wall_ms()
        due = {way: Delivery() for way in ways}
        self._held.letters.append(Letter(id_, kind, now, texts, due))

    def due(self, ways: Collection[str]) -> list[tuple[str, Letter]]:
        """The oldest letter of each way that is to be tried now."""
        now = self._wall_ms()
        found: dict[str, Letter] = {}
        for letter in self._held.letters:
            for way, state in letter.ways.items():
                # A clock that was set back makes nobody wait for longer than this.
                waits = 0 < state.due_ms - now <= LONGEST_PAUSE_MS
                if way in ways and not waits:
                    found.setdefault(way, letter)
        return list(found.items())

    def settle(self, way: str, letter: Letter, why: str) -> bool:
        """A try is over; `why` "": it was taken. Whether nobody tries again."""
        now = self._wall_ms()
        self._held.outcomes[way] = LastTry(now, why)
        state = letter.ways.get(way)
        if state is None:
            return True
        over = not why or letter.kind == "test" or now - letter.wall_ms > GIVEN_UP_MS
        if over:
            del letter.ways[way]
        else:
            pause = FIRST_PAUSE_MS * 2 ** min(state.tries, 10)
            state.tries += 1
            state.due_ms = now + min(pause, LONGEST_PAUSE_MS)
        self.tidy()
        return over

    def tidy(self, ways: Collection[str] | None = None) -> None:
        """Forget ways that are switched off, and letters that are everywhere."""
        for letter in self._held.letters:
            for way in [one for one in letter.ways if ways and one not in ways]:
                del letter.ways[way]
        self._held.letters = [one for one in self._held.letters if one.ways]


def is_quiet(wanted: Wanted, minute: int) -> bool:
    """Whether this minute of the day is in the quiet hours; they may pass midnight."""
    if wanted.quiet is None:
        return False
    begin, end = wanted.quiet
    if begin <= end:
        return begin <= minute < end
    return minute >= begin or minute < end


def said(letter: Letter, wanted: Wanted) -> Said:
    """A letter in the cabinet's language."""
    speak = words(wanted.language)
    told = [from_text(line) for line in letter.lines]
    lines = tuple(speak.say(line, wanted.currency) for line in told)
    heading = _HEADINGS.get(letter.kind) or message("alerts.title_alarm", n=len(lines))
    if letter.kind == "alarm" and len(told) == 1:
        heading = dict(told[0].values).get("what", heading)  # type: ignore[assignment]
    title = f"{wanted.cabinet} – {speak.say(heading, wanted.currency)}"
    return Said(letter.id, letter.kind, letter.wall_ms, wanted.cabinet, title, lines)


def _line(wall_ms: int, what: Message, times: int, today: str) -> Message:
    """An event with its time, and its day where that is another."""
    at = datetime.fromtimestamp(wall_ms / SECOND_MS).astimezone()
    when = f"{at:%H:%M}" if _date(wall_ms) == today else f"{at:%Y-%m-%d %H:%M}"
    if times > 1:
        return message("alerts.line_again", at=Verbatim(when), what=what, times=times)
    return message("alerts.line", at=Verbatim(when), what=what)


def _date(wall_ms: int) -> str:
    return f"{datetime.fromtimestamp(wall_ms / SECOND_MS).astimezone():%Y-%m-%d}"
