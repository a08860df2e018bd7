"""What came of games, as counts: whole numbers only, so tallies add up in any order.

A tally weighs as much after a million games as after a thousand.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

# A game is worth this much to those who share it: it divides by two to six.
POINT: Final = 60

Written = dict[str, dict[str, int]]


class Tally:
    """Named tables of counts."""

    def __init__(self, tables: Mapping[str, Mapping[str, int]] | None = None) -> None:
        self._tables: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name, counts in (tables or {}).items():
            self._tables[name].update(counts)

    def add(self, table: str, key: str | int, many: int = 1) -> None:
        """Count `key` in a table."""
        self._tables[table][str(key)] += many

    def merge(self, other: "Tally") -> None:
        """Take in what somebody else counted."""
        for name, counts in other.write().items():
            self._tables[name].update(counts)

    def table(self, name: str) -> Mapping[str, int]:
        """One table; empty if nothing was counted in it."""
        return self._tables.get(name, {})

    def get(self, table: str, key: str | int) -> int:
        """One count."""
        return self.table(table).get(str(key), 0)

    def histogram(self, name: str) -> dict[int, int]:
        """A table whose keys are numbers, in their order."""
        return dict(sorted(self._numbered(name)))

    def _numbered(self, name: str) -> list[tuple[int, int]]:
        return [(int(key), many) for key, many in self.table(name).items()]

    @property
    def games(self) -> int:
        """Games that came to an end."""
        return self.get("games", "finished")

    def write(self) -> Written:
        """As JSON would have it, sorted, so that equal tallies are equal texts."""
        return {
            name: dict(sorted(counts.items(), key=_in_order))
            for name, counts in sorted(self._tables.items())
        }


def _in_order(item: tuple[str, int]) -> tuple[int, int, str]:
    key = item[0]
    number = int(key) if key.removeprefix("-").isdigit() else 0
    return 0 if key.removeprefix("-").isdigit() else 1, number, key
