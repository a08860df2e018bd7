"""The command line: words to questions, errors to sentences and exit codes.

Nothing of the games is imported up here: what is compiled has to be chosen first, and
a worker process comes through this file too.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cabinet.core.errors import CabinetError

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
    except CabinetError as wrong:
        print(f"dice-sim: {wrong}", file=sys.stderr)
        return wrong.exit_code
    except GameNotUsableError as wrong:
        print(f"dice-sim: {wrong}", file=sys.stderr)
        return 2
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


def whole(text: str) -> int:
    """A number of things: 1 or more."""
    try:
        number = int(text.replace("_", "").replace(",", ""))
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return number


def part(text: str) -> float:
    """A probability between 0 and 1, both left out."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return number


def steps(text: str) -> int:
    """A number of steps: 0 or more."""
    return 0 if text == "0" else whole(text)


def pace(text: str) -> float:
    """Seconds, more than 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return number


def _add_odds(words: argparse.ArgumentParser) -> None:
    words.add_argument(
        "--want",
        action="append",
        default=[],
        metavar="WHAT",
        help="O (a colour), OB (a pair), 3 (a column), 3O (both), 'fire O'; "
        "several times for several rows",
    )
    words.add_argument("--rolls", type=whole, default=3, help="up to so many (3)")
    words.add_argument("--nuggets", type=steps, default=0, help="steps after the roll")
    words.add_argument("--chart", type=Path, metavar="FILE", help="a .svg or .png")


def _add_fair(words: argparse.ArgumentParser) -> None:
    words.add_argument(
        "source", choices=("seeded", "system", "tape", "tower"), help="whose dice"
    )
    words.add_argument("tape", nargs="?", type=Path, help="the tape, for `tape`")
    words.add_argument("--die", default="d6", metavar="DICE", help="as in alien,alien")
    words.add_argument("--throws", type=whole, default=20_000, help="at most so many")
    words.add_argument("--seed", type=int, default=1, help="for `seeded` (1)")
    words.add_argument("--port", type=Path, help="the serial port, for `tower`")
    words.add_argument("--alpha", type=part, default=0.01, help="risk (0.01)")
    words.add_argument(
        "--tolerance", type=part, default=0.05, help="a face may be off by this (0.05)"
    )
    words.add_argument("--record", type=Path, metavar="TAPE", help="keep the throws")
    words.add_argument("--chart", type=Path, metavar="FILE", help="a .svg or .png")


def _add_matches(words: argparse.ArgumentParser, games: int) -> None:
    words.add_argument("game", help="arkade, aztec, azteka, space_aztecs, …")
    words.add_argument(
        "--seats",
        action="append",
        metavar="LEVELS",
        help="one level a seat, as in hard,easy; several times for several line-ups",
    )
    words.add_argument("--games", type=whole, default=games, help=f"each ({games})")
    words.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="one option"
    )
    words.add_argument(
        "--vary", action="append", default=[], metavar="NAME=A,B", help="all of these"
    )
    words.add_argument("--seed", type=int, default=1, help="all chance is from it (1)")
    words.add_argument(
        "--thought", type=whole, default=1000, help="positions an action (1000)"
    )
    words.add_argument(
        "--longest", type=whole, default=5000, help="actions until given up (5000)"
    )
    words.add_argument("--out", type=Path, metavar="FOLDER", help="where results go")
    words.add_argument("--fresh", action="store_true", help="forget what is there")
    words.add_argument(
        "--workers", type=whole, default=os.cpu_count() or 1, help="processes"
    )
    words.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler")


def _add_play(words: argparse.ArgumentParser) -> None:
    _add_matches(words, 1000)
    words.add_argument(
        "--swap", action="store_true", help="everybody sits everywhere in turn"
    )
    words.add_argument(
        "--pace", type=pace, default=5.0, help="seconds an action of a person (5)"
    )
    words.add_argument(
        "--charts", choices=("svg", "png", "none"), default=None, help="pictures"
    )


def _add_tune(words: argparse.ArgumentParser) -> None:
    _add_matches(words, 400)
    words.add_argument(
        "--over", metavar="NAMES", help="options to try, as in nuggets,face (all)"
    )


def _add_tower(words: argparse.ArgumentParser) -> None:
    words.add_argument("--port", type=Path, required=True, help="the link to make")
    words.add_argument("--die", default="d6", metavar="DICE", help="as in move,fire")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--tape", type=Path, help="throws to play, instead of a seed")
    words.add_argument(
        "--faults",
        default="",
        metavar="NAMES",
        help="cocked,double,silence,garbage,unplug",
    )
    words.add_argument(
        "--after",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="how long whoever throws takes (0)",
    )
    words.add_argument("--rate", type=part, default=0.1, help="faults a throw (0.1)")
    words.add_argument("--throws", type=whole, help="end after so many")


def _add_balance(words: argparse.ArgumentParser) -> None:
    words.add_argument("--page", type=Path, default=Path("docs/balance.md"))
    words.add_argument("--only", metavar="NAME", help="one game, or dice")
    words.add_argument("--games", type=whole, help="each, for a draft")
    words.add_argument("--workers", type=whole, default=os.cpu_count() or 1)
