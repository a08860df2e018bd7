"""A supervisor over little programs, run by the tests in a process of its own.

    python -m tests.counter.supervised GOODBYE_S HURRY PROGRAM...

A PROGRAM is `name:code:essential:fatal`, where code is one of `CODES` or the path
of a program. HURRY makes time pass so many times faster for the supervisor, so that
a child is well within the blink of an eye.
"""

import logging
import sys
import time

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.counter.supervisor import Program, Supervisor

BEGIN = """
import os, signal, sys, time
def say(): os.write(1, f"{sys.argv[1]} {os.getpid()} {time.monotonic_ns()}\\n".encode())
def speak():
    from socket import socket, AF_UNIX, SOCK_DGRAM
    with socket(AF_UNIX, SOCK_DGRAM) as way:
        way.sendto(b"WATCHDOG=1", "\\0" + os.environ["NOTIFY_SOCKET"][1:])
"""
CODES = {
    "stays": "say(); signal.pause()",
    "deaf": "signal.signal(signal.SIGTERM, signal.SIG_IGN); say()\n"
    "while True: signal.pause()",
    "stopped": "say(); os.kill(os.getpid(), signal.SIGSTOP)",
    "ends": "say()",
    "refuses": "say(); sys.exit(4)",
    "fails": "say(); sys.exit(9)",
    "waits": "say(); sys.stdin.read(); sys.exit(4)",
    "hangs": "say(); speak(); signal.pause()",
    "mute": "say(); signal.pause()",
    "talks": "say()\nwhile True: speak(); time.sleep(0.05)",
    "killed": "say(); os.kill(os.getpid(), signal.SIGKILL)",
}


class HurriedClock:
    def __init__(self, hurry):
        self._hurry = hurry

    def now(self):
        return time.monotonic_ns() * self._hurry

    def wall_ms(self):
        return 0


def program(words):
    name, code, essential, fatal = words.split(":")
    python = (sys.executable, "-S", "-c", BEGIN + CODES.get(code, ""), name)
    return Program(
        name,
        python if code in CODES else (code,),
        essential=essential == "essential",
        patience=SECOND // 5 if code in ("hangs", "mute", "talks") else 0,
        fatal=frozenset(int(each) for each in fatal.split(",") if each),
    )


def main(goodbye, hurry, *programs):
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    supervisor = Supervisor(
        [program(words) for words in programs],
        HurriedClock(int(hurry)),
        goodbye_time=int(float(goodbye) * SECOND * int(hurry)),
    )
    try:
        return supervisor.run()
    except CabinetError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return wrong.exit_code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
