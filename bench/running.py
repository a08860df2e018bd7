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
from time import monotonic
from typing import Final

from cabinet.core.errors import ProtocolError
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from cabinet.protocol.codec import Hello, Message, Quit, Refused
from cabinet.protocol.snapshot import Snapshot

ROOT: Final = Path(__file__).parent.parent
CABINET: Final = (str(Path(sys.executable).with_name("cabinet")),)
_TIMEOUT: Final = 20.0
_KNOCK_EVERY: Final = 0.001


@dataclass(frozen=True, slots=True)
class Running:
    """A process that answers at its socket, and when it was started."""

    process: "subprocess.Popen[bytes]"
    line: CounterConnection
    began: float
    patience: float = _TIMEOUT
    _heard: deque[Message | ProtocolError] = field(default_factory=deque)

    def next_message(self) -> Message:
        """What the counter says next, as soon as it is there."""
        while not self._heard:
            readable, _, _ = select.select([self.line], [], [], self.patience)
            self._heard.extend(self.line.read())
            if not readable or (self.line.closed and not self._heard):
                raise TimeoutError("the cabinet fell silent while it was measured")
        message = self._heard.popleft()
        if isinstance(message, ProtocolError | Refused):
            raise RuntimeError(f"the cabinet said: {message}")
        return message

    def rest(self, seconds: float) -> None:
        """Let time pass; what the counter says meanwhile is read and forgotten."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if select.select([self.line], [], [], left)[0]:
                self.line.read()

    def until(self, wanted: Callable[[Snapshot], bool]) -> float:
        """Seconds from the start of the process to the snapshot that is wanted."""
        while True:
            message = self.next_message()
            if isinstance(message, Snapshot) and wanted(message):
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
    patience: float = _TIMEOUT,
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
            line = _enter(process, Path(name) / "bus.sock", began, patience)
            line.send(Hello(role, os.getpid()))
            yield Running(process, line, began, patience)
            line.send(Quit())
            process.wait(patience)
            line.close()
        finally:
            process.kill()
            process.wait()


def _enter(
    process: "subprocess.Popen[bytes]", path: Path, began: float, patience: float
) -> CounterConnection:
    while monotonic() - began < patience:
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


def cpu_of_children() -> float:
    """CPU seconds of every process that we, or those we started, have waited for."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def resident_mb(pid: int) -> float:
    """Memory of a process that is in the machine, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise LookupError(f"/proc/{pid}/status has no VmRSS")
