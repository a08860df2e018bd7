"""`python -m tools.cctalk_sim [--bills] [PATH]`: a simulated device on a pty.

A coin acceptor, or with `--bills` a bill validator. It says the name of its port, and
makes PATH a link to it. Then it takes commands from the keyboard, a line each:
`coin 2` or `bill 2` (by place), `error 14`, `off`, `on`, `faults 0.01`,
`delay 0.1` (seconds before each answer), `quit`.
"""

import os
import select
import sys
import time
import tty
from pathlib import Path
from threading import Event

from tools.cctalk_sim.acceptor import Acceptor
from tools.cctalk_sim.validator import Validator

# So long a validator waits to hear what is to become of a bill.
PATIENCE_S = 15.0


class Running:
    """A device that runs, and how slow it is."""

    def __init__(self, device: Acceptor | Validator) -> None:
        self.device = device
        self.delay = 0.0
        self._held_since = 0.0
        self._slowness = Event()

    def answer(self, master: int) -> None:
        """Hear what there is, and answer it."""
        octets = os.read(master, 256)
        said = self.device.hear(octets)
        self._slowness.wait(self.delay if said else 0)
        os.write(master, said)

    def pause(self) -> None:
        """Nothing was heard for a while."""
        self.device.silence()
        if isinstance(self.device, Validator) and self.device.held:
            self._held_since = self._held_since or time.monotonic()
            if time.monotonic() - self._held_since > PATIENCE_S:
                self.device.lose_patience()
        else:
            self._held_since = 0.0

    def obey(self, line: str) -> bool:
        """Do what a line says; whether to go on."""
        device = self.device
        match line.split():
            case ["coin", place] if place.isdecimal() and isinstance(device, Acceptor):
                _say("taken" if device.coin(int(place)) else "rejected")
            case ["bill", place] if place.isdecimal() and isinstance(device, Validator):
                _say("taken" if device.insert(int(place)) else "rejected")
            case ["box"] if isinstance(device, Validator):
                _say(" ".join(("box:", *device.box)))
            case ["error", code] if code.isdecimal():
                device.error(int(code))
            case ["on" | "off" as word]:
                device.power(on=word == "on")
            case ["faults", share]:
                device.faults = float(share)
            case ["delay", seconds]:
                self.delay = float(seconds)
            case ["quit"]:
                return False
            case []:
                return bool(line)  # an empty line, or the end of the input
            case _:
                _say("coin N | bill N | box | error N | off | on | faults SHARE")
                _say("delay SECONDS | quit")
        return True


def main(arguments: list[str]) -> int:
    """Run until `quit` or the end of the input."""
    bills = "--bills" in arguments
    running = Running(Validator() if bills else Acceptor())
    master, slave = os.openpty()
    tty.setraw(slave)
    port = Path(os.ttyname(slave))
    for link in (Path(each) for each in arguments if each != "--bills"):
        link.unlink(missing_ok=True)
        link.symlink_to(port)
        port = link
    _say(f"port: {port}")
    places = enumerate(running.device.names, 1)
    _say(" ".join(("bills:" if bills else "coins:", *(f"{n}={x}" for n, x in places))))
    while True:
        ready, _, _ = select.select([master, sys.stdin], [], [], 0.05)
        if not ready:
            running.pause()
        if master in ready:
            running.answer(master)
        if sys.stdin in ready and not running.obey(sys.stdin.readline()):
            return 0


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
