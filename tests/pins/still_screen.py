"""A screen that shows nothing: it is there, says so, and writes down the buttons.

    python -m tests.pins.still_screen SOCKET FILE

Drawing would take all of an emulated processor, and wires do not look at pictures.
"""

import os
import select
import sys
from pathlib import Path

from cabinet.protocol.client import CounterConnection
from cabinet.protocol.codec import Heartbeat, Hello, Panel


def be_there(path, buttons):
    line = CounterConnection.connect(path)
    line.send(Hello("screen", os.getpid()))
    while not line.closed:
        select.select([line], [], [], 1)
        for message in line.read():
            if isinstance(message, Panel):
                buttons.write(f"{message.line} {message.what}\n")
        line.send(Heartbeat(0, 0))


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w", buffering=1, encoding="ascii") as buttons:
        be_there(Path(sys.argv[1]), buttons)
