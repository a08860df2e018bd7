"""The simulator where nothing is that only Linux has, as on a Mac."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.running import ROOT, RunningCabinet, run_well

NOT_LINUX = Path(__file__).parent / "not_linux"
# What a Mac has none of. Files of /proc and /sys are read, if at all, where their
# absence is an answer.
LINUX_ONLY = re.compile(
    r'\bctypes\b|\bfdatasync\b|\bsigtimedwait\b|bind\(f?"\\0|\bpidfd_|\binotify'
    r"|\beventfd|\bepoll\b|\bmemfd|\bsched_[gs]et|\bpipe2\b"
)


@pytest.mark.parametrize(
    "call",
    [
        "import os; os.fdatasync",
        "import signal; signal.sigtimedwait",
        "import select; select.epoll",
        "import ctypes; ctypes.CDLL(None).prctl",
        "open('/proc/self/stat')",
        r"import socket; socket.socket(socket.AF_UNIX).bind('\0name')",
    ],
)
def test_what_only_linux_has_fails_there(call):
    """Otherwise the test below would prove nothing."""
    done = subprocess.run(
        [sys.executable, "-c", call],
        env={**os.environ, "PYTHONPATH": str(NOT_LINUX)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.search("AttributeError|FileNotFoundError", done.stderr)


def test_a_match_begins_with_every_call_forbidden_that_only_linux_has(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("PYTHONPATH", str(NOT_LINUX))
    with run_well(RunningCabinet(tmp_path)) as cabinet:
        cabinet.begin_a_match()
        cabinet.first_move()


def test_calls_that_only_linux_has_are_in_one_folder():
    """The wires are apart: their kernel is a Pi's."""
    apart = [ROOT / "cabinet" / room for room in ("platform", "io")]
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in sorted((ROOT / "cabinet").rglob("*.py"))
        if not any(path.is_relative_to(room) for room in apart)
        for match in LINUX_ONLY.finditer(path.read_text())
    ]
    assert found == []


def test_the_tests_of_the_chip_are_skipped_off_linux_and_that_is_said(tmp_path):
    uname = tmp_path / "uname"
    uname.write_text("#!/bin/sh\necho Darwin\n")
    uname.chmod(0o755)
    done = subprocess.run(
        ["sh", ROOT / "tools" / "setup_chip.sh"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "(tests/hil) will be SKIPPED" in done.stderr
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "tests/hil/test_size.py"],
        env={**os.environ, "PYTHONPATH": str(NOT_LINUX)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "the chip's simulator is a package of Linux" in done.stdout
    assert "passed" not in done.stdout
