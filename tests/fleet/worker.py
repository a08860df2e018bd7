"""Programs of several cabinets in one process, to be killed: `worker PORT FOLDER…`."""

import select
import sys
from pathlib import Path

from cabinet.clock import SystemClock
from cabinet.fleet.broker import Access
from cabinet.fleet.memory import Memory
from cabinet.fleet.program import FleetProgram
from cabinet.fleet.session import Membership
from tests.fleet.booth import NoSettingsFile


def main():
    access = Access("127.0.0.1", int(sys.argv[1]))
    programs = [
        FleetProgram(
            Membership(folder.name, folder.name, "EUR", access, share_scores=True),
            folder / "bus.sock",
            folder / "books.sqlite3",
            Memory(folder / "fleet.json"),
            NoSettingsFile(),
            SystemClock(),
        )
        for folder in map(Path, sys.argv[2:])
    ]
    while True:
        for each in programs:
            each.turn()
        select.select([], [], [], 0.02)


if __name__ == "__main__":
    main()
