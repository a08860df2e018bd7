"""The ear: collects what should sound, and gives each sound its moment.

What one action sets off is heard one after the other: a shot, then the explosion.
A jingle waits until the last of it was heard. Pure: time is what `heard` says.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from cabinet.core.events import MILLISECOND, SECOND, Nanos
from cabinet.protocol.codec import Goodbye, Message, Panel
from cabinet.protocol.snapshot import Snapshot
from cabinet.screen.sound import cues

BETWEEN: Final = 170 * MILLISECOND
BEFORE_A_JINGLE: Final = 350 * MILLISECOND
# An action that sets off more than this is told by its beginning and its end.
LONGEST: Final = 6
ATTRACT_TUNE: Final = 32 * SECOND
_ENDINGS: Final = ("win", "lose", "draw", "high_score")
# Where nobody listens nothing piles up.
_MOST: Final = 32


class Heard(NamedTuple):
    """What this frame sounds like: new sounds, the loop, and whether nobody plays."""

    cues: tuple[str, ...]
    tune: str
    unattended: bool


SILENCE: Final = Heard((), "", unattended=True)


class CueCollector:
    """`hear`, `press` and `story` as things happen, then `heard` every frame."""

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._now: Nanos = 0
        self._queue: deque[tuple[Nanos, str]] = deque(maxlen=_MOST)
        self._said_second: int | None = None
        self._alone_since: Nanos | None = None

    def hear(self, message: Message) -> None:
        """Take what the counter says; its news and the panel's hands may sound."""
        match message:
            case Snapshot():
                self._compare(self._snapshot, message)
                self._snapshot = message
            case Panel() if self._snapshot is not None:
                self._say(cues.of_touch(self._snapshot, message))
            case Goodbye():
                self._snapshot = None

    def press(self, button: str, *, moved: bool, played: bool) -> None:
        """A hand is at the match."""
        self._say(cues.of_press(button, moved=moved, played=played))

    def timeline(self, names: Sequence[str], *, your_turn: bool) -> None:
        """An action was played; at its end it may be a person's turn."""
        if len(names) > LONGEST:
            names = (*names[: LONGEST - 1], names[-1])
        self._say((*names, *(("turn",) if your_turn else ())))

    def heard(self, now: Nanos, attract_pause: Nanos = 0) -> Heard:
        """What is due at this frame, each once."""
        self._now = now
        snapshot = self._snapshot
        if snapshot is None:
            self._queue.clear()
            self._alone_since = None
            return SILENCE
        self._count_down(snapshot)
        due = [name for at, name in self._queue if at <= now]
        later = [item for item in self._queue if item[0] > now]
        self._queue = deque(later, maxlen=_MOST)
        tune = self._tune(snapshot, attract_pause)
        alone = snapshot.mode == "attract"
        return Heard(tuple(dict.fromkeys(due)), tune, alone)

    def _compare(self, before: Snapshot | None, after: Snapshot) -> None:
        for name in cues.of_snapshot(before, after):
            if name in _ENDINGS:
                last = max((at for at, _ in self._queue), default=self._now)
                self._queue.append((last + BEFORE_A_JINGLE, name))
            else:
                self._queue.append((self._now, name))

    def _say(self, names: Sequence[str]) -> None:
        for number, name in enumerate(names):
            self._queue.append((self._now + number * BETWEEN, name))

    def _count_down(self, snapshot: Snapshot) -> None:
        second = cues.second_left(snapshot, self._now)
        if second is not None and second != self._said_second:
            self._queue.append((self._now, "hurry"))
        self._said_second = second

    def _tune(self, snapshot: Snapshot, pause: Nanos) -> str:
        tune = cues.tune(snapshot)
        if snapshot.mode != "attract":
            self._alone_since = None
            return tune
        if self._alone_since is None:
            self._alone_since = self._now
        alone = self._now - self._alone_since
        return tune if alone % (ATTRACT_TUNE + pause) < ATTRACT_TUNE else ""
