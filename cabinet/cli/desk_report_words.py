"""The words after `cabinet report`; loaded with every command, so nothing else is."""

import argparse
from pathlib import Path


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """The words after `cabinet report`."""
    unset = argparse.SUPPRESS
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="else a new one in the state folder"
    )
    parser.add_argument("--crash", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--sim", action="store_true", default=unset)
    parser.add_argument("--config", type=Path, metavar="FILE", default=unset)
    parser.add_argument("--state", type=Path, metavar="DIR", default=unset)
