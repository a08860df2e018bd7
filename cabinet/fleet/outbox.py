"""Every posting to the broker, at least once and in order; offline costs nothing.

The books are the outbox: append-only, numbered, chained. What we add is a cursor, the
last posting that the broker has acknowledged. It is written after the acknowledgement
and before nothing else, so a crash at any point sends some postings again and never
leaves one out; who collects them books each number once.
"""

from typing import Any, Final

from cabinet.books.chain import BEGINNING, End
from cabinet.books.feed import Feed
from cabinet.fleet.memory import Memory

WINDOW: Final = 200


class Outbox:
    """Postings on their way through one connection; a new one begins at the cursor."""

    def __init__(self, feed: Feed, memory: Memory) -> None:
        self._feed = feed
        self._memory = memory
        self._sent: dict[int, End] = {}
        self._acknowledged: set[int] = set()
        if not feed.has(memory.held.end):
            # Other books than those the cursor was of: tell all of them.
            memory.acknowledged(BEGINNING)
        self._end = memory.held.end
        self._read = self._end.seq

    def due(self) -> list[dict[str, Any]]:
        """Postings to send now, as many as fit through the window."""
        room = WINDOW - len(self._sent)
        return self._feed.after(self._read, room) if room > WINDOW // 2 else []

    def sent(self, message: int, posting: dict[str, Any]) -> None:
        """A posting went out as message number so-and-so."""
        self._read = posting["seq"]
        self._sent[message] = End(self._read, bytes.fromhex(posting["hash"]))

    def acknowledge(self, message: int) -> None:
        """The broker has a message; what it has without a gap is behind us."""
        if message not in self._sent:
            return
        self._acknowledged.add(message)
        while (oldest := next(iter(self._sent), None)) in self._acknowledged:
            assert oldest is not None
            self._end = self._sent.pop(oldest)
            self._acknowledged.remove(oldest)

    def save(self) -> None:
        """Write the cursor, if it has moved."""
        if self._end != self._memory.held.end:
            self._memory.acknowledged(self._end)

    def again(self, after: int) -> None:
        """Somebody lacks what follows posting `after`: send it again."""
        self._sent.clear()
        self._acknowledged.clear()
        before = self._feed.after(after - 1, 1) if after > 0 else []
        if before and before[0]["seq"] == after:
            self._end = End(after, bytes.fromhex(before[0]["hash"]))
        elif after < self._read:
            self._end = BEGINNING
        self._read = self._end.seq
