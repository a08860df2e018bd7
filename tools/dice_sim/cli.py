"""The command line: words to questions, errors to sentences and exit codes.

Nothing of the games is imported up here: what is compiled has to be chosen first, and
a worker process comes through this file too.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import TypeVar

from cabinet.core.errors import CabinetError

Number = TypeVar("Number", int, float)
EXAMPLES = """\
examples:
  dice-sim odds --want OB --rolls 3
  dice-sim fair seeded --die d6 --seed 7
  dice-sim fair tape throws.txt
  dice-sim play arkade --seats normal,normal --games 10000 --vary nuggets=4,6,8
  dice-sim tune arkade --seats easy,hard
  dice-sim tower --port /tmp/tower --faults cocked,silence
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code."""
    arguments = parser().parse_args(argv)
    from cabinet import compiled

    compiled.use(os.environ)
    from cabinet.tabletop.registry import GameNotUsableError
    from tools.dice_sim import commands

    try:
        return commands.run(arguments, sys.stdout)
    except (CabinetError, GameNotUsableError) as wrong:
        print(f"dice-sim: {wrong}", file=sys.stderr)
        return getattr(wrong, "exit_code", 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parser() -> argparse.ArgumentParser:
    """Every word `dice-sim` understands."""
    top = argparse.ArgumentParser(
        prog="dice-sim",
        description="Are these dice fair, is this board balanced, what makes it even?",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_odds(commands.add_parser("odds", help="exact odds of Arkade's dice"))
    _add_fair(commands.add_parser("fair", help="is this source of dice fair?"))
    _add_play(commands.add_parser("play", help="tournaments between bots"))
    _add_tune(commands.add_parser("tune", help="the handicap that makes a game even"))
    _add_tower(commands.add_parser("tower", help="play a dice tower on a terminal"))
    _add_balance(commands.add_parser("balance", help="write docs/balance.md"))
    return top


def _number(
    read: Callable[[str], Number], fits: Callable[[Number], bool], what: str
) -> Callable[[str], Number]:
    """A type of argument: what `read` makes of its text, if it `fits`."""

    def number(text: str) -> Number:
        with suppress(ValueError):
            if fits(found := read(text)):
                return found
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return number


def _integer(text: str) -> int:
    return int(text.replace(",", ""))


whole = _number(_integer, lambda n: n >= 1, "a whole number from 1 on")
steps = _number(_integer, lambda n: n >= 0, "a whole number from 0 on")
part = _number(float, lambda n: 0 < n < 1, "a number between 0 and 1")
pace = _number(float, lambda n: 0 < n < inf, "a number of seconds")


def _add_odds(words: argparse.ArgumentParser) -> None:
    add = words.add_argument
    add(
        "--want",
        action="append",
        default=[],
        metavar="WHAT",
        help="O (a colour), OB (a pair), 3 (a column), 3O (both), 'fire O'; "
        "several times for several rows",
    )
    add("--rolls", type=whole, default=3, help="up to so many (3)")
    add("--nuggets", type=steps, default=0, help="steps after the roll")
    add("--chart", type=Path, metavar="FILE", help="a .svg or .png")


def _add_fair(words: argparse.ArgumentParser) -> None:
    add, sources = words.add_argument, ("seeded", "system", "tape", "tower")
    add("source", choices=sources, help="whose dice")
    add("tape", nargs="?", type=Path, help="the tape, for `tape`")
    add("--die", default="d6", metavar="DICE", help="as in alien,alien")
    add("--throws", type=whole, default=20_000, help="at most so many")
    add("--seed", type=int, default=1, help="for `seeded` (1)")
    add("--port", type=Path, help="the serial port, for `tower`")
    add("--alpha", type=part, default=0.01, help="risk (0.01)")
    off = "a face may be off by this (0.05)"
    add("--tolerance", type=part, default=0.05, help=off)
    add("--record", type=Path, metavar="TAPE", help="keep the throws")
    add("--chart", type=Path, metavar="FILE", help="a .svg or .png")


def _add_matches(words: argparse.ArgumentParser, games: int) -> None:
    add = words.add_argument
    add("game", help="arkade, aztec, azteka, space_aztecs, …")
    lineup = "one level a seat, as in hard,easy; several times for several line-ups"
    add("--seats", action="append", metavar="LEVELS", help=lineup)
    add("--games", type=whole, default=games, help=f"each ({games})")
    add("--set", action="append", default=[], metavar="NAME=VALUE", help="one option")
    add("--vary", action="append", default=[], metavar="NAME=A,B", help="all of these")
    add("--seed", type=int, default=1, help="all chance is from it (1)")
    add("--thought", type=whole, default=1000, help="positions an action (1000)")
    add("--longest", type=whole, default=5000, help="actions until given up (5000)")
    add("--out", type=Path, metavar="FOLDER", help="where results go")
    add("--fresh", action="store_true", help="forget what is there")
    add("--workers", type=whole, default=os.cpu_count() or 1, help="processes")
    add("--dask", metavar="ADDRESS", help="a Dask scheduler")


def _add_play(words: argparse.ArgumentParser) -> None:
    _add_matches(words, 1000)
    add = words.add_argument
    add("--swap", action="store_true", help="everybody sits everywhere in turn")
    add("--pace", type=pace, default=5.0, help="seconds an action of a person (5)")
    add("--charts", choices=("svg", "png", "none"), help="pictures")


def _add_tune(words: argparse.ArgumentParser) -> None:
    _add_matches(words, 400)
    tried = "options to try, as in nuggets,face (all)"
    words.add_argument("--over", metavar="NAMES", help=tried)


def _add_tower(words: argparse.ArgumentParser) -> None:
    add, faults = words.add_argument, "cocked,double,silence,garbage,unplug"
    add("--port", type=Path, required=True, help="the link to make")
    add("--die", default="d6", metavar="DICE", help="as in move,fire")
    add("--seed", type=int, default=1)
    add("--tape", type=Path, help="throws to play, instead of a seed")
    add("--faults", default="", metavar="NAMES", help=faults)
    late = "how long whoever throws takes (0)"
    add("--after", type=float, default=0.0, metavar="SECONDS", help=late)
    add("--rate", type=part, default=0.1, help="faults a throw (0.1)")
    add("--throws", type=whole, help="end after so many")


def _add_balance(words: argparse.ArgumentParser) -> None:
    add = words.add_argument
    add("--page", type=Path, default=Path("docs/balance.md"))
    add("--only", metavar="NAME", help="one game, or dice")
    add("--games", type=whole, help="each, for a draft")
    add("--workers", type=whole, default=os.cpu_count() or 1)
