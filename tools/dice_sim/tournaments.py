"""`play` and `tune`: what was asked becomes a plan, a crew plays it, people read it."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Final, TextIO

from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.registry import load
from tools.dice_sim import charts
from tools.dice_sim.crew import Crew, Progress, alone, run, with_dask, with_processes
from tools.dice_sim.errors import InterruptedRunError, no_such
from tools.dice_sim.fingerprint import fingerprint
from tools.dice_sim.keeping import RESULTS, Kept
from tools.dice_sim.plan import Cell, Manner, Plan, read_cells, role, written
from tools.dice_sim.report import (
    Share,
    decider_table,
    deciders_csv,
    first_sentence,
    leading,
    line_of,
    play_csv,
    play_table,
    round_table,
    text_table,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far from even a setting is: as seen, and at least and at most."""

    cell: Cell
    games: int
    shares: tuple[Share, ...]
    off: float
    least: float
    most: float


def standing(kept: Kept, cell: Cell) -> Standing:
    """How far a cell is from giving everybody the same."""
    line = line_of(cell, kept.of(cell))
    even = 1 / len(cell.seats)
    offs = [_distance(share, even) for share in line.shares]
    off, least, most = (max(each) for each in zip(*offs, strict=True))
    return Standing(cell, line.games, line.shares, off, least, most)


def _distance(share: Share, even: float) -> tuple[float, float, float]:
    inside = share.low <= even <= share.high
    ends = abs(share.low - even), abs(share.high - even)
    return abs(share.part - even), 0.0 if inside else min(ends), max(ends)


def survivors(found: Sequence[Standing]) -> list[Cell]:
    """Those that may still be the nearest to even."""
    bar = min(one.most for one in found)
    return [one.cell for one in found if one.least <= bar]


def race(kept: Kept, first: int, play: Callable[[Plan], None]) -> list[Standing]:
    """Who is nearest to even, best first; `play` plays what a part of the plan asks.

    All settings play a few games; those that are surely farther from even than another
    stop, the rest play twice as many, and so on. The same seed runs the same race.
    """
    cells, games = kept.plan.cells, min(first, kept.plan.games)
    while True:
        play(replace(kept.plan, cells=cells, games=games))
        if games == kept.plan.games:
            break
        cells = tuple(survivors([standing(kept, cell) for cell in cells]))
        games = min(2 * games, kept.plan.games)
    found = [standing(kept, cell) for cell in kept.plan.cells]
    return sorted(found, key=lambda one: (one.cell not in cells, one.off))


HOME: Final = Path("dice-sim-results")
# How many things that decide are shown; all are in the files.
SHOWN: Final = 16
# Games of each setting in the first round of a race.
FIRST: Final = 25
# What everybody would call another game rather than a handicap.
NO_HANDICAP: Final = ("mode", "variant", "rounds")


def plan_of(asked: argparse.Namespace, varied: Sequence[str]) -> Plan:
    """What is to be played; `LabError` for what cannot be."""
    game = load(asked.game)
    lineups = asked.seats or [",".join(["normal"] * game.rules.seats[0])]
    return Plan(
        game=asked.game,
        cells=read_cells(game, lineups, asked.set, varied),
        games=asked.games,
        manner=Manner(
            asked.seed, asked.thought, asked.longest, getattr(asked, "swap", False)
        ),
    )


def open_kept(asked: argparse.Namespace, varied: Sequence[str]) -> tuple[Kept, Path]:
    """What was played of it before, and where that is."""
    plan, rules = plan_of(asked, varied), fingerprint(asked.game)
    kept = Kept(plan, rules)
    name = f"{asked.command} {plan.game} {plan.cells} {plan.manner} {rules}"
    mark = sha256(name.encode()).hexdigest()[:8]
    folder: Path = asked.out or HOME / f"{plan.game}-{mark}"
    if asked.fresh:
        (folder / RESULTS).unlink(missing_ok=True)
    kept.load(folder)
    return kept, folder


def crew_of(asked: argparse.Namespace) -> Crew:
    """Who plays: the cluster that was named, or processes, or only this one."""
    if asked.dask:
        return with_dask(asked.dask)
    return with_processes(asked.workers) if asked.workers > 1 else alone


def play_on(
    kept: Kept, folder: Path, asked: argparse.Namespace, part: Plan | None = None
) -> None:
    """Play what is missing of a plan, or of a part of it."""
    if not kept.complete:
        progress = Progress(sys.stderr, monotonic, kept.plan.total)
        run(kept, crew_of(asked), folder, progress, monotonic, part)


def play(asked: argparse.Namespace, out: TextIO) -> int:
    """A tournament: played, told, and written down, however it ends."""
    kind = _kind_of_chart(asked)
    kept, folder = open_kept(asked, asked.vary)
    stopped = False
    try:
        play_on(kept, folder, asked)
    except KeyboardInterrupt:
        stopped = True
    except InterruptedRunError:
        _hand_in(kept, folder, asked.pace, kind, out)
        raise
    _hand_in(kept, folder, asked.pace, kind, out)
    if stopped:
        done = f"{kept.played:,} of {kept.plan.total:,} games"
        out.write(f"stopped after {done}: the same command goes on from there\n")
        return 130
    return 0


def _kind_of_chart(asked: argparse.Namespace) -> str:
    """What was asked for; where nothing was, pictures if they can be made."""
    if asked.charts is not None:
        if asked.charts != "none":
            charts.check()
        return str(asked.charts)
    return "svg" if charts.available() else "none"


def _hand_in(kept: Kept, folder: Path, pace: float, kind: str, out: TextIO) -> None:
    if not kept.played:
        return
    found = leading(kept, SHOWN)
    out.write(f"{text_table(play_table(kept, pace))}\n\n{first_sentence(kept)}\n")
    if rounds := round_table(kept):
        out.write(f"\nRounds by role:\n\n{text_table(rounds)}\n")
    if found:
        out.write("\nWhat goes with winning, beside the usual draw of its kind:\n\n")
        out.write(text_table(decider_table(found)) + "\n")
    (folder / "play.csv").write_text(play_csv(kept, pace), encoding="utf-8")
    (folder / "deciders.csv").write_text(deciders_csv(kept), encoding="utf-8")
    if kind != "none":
        charts.play_charts(kept, found, folder, "", kind)
    out.write(f"\nin {folder}: {', '.join(sorted(os.listdir(folder)))}\n")  # noqa: PTH208


def handicaps(game: AnyGame, over: str | None, fixed: Sequence[str]) -> list[str]:
    """The options to try, each with all its choices, as `--vary` has them."""
    options = game.rules.options
    set_already = {text.partition("=")[0] for text in fixed}
    names = over.split(",") if over else [n for n in options if n not in NO_HANDICAP]
    for name in names:
        if name not in options:
            raise no_such(f"option of {game.rules.name}", name, options)
    return [
        f"{name}={','.join(map(written, options[name].choices))}"
        for name in names
        if name not in set_already
    ]


def tuned(asked: argparse.Namespace) -> tuple[Kept, list[Standing]]:
    """Run the race that was asked for."""
    named = {text.partition("=")[0] for text in asked.vary}
    tried = handicaps(load(asked.game), asked.over, [*asked.set, *named])
    kept, folder = open_kept(asked, [*asked.vary, *tried])
    return kept, race(kept, FIRST, partial(play_on, kept, folder, asked))


def tune_table(kept: Kept, found: Sequence[Standing]) -> list[list[str]]:
    """Head and rows for people: a setting a row, the nearest to even first."""
    seats = range(len(found[0].cell.seats))
    names = [role(kept.plan.game, seat) for seat in seats]
    rows = [["options", "games", *(f"{name}'s share" for name in names)]]
    for one in found:
        settings = " ".join(one.cell.settings) or "as shipped"
        rows.append([settings, f"{one.games:,}", *map(str, one.shares)])
    return rows


def handicap_sentence(kept: Kept, best: Standing) -> str:
    """What to set, and how even that is."""
    who = " against ".join(
        f"{level} {role(kept.plan.game, seat)}"
        for seat, level in enumerate(best.cell.seats)
    )
    share = f"{role(kept.plan.game, 0)} then has {best.shares[0]}"
    options = ", ".join(f"{name}: {written(v)}" for name, v in best.cell.options)
    if best.least > 0:
        return f"Nothing makes {who} even. Nearest is options: {{{options}}}; {share}."
    return f"For {who}, set options: {{{options}}}; {share}."


def tell_tuned(asked: argparse.Namespace, out: TextIO) -> int:
    """The handicap to set, and what else comes near."""
    try:
        kept, found = tuned(asked)
    except KeyboardInterrupt:
        out.write("stopped: the same command goes on from there\n")
        return 130
    out.write(text_table(tune_table(kept, found[:SHOWN])) + "\n\n")
    out.write(handicap_sentence(kept, found[0]) + "\n")
    return 0
