"""Small tournaments to test with."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from cabinet.tabletop.registry import load
from tools.dice_sim.crew import alone, run
from tools.dice_sim.keeping import Kept
from tools.dice_sim.plan import Manner, Plan, read_cells


class Bar:
    """A progress bar that calls somebody when so many games are done."""

    def __init__(self, at=None, then=None):
        self._at, self._then = at, then
        self.ended = False

    def begin(self, done):
        self.began = done

    def at(self, done):
        if self._at is not None and done >= self._at:
            self._at = None
            self._then()

    def end(self):
        self.ended = True


def plan(
    games=12, game="azteka", seats=("random,easy",), varied=("placement=life,own",),
    **manner,
):  # fmt: skip
    cells = read_cells(load(game), seats, (), varied)
    return Plan(game, cells, games, Manner(**{"seed": 7} | manner))


def played(asked, crew=alone, folder=None, bar=None, kept=None):
    kept = kept or Kept(asked, "rules")
    with TemporaryDirectory() as spare:
        run(kept, crew, folder or Path(spare), bar or Bar(), monotonic)
    return kept


def text(kept):
    return json.dumps(kept.write())
