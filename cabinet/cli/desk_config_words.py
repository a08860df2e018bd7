"""The words after `cabinet config`; loaded with every command, so nothing else is."""

import argparse
from pathlib import Path
from typing import Final

_ACTIONS: Final = (
    ("get", "what is set, all of it or below a path"),
    ("set", "change settings: PATH VALUE, as many pairs as you like"),
    ("diff", "what is not as it would be if it were left out"),
    ("history", "who changed what, and when"),
    ("undo", "take the last change back"),
)


def add_config_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet config`."""
    _add_place(parser)
    parser.set_defaults(action="get", path="", pairs=[])
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    made = {name: actions.add_parser(name, help=what) for name, what in _ACTIONS}
    # What the counter's child is asked, on its stdin.
    made["answer"] = actions.add_parser("answer")
    made["get"].add_argument("path", nargs="?", default="", metavar="PATH")
    made["set"].add_argument("pairs", nargs="+", metavar="PATH VALUE")
    for action in made.values():
        _add_place(action)


def _add_place(parser: argparse.ArgumentParser) -> None:
    for name, what in (("--config", "FILE"), ("--state", "DIR")):
        parser.add_argument(name, type=Path, metavar=what, default=argparse.SUPPRESS)
