"""Many games of Arkade in a process of its own, compiled where that is there.

    python -m tests.games.arkade.marathon random MODE GAMES [SEED]
    python -m tests.games.arkade.marathon bots MODE GAMES LEVEL

prints what came of it as JSON. Time is that of this process alone, so that it does
not matter what else the machine does.
"""

import json
import os
import sys
from random import Random
from time import process_time

from cabinet import compiled

MODES = {
    "strategy": {"mode": "strategy"},
    "arcade": {"mode": "arcade"},
    "arcade_with_tiles": {"mode": "arcade", "tiles": True},
}


def random_games(mode, games, seed=1):
    """Uniformly random games, each to its end."""
    from cabinet.games.arkade import GAME
    from cabinet.tabletop.census import playouts

    tally = playouts(GAME.rules, 2, MODES[mode], games, Random(int(seed)))
    return {"games": sum(tally.wins), "actions": tally.actions, "wins": tally.wins}


def bot_games(mode, games, level):
    """A level against itself: how long it took and how much it looked at, at most."""
    from cabinet.games.arkade import GAME
    from cabinet.tabletop.api import CHANCE
    from cabinet.tabletop.census import throw

    rules, bot = GAME.rules, GAME.bots[level]
    slowest, looks, decisions = 0.0, 0, 0

    def enough(looked):
        nonlocal looks
        looks = max(looks, looked)
        return False

    for seed in range(games):
        rng = Random(f"marathon {seed}")
        state = rules.new(2, MODES[mode], rng)
        while due := rules.actors(state):
            if due == (CHANCE,):
                state = rules.apply(state, CHANCE, throw(rules, state, rng))
                continue
            seat = due[decisions % len(due)]
            began = process_time()
            action = bot.choose(rules, state, seat, rng, enough)
            slowest = max(slowest, process_time() - began)
            decisions += 1
            assert action in rules.legal(state, seat)
            state = rules.apply(state, seat, action)
    found = {"games": games, "decisions": decisions, "looks": looks}
    return found | {"slowest_ms": 1000 * slowest}


def main(words):
    """Play what was asked for."""
    fast = compiled.use(os.environ)
    what, mode, games, *more = words
    play = random_games if what == "random" else bot_games
    began = process_time()
    found = play(mode, int(games), *more)
    found |= {"compiled": fast, "seconds": process_time() - began}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
