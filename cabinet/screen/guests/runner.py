"""The guard of a guest: starts one program on a socket, and leaves nothing behind.

Its standard input is a Unix socket, whoever started it: the screen, or systemd for a
connection to the socket of the games' own account (decision 0039). The first message
says what to run. After that the screen has it frozen, thawed or ended. Whatever it was,
the last message is how it ended; when the screen hangs up all of it is ended at once.
"""

import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cabinet.platform.guarding import descendants, end_all, send_all
from cabinet.platform.kernel import PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG, prctl
from cabinet.screen.loops.wire import LoopWire, WireError

# A program that is asked to end has this long to write its scores.
GRACE_S: Final = 1.0
# So much of what it prints is kept, and of a score file read.
KEPT: Final = 64_000
LONGEST_LINE: Final = 200
# A pattern that takes longer than this ends the guard.
PATTERN_S: Final = 2
LARGEST_SCORE: Final = 999_999_999
# How often we look whether it has the display, where that is asked.
LOOK_S: Final = 0.1
_CARD: Final = "/dev/dri/card"


def main() -> int:
    """Guard one program until it has ended or the screen hangs up."""
    end = socket.socket(fileno=os.dup(0))
    end.set_inheritable(False)
    wire = LoopWire(end)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(WireError):
        if begin := wire.receive(None):
            _guard(wire, begin)
    return 0


def _guard(wire: LoopWire, begin: dict[str, Any]) -> None:
    try:
        run = _Run(wire, begin)
    except OSError as wrong:
        wire.send({"refused": _refusal(wrong, begin)})
        return
    try:
        wire.send({"started": run.child.pid})
        run.watch()
        end_all(run.child.pid)
        wire.send(run.ended())
    finally:
        end_all(run.child.pid)


def _refusal(wrong: OSError, begin: Mapping[str, Any]) -> dict[str, str]:
    """Why it does not start: a code with its values."""
    path, folder = str(begin["exec"][0]), str(begin["folder"])
    if folder and not Path(folder).is_dir():
        return {"code": "guest_no_folder", "path": folder}
    match wrong:
        case FileNotFoundError() if not Path(path).exists():
            return {"code": "guest_missing", "path": path}
        case PermissionError():
            return {"code": "guest_not_executable", "path": path}
    return {"code": "guest_refused", "path": path, "why": wrong.strerror or str(wrong)}


class _Run:
    """One program that runs."""

    def __init__(self, wire: LoopWire, begin: Mapping[str, Any]) -> None:
        self._wire = wire
        self._score = (str(begin["score"]), str(begin["score_file"]))
        self._looks = bool(begin["card"])
        self._printed = b""
        self._deadline: float | None = None
        self._began = time.monotonic()
        self.code: int | None = None
        self._took = 0.0
        self._waking, woken = os.pipe()
        os.set_blocking(woken, False)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.child = subprocess.Popen(
            [str(word) for word in begin["exec"]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=begin["folder"] or None,
            env={**os.environ, **begin["environment"]},
            start_new_session=True,
            preexec_fn=_before,
        )
        assert self.child.stdout
        self._output = self.child.stdout.fileno()
        os.set_blocking(self._output, False)

    def watch(self) -> None:
        """Until it has ended, or had its time to."""
        poll = select.poll()
        for descriptor in (self._wire.fileno(), self._waking, self._output):
            poll.register(descriptor, select.POLLIN)
        self._obey()  # what came together with the first message
        while self.child.poll() is None:
            ready = {found for found, _ in poll.poll(self._pause_ms())}
            if self._output in ready and not self._read():
                poll.unregister(self._output)
            if self._waking in ready:
                os.read(self._waking, 64)
            if self._wire.fileno() in ready:
                self._obey()
            if self._deadline is not None and time.monotonic() >= self._deadline:
                break
            self._look()
        self.code = self.child.returncode
        self._took = time.monotonic() - self._began

    def _pause_ms(self) -> float | None:
        if self._deadline is not None:
            return max(0.0, self._deadline - time.monotonic()) * 1000
        return LOOK_S * 1000 if self._looks else None

    def _obey(self) -> None:
        while asked := self._wire.receive(0):
            match asked.get("do"):
                case "freeze":
                    send_all(signal.SIGSTOP)
                case "thaw":
                    send_all(signal.SIGCONT)
                case "end" if self._deadline is None:
                    self._deadline = time.monotonic() + GRACE_S
                    send_all(signal.SIGTERM)
                    send_all(signal.SIGCONT)

    def _read(self) -> bool:
        """Keep the end of what it prints; False when it prints no more."""
        try:
            chunk = os.read(self._output, KEPT)
        except BlockingIOError:
            return True
        self._printed = (self._printed + chunk)[-KEPT:]
        return bool(chunk)

    def _look(self) -> None:
        if self._looks and any(map(_has_card, descendants())):
            self._looks = False
            self._wire.send({"shows": True})

    def ended(self) -> dict[str, Any]:
        """How it ended: its code, -1 and below for a signal, None if we ended it."""
        while self._read():
            with suppress(BlockingIOError):
                if not select.select([self._output], (), (), 0)[0]:
                    break
        text = self._printed.decode("utf-8", errors="replace")
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        asked = self._deadline is not None
        return {
            "ended": None if asked else self.code,
            "seconds": round(self._took, 1),
            "said": lines[-1][:LONGEST_LINE] if lines else "",
            "scores": self._scores(text),
        }

    def _scores(self, printed: str) -> dict[str, int]:
        """What the pattern found last: by `p1` to `p6`, or all as the first's."""
        pattern, file = self._score
        if not pattern:
            return {}
        text = _file_text(file) if file else printed
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATTERN_S)
        found = None
        for found in re.finditer(pattern, text, re.MULTILINE):  # noqa: B007 - the last
            pass
        signal.alarm(0)
        if found is None:
            return {}
        groups = found.groupdict() or {"p1": found.group(1)}
        return {
            name: number for name, text in groups.items() if (number := _number(text))
        }


def _before() -> None:
    """In the child, before it becomes the program."""
    import resource

    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Where memory runs out a guest goes first, and not the cabinet.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def _has_card(process: int) -> bool:
    """Whether a process holds a graphics card."""
    folder = f"/proc/{process}/fd"
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208
            with suppress(OSError):
                if os.readlink(f"{folder}/{name}").startswith(_CARD):  # noqa: PTH115
                    return True
    return False


def _file_text(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            return file.read(KEPT).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _number(text: str | None) -> int:
    """The digits of a score, whatever stands between them: `12 345`, `12,345`."""
    digits = "".join(filter(str.isdecimal, text or ""))[:12]
    return min(int(digits or 0), LARGEST_SCORE)


if __name__ == "__main__":
    sys.exit(main())
