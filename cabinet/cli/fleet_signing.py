"""`cabinet fleet key` and `sign`: at the operator's desk, without any cabinet."""

import argparse
import sys

from cabinet.core.errors import CabinetError
from cabinet.fleet.bundles import Bundle, load_key, new_key, sign
from cabinet.fleet.topics import EVERYBODY


def run(arguments: argparse.Namespace) -> int:
    """Make a key, or sign with one."""
    if arguments.action == "key":
        sys.stdout.write(f"fleet.bundle_key: {new_key(arguments.file)}\n")
    else:
        sys.stdout.write(_signed(arguments))
    return 0


def _signed(arguments: argparse.Namespace) -> str:
    pairs: list[str] = arguments.pairs
    if arguments.undo and pairs:
        raise CabinetError("--undo takes a bundle back: no changes go with it")
    if len(pairs) % 2 or not (pairs or arguments.undo):
        raise CabinetError("write PATH VALUE pairs, or --undo NUMBER")
    changes = dict(zip(pairs[::2], pairs[1::2], strict=True))
    cabinets = tuple(arguments.cabinets or (EVERYBODY,))
    bundle = Bundle(arguments.number, cabinets, changes, arguments.undo)
    return sign(bundle, load_key(arguments.key)).decode()
