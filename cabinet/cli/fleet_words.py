"""What may be written after `cabinet fleet`."""

import argparse
from pathlib import Path


def add_fleet_arguments(fleet: argparse.ArgumentParser) -> None:
    """Its actions; without one it is the program that talks to the broker."""
    actions = fleet.add_subparsers(dest="action", metavar="ACTION")
    export = actions.add_parser("export", help="the postings as lines of JSON")
    export.add_argument("--after", type=int, default=0, metavar="NUMBER")
    export.add_argument("file", type=Path, nargs="?", metavar="FILE")
    collect = actions.add_parser("collect", help="the postings of all cabinets")
    collect.add_argument("into", type=Path, metavar="FILE")
    key = actions.add_parser("key", help="make a key that signs bundles")
    key.add_argument("file", type=Path, metavar="FILE")
    sign = actions.add_parser("sign", help="sign changes of settings")
    sign.add_argument("--key", type=Path, required=True, metavar="FILE")
    sign.add_argument("--number", type=int, required=True)
    sign.add_argument("--for", dest="cabinets", action="append", metavar="ID")
    sign.add_argument("--undo", type=int, default=0, metavar="NUMBER")
    sign.add_argument("pairs", nargs="*", metavar="PATH VALUE")
