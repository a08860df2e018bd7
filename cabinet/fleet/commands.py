"""Commands from afar: read with suspicion, taken once, answered always.

The broker vouches for the author: each has a topic of their own there (docs/fleet.md
has the rule). We vouch for the rest: only what the operator allows, never one the
broker kept from before, each id once, and the counter has the last word.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cabinet.fleet.memory import Memory
from cabinet.fleet.topics import Topics, read, text
from cabinet.protocol.fleet import Remote

LONGEST: Final = 1_000
MOST_WAITING: Final = 16


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody wants done; `id` is theirs to choose."""

    id: str
    what: str
    author: str

    def answer(self, outcome: str, why: str = "") -> dict[str, Any]:
        """What became of it."""
        told = {"id": self.id, "do": self.what, "author": self.author}
        return {**told, "outcome": outcome, **({"why": why} if why else {})}


class PendingCommands:
    """Those that wait for the counter, one at a time and in their order."""

    def __init__(
        self, topics: Topics, memory: Memory, answer: Callable[[dict[str, Any]], None]
    ) -> None:
        self._topics = topics
        self._memory = memory
        self._answer = answer
        self._waiting: deque[Command] = deque()

    def hear(self, topic: str, payload: bytes, send: Callable[[Remote], None]) -> None:
        """Pass a command on to the counter; `PayloadError` when it is none."""
        author = self._topics.author(topic)
        document = read(payload, LONGEST)
        command = Command(text(document, "id", 64), text(document, "do", 40), author)
        if len(self._waiting) >= MOST_WAITING:
            self._answer(command.answer("refused", "too many ask at once"))
        elif not self._memory.take_command(f"{author}/{command.id}"):
            self._answer(command.answer("known", "a command with this id was taken"))
        else:
            self._waiting.append(command)
            send(Remote(command.what, f"{author}, fleet"))

    def settle(self, outcome: str, why: str = "") -> None:
        """The counter has answered the oldest."""
        if self._waiting:
            self._answer(self._waiting.popleft().answer(outcome, why))

    def lose(self) -> None:
        """The counter is gone and will not answer any more."""
        while self._waiting:
            self.settle("unknown", "the counter went away; the books tell")
