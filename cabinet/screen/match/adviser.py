"""What the house tells people: danger, chances, hints, and a guided first turn.

A thinker of its own looks one move ahead after each action, and thinks about a hint
when somebody has held Mode for long enough (on a phone its own button); no frame waits
for either. What comes too late for its position is forgotten.
"""

import json
from dataclasses import dataclass
from typing import Final, NamedTuple

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.core.program_settings import Coaching
from cabinet.i18n import Words, game_words, has_words
from cabinet.screen.match.guide import Guide
from cabinet.screen.match.table import Table, people
from cabinet.screen.match.thinking import Thinker
from cabinet.screen.scenes.show import Coached
from cabinet.tabletop.advice import Advice, may_advise
from cabinet.tabletop.api import AnyGame, Seat
from cabinet.tabletop.recount import recounted

# How long Mode is held for a hint, and how long the house thinks about one.
HOLD: Final = 500 * MILLISECOND
THINKING_MS: Final = 900
# How long it is said that Mode is to be held.
TIP: Final = 3 * SECOND
# After this long nobody waits any more.
TIMEOUT: Final = 8 * SECOND
BUTTON: Final = "mode"


class MatchMoment(NamedTuple):
    """A position: of which match, and after how many actions."""

    match: int
    turn: int


@dataclass(slots=True)
class _Question:
    moment: MatchMoment
    want: str
    seat: Seat
    at: Nanos


class Tension(NamedTuple):
    """Who could win with the next move, among those who wait and those who are due."""

    rivals: tuple[Seat, ...] = ()
    own: tuple[Seat, ...] = ()
    since: Nanos = 0


CALM: Final = Tension()


class Adviser:
    """Asks a thinker about the match on the screen; `tick` it once a frame."""

    def __init__(self, thinker: Thinker, coaching: Coaching) -> None:
        self.guide = Guide(coaching)
        self._thinker = thinker
        self._coaching = coaching
        self._question: _Question | None = None
        self._reach: tuple[MatchMoment, tuple[Seat, ...]] | None = None
        self._tension = CALM
        self._hint: tuple[MatchMoment, Seat, Advice] | None = None
        self._match = 0
        self._used: dict[Seat, int] = {}
        self._held_since: dict[str, Nanos] = {}
        self._tip_until: Nanos = 0
        self._wanted: Seat | None = None

    # Hands

    def touch(self, line: str, what: str, at: Nanos) -> None:
        """A line of the panel; only Mode, or a phone's own, is ours."""
        if line.rpartition(".")[2] != BUTTON:
            return
        if what == "pressed":
            self._held_since[line] = at
        elif what == "released" and self._held_since.pop(line, None) is not None:
            self._tip_until = 0 if self.guide.skip() else at + TIP

    def left(self, table: Table, seat: Seat) -> int:
        """How many hints this seat may still ask for."""
        if table.live or not may_advise(table.game, len(people(table.card))):
            return 0
        used = self._used.get(seat, 0) if self._match == table.card.id else 0
        return max(0, self._coaching.hints - used)

    @property
    def thinks(self) -> bool:
        """Whether somebody waits for a hint."""
        return self._wanted is not None

    # Frames

    def tick(self, table: Table, now: Nanos) -> None:
        """Take the answer that has come, and ask what is to be asked."""
        if self._match != table.card.id:
            self.forget()
            self._match = table.card.id
            self.guide.begin(table, now)
        self.guide.tick(table, now)
        moment = MatchMoment(table.card.id, len(table.match.log))
        self._take(table, moment, now)
        self._feel(table, moment, now)
        self._want_a_hint(table, now)
        if self._question is None:
            self._ask(table, moment, now)

    def forget(self) -> None:
        """Another match, or none."""
        if self._question is not None:
            self._thinker.cancel()
        self._question = self._reach = self._hint = self._wanted = None
        self._tension, self._used, self._held_since = CALM, {}, {}

    def close(self) -> None:
        """Let go of the thinker."""
        self._thinker.close()

    def _take(self, table: Table, moment: MatchMoment, now: Nanos) -> None:
        asked = self._question
        if asked is None:
            return
        answer = self._thinker.answer()
        if answer is None:
            late = now - asked.at > TIMEOUT
            if late or (asked.moment != moment and asked.want == "advice"):
                self._thinker.cancel()
                self._question = self._wanted = None
            return
        self._question = None
        if asked.want == "reach":
            self._reach = asked.moment, tuple(json.loads(answer or "[]"))
        elif asked.moment == moment and answer:
            self._give(table, moment, asked.seat, _advice(answer))
        else:
            self._wanted = None

    def _give(
        self, table: Table, moment: MatchMoment, seat: Seat, advice: Advice
    ) -> None:
        self._wanted = None
        self._hint = moment, seat, advice
        self._used[seat] = self._used.get(seat, 0) + 1
        table.point(seat, advice.press[:-1])

    def _ask(self, table: Table, moment: MatchMoment, now: Nanos) -> None:
        if table.match.over or table.asks_dice:
            return
        if self._wanted is not None:
            self._begin(table, moment, "advice", self._wanted, now)
        elif self._coaching.danger and not (self._reach and self._reach[0] == moment):
            self._begin(table, moment, "reach", 0, now)

    def _begin(
        self, table: Table, moment: MatchMoment, want: str, seat: Seat, now: Nanos
    ) -> None:
        self._question = _Question(moment, want, seat, now)
        self._thinker.ask(table.card, table.match, seat, THINKING_MS, want)

    def _want_a_hint(self, table: Table, now: Nanos) -> None:
        # On a phone the button does nothing else: there a tap will do.
        held = [
            line
            for line, at in self._held_since.items()
            if "." in line or now - at >= HOLD
        ]
        for line in held:
            del self._held_since[line]
            seat = _whose(table, line)
            if seat is not None and self.left(table, seat) and not table.lands:
                self._wanted = seat

    # What is shown

    def _feel(self, table: Table, moment: MatchMoment, now: Nanos) -> None:
        reach: tuple[Seat, ...] = ()
        if self._reach is not None and (
            self._reach[0] == moment or (table.live and self._reach[0].match)
        ):
            reach = self._reach[1]
        due = table.due("person")
        shown = bool(due) and not (table.lands or table.lingers or table.match.over)
        rivals = tuple(s for s in reach if s not in due) if shown else ()
        own = tuple(s for s in reach if s in due) if shown else ()
        if table.live:  # all are due: the others are who is not at this cabinet
            own = ()
            rivals = tuple(s for s in reach if shown and s in table.due("bot"))
        if (rivals, own) != (self._tension.rivals, self._tension.own):
            self._tension = Tension(rivals, own, now)

    def told(self, table: Table, words: Words, now: Nanos) -> Coached:
        """All of it, for a scene."""
        rivals, own, since = self._tension
        seat = next(iter(table.due("person")), None)
        due = seat is not None and not (table.lands or table.match.over)
        hint = words("hint.thinking") if self.thinks else self.hint(table, words)
        if not hint and due and seat is not None and now < self._tip_until:
            hint = words("hint.hold" if self.left(table, seat) else "hint.none")
        step, number = self.guide.step(table, words)
        return Coached(
            danger=could_win(table, "rival", rivals, words),
            chance=could_win(table, "own", own, words),
            age=(now - since) * 60 // SECOND,
            hint=hint,
            hints=self.left(table, seat) if due and seat is not None else None,
            step=step if due else "",
            number=number,
        )

    @property
    def tension(self) -> Tension:
        """Who could win with the next move, while somebody at the cabinet is asked."""
        return self._tension

    def hint(self, table: Table, words: Words) -> str:
        """The hint for who is due, in a line; "" if there is none."""
        if self._hint is None:
            return ""
        moment, _, advice = self._hint
        if moment != (table.card.id, len(table.match.log)):
            return ""
        return told(table.game, advice, table.names(words), words)


def _whose(table: Table, line: str) -> Seat | None:
    """Who asks: the seat of a phone, or who is due at the stick."""
    owner, dot, _ = line.partition(".")
    due = table.due("person")
    if dot:
        seat = int(owner[1:]) - 1
        return seat if seat in due else None
    return next(iter(table.at_stick), None)


def could_win(table: Table, which: str, seats: tuple[Seat, ...], words: Words) -> str:
    """Who could win, in a sentence; "" if nobody could."""
    if not seats:
        return ""
    return said(table.game.package, which, table.names(words)[seats[0]], words)


def said(package: str, which: str, name: str, words: Words) -> str:
    """That a "rival" could win, or one's "own" seat: in the game's words, if any."""
    own = game_words(package, words.language) if has_words(package) else None
    if own is not None and f"reach.{which}" in own:
        return own(f"reach.{which}", name=name)
    return words(f"playing.{which}", name=name)


def _advice(answer: str) -> Advice:
    action, press, events, wins, saves, gains = json.loads(answer)
    return Advice(action, tuple(press), tuple(events), wins, tuple(saves), gains)


def told(
    game: AnyGame,
    advice: Advice,
    names: tuple[str, ...],
    words: Words,
) -> str:
    """What the house would play and why, in the words of the game and our own."""
    what = recounted(game.package, words.language, advice.events)
    why = _reason(game, advice, names, words)
    return (
        words("hint.both", what=what, why=why) if what else words("hint.why", why=why)
    )


def _reason(
    game: AnyGame,
    advice: Advice,
    names: tuple[str, ...],
    words: Words,
) -> str:
    if advice.wins:
        return words("hint.wins")
    if advice.saves:
        return words("hint.saves", name=names[advice.saves[0]])
    if game.counts is None and advice.gains > 0 and game.near is None:
        return words("hint.gains", n=advice.gains)
    package = game.package
    own = game_words(package, words.language) if has_words(package) else None
    for event in advice.events:
        role = event.get("role", "")
        for key in (f"hint.{event['event']}.{role}", f"hint.{event['event']}"):
            if own is not None and key in own:
                return own(key, **event)
    return words("hint.house")
