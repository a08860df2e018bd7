"""The process in which bots think: it follows one match and chooses for its seats.

A question is a line of JSON (see `thinking`): what was played since the last one, and
whose choice is wanted within how many milliseconds. The answer is the action, in the
game's notation; or what `cabinet.tabletop.advice` says. Whatever goes wrong ends the
process, its traceback being the answer; whoever asked starts another.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from random import Random
from traceback import format_exc
from typing import TYPE_CHECKING, TextIO

from cabinet import compiled

if TYPE_CHECKING:
    from cabinet.tabletop.api import AnyGame


def serve(
    game: "AnyGame",
    questions: Iterable[str],
    answers: TextIO,
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """Answer line by line until there are no more questions."""
    # Not before `compiled.use`: these import what may be there as machine code.
    from cabinet.tabletop.advice import answered
    from cabinet.tabletop.bots import within
    from cabinet.tabletop.match import Match, PlayedAction

    match: Match | None = None
    for line in questions:
        asked_at = clock()
        asked = json.loads(line)
        log = [PlayedAction(*move) for move in asked["log"]]
        if "match" in asked:
            players, options, seed = asked["match"]
            match = Match.resume(game, players, options, seed, log, "manual")
        else:
            assert match is not None
            for move in log:
                match.replay(move)
        match.throw()
        answer = answered(
            game,
            match,
            asked["seat"],
            asked["level"],
            Random(asked["seed"]),
            within(asked["ms"], asked_at, clock),
            asked["want"],
        )
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def main(name: str) -> None:
    """Think about one game."""
    compiled.use(os.environ)
    # A search makes millions of objects, and no cycles.
    gc.set_threshold(1_000_000)
    from cabinet.tabletop.registry import load

    serve(load(name), sys.stdin, sys.stdout)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(1)  # the screen has gone, or goes: there is nobody to tell
    except Exception:  # noqa: BLE001 - a stranger's bot may raise
        print(json.dumps({"failed": format_exc()}), flush=True)  # noqa: T201
        sys.exit(1)
