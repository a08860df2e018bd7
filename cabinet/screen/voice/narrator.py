"""The narrator: of all that could be said, what is said now.

One rule: a topic whose sentence is not the one it had is said. What was to be said of
that topic before is outdated and is cut, even in the middle. A hand on the panel cuts
everything: whoever presses has heard enough. A press after which nothing new is said
has done nothing, and gets what it points at once more.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, Protocol

from cabinet.core.events import MILLISECOND, Nanos
from cabinet.screen.voice.lines import Sentence

# How long a press may take to the counter and back before it has done nothing.
ANSWERED: Final = 300 * MILLISECOND
# What is not said anew although it was gone for a while; help, in its scene.
_HELP: Final = "help."
_ONCE: Final = (_HELP, "standing.", "event.", "begins.", "undone.", "credits")
# What goes on by itself as long as nobody presses: nobody waits for it.
RUNNING: Final = "lit"
# What is no part of a scene.
_ANNOUNCED: Final = "announced"
# No match has more to say.
_MOST: Final = 5_000


class Voice(Protocol):
    """Who says it: an engine and a loudspeaker, or whoever listens in a test."""

    @property
    def ready(self) -> bool:
        """Whether there is a voice at all."""

    @property
    def busy(self) -> bool:
        """Whether a sentence is being said."""

    def say(self, text: str, language: str) -> None:
        """Begin a sentence; the one before is over."""

    def hush(self) -> None:
        """Say no more of it."""


class Silence:
    """No voice: nothing is offered."""

    ready = False
    busy = False

    def say(self, text: str, language: str) -> None:
        """See `Voice.say`."""

    def hush(self) -> None:
        """See `Voice.hush`."""


class Narrator:
    """`hear` what could be said, `tick` once a frame."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._lines: tuple[Sentence, ...] = ()
        self._known: dict[str, str] = {}
        self._queue: deque[Sentence] = deque()
        self._saying: Sentence | None = None
        self._touched_at: Nanos | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody is being told something that ends."""
        saying = self._saying is None or self._saying.topic != RUNNING
        waits = any(line.topic != RUNNING for line in self._queue)
        return waits or (self.voice.busy and saying)

    def forget(self) -> None:
        """Another scene: its buttons are explained anew."""
        known = self._known if len(self._known) < _MOST else {}
        self._known = {k: v for k, v in known.items() if not k.startswith(_HELP)}

    def stop(self) -> None:
        """Nobody listens any more, or somebody begins to."""
        self._hush()
        self._queue.clear()
        self._lines, self._known, self._touched_at = (), {}, None

    def hear(self, lines: Iterable[Sentence]) -> None:
        """All that is true now."""
        self._lines = tuple(lines)
        topics = {_ANNOUNCED, *(line.topic for line in self._lines)}
        self._known = {
            topic: text
            for topic, text in self._known.items()
            if topic in topics or topic.startswith(_ONCE)
        }
        self._queue = deque(line for line in self._queue if line.topic in topics)
        news = [x for x in self._lines if self._known.get(x.topic) != x.text]
        if self._saying and self._outdated(self._saying, topics, news):
            self._hush()
        for each in news:
            self._known[each.topic] = each.text
            self._put(each)

    def _outdated(
        self, saying: Sentence, topics: set[str], news: list[Sentence]
    ) -> bool:
        return saying.topic not in topics or any(
            each.topic == saying.topic for each in news
        )

    def _put(self, line: Sentence) -> None:
        self._queue = deque(each for each in self._queue if each.topic != line.topic)
        if line.text:
            self._queue.append(line)
            self._touched_at = None

    def touched(self, now: Nanos) -> None:
        """Somebody has pressed a button."""
        self._queue.clear()
        self._hush()
        self._touched_at = now

    def say_again(self) -> None:
        """Everything that is true now, from the beginning."""
        self._queue = deque(line for line in self._lines if line.text)
        self._hush()
        self._touched_at = None

    def announce(self, text: str, language: str) -> None:
        """Something that is no part of a scene, before all else."""
        self._queue.appendleft(Sentence(_ANNOUNCED, text, language))

    def tick(self, now: Nanos) -> None:
        """Say the next sentence if the last is over."""
        if self._touched_at is not None and now - self._touched_at > ANSWERED:
            self._touched_at = None
            self._queue.extend(x for x in self._lines if x.again and x.text)
        if self.voice.busy:
            return
        self._saying = self._queue.popleft() if self._queue else None
        if self._saying:
            self.voice.say(self._saying.text, self._saying.language)

    def _hush(self) -> None:
        self.voice.hush()
        self._saying = None
