"""A screen that shows nothing: it is there, and says so every second.

    python -m tests.pins.still_screen SOCKET

Drawing would take all of an emulated processor, and wires do not look at pictures.
"""

import os
import select
import sys
from pathlib import Path

from cabinet.hallway import Heartbeat, Hello
from cabinet.hallway_client import HallwayLine


def be_there(path):
    line = HallwayLine.connect(path)
    line.send(Hello("screen", os.getpid()))
    while not line.closed:
        select.select([line], [], [], 1)
        line.read()
        line.send(Heartbeat(0, 0))


if __name__ == "__main__":
    be_there(Path(sys.argv[1]))
