"""The words after `cabinet books`; loaded with every command, so nothing else is."""

import argparse
from datetime import date
from pathlib import Path
from typing import Final

MOST_DIGITS: Final = 9
KEYS: Final = ("day", "hour", "mode", "slot")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet books`."""
    parser.add_argument("--csv", action="store_true", help="for a spreadsheet")
    parser.add_argument("--json", action="store_true", help="for a program")
    parser.add_argument(
        "--since", type=_date, metavar="DATE", help="from that day on: 2026-01-31"
    )
    parser.add_argument("--by", choices=KEYS, help="one row for each")
    parser.set_defaults(action="", cash="", meter=None, id=None, tape=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    collect = actions.add_parser(
        "collect", help="the cash box was emptied: close the period, compare"
    )
    collect.add_argument(
        "--cash", required=True, metavar="45.60", help="what was counted; 45 is 45.00"
    )
    collect.add_argument(
        "--meter", type=_count, metavar="N", help="what the mechanical meter shows"
    )
    verify = actions.add_parser(
        "verify", help="prove every row; the first bad one is named"
    )
    copy = actions.add_parser("copy", help="prove and copy; do it before an update")
    why = actions.add_parser("why", help="what the wires did when a coin was refused")
    why.add_argument("id", type=_count, nargs="?", metavar="ID")
    why.add_argument("--tape", type=Path, metavar="FILE", help="write it for a replay")
    for action in (collect, verify, copy, why):
        action.add_argument(
            "--state", type=Path, metavar="DIR", default=argparse.SUPPRESS
        )


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is not a day: write it like 2026-01-31"
        ) from None


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise argparse.ArgumentTypeError(
            f"{text} is not a whole number of at most {MOST_DIGITS} digits"
        )
    return int(text)
