"""What should sound, given what happened: values in, names of sounds out.

The snapshots of the counter, the hands on the panel and the events of the games
are all there is to hear. A sound is a name; whether and how loud it sounds is not
decided here.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.protocol.codec import BusMessage, Goodbye, Panel
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.loop.visitor import turns_language, turns_page

# The cabinet's own; a game names others in its table.
Cue: TypeAlias = Literal[
    "back",
    "chance",
    "choose",
    "coin",
    "danger",
    "draw",
    "high_score",
    "hurry",
    "join",
    "lose",
    "move",
    "refuse",
    "start",
    "turn",
    "win",
]
# What is heard on entering a mode, wherever it is entered from.
_ENTERING: Final[Mapping[str, Cue]] = {
    "attract": "back",
    "signing": "high_score",
    "join": "choose",
    "out_of_order": "refuse",
    "select": "choose",
    "service": "choose",
    "standby": "back",
}
_FORWARD: Final = ("standby", "attract", "select", "join", "playing", "result")
_HURRYING: Final = ("select", "join", "playing")
_LAST_SECONDS: Final = 5
# At these seconds whoever plays by the minute hears that the end is near.
_WARNED_AT: Final = (30, 10)


def of_snapshot(before: Snapshot | None, after: Snapshot) -> tuple[Cue, ...]:
    """What the news of the counter sounds like; a first snapshot is no news."""
    if before is None:
        return ()
    paid = after.credits > before.credits or after.books.coins > before.books.coins
    coin: tuple[Cue, ...] = ("coin",) if paid else ()
    if after.mode != before.mode:
        return coin or _entering(before, after)
    if after.question and not before.question:
        return (*coin, "turn")
    return coin + _within(before, after)


def _entering(before: Snapshot, after: Snapshot) -> tuple[Cue, ...]:
    if after.mode == "playing":
        begins = after.match is not None and not after.match.log
        return ("start",) if begins else ()
    if after.mode == "result":
        return _staged(after)
    forward = _rank(after.mode) > _rank(before.mode)
    if after.mode in ("attract", "select") and before.mode != "playing":
        return ("choose" if forward else "back",)
    return (_ENTERING[after.mode],) if after.mode in _ENTERING else ()


def _rank(mode: str) -> int:
    return _FORWARD.index(mode) if mode in _FORWARD else len(_FORWARD)


def _ending(snapshot: Snapshot) -> Cue:
    """A house that wins is a match the people lost."""
    result = snapshot.result
    if result is None or result.how != "finished":
        return "back"
    if not result.winners:
        return "draw"
    seats = snapshot.seats
    people = [w for w in result.winners if w < len(seats) and seats[w].kind == "person"]
    return "win" if people else "lose"


def _staged(snapshot: Snapshot) -> tuple[Cue, ...]:
    """The verdict has its jingle; the question for another game calls."""
    stage = snapshot.result.stage if snapshot.result else "verdict"
    if stage == "look":
        return ()
    return (_ending(snapshot),) if stage == "verdict" else ("turn",)


def _within(before: Snapshot, after: Snapshot) -> tuple[Cue, ...]:
    if after.result and before.result and after.result.stage != before.result.stage:
        return _staged(after)
    if after.mode == "join":
        more = _people(after) - _people(before)
        if more:
            return ("join" if more > 0 else "back",)
    looked = (after.offer, after.row, after.seats, after.language)
    moved = looked != (before.offer, before.row, before.seats, before.language)
    return ("move",) if moved and after.mode in ("select", "join") else ()


def _people(snapshot: Snapshot) -> int:
    return sum(seat.kind == "person" for seat in snapshot.seats)


def of_touch(snapshot: Snapshot, touch: Panel) -> tuple[Cue, ...]:
    """A hand that asks for what is not paid hears that it is not.

    What only the screen knows of, a language and a lesson, is turned here too.
    """
    if touch.what == "pressed" and _turns(snapshot, touch.line):
        return ("move",)
    if touch.line == "start" and touch.what == "tapped" and _too_dear(snapshot):
        return ("refuse",)
    chosen = touch.line.endswith(".a") and touch.what == "pressed"
    dear = snapshot.mode in ("select", "join") and snapshot.missing > 0
    return ("refuse",) if chosen and dear else ()


def _turns(snapshot: Snapshot, line: str) -> bool:
    if turns_language(snapshot, line):
        return True
    reads = snapshot.mode in ("select", "join") or snapshot.question == "leave"
    return reads and bool(turns_page(snapshot, line))


def _too_dear(snapshot: Snapshot) -> bool:
    if snapshot.mode in ("select", "join"):
        return snapshot.missing > 0
    poor = not any(offer.affordable for offer in snapshot.offers)
    return snapshot.mode == "attract" and poor


def of_press(button: str, *, moved: bool, played: bool) -> tuple[Cue, ...]:
    """A press in a match: an action speaks for itself, a hand only ticks.

    A stick held against the edge repeats, so it is silent there.
    """
    if played:
        return ()
    if moved:
        return ("move",)
    return ("refuse",) if button in ("a", "b") else ()


def of_events(
    table: Mapping[str, Sequence[str]], events: Iterable[Mapping[str, Any]]
) -> tuple[str, ...]:
    """What happened in a match, by the game's own table; repeats in a row are one."""
    named = (name for told in events for name in table.get(told["event"], ()))
    return tuple(name for name, _ in groupby(named))


def second_left(snapshot: Snapshot, now: Nanos) -> int | None:
    """Which of the last seconds before the cabinet gives up waiting; else None."""
    time = snapshot.time
    if time is not None and time.since is not None and not snapshot.question:
        ends = (time.since + time.left - now) // SECOND + 1
        near = ends in _WARNED_AT or 1 <= ends <= _LAST_SECONDS
        return ends if near else None
    asks = snapshot.result is not None and snapshot.result.stage == "again"
    if snapshot.deadline is None or not (asks or snapshot.mode in _HURRYING):
        return None
    left = (snapshot.deadline - now) // SECOND + 1
    return left if 1 <= left <= _LAST_SECONDS else None


def tune(snapshot: Snapshot) -> str:
    """The loop under it all; none where there is nothing to be merry about."""
    match snapshot.mode:
        case "attract" | "select":
            return "attract"
        case "join" if 0 <= snapshot.offer < len(snapshot.offers):
            return snapshot.offers[snapshot.offer].game
        case "playing" if snapshot.match is not None:
            return snapshot.match.game
    return ""


BETWEEN: Final = 170 * MILLISECOND
BEFORE_A_JINGLE: Final = 350 * MILLISECOND
# An action that sets off more than this is told by its beginning and its end.
LONGEST: Final = 6
ATTRACT_TUNE: Final = 32 * SECOND
_ENDINGS: Final = ("win", "lose", "draw", "high_score")
# How often the heart beats while somebody could win, and how many times.
HEARTBEAT: Final = 1_100 * MILLISECOND
BEATS: Final = 5
# Where nobody listens nothing piles up.
_MOST: Final = 32


class FrameSound(NamedTuple):
    """What this frame sounds like: new sounds, the loop, and whether nobody plays."""

    cues: tuple[str, ...]
    tune: str
    unattended: bool


SILENCE: Final = FrameSound((), "", unattended=True)


class CueCollector:
    """Gives each sound its moment: tell it what happens, then `heard` every frame.

    What one action sets off is heard one after the other: a shot, then the explosion.
    A jingle waits until the last of it was heard. Pure: time is what `heard` says.
    """

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._now: Nanos = 0
        self._queue: deque[tuple[Nanos, str]] = deque(maxlen=_MOST)
        self._said_second: int | None = None
        self._alone_since: Nanos | None = None
        self._endangered: Nanos | None = None
        self._beats = 0
        # A game that has no tune of its own may borrow one.
        self.tunes: Mapping[str, str] = {}

    def hear(self, message: BusMessage) -> None:
        """Take what the counter says; its news and the panel's hands may sound."""
        match message:
            case Snapshot():
                self._compare(self._snapshot, message)
                self._snapshot = message
            case Panel() if self._snapshot is not None:
                self._say(of_touch(self._snapshot, message))
            case Goodbye():
                self._snapshot = None

    def press(self, button: str, *, moved: bool, played: bool) -> None:
        """A hand is at the match."""
        self._say(of_press(button, moved=moved, played=played))

    def played(self, names: Sequence[str], *, your_turn: bool) -> None:
        """An action was played; at its end it may be a person's turn."""
        if len(names) > LONGEST:
            names = (*names[: LONGEST - 1], names[-1])
        self._say((*names, *(("turn",) if your_turn else ())))

    def endangered(self, since: Nanos | None) -> None:
        """Somebody could win against who is asked, since then; None is nobody."""
        if since != self._endangered:
            self._endangered, self._beats = since, 0

    def at_once(self, names: Sequence[str]) -> None:
        """A game of real time says when: nothing is spread out."""
        self._queue.extend((self._now, name) for name in names)

    def heard(self, now: Nanos, attract_pause: Nanos = 0) -> FrameSound:
        """What is due at this frame, each once."""
        self._now = now
        snapshot = self._snapshot
        if snapshot is None:
            self._queue.clear()
            self._alone_since = None
            return SILENCE
        self._count_down(snapshot)
        self._beat(snapshot)
        due = [name for at, name in self._queue if at <= now]
        later = [item for item in self._queue if item[0] > now]
        self._queue = deque(later, maxlen=_MOST)
        loop = self._tune(snapshot, attract_pause)
        alone = snapshot.mode == "attract"
        return FrameSound(tuple(dict.fromkeys(due)), loop, alone)

    def _compare(self, before: Snapshot | None, after: Snapshot) -> None:
        for name in of_snapshot(before, after):
            if name in _ENDINGS:
                last = max((at for at, _ in self._queue), default=self._now)
                self._queue.append((last + BEFORE_A_JINGLE, name))
            else:
                self._queue.append((self._now, name))

    def _say(self, names: Sequence[str]) -> None:
        for number, name in enumerate(names):
            self._queue.append((self._now + number * BETWEEN, name))

    def _count_down(self, snapshot: Snapshot) -> None:
        second = second_left(snapshot, self._now)
        if second is not None and second != self._said_second:
            self._queue.append((self._now, "hurry"))
        self._said_second = second

    def _beat(self, snapshot: Snapshot) -> None:
        """The heart beats some times, and then leaves one alone."""
        if self._endangered is None or snapshot.mode != "playing" or snapshot.question:
            return
        at = self._endangered + self._beats * HEARTBEAT
        if self._beats < BEATS and self._now >= at:
            self._beats += 1
            self._queue.append((self._now, "danger"))

    def _tune(self, snapshot: Snapshot, pause: Nanos) -> str:
        wanted = tune(snapshot)
        wanted = self.tunes.get(wanted, wanted)
        if snapshot.mode != "attract":
            self._alone_since = None
            return wanted
        if self._alone_since is None:
            self._alone_since = self._now
        alone = self._now - self._alone_since
        return wanted if alone % (ATTRACT_TUNE + pause) < ATTRACT_TUNE else ""
