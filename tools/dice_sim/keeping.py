"""What has been played, on the disk: a run that ended early goes on from here.

`results.json` says what was asked, which games are done, and what was counted. It is
replaced whole, so it is never half written. More games of the same go on where the
fewer ended; games of other rules, bots or manners are not mixed in.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tools.dice_sim.errors import LabError
from tools.dice_sim.plan import Cell, Plan, Span, Stretch
from tools.dice_sim.tally import Tally

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
        plan, manner = self.plan, self.plan.manner
        return {
            "dice-sim": 1,
            "game": plan.game,
            "rules": self._rules,
            "seed": manner.seed,
            "thought": manner.thought,
            "longest": manner.longest,
            "swap": manner.swap,
            "games": plan.games,
            "complete": self.complete,
            "cells": [
                {
                    "seats": list(cell.seats),
                    "options": dict(cell.options),
                    "done": [list(span) for span in self._cells[cell.label][0]],
                    "counts": self.of(cell).write(),
                }
                for cell in plan.cells
            ],
        }

    def save(self, folder: Path) -> None:
        """Replace what is in the folder."""
        text = json.dumps(self.write(), indent=1) + "\n"
        path, fresh = folder / RESULTS, folder / f"{RESULTS}.new"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fresh.write_text(text, encoding="utf-8")
            os.replace(fresh, path)  # noqa: PTH105
        except OSError as wrong:
            raise LabError(f"{path} cannot be written: {wrong}") from wrong

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
