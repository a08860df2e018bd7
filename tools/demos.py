"""Has the house bots play each game once and keeps the match to be watched again.

`python tools/demos.py [GAME…]` writes `cabinet/games/GAME/data/demo.txt`. The bots
stop after a number of simulations, never by the clock, so the same release writes
the same file on every machine.
"""

import sys
from pathlib import Path
from random import Random
from typing import Final

from cabinet.tabletop.api import AnyGame
from cabinet.tabletop.bots import simulations
from cabinet.tabletop.match import Match
from cabinet.tabletop.primer import Replay, written
from cabinet.tabletop.registry import installed

GAMES: Final = Path(__file__).parents[1] / "cabinet" / "games"
SIMULATIONS: Final = 2_000
MOST_MOVES: Final = 400
SEEDS: Final = 12
# Where to begin, for a match that shows more: tiles, many shots, and a narrow victory.
FIRST: Final = {"arkade": 6}
# Long enough to be worth watching, short enough to be watched to the end.
BEST_LENGTH: Final = range(16, 161)


def main(names: list[str]) -> None:
    """Write the demo of every game named, or of all that are ours."""
    for name, game in installed().items():
        folder = GAMES / name / "data"
        if folder.is_dir() and (not names or name in names):
            replay = record(game)
            folder.joinpath("demo.txt").write_text(written(replay), encoding="utf-8")
            sys.stdout.write(f"{name}: seed {replay.seed}, {len(replay.log)} moves\n")


def record(game: AnyGame) -> Replay:
    """The first seed whose match ends within a length that is good to watch."""
    first = FIRST.get(game.rules.name, 1)
    for seed in range(first, first + SEEDS):
        match = _played(game, seed)
        if match.over and len(match.log) in BEST_LENGTH:
            break
    return Replay(match.players, seed, match.log)


def _played(game: AnyGame, seed: int) -> Match:
    match, rng = Match(game, game.rules.seats[0], {}, seed), Random(seed)
    bot, enough = game.bots["normal"], simulations(SIMULATIONS)
    while not match.over and len(match.log) < MOST_MOVES:
        seat = match.actors[0]
        chosen = bot.choose(game.rules, match.state, seat, rng, enough)
        match.play(game.rules.write_action(match.state, chosen), seat)
    return match


if __name__ == "__main__":
    main(sys.argv[1:])
