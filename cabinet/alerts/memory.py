"""What the alerts program may not forget, in one file: what is to be told, and was.

The file is written before anything is sent and after it was, so a restart sends nothing
twice, except what a power cut met between the two. A file that is gone or unreadable
begins at the end of the books: nobody is told the alarms of last year.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cabinet.alerts.events import Event
from cabinet.i18n.message import to_text
from cabinet.platform.files import write_durably
from cabinet.settings.alerts import QUEUE

# So many different things can wait; what is more is only counted.
MOST_WAITING: Final = 200
# The page of alerts, in the group `cabinet`, reads what became of them.
_MODE: Final = 0o640


@dataclass(slots=True)
class Waiting:
    """An event that is in no letter yet: the message as text, how often, when last."""

    subject: str
    told: str
    wall_ms: int
    times: int = 1


@dataclass(slots=True)
class Delivery:
    """How far a letter is on one way: tries that failed, and when the next is due."""

    tries: int = 0
    due_ms: int = 0


@dataclass(slots=True)
class Letter:
    """One message, until every way has taken it; its lines are messages as text.

    `kind` is alarm, digest or test.
    """

    id: str
    kind: str
    wall_ms: int
    lines: list[str]
    ways: dict[str, Delivery] = field(default_factory=dict)


@dataclass(slots=True)
class LastTry:
    """What became of the last try: `why` is a message as text, "": it was taken."""

    wall_ms: int
    why: str = ""


@dataclass(slots=True)
class PostKept:
    """The file's content.

    Alarms up to posting `cursor`, whose hash is kept with it, are known. `waiting` are
    events in no letter yet, `more` how many did not fit, `sent` when the letters of
    the last hour were made, `boxes` the collection after which a slot's box was called
    nearly full, `digest` the day of the last one. `away` and `order` are the states of
    the counter that were told: it is away, why it is out of order.
    """

    cursor: int = -1
    hash: str = ""
    waiting: list[Waiting] = field(default_factory=list)
    more: int = 0
    letters: list[Letter] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    boxes: dict[str, int] = field(default_factory=dict)
    digest: int = 0
    away: bool = False
    order: str = ""
    outcomes: dict[str, LastTry] = field(default_factory=dict)

    def wait(self, event: Event) -> None:
        """Have it told in the next letter; the same twice is told once, as twice."""
        text = to_text(event.told)
        for each in self.waiting:
            if each.told == text:
                each.times += 1
                each.wall_ms = event.wall_ms
                return
        if len(self.waiting) < MOST_WAITING:
            self.waiting.append(Waiting(event.subject, text, event.wall_ms))
        else:
            self.more += 1


class PostMemory:
    """The file at `path`: all of the old content, or all of the new."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.held = read(path) or PostKept()
        self._written = _document(self.held)

    def save(self) -> None:
        """Write it, if it has changed; `OSError` where the disk refuses."""
        document = _document(self.held)
        if document != self._written:
            self._path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
            write_durably(self._path, document, _MODE)
            self._written = document


def path_in(state: Path) -> Path:
    """Where the file is."""
    return state / QUEUE


def read(path: Path) -> PostKept | None:
    """What the file says; None where there is none that can be read."""
    try:
        return _held(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _document(held: PostKept) -> str:
    return json.dumps(asdict(held), ensure_ascii=False)


def _held(document: dict[str, Any]) -> PostKept:
    made = PostKept(**document)
    made.waiting = [Waiting(**each) for each in document["waiting"]]
    made.letters = [
        Letter(**each | {"ways": {k: Delivery(**w) for k, w in each["ways"].items()}})
        for each in document["letters"]
    ]
    made.outcomes = {k: LastTry(**each) for k, each in document["outcomes"].items()}
    return made
