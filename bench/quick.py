"""A small set of costs, each as a ratio to a loop of plain Python in the same run.

The ratios that were agreed on are in bench/quick.json. What costs half as much again is
named loudly; it is news, not a failure. All of it is CPU time, so that other programs
matter little. `CABINET_BLESS=1 make bench ARGS=quick` keeps what was measured.
"""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final

import pygame

from bench.books import write_books
from bench.decode import clean_edges, decode, glitchy_edges
from bench.running import CABINET, ROOT, cpu_of_children, running
from bench.scenes import on_canvas
from bench.table import Row
from cabinet.books.accounts import account
from cabinet.books.inspection import verify
from cabinet.picture.shapes import HEIGHT, WIDTH
from cabinet.protocol import codec
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.census import playouts
from cabinet.tabletop.registry import shipped
from tools.gallery.samples import cabinet_scenes, game_scenes

KEPT: Final = Path(__file__).with_name("quick.json")
WORSE: Final = 1.5
ROUNDS: Final = 5
FRAMES: Final = 40
POSTINGS: Final = 20_000
_DRAWS: Final = 200_000
_TEN: Final = tuple(range(10))
_COUNTER: Final = ("counter", "--sim", "--state", "{state}")
_SIM: Final = ("--sim", "--headless", "--state", "{state}")


def rows() -> Iterator[Row]:
    """Every cost beside the one that was kept, then how many are worse."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    found: dict[str, float] = {}
    worse = []
    for what, work in _costs():
        ratio = found[what] = _ratio(work)
        before = kept.get(what)
        bar = f"{before:.3g}, at most {WORSE} times" if before else "not kept yet"
        ok = None if not before else ratio < WORSE * before
        if ok is False:
            worse.append(f"{what}: {ratio / before:.1f} times what was kept")
        yield Row(what, f"{ratio:.3g} of the reference loop", bar, ok)
    for line in worse:
        yield Row(f"!!! SLOWER !!! {line}", "", "", ok=False)
    if os.environ.get("CABINET_BLESS"):
        rounded = {what: float(f"{ratio:.3g}") for what, ratio in found.items()}
        KEPT.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")


def _ratio(work: Callable[[], float]) -> float:
    """The middle of some rounds, each between two runs of the reference."""
    ratios = []
    for _ in range(ROUNDS):
        before = _reference()
        taken = work()
        ratios.append(2 * taken / (before + _reference()))
    return median(ratios)


def _reference() -> float:
    choose = Random(1).choice
    began = process_time()
    for _ in range(_DRAWS):
        choose(_TEN)
    return process_time() - began


def _cpu(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _costs() -> Iterator[tuple[str, Callable[[], float]]]:
    """What is measured, and what does it: it returns CPU seconds."""
    yield "counter: start to ready to end", partial(_start, _COUNTER)
    yield "cabinet --sim: start to attract to end", partial(_start, _SIM)
    for name, edges in (
        ("clean", clean_edges()),
        ("glitchy", glitchy_edges(Random(1))),
    ):
        yield f"decoder: 100,000 {name} edges", partial(_cpu, partial(decode, edges))
    for name, game in shipped().items():
        yield f"{name}: 20 random games", partial(_cpu, partial(_games, game))
    yield from _screens()
    yield from _books()


def _games(game: AnyGame) -> None:
    playouts(game.rules, game.rules.seats[0], {}, 20, Random(1))


def _start(words: tuple[str, ...]) -> float:
    """CPU of every process from start to end."""
    before = cpu_of_children()
    with running(*words, command=CABINET) as cabinet:
        cabinet.until(lambda shown: words == _COUNTER or shown.lockout_open)
    return cpu_of_children() - before


def _screens() -> Iterator[tuple[str, Callable[[], float]]]:
    pygame.display.init()
    games = shipped()
    scenes = {name: cabinet_scenes()[name] for name in ("attract", "select", "join")}
    for game in games.values():
        drawn = game_scenes(game).items()
        scenes |= {name: scene for name, scene in drawn if name.endswith("_middle")}
    canvas = pygame.Surface((WIDTH, HEIGHT))
    for name, snapshot in scenes.items():
        draw = on_canvas(games, snapshot, canvas)
        frames = partial(lambda each: [each(number) for number in range(FRAMES)], draw)
        yield f"screen: {FRAMES} frames of {name}", partial(_cpu, frames)
        if name == "attract":
            line = codec.encode(snapshot)
            there_and_back = partial(
                lambda text: [codec.encode(codec.decode(text)) for _ in range(50)], line
            )
            yield "bus: 50 snapshots read and written", partial(_cpu, there_and_back)


def _books() -> Iterator[tuple[str, Callable[[], float]]]:
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        path = Path(folder) / "books.sqlite3"
        write_books(path, POSTINGS)
        what = f"books: {POSTINGS:,} postings"
        one = partial(verify, path, processes=1)
        yield f"{what} verified", partial(_cpu, one)
        yield f"{what} added up", partial(_cpu, partial(account, path))
