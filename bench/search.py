"""How fast bots think about Arkade, Azteka and Aztec, as written and as compiled.

Bars are rates on the development machine. They are scaled by how often the reference
(drawing one of ten, in plain Python) is made in the same run, against NOMINAL: what it
makes there with nothing else to do (docs/performance.md says how that was found). Ludii
was measured on that machine on another day: 117,000 to 143,000 random actions of Azteka
a second, which is 0.031 to 0.038 of the reference, and 1,450 simulations of its UCT.
Each rate is the best of many short runs: other programs can only take from it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Final

from bench.table import Row
from cabinet import compiled
from cabinet.tabletop.api import Enough

ROOT: Final = Path(__file__).parent.parent
NOMINAL: Final = 3_800_000
SECONDS: Final = 1.0
WHILE: Final = 0.3
LIMIT: Final = 0.2
_TEN: Final = tuple(range(10))
_NUMBERS: Final = count(0, 10)
# What is measured, its unit, and its bars: as written, compiled.
BARS: Final = (
    ("azteka", "Azteka: random play, one by one", "actions/s", 200_000, 1_500_000),
    ("swift", "Azteka: random play, whole rounds", "actions/s", None, None),
    ("aztec", "Aztec: random play", "games/s", 400, None),
    ("arkade", "Arkade, strategy: random play", "actions/s", 40_000, 200_000),
    ("normal", "Arkade, strategy: normal against normal", "games/s", None, 84),
    ("uct", "Azteka: UCT, a round", "simulations/s", 6_000, 40_000),
    ("uct_match", "Azteka: UCT, a match", "simulations/s", None, None),
    ("nodes", "Azteka: alpha-beta from the opening", "positions/s", None, None),
)
DEPTHS: Final = (7, 9)


def rows() -> Iterator[Row]:
    """As written, then as compiled; each in a process of its own."""
    for fast, name in enumerate(("as written", "compiled")):
        if fast and not compiled.is_current():
            yield Row("compiled", "not here: make compile")
            return
        found = _ask(plain=not fast)
        scale = found["reference"] / NOMINAL
        yield Row(f"reference, {name}", f"{found['reference']:,.0f} /s, {scale:.2f}")
        for key, what, unit, *bars in BARS:
            yield _row(f"{what}, {name}", found[key], unit, bars[fast], scale)
        depth, least = found["depth"], DEPTHS[fast]
        yield Row(
            f"Azteka: alpha-beta in 1 s, {name}",
            f"depth {depth:.0f}",
            f"{least}, if the machine is idle",
            None if scale < 0.9 else depth >= least,
        )
        late = found["late"]
        yield Row(
            f"a bot's move after its limit of 200 ms, {name}",
            f"{late * 1000:+.1f} ms",
            "+20 ms",
            late <= LIMIT / 10,
        )


def _row(what: str, rate: float, unit: str, bar: int | None, scale: float) -> Row:
    if bar is None:
        return Row(what, f"{rate:,.0f} {unit}")
    scaled = bar * scale
    return Row(what, f"{rate:,.0f} {unit}", f"{bar:,} x {scale:.2f}", rate >= scaled)


def _ask(*, plain: bool) -> dict[str, float]:
    environ = {k: v for k, v in os.environ.items() if k != compiled.PLAIN}
    if plain:
        environ[compiled.PLAIN] = "1"
    said = subprocess.run(
        [sys.executable, "-m", "bench.search"],
        cwd=ROOT,
        env=environ,
        check=True,
        capture_output=True,
    ).stdout
    found: dict[str, float] = json.loads(said)
    return found


def measure() -> dict[str, float]:
    """Every number, in this process, with the modules that are loaded in it."""
    from cabinet.games import arkade, aztec, azteka
    from cabinet.games.azteka.bots.insight import AztekaInsight
    from cabinet.tabletop.census import playouts, random_game
    from cabinet.tabletop.search.alphabeta import AlphaBeta
    from cabinet.tabletop.search.montecarlo import MonteCarlo, Tempo

    life, stones = azteka.GAME.rules, aztec.GAME.rules
    saucers = arkade.GAME.rules
    start, insight = life.new(2, {}, Random(1)), AztekaInsight()

    def one_by_one() -> int:
        rng = Random(1)
        return sum(random_game(life, start, rng)[1] for _ in range(20))

    def uct(*, match: bool) -> float:
        judge = None if match else insight
        began, tempo = process_time(), Tempo(unit=100.0)
        thought = MonteCarlo(life, start, 0, Random(1), _for(WHILE), tempo, judge)
        thought.choose(sys.maxsize)
        return thought.simulations / (process_time() - began)

    def alphabeta() -> tuple[int, int]:
        search = AlphaBeta(life, insight, start, _for(SECONDS))
        search.choose(sys.maxsize, Random(1))
        return search.nodes, search.depth

    reference = _reference()
    found: dict[str, float] = {
        "azteka": _rate(one_by_one),
        "swift": _rate(lambda: playouts(life, 2, {}, 20, Random(1)).actions),
        "aztec": _rate(lambda: playouts(stones, 2, {}, 20, Random(1)).games),
        "arkade": _rate(lambda: playouts(saucers, 2, {}, 20, Random(1)).actions),
        "normal": _rate(_normal_games),
        "uct": max(uct(match=False) for _ in range(10)),
        "uct_match": max(uct(match=True) for _ in range(4)),
    }
    nodes, depth = max(alphabeta() for _ in range(2))
    found |= {"nodes": nodes / SECONDS, "depth": depth, "late": _late()}
    return found | {"reference": max(reference, _reference())}


def _normal_games() -> int:
    """Some games of Arkade between normal bots, as the laboratory plays them.

    Others each time: what a bot remembers of the same ones would make it faster.
    """
    from tools.dice_sim.plan import Cell, Manner, Stretch
    from tools.dice_sim.playing import play_stretch

    cell, start = Cell(("normal", "normal")), next(_NUMBERS)
    return play_stretch(Stretch("arkade", cell, Manner(), start, start + 10)).games


def _for(seconds: float) -> Enough:
    end = process_time() + seconds
    return lambda simulations: process_time() >= end


def _rate(work: Callable[[], int]) -> float:
    """The best of many short runs: on a shared machine most are disturbed."""
    best, end = 0.0, process_time() + 2 * SECONDS
    while process_time() < end:
        began = process_time()
        best = max(best, work() / (process_time() - began))
    return best


def _reference() -> float:
    choose = Random(1).choice

    def draw() -> int:
        for _ in range(20_000):
            choose(_TEN)
        return 20_000

    return _rate(draw)


def _late() -> float:
    """How much later than its limit the engine answers, in the worst of some moves.

    Azteka for two is alpha-beta, for three Monte Carlo; Aztec has long lists.
    """
    from cabinet.games import aztec, azteka
    from cabinet.tabletop.engine import Engine

    worst = -LIMIT
    question = json.dumps({"cmd": "bot", "level": "hard", "ms": int(LIMIT * 1000)})
    for game, players in ((azteka.GAME, 2), (azteka.GAME, 3), (aztec.GAME, 2)):
        engine = Engine(game, perf_counter)
        engine.answer(json.dumps({"cmd": "new", "seed": 1, "players": players}))
        for _ in range(6):
            began = perf_counter()
            answer = engine.answer(question)
            worst = max(worst, perf_counter() - began - LIMIT)
            engine.answer(json.dumps({"cmd": "play", "action": answer["action"]}))
    return worst


if __name__ == "__main__":
    import gc

    gc.set_threshold(1_000_000)
    compiled.use(os.environ)
    sys.stdout.write(json.dumps(measure()))
