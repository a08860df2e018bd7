"""How fast each game's rules are: random games to their end, played by the rules."""

from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time
from typing import Final

from bench.table import Row
from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.census import playouts
from cabinet.tabletop.engine import Engine
from cabinet.tabletop.registry import installed

SECONDS: Final = 0.5
ENGINE_GAMES: Final = 50
_TEN: Final = tuple(range(10))


def rows() -> Iterator[Row]:
    """Every installed game beside a loop that only draws as often at random."""
    for name, game in installed().items():
        games, actions, seconds = _play(game, game.rules.seats[0])
        bare = _bare(actions)
        yield Row(
            f"{name}: random play by the rules",
            f"{actions / seconds:,.0f} actions/s, {games / seconds:,.0f} games/s",
        )
        yield Row("  as many random.choice alone", f"{actions / bare:,.0f} /s")
        yield Row("  the engine's playouts", f"{_engine(game):,.0f} actions/s")
    yield _four_seats(installed()["space_aztecs"])


def _play(game: AnyGame, seats: int, at_once: int = 1) -> tuple[int, int, float]:
    """Games, actions and CPU seconds of about half a second of play."""
    rules, rng = game.rules, Random(1)
    games = actions = 0
    began = process_time()
    while (seconds := process_time() - began) < SECONDS:
        found = playouts(rules, seats, {}, at_once, rng)
        games, actions = games + found.games, actions + found.actions
    return games, actions, seconds


def _four_seats(game: AnyGame) -> Row:
    """Space Aztecs as it is most often played, whose bots live on whole games."""
    games, _, seconds = _play(game, 4, at_once=10)
    rate = games / seconds
    what = "space_aztecs: random games of four seats"
    return Row(what, f"{rate:,.0f} games/s", "≥ 300 games/s", rate >= 300)


def _bare(times: int) -> float:
    choose = Random(1).choice
    began = process_time()
    for _ in range(times):
        choose(_TEN)
    return process_time() - began


def _engine(game: AnyGame) -> float:
    engine = Engine(game, perf_counter)
    answer = engine.answer(f'{{"cmd": "playouts", "n": {ENGINE_GAMES}, "seed": 1}}')
    rate: float = answer["actions"] / answer["seconds"]
    return rate
