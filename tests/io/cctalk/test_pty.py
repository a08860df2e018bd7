"""The simulated acceptor as a program of its own, at the end of a real pty."""

import subprocess
import sys
import threading
import time

from cabinet.clock import SystemClock
from cabinet.core.events import CreditsRead, LinkFound
from cabinet.core.ports import Wire, Wiring
from cabinet.io.composite import open_port

TIMEOUT = 20


def test_a_coin_comes_through_a_cable_and_a_composite():
    program = subprocess.Popen(
        [sys.executable, "-m", "tools.cctalk_sim"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    woken = threading.Event()
    try:
        path = program.stdout.readline().split()[1]
        program.stdout.readline()
        options = {"devices": {"slot": {"kind": "cctalk", "port": path}}}
        wiring = Wiring({"coin.1": Wire(device="slot")}, {}, options)
        port = open_port(wiring, SystemClock(), woken.set)
        port.begin({}, ())
        port.write("lockout", on=True)

        def until(wanted):
            end = time.monotonic() + TIMEOUT
            while time.monotonic() < end:
                port.poll()
                told = port.news()
                for news in told:
                    if isinstance(news, CreditsRead):
                        port.booked(news)
                for news in (*told, None):
                    if wanted(news):
                        return news
                woken.wait(0.02)
                woken.clear()
            raise AssertionError("it did not come")

        def taken(_):
            program.stdin.write("coin 2\n")
            program.stdin.flush()
            return program.stdout.readline() == "taken\n"

        until(lambda news: isinstance(news, LinkFound) and news.device == "slot")
        until(taken)
        read = until(lambda news: isinstance(news, CreditsRead) and news.counter)
        assert read.pairs[0] == (2, 1)
        assert read.values[1] == 100
        assert port.about()["slot: board"] == "SIM-C1-123456"
        port.close()
    finally:
        program.stdin.write("quit\n")
        program.stdin.close()
        program.wait(TIMEOUT)
        program.stdout.close()
