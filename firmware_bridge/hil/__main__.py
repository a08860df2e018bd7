"""`python -m firmware_bridge.hil`: the real firmware as a serial port.

Its first line is where the port is. After that standard output tells outputs as they
change (`lockout on`) and `port PATH` after a `plug`; standard input takes commands,
one on a line; its end is the end of the program.

    coin.1 1@0 0@400 1@900 0@50000    a line closes (1) and opens (0), microseconds
                                      from now; one line of text is one movement
    reset                             the button on the board
    power off, power on               only the EEPROM keeps what it knew
    unplug, plug                      the cable to the host
    quit
"""

import argparse
import contextlib
import signal
import sys
from pathlib import Path

from firmware_bridge.hil.building import CannotBuildError, build_chip
from firmware_bridge.hil.chip import Chip
from firmware_bridge.hil.serving import Board, read_eeprom, serve
from firmware_bridge.hil.wire import PtyWire


def main() -> int:
    """Build the chip, give it power, and say where its port is."""
    arguments = _parser().parse_args()
    try:
        kept = read_eeprom(arguments.eeprom) if arguments.eeprom else None
        chip = Chip(*build_chip(), kept)
    except (CannotBuildError, ValueError, OSError) as wrong:
        sys.stderr.write(f"chip: {wrong}\n")
        return 1
    wire = PtyWire(arguments.link)
    sys.stdout.write(f"{wire.path}\n")
    sys.stdout.flush()
    board = Board(chip, wire, arguments.eeprom)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(board, sys.stdin.fileno(), sys.stdout, sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m firmware_bridge.hil",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--eeprom", type=Path, metavar="FILE", help="keeps what the board knows"
    )
    parser.add_argument(
        "--link", type=Path, metavar="PATH", help="a name for the port that stays"
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
