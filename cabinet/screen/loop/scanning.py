"""One button: the choices light up in turn, and Start takes the one that is lit.

Many choices come in groups: a group is taken first, then one of it. While Start is
held nothing moves on, and where it has to be held for a while it counts only then.
Nothing here knows what a choice does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.protocol.codec import Panel

# Of more choices than this some are grouped.
MOST_AT_ONCE: Final = 8
# A finger that trembles has pressed once.
REST: Final = 300 * MILLISECOND
# A group in which nothing was taken is left after so many rounds.
ROUNDS: Final = 2
# The first choice is lit for longer: the eye has to find it.
_FIRST: Final = 3, 2


@dataclass(frozen=True, slots=True)
class Choice:
    """What Start takes while it is lit.

    `key` names it, `words` says it. `lines` are what the counter is told, `hand` what a
    game points at meanwhile and `button` what is pressed then. A group is what is
    `within`.
    """

    key: str
    words: str
    lines: tuple[str, ...] = ()
    hand: Any = None
    button: str = ""
    within: "tuple[Choice, ...]" = ()


class LitChoice(NamedTuple):
    """What is lit, for the bar: its words, its place, and what comes next."""

    key: str
    words: str
    number: int
    of: int
    following: str
    part: float


class Scanner:
    """The choices of the moment, and which of them is lit."""

    def __init__(self) -> None:
        self._choices: tuple[Choice, ...] = ()
        self._groups: list[tuple[Choice, ...]] = []
        self._at = 0
        self._since: Nanos = 0
        self._rounds = 0
        self._down: Nanos | None = None
        self._rest_until: Nanos = 0
        self._step: Nanos = 0
        self._now: Nanos = 0

    def offer(self, choices: tuple[Choice, ...], step: Nanos, now: Nanos) -> None:
        """These can be taken now, each lit for so long; others begin anew."""
        self._step, self._now = step, now
        if [*map(_key, choices)] != [*map(_key, self._offered)]:
            self._groups, self._down = [], None
            self._light(choices)
        elif not self._groups:
            self._choices = choices
        self._offered = choices

    _offered: tuple[Choice, ...] = ()

    def rest(self) -> None:
        """Nothing can be taken."""
        self._offered = self._choices = ()
        self._groups, self._down = [], None

    def touch(self, event: Panel, dwell: Nanos) -> Choice | None:
        """Start went down or came up; what it takes at once."""
        if event.what == "released":
            self._down = None
        if event.what != "pressed" or event.at < self._rest_until:
            return None
        self._down = event.at
        return None if dwell else self._take(event.at)

    def tick(self, now: Nanos, dwell: Nanos) -> Choice | None:
        """Time passes: the next is lit, or what is held for long enough is taken."""
        self._now = now
        if not self._choices:
            return None
        if self._down is not None:
            if dwell and now >= self._down + dwell:
                return self._take(now)
            self._since = max(self._since, now - self._lasts // 2)
            return None
        if now >= self._since + self._lasts:
            self._next(now)
        return None

    @property
    def choice(self) -> Choice | None:
        """What is lit."""
        return self._choices[self._at] if self._choices else None

    @property
    def pointed(self) -> Any:  # noqa: ANN401 - the game's own
        """What a game points at: of a group, its choices one after the other."""
        choice = self.choice
        if choice is None or not choice.within:
            return choice.hand if choice else None
        hands = [each.hand for each in choice.within if each.hand is not None]
        if not hands:
            return None
        place = int(self._part * len(hands))
        return hands[min(place, len(hands) - 1)]

    @property
    def lit(self) -> LitChoice | None:
        """The same for the bar."""
        if (choice := self.choice) is None:
            return None
        count = len(self._choices)
        following = self._choices[(self._at + 1) % count].words if count > 1 else ""
        part = self._part
        return LitChoice(choice.key, choice.words, self._at + 1, count, following, part)

    @property
    def _lasts(self) -> Nanos:
        more, of = _FIRST
        return self._step * more // of if self._at == 0 else self._step

    @property
    def _part(self) -> float:
        return min(1.0, (self._now - self._since) / max(1, self._lasts))

    def _light(self, choices: tuple[Choice, ...]) -> None:
        self._choices, self._at, self._rounds = choices, 0, 0
        self._since = self._now

    def _next(self, now: Nanos) -> None:
        self._at, self._since = (self._at + 1) % len(self._choices), now
        self._rounds += self._at == 0
        if self._groups and self._rounds >= ROUNDS:
            self._light(self._groups.pop())

    def _take(self, now: Nanos) -> Choice | None:
        """What is lit, once; a group is looked into."""
        self._down, self._now = None, now
        self._rest_until = now + REST
        if (choice := self.choice) is None:
            return None
        if choice.within:
            self._groups.append(self._choices)
            self._light(choice.within)
            return None
        self._groups = []
        self._light(self._offered)
        return choice


def _key(choice: Choice) -> str:
    return choice.key


def grouped(choices: list[Choice], rows: list[list[Choice]]) -> tuple[Choice, ...]:
    """The choices as they are, or where they are many in groups: rows, if that helps.

    A group is called as its first choice is.
    """
    if len(choices) <= MOST_AT_ONCE:
        return tuple(choices)
    if not 1 < len(rows) <= MOST_AT_ONCE or max(map(len, rows)) > 2 * MOST_AT_ONCE:
        size = max(4, round(len(choices) ** 0.5))
        rows = [*_chunks(choices, size)]
    return tuple(
        row[0]
        if len(row) == 1
        else Choice(f"group.{row[0].key}", row[0].words, within=tuple(row))
        for row in rows
    )


def _chunks(choices: list[Choice], size: int) -> Iterator[list[Choice]]:
    for at in range(0, len(choices), size):
        yield choices[at : at + size]
