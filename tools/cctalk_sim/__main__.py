"""`python -m tools.cctalk_sim`: a simulated coin acceptor on a pty.

It says the name of its port, then takes commands from the keyboard, a line each:
`coin 2` (by place), `error 14`, `off`, `on`, `faults 0.01`, `quit`.
"""

import os
import select
import sys
import tty

from tools.cctalk_sim.acceptor import Acceptor


def main() -> int:
    """Run until `quit` or the end of the input."""
    acceptor = Acceptor()
    master, slave = os.openpty()
    tty.setraw(slave)
    print(f"port: {os.ttyname(slave)}", flush=True)
    places = " ".join(f"{n}={name}" for n, name in enumerate(acceptor.names, 1))
    print(f"coins: {places}", flush=True)
    while True:
        ready, _, _ = select.select([master, sys.stdin], [], [], 0.05)
        if not ready:
            acceptor.silence()
        if master in ready:
            os.write(master, acceptor.hear(os.read(master, 256)))
        if sys.stdin in ready and not obey(acceptor, sys.stdin.readline()):
            return 0


def obey(acceptor: Acceptor, line: str) -> bool:
    """Do what a line says; whether to go on."""
    match line.split():
        case ["coin", place] if place.isdecimal():
            print("taken" if acceptor.coin(int(place)) else "rejected", flush=True)
        case ["error", code] if code.isdecimal():
            acceptor.error(int(code))
        case ["on" | "off" as word]:
            acceptor.power(on=word == "on")
        case ["faults", share]:
            acceptor.faults = float(share)
        case ["quit"]:
            return False
        case []:
            return bool(line)  # an empty line, or the end of the input
        case _:
            print("coin N | error N | off | on | faults SHARE | quit", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
