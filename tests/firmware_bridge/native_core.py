"""The firmware's core on this machine, under the sanitizers: a chip without a chip."""

import subprocess
from types import TracebackType
from typing import Self

from firmware_bridge.hil.building import results
from firmware_bridge.lines import INPUTS

NATIVE = results() / "mcu/native"


def bits(*lines: str) -> int:
    return sum(1 << INPUTS.index(line) for line in lines)


class NativeCore:
    """Speaks the script language of `native run`."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            [NATIVE, "run"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.now_ms = 0
        self.outputs = 0
        self.totals = (0, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        out, complaint = self._program.communicate()
        assert self._program.returncode == 0, out + complaint

    def tick(self, *lines: str, ms: int = 1, moved: tuple[str, ...] = ()) -> bytes:
        """Let milliseconds pass with these lines closed."""
        self.now_ms += ms
        return self._say(f"t {bits(*lines):x} {bits(*moved):x} {ms}")

    def lose(self, *lines: str, ms: int) -> bytes:
        """One millisecond with these lines closed, after some that nobody saw."""
        self.now_ms += ms + 1
        return self._say(f"l {bits(*lines):x} {ms}")

    def hear(self, octets: bytes) -> bytes:
        return self._say(f"h {octets.hex()}") if octets else b""

    def remember(self) -> None:
        assert self._say("r") == b""

    def cut_power(self) -> None:
        assert self._say("x") == b""

    def _say(self, line: str) -> bytes:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(line + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline()
        if not answer:
            self._program.stdin.close()
            raise AssertionError(self._program.stderr and self._program.stderr.read())
        sent, outputs, one, two = answer.split()
        self.outputs, self.totals = int(outputs, 16), (int(one), int(two))
        return bytes.fromhex(sent.strip("-"))
