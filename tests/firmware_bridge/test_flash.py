"""`make flash` on a maker's Pi: what it needs, and what it says without that."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHELL = ("sh", "make", "mkdir", "rm", "cat", "sed", "touch", "env")


def script(path, text="exit 0"):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def bench(tmp_path):
    """A machine with a shell and make, and nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in SHELL:
        (folder / tool).symlink_to(shutil.which(tool))
    return folder


def flash(bench, *words):
    return subprocess.run(
        ["make", "flash", f"BUILD={bench.parent / 'build'}", *words],
        cwd=ROOT,
        env={**os.environ, "PATH": str(bench), "MAKEFLAGS": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_that_is_missing_is_named_at_once(bench):
    done = flash(bench, "PORT=/dev/ttyACM0")
    assert done.returncode != 0
    assert "sudo apt-get install -y gcc-avr avr-libc avrdude\n" in done.stderr


def test_a_compiler_without_its_library_is_told_from_none(bench):
    script(bench / "avr-gcc", "exit 1")
    script(bench / "avrdude")
    done = flash(bench, "PORT=/dev/ttyACM0")
    assert "sudo apt-get install -y avr-libc\n" in done.stderr


def test_it_needs_no_simulator_and_asks_for_the_port(bench):
    for tool in ("avr-gcc", "avr-objcopy", "avrdude"):
        script(bench / tool)
    assert "say where the board is" in flash(bench).stderr
    done = flash(bench, "PORT=/dev/ttyACM0", "BAUD=57600")
    assert done.returncode == 0, done.stderr
    assert "-P /dev/ttyACM0 -b 57600" in done.stdout
