"""The words after `cabinet doctor`; loaded with every command, so nothing else is."""

import argparse
from pathlib import Path

LONGEST_WATCH = 3600


def add_doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet doctor`."""
    unset = argparse.SUPPRESS
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument(
        "--watch",
        type=_seconds,
        metavar="SECONDS",
        help="print every edge of every wire for so long, then examine",
    )
    parser.add_argument("--language", choices=("fr", "en"), help="else the cabinet's")
    parser.add_argument(
        "--fault",
        metavar="NAME",
        help="with --sim: pretend that fault; `list` names all of them",
    )
    parser.add_argument("--sim", action="store_true", default=unset)
    parser.add_argument("--config", type=Path, metavar="FILE", default=unset)
    parser.add_argument("--state", type=Path, metavar="DIR", default=unset)


def _seconds(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LONGEST_WATCH:
        raise argparse.ArgumentTypeError(
            f"{text} is not a whole number of seconds from 1 to {LONGEST_WATCH}"
        )
    return int(text)
