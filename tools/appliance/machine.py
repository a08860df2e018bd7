"""A machine to try the appliance on: Debian in a container, with systemd as its PID 1.

Its state is a partition of its own, an ext4 file on a loop device, so that the plug can
be pulled as a kernel means it: everything that was not synced is gone.
"""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Final

# What file systems are tested with: stop at once, write nothing more, not even the log.
EXT4_IOC_SHUTDOWN: Final = 0x8004587D
WITHOUT_FLUSHING: Final = 2
STATE_MB: Final = 256


class MachineError(Exception):
    """A command in the machine failed; what it said."""


class Machine:
    """One machine in `folder`, which has a `root.tar`; it sees what `shared` names."""

    def __init__(self, folder: Path, shared: Mapping[Path, str]) -> None:
        self.root = folder / "root"
        self.state = folder / "state"
        self._disk = folder / "state.img"
        self._log = folder / "console.log"
        self._shared = shared
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.remove()
        self.root.mkdir(parents=True)
        self.state.mkdir()
        _host("tar", "-C", self.root, "-xf", folder / "root.tar")
        for place in (*shared.values(), "/var/lib/cabinet", "/etc/cabinet"):
            (self.root / place[1:]).mkdir(parents=True, exist_ok=True)
        _host("truncate", "-s", f"{STATE_MB}M", self._disk)
        _host("mke2fs", "-q", "-t", "ext4", self._disk)

    def boot(self, *, read_only: bool = False) -> None:
        """Start it and wait until it is up; `read_only` keeps only the state."""
        _host("mount", "-o", "loop", self._disk, self.state)
        settings = self.state / "settings"
        settings.mkdir(exist_ok=True)
        binds = [f"--bind-ro={here}:{there}" for here, there in self._shared.items()]
        binds += [f"--bind={self.state}:/var/lib/cabinet"]
        binds += [f"--bind={settings}:/etc/cabinet"]
        with self._log.open("ab") as log:
            self._nspawn = subprocess.Popen(
                [
                    *(
                        "sh",
                        "-c",
                        'echo $$ >"$0/cgroup.procs"; exec "$@"',
                        _cgroup(make=True),
                    ),
                    *("systemd-nspawn", "--quiet", "--boot", "--register=no"),
                    *("--keep-unit", "--private-network", "--capability=all"),
                    *(f"--machine={_name()}", f"--directory={self.root}", *binds),
                    *(["--volatile=overlay"] if read_only else []),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )
        self.until("systemctl is-system-running --wait | grep -qE 'running|degraded'")

    def begin(self, script: str) -> "subprocess.Popen[str]":
        """A shell that runs in the machine."""
        return subprocess.Popen(
            [
                *("nsenter", "--all", "-t", str(self._init()), "env", "-i"),
                *("PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"),
                *("LANG=C.UTF-8", "/bin/sh", "-c", script),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def shell(self, script: str, *, check: bool = True) -> str:
        """What a shell in the machine answers."""
        running = self.begin(script)
        said, _ = running.communicate()
        if check and running.returncode:
            raise MachineError(f"{script}: {said}".strip())
        return said.strip()

    def says(self, script: str) -> bool:
        """Whether a shell in the machine says yes; one that is not up says no."""
        try:
            self.shell(script)
        except (MachineError, ProcessLookupError):
            return False
        return True

    def until(self, script: str, seconds: float = 60) -> float:
        """Wait until a shell in the machine says yes; how long it took."""
        begun = monotonic()
        while not self.says(script):
            if monotonic() - begun > seconds:
                raise MachineError(f"after {seconds} s still not: {script}")
            Event().wait(0.02)
        return monotonic() - begun

    def pull_the_plug(self) -> None:
        """Off, in the middle of whatever it does; what was not synced is gone."""
        folder = os.open(self.state, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", WITHOUT_FLUSHING))
        finally:
            os.close(folder)
        os.kill(self._init(), signal.SIGKILL)
        self._ended()

    @property
    def is_up(self) -> bool:
        """Whether it has been started and did not go off."""
        return self._nspawn is not None and self._nspawn.poll() is None

    def wait_until_off(self, seconds: float) -> None:
        """Wait for it to go off by itself."""
        assert self._nspawn
        self._nspawn.wait(seconds)
        self._ended()

    def switch_off(self) -> None:
        """The orderly way."""
        if self.is_up:
            self.shell("systemctl poweroff", check=False)
        self._ended()

    def remove(self) -> None:
        """Leave nothing behind but what making it took."""
        if self.is_up:
            os.kill(self._init(), signal.SIGKILL)
        self._ended()
        for folder in (self.root, self.state):
            shutil.rmtree(folder, ignore_errors=True)
        self._disk.unlink(missing_ok=True)
        # A control group goes when all within it are gone, the innermost first.
        for folder, _, _ in os.walk(_cgroup(), topdown=False):
            with suppress(OSError):
                Path(folder).rmdir()

    def _ended(self) -> None:
        if self._nspawn:
            self._nspawn.wait(60)
            self._nspawn = None
        if self.state.is_mount():
            _host("umount", self.state)

    def _init(self) -> int:
        assert self._nspawn
        pid = self._nspawn.pid
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        if not (children := text.split()):
            raise ProcessLookupError("the machine has not begun")
        return int(children[-1])


def _name() -> str:
    """What the machine of this process is called."""
    return f"cabinet-trial-{os.getpid()}"


def _cgroup(*, make: bool = False) -> str:
    """A corner of the host's control groups for the machine to be master of.

    Two machines that shared one would end each other's programs.
    """
    hybrid = Path("/sys/fs/cgroup/unified")
    corner = (hybrid if hybrid.is_dir() else hybrid.parent) / _name()
    if make:
        corner.mkdir(exist_ok=True)
    return str(corner)


def _host(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True)
