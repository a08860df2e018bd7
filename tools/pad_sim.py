"""`python tools/pad_sim.py PATH`: a simulated pad or encoder, as an event node.

It makes a FIFO at PATH that carries the kernel's own bytes; write that path after
`match:`. Then it takes a line each from the keyboard: the name of a control presses it
for 80 ms (`left ctrl`, `button 1`, `stick left`), `unplug` and `plug` do that, `quit`
ends.
"""

import os
import sys
import time
from pathlib import Path
from threading import Event

from cabinet.core.events import MICROSECOND, SECOND
from cabinet.core.inputs.controls import PadControl, control
from cabinet.io.evdev.node import EV_ABS, EV_KEY, EVENT

HELD_S = 0.08
CENTRE, HATS = 127, range(16, 24)


class Pad:
    """One pad at a path."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1

    def plug(self) -> None:
        """It appears."""
        if self._fd < 0:
            os.mkfifo(self._path)
            self._fd = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)

    def unplug(self) -> None:
        """It is gone."""
        if self._fd >= 0:
            self._path.unlink()
            os.close(self._fd)
            self._fd = -1

    def move(self, found: PadControl, *, active: bool) -> None:
        """A control goes down or comes up."""
        kind, value = EV_KEY, int(active)
        if found.way:
            middle, far = (0, 1) if found.code in HATS else (CENTRE, CENTRE + 1)
            kind, value = EV_ABS, middle + (found.way * far if active else 0)
        seconds, rest = divmod(time.monotonic_ns(), SECOND)
        stamp = seconds, rest // MICROSECOND
        event = EVENT.pack(*stamp, kind, found.code, max(value, -1))
        if self._fd >= 0:
            os.write(self._fd, event + EVENT.pack(*stamp, 0, 0, 0))


def main(arguments: list[str]) -> int:
    """Run until `quit` or the end of the input."""
    if len(arguments) != 1:
        print("python tools/pad_sim.py PATH")
        return 2
    pad, pause = Pad(Path(arguments[0])), Event()
    pad.plug()
    print(f"match: {arguments[0]}", flush=True)
    for line in sys.stdin:
        match line.strip():
            case "quit":
                break
            case "unplug":
                pad.unplug()
            case "plug":
                pad.plug()
            case name if found := control(name):
                pad.move(found, active=True)
                pause.wait(HELD_S)
                pad.move(found, active=False)
            case name:
                print(
                    f"no control is called {name!r}; unplug | plug | quit", flush=True
                )
    pad.unplug()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
