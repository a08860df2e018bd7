"""A real cabinet in a process of its own, and our connection to it."""

import os
import select
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic, perf_counter
from typing import Final

from cabinet.core.errors import ProtocolError
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import BusMessage, Hello, Quit, Refused
from cabinet.protocol.snapshot import Snapshot

ROOT: Final = Path(__file__).parent.parent
CABINET: Final = (str(Path(sys.executable).with_name("cabinet")),)
_TIMEOUT: Final = 20.0
_KNOCK_EVERY: Final = 0.001
_TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK")
_LOG_FRAME: Final = bytes(4096 + 24)


@dataclass(frozen=True, slots=True)
class Running:
    """A process that answers at its socket, and when it was started."""

    process: "subprocess.Popen[bytes]"
    line: CounterConnection
    began: float
    timeout: float = _TIMEOUT
    _heard: deque[BusMessage | ProtocolError] = field(default_factory=deque)

    def next_message(self) -> BusMessage:
        """What the counter says next, as soon as it is there."""
        while not self._heard:
            readable, _, _ = select.select([self.line], [], [], self.timeout)
            self._heard.extend(self.line.read())
            if not readable or (self.line.closed and not self._heard):
                raise TimeoutError("the cabinet fell silent while it was measured")
        message = self._heard.popleft()
        if isinstance(message, ProtocolError | Refused):
            raise RuntimeError(f"the cabinet said: {message}")
        return message

    def next_snapshot(self) -> Snapshot:
        """The next picture of the whole cabinet that the counter sends."""
        while not isinstance(message := self.next_message(), Snapshot):
            continue
        return message

    def rest(self, seconds: float) -> None:
        """Let time pass; what the counter says meanwhile is read and forgotten."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if select.select([self.line], [], [], left)[0]:
                self.line.read()

    def until(self, wanted: Callable[[Snapshot], bool]) -> float:
        """Seconds from the start of the process to the snapshot that is wanted."""
        while not wanted(self.next_snapshot()):
            continue
        return monotonic() - self.began


def scratch_folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder on the disk of the project: /tmp may be memory, which never waits."""
    (ROOT / "build").mkdir(exist_ok=True)
    return tempfile.TemporaryDirectory(dir=ROOT / "build")


@contextmanager
def running(
    *words: str,
    command: Sequence[str] = CABINET,
    role: str = "tool",
    state: Path | None = None,
    timeout: float = _TIMEOUT,
    quiet: bool = True,
) -> Iterator[Running]:
    """Start a cabinet in an empty folder, say hello to it, and end it."""
    out = subprocess.DEVNULL if quiet else None
    with nullcontext(str(state)) if state else scratch_folder() as name:
        began = monotonic()
        process = subprocess.Popen(
            [word.replace("{state}", name) for word in (*command, *words)],
            cwd=ROOT,
            env=as_usual(),
            stdout=out,
            stderr=out,
        )
        try:
            line = _enter(process, Path(name) / "bus.sock", began, timeout)
            line.send(Hello(role, os.getpid()))
            yield Running(process, line, began, timeout)
            line.send(Quit())
            process.wait(timeout)
            line.close()
        finally:
            process.kill()
            process.wait()


def _enter(
    process: "subprocess.Popen[bytes]", path: Path, began: float, timeout: float
) -> CounterConnection:
    while monotonic() - began < timeout:
        try:
            return CounterConnection.connect(path)
        except CounterUnreachableError:
            try:
                code = process.wait(_KNOCK_EVERY)
            except subprocess.TimeoutExpired:
                continue
            raise ChildProcessError(f"the cabinet ended with code {code}") from None
    raise TimeoutError(f"nobody answered at {path}")


def as_usual() -> dict[str, str]:
    """Our environment, in which Python keeps what it compiled, as it usually does."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def bare_disk(folder: Path) -> Iterator[Callable[[], float]]:
    """What one durable write costs at least, in seconds each time it is called.

    It appends to a file what SQLite appends for one page, and waits for the disk.
    """
    file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def write() -> float:
        began = perf_counter()
        os.write(file, _LOG_FRAME)
        os.fdatasync(file)
        return perf_counter() - began

    try:
        yield write
    finally:
        os.close(file)


def cpu_seconds(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND


def cpu_of_children() -> float:
    """CPU seconds of every process that we, or those we started, have waited for."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def resident_mb(pid: int) -> float:
    """Memory of a process that is in the machine, in megabytes."""
    return memory_kb(pid, "VmRSS") / 1024


def memory_kb(pid: int, name: str) -> int:
    """What the kernel says of a process: `VmRSS` is now, `VmHWM` the most it had."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0])
