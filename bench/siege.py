"""Coins while somebody storms the console: password after password, 200 websockets.

The websockets come from several addresses, more of them than a door lets in.

Quiet rounds and stormy ones by turns, so that what else the machine does falls on all
alike. How much the quiet rounds differ among themselves is what a difference means.
"""

import http.client
import multiprocessing
import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    contextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from time import monotonic_ns
from typing import Any, Final
from urllib.parse import urlencode

from bench.latency import after_edge
from bench.running import Running
from bench.table import Row, centile, p50_and_p99
from cabinet.io.tape import read_tape
from cabinet.protocol.codec import Hello, Touch

# Twenty of these are slower than the p99.
COINS: Final = 2_000
# A slot takes a coin every 145 ms; while one rests the next is at work.
SLOTS: Final = ("coin.1", "coin.2", "coin.3")
ROUNDS: Final = 10
ATTACKERS: Final = 4
WEBSOCKETS: Final = 200
ADDRESSES: Final = 5
# How often one of them that was shut is opened again: as a flood of phones.
REOPENED: Final = 1_000
# So many coins for one credit: no purse is full before the last one.
COINS_A_CREDIT: Final = 50

_TOKEN: Final = re.compile(r'name="token" value="([0-9a-f]+)"')
_TIMEOUT: Final = 30.0

Storm = Callable[[], AbstractContextManager[Any]]


class Visitor:
    """A browser as a bench has it: a connection to the web program, and a cookie."""

    def __init__(self, port: int, cookie: str = "", address: str = "127.0.0.1") -> None:
        self.host = f"127.0.0.1:{port}"
        self._line = http.client.HTTPConnection(
            self.host, timeout=_TIMEOUT, source_address=(address, 0)
        )
        self.cookie = cookie
        # Whether files come packed, as to a browser.
        self.packed = False

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[int, bytes]:
        """One request; a form is posted."""
        headers = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        headers["Accept-Encoding"] = "gzip" if self.packed else "identity"
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request("POST" if body else "GET", path, body, headers)
        answer = self._line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("cabinet="):
                self.cookie = cookie.partition(";")[0]
        return answer.status, answer.read()

    def token(self, path: str) -> str:
        """The token of a page's forms."""
        found = _TOKEN.search(self.ask(path)[1].decode())
        assert found is not None
        return found[1]

    def upgrade(self, path: str = "/live/pictures") -> int:
        """Ask for a websocket; what was answered. It stays open if that was 101."""
        key = b64encode(b"a key of 16 byte").decode()
        headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
        headers |= {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        headers |= {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        self._line.request("GET", path, headers=headers)
        return self._line.getresponse().status

    def close(self) -> None:
        """Hang up."""
        self._line.close()


class Siege:
    """The coins of each kind of round, and what the stormy ones were."""

    def __init__(self, cabinet: Running, port: int, cookie: str) -> None:
        self._cabinet = cabinet
        self._storms: dict[str, Storm] = {
            "nobody attacks": nullcontext,
            f"{ATTACKERS} browsers try passwords": lambda: attack(
                guess, ATTACKERS, port
            ),
            f"{WEBSOCKETS} websockets come in, as many as may": lambda: attack(
                _crowd, 1, port, cookie
            ),
        }
        self._seen: dict[str, list[list[int]]] = {name: [] for name in self._storms}
        self._tries = dict.fromkeys(self._storms, 0)

    def lay(self) -> None:
        """All rounds, one after the other."""
        for _ in range(ROUNDS):
            for name, storm in self._storms.items():
                with storm() as tries:
                    self._seen[name].append(_drop(self._cabinet, COINS // ROUNDS))
                self._tries[name] += tries.value if tries else 0

    def rows(self, tape: Path) -> Iterator[Row]:
        """What it came to, by what the wires say on the tape."""
        edges = [edge.at for edge in read_tape(tape).edges if edge.line in SLOTS]
        late = {
            name: [[after_edge(at, edges) for at in times] for times in rounds]
            for name, rounds in self._seen.items()
        }
        (calm, quiet), *stormy = late.items()
        bar = centile(_all(quiet), 99)
        odd, even = (centile(_all(quiet[first::2]), 99) for first in (0, 1))
        noise = abs(odd - even) / min(odd, even)
        yield Row(
            f"coin's last edge to credit shown, {COINS:,} coins, {calm}",
            f"{p50_and_p99(_all(quiet))}; p99 of every other round {odd:.1f} and "
            f"{even:.1f} ms: {noise:.0%} apart",
        )
        for name, rounds in stormy:
            more = centile(_all(rounds), 99) / bar - 1
            yield Row(
                f"the same while {name}, {self._tries[name]:,} tries",
                f"{p50_and_p99(_all(rounds))}: p99 {more:+.0%}",
                "p99 within 20 %",
                more <= 0.2,
            )


def _all(rounds: list[list[float]]) -> list[float]:
    return [one for times in rounds for one in times]


def _drop(cabinet: Running, coins: int) -> list[int]:
    """Drop coins; when the money of each was seen."""
    found: list[int] = []
    cabinet.line.send(Hello("tool", os.getpid()))
    held = _money(cabinet)
    for number in range(coins):
        cabinet.line.send(Touch(SLOTS[number % len(SLOTS)], active=True))
        while (now := _money(cabinet)) == held:
            continue
        held = now
        found.append(monotonic_ns())
    return found


def _money(cabinet: Running) -> tuple[int, int]:
    shown = cabinet.next_snapshot()
    return shown.credits, shown.fraction


@contextmanager
def attack(how: Callable[..., None], attackers: int, *where: object) -> Iterator[Any]:
    """Processes that do it until they are told to stop; how many tries it were."""
    tries, stop = multiprocessing.Value("i", 0), multiprocessing.Event()
    ready = multiprocessing.Barrier(attackers + 1)
    processes = [
        multiprocessing.Process(target=how, args=(tries, stop, ready, *where))
        for _ in range(attackers)
    ]
    for process in processes:
        process.start()
    ready.wait()
    try:
        yield tries
    finally:
        stop.set()
        for process in processes:
            process.join()


def guess(tries: Any, stop: Any, ready: Any, port: int) -> None:  # noqa: ANN401
    """Passwords, one after the other."""
    os.nice(19)  # an attacker has a machine of their own
    visitor = Visitor(port)
    token = visitor.token("/login")
    ready.wait()
    while not stop.is_set():
        visitor.ask("/login", {"password": f"{tries.value}", "token": token})
        with tries.get_lock():
            tries.value += 1


def _crowd(tries: Any, stop: Any, ready: Any, port: int, cookie: str) -> None:  # noqa: ANN401
    """As many connections as there may be; one that is shut is opened again."""
    os.nice(19)

    def opened(number: int) -> Visitor:
        line = Visitor(port, cookie, f"127.0.0.{2 + number % ADDRESSES}")
        with suppress(OSError, http.client.HTTPException):  # turned away
            line.upgrade()
        return line

    lines = [opened(number) for number in range(WEBSOCKETS)]
    tries.value = WEBSOCKETS
    ready.wait()
    while not stop.wait(1 / REOPENED):
        lines.pop(0).close()
        lines.append(opened(tries.value))
        with tries.get_lock():
            tries.value += 1
    for line in lines:
        line.close()
