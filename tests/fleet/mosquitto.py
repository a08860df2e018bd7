"""A real Mosquitto on a port of its own, which tests may kill."""

import os
import shutil
import subprocess

import pytest

from tests.system.running import free_port

PROGRAM = shutil.which("mosquitto") or shutil.which(
    "mosquitto", path="/usr/sbin:/usr/local/sbin"
)


class Mosquitto:
    """`lines` go into its configuration; it keeps nothing over a kill."""

    def __init__(self, folder, *lines):
        if PROGRAM is None:
            pytest.skip("no mosquitto: install it with `make broker`")
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        allowed = [] if any("allow" in x for x in lines) else ["allow_anonymous true"]
        text = [f"listener {self.port} 127.0.0.1", *allowed, *lines, "user root"]
        self._file.write_text("\n".join(text) + "\n")
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "-c", str(self._file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=os.environ | {"LC_ALL": "C"},
        )
        said = b""
        for line in self.process.stderr:
            said += line
            if b"running" in line:
                break
        assert b"running" in said, said.decode()

    def kill(self):
        """As a power cut: nobody is told, and it forgets all it had."""
        if self.process:
            with self.process:
                self.process.kill()
            self.process = None

    # It has nothing to save, and asked nicely just after its start it does not hear.
    close = kill
