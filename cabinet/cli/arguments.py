"""What may be written after `cabinet` on the command line."""

import argparse
from pathlib import Path
from typing import Final

from cabinet.cli.desk_config_words import add_config_arguments
from cabinet.cli.desk_report_words import add_report_arguments
from cabinet.cli.desk_words import add_arguments
from cabinet.cli.doctor_command_words import add_doctor_arguments
from cabinet.cli.fleet_words import add_fleet_arguments

EXAMPLES: Final = """\
examples:
  cabinet --sim                     the whole cabinet in a window, front panel and all
  cabinet --sim --browser           the same in a browser, where there is no display too
  cabinet --sim --headless          the same without a window
  cabinet --sim --chip              its wires end at the board's firmware, simulated
  cabinet panel coin start start    put a hand on the simulated panel of a running one
  cabinet books                     what was earned, played, refunded; and alarms
  cabinet check                     is the operator's file right? what do games cost?
  cabinet doctor                    how wires, disk, screen and all the rest are
  cabinet config set PATH VALUE     change a setting; a running cabinet adopts it
  cabinet scenario FILE...          play scenario files in virtual time
  cabinet engine azteka             one game's rules on a pipe
"""


class _Version(argparse.Action):
    """Looks the version up only when asked: it costs 20 ms."""

    def __call__(self, *_: object) -> None:
        """See `argparse.Action`."""
        from importlib.metadata import version

        print("cabinet", version("arkade-cabinet"))  # noqa: T201
        raise SystemExit(0)


def parser() -> argparse.ArgumentParser:
    """Every command and option of `cabinet`."""
    words = argparse.ArgumentParser(
        prog="cabinet",
        description="The software of a coin-operated arcade cabinet. Without a "
        "command it runs the counter: coins, credits, books.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words.add_argument("--version", action=_Version, nargs=0, help="and end")
    _add_place(words)
    commands = words.add_subparsers(dest="command", metavar="COMMAND")
    for name, what in (
        ("counter", "the service alone"),
        ("screen", "the screen alone; it joins a running counter"),
        ("office", "the operator's web pages alone"),
        ("shut", "every output off, when the counter cannot do it itself"),
        ("safe", "only a picture that says: out of order, no coins"),
    ):
        _add_place(commands.add_parser(name, help=what), suppress=True)
    fleet = commands.add_parser("fleet", help="tell a broker what happens here")
    _add_place(fleet, suppress=True)
    add_fleet_arguments(fleet)
    books = commands.add_parser("books", help="what the books say")
    books.add_argument("--state", type=Path, default=argparse.SUPPRESS, metavar="DIR")
    add_arguments(books)
    settings = commands.add_parser("config", help="read and change the settings")
    add_config_arguments(settings)
    check = commands.add_parser("check", help="check the operator's file")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE")
    check.add_argument(
        "--prices", action="store_true", help="only what each mode costs, for whom"
    )
    doctor = commands.add_parser("doctor", help="how every part is, and what to do")
    add_doctor_arguments(doctor)
    report = commands.add_parser("report", help="one file with all that helps to help")
    add_report_arguments(report)
    engine = commands.add_parser("engine", help="a game's rules on a pipe")
    engine.add_argument("game", metavar="GAME")
    scenario = commands.add_parser("scenario", help="play scenario files")
    scenario.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay = commands.add_parser("replay", help="play a recorded tape again")
    replay.add_argument("tape", type=Path, metavar="TAPE")
    panel = commands.add_parser("panel", help="touch the simulated front panel")
    panel.add_argument("words", nargs="+", metavar="WORD")
    panel.add_argument("--state", type=Path, default=argparse.SUPPRESS)
    return words


def _add_place(parser: argparse.ArgumentParser, *, suppress: bool = False) -> None:
    """Where and how to run; after a command these leave what came before it."""
    off: object = argparse.SUPPRESS if suppress else False
    unset: object = argparse.SUPPRESS if suppress else None

    parser.add_argument(
        "--sim",
        action="store_true",
        default=off,
        help="simulate the electrical front panel; all the rest is real",
    )
    parser.add_argument(
        "--chip",
        action="store_true",
        default=off,
        help="with --sim: the wires end at the board's real firmware, simulated",
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        default=off,
        help="with no window",
    )
    parser.add_argument(
        "--browser",
        action="store_true",
        default=off,
        help="with --sim: in a browser instead of a window",
    )
    parser.add_argument(
        "--office",
        action="store_true",
        default=off,
        help="start the operator's web pages too",
    )
    parser.add_argument(
        "--fleet",
        action="store_true",
        default=off,
        help="start the program that talks to a broker too",
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        default=unset,
        help="the operator's file (else $CABINET_CONFIG, /etc/cabinet, ./config)",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        default=unset,
        help="where the books are kept",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="TAPE",
        default=unset,
        help="write every edge of every wire to a tape",
    )
    parser.add_argument(
        "--leashed",
        type=int,
        default=unset,
        help=argparse.SUPPRESS,
    )
