"""Has the house bots play each game once and keeps the match to be watched again.

`python tools/demos.py [GAME…]` writes `cabinet/games/GAME/data/demo.txt`, and
`demo.NAME.txt` for what is played otherwise; each has others beside it (`demo-2.txt`),
so that attract does not always show the same match. The bots
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
from cabinet.tabletop.optional import RealTime
from cabinet.tabletop.primer import Replay, written
from cabinet.tabletop.registry import installed

GAMES: Final = Path(__file__).parents[1] / "cabinet" / "games"
SIMULATIONS: Final = 2_000
MOST_MOVES: Final = 400
SEEDS: Final = 12
# Where to begin, for a match that shows more: tiles, many shots, and a narrow victory.
FIRST: Final = {"arkade": 6}
# What is played otherwise: the name of its recording, its players, its options.
OTHERS: Final[dict[str, dict[str, tuple[int, dict[str, str]]]]] = {
    "arkade": {"arcade": (2, {"mode": "arcade"})},
    "aztec": {"three": (3, {})},
    "azteka": {
        "aggressive": (2, {"variant": "aggressive"}),
        "mummies": (3, {"variant": "mummies"}),
    },
}
# How many matches are kept of each; the first is the one that lessons are about.
RECORDINGS: Final = (1, 2, 3)
# Long enough to be worth watching, short enough to be watched to the end.
BEST_LENGTH: Final = range(16, 161)


def main(names: list[str]) -> None:
    """Write the demo of every game named, or of all that are ours."""
    for name, game in installed().items():
        folder = GAMES / name / "data"
        if folder.is_dir() and (not names or name in names):
            _record_all(folder / "demo.txt", game, game.rules.seats[0], {})
            for own, (players, options) in OTHERS.get(name, {}).items():
                _record_all(folder / f"demo.{own}.txt", game, players, options)


def _record_all(
    path: Path, game: AnyGame, players: int, options: dict[str, str]
) -> None:
    """The match that lessons are about, and others."""
    seed = FIRST.get(game.rules.name, 1)
    for number in RECORDINGS:
        replay = record(game, players, options, seed)
        tail = f"-{number}" if number > 1 else ""
        _write(path.with_name(f"{path.stem}{tail}.txt"), replay)
        seed = replay.seed + 1


def _write(path: Path, replay: Replay) -> None:
    path.write_text(written(replay), encoding="utf-8")
    sys.stdout.write(f"{path}: seed {replay.seed}, {len(replay.log)} moves\n")


def record(game: AnyGame, players: int, options: dict[str, str], first: int) -> Replay:
    """The first seed whose match ends within a length that is good to watch."""
    for seed in range(first, first + SEEDS):
        match = _played(game, players, options, seed)
        if match.over and len(match.log) in BEST_LENGTH:
            break
    return Replay(players, seed, match.log, options)


def _played(game: AnyGame, players: int, options: dict[str, str], seed: int) -> Match:
    match, rng = Match(game, players, options, seed), Random(seed)
    bot, enough = game.bots["normal"], simulations(SIMULATIONS)
    while not match.over and len(match.log) < MOST_MOVES:
        seat = _next(match, game)
        chosen = bot.choose(game.rules, match.state, seat, rng, enough)
        match.play(game.rules.write_action(match.state, chosen), seat)
    return match


def _next(match: Match, game: AnyGame) -> int:
    """Who acts: the first who may; where all play at once, the other in turn."""
    view, rested = game.view, match.actors
    if isinstance(view, RealTime) and view.live(match.seen_by(None)):
        latest = [seat for seat, _ in match.log[::-1]]
        ago = {s: latest.index(s) if s in latest else len(latest) for s in rested}
        return max(rested, key=lambda seat: ago[seat])
    return rested[0]


if __name__ == "__main__":
    main(sys.argv[1:])
