"""What has been played: counts, and the file that a run goes on from.

Counts are whole numbers, so tallies add up in any order, and a tally weighs as much
after a million games as after a thousand. `results.json` says what was asked, which
games are done, and what was counted. It is replaced whole, so it is never half
written. More games of the same go on where the fewer ended; games of other rules, bots
or manners are not mixed in.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tools.dice_sim.errors import LabError, written
from tools.dice_sim.plan import Cell, Plan, Span, Stretch

# A game is worth this much to those who share it: it divides by two to six.
POINT: Final = 60
# The winner of a round that is drawn.
NOBODY: Final = "nobody"

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
        return dict(sorted((int(key), n) for key, n in self.table(name).items()))

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


def _in_order(item: tuple[str, int]) -> tuple[bool, int, str]:
    """Numbers first, by their size; then words."""
    key = item[0]
    is_number = key.removeprefix("-").isdigit()
    return not is_number, int(key) if is_number else 0, key


RESULTS: Final = "results.json"


class Kept:
    """The counts of every cell, and which games are in them."""

    def __init__(self, plan: Plan, rules: str) -> None:
        self.plan = plan
        self._rules = rules
        # Spans and counts are one value, so that no interruption comes between them.
        self._cells: dict[str, tuple[list[Span], Tally]] = {
            cell.label: ([], Tally()) for cell in plan.cells
        }

    @property
    def spans(self) -> dict[str, list[Span]]:
        """Which games of each cell are done."""
        return {label: spans for label, (spans, _) in self._cells.items()}

    @property
    def played(self) -> int:
        """How many games are done."""
        return sum(high - low for spans in self.spans.values() for low, high in spans)

    @property
    def complete(self) -> bool:
        """Whether all that was planned is done."""
        return self.played == self.plan.total

    def of(self, cell: Cell) -> Tally:
        """What was counted in a cell."""
        return self._cells[cell.label][1]

    def take(self, stretch: Stretch, tally: Tally) -> None:
        """Add what came of a stretch."""
        label = stretch.cell.label
        spans, before = self._cells[label]
        together = Tally(before.write())
        together.merge(tally)
        span = (stretch.start, stretch.stop)
        self._cells[label] = joined([*spans, span]), together

    def write(self) -> dict[str, Any]:
        """All of it as JSON; the same whoever played, and in whatever order."""
        return {
            "dice-sim": 1,
            "game": self.plan.game,
            "rules": self._rules,
            **asdict(self.plan.manner),
            "games": self.plan.games,
            "complete": self.complete,
            "cells": [
                {
                    "seats": list(cell.seats),
                    "options": dict(cell.options),
                    "done": [list(span) for span in self._cells[cell.label][0]],
                    "counts": self.of(cell).write(),
                }
                for cell in self.plan.cells
            ],
        }

    def save(self, folder: Path) -> None:
        """Replace what is in the folder."""
        text = json.dumps(self.write(), indent=1) + "\n"
        path, fresh = folder / RESULTS, folder / f"{RESULTS}.new"
        with written(path):
            folder.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(path)

    def load(self, folder: Path) -> bool:
        """Go on from what is in the folder, if there is something; `LabError`."""
        path = folder / RESULTS
        if not path.exists():
            return False
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            self._check(path, kept)
            for cell in kept["cells"]:
                self._adopt(path, cell)
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            raise LabError(
                f"{path} is not what dice-sim wrote ({type(wrong).__name__}: {wrong}); "
                "delete it, or choose another folder with --out"
            ) from wrong
        return True

    def _check(self, path: Path, kept: Mapping[str, Any]) -> None:
        mine = self.write()
        names = ("dice-sim", "game", "rules", "seed", "thought", "longest", "swap")
        for name in names:
            if kept[name] != mine[name]:
                raise LabError(
                    f"{path} holds games with {name} {kept[name]}, not {mine[name]}: "
                    "choose another folder with --out, or begin anew with --fresh"
                )

    def _adopt(self, path: Path, cell: Mapping[str, Any]) -> None:
        label = Cell(tuple(cell["seats"]), tuple(cell["options"].items())).label
        if label not in self._cells:
            raise LabError(
                f"{path} holds games of {label!r}, which was not asked for: choose "
                "another folder with --out, or begin anew with --fresh"
            )
        spans = [(low, high) for low, high in cell["done"]]
        if spans and spans[-1][1] > self.plan.games:
            raise LabError(
                f"{path} already holds {spans[-1][1]} games of {label!r}: ask for at "
                "least as many with --games, or begin anew with --fresh"
            )
        self._cells[label] = spans, Tally(cell["counts"])


def joined(spans: list[Span]) -> list[Span]:
    """Spans in order, those that touch made one."""
    found: list[Span] = []
    for low, high in sorted(spans):
        if found and found[-1][1] == low:
            found[-1] = found[-1][0], high
        else:
            found.append((low, high))
    return found
