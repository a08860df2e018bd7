"""lgpio's own thread, the real one, each time in a Python of its own."""

import subprocess
import sys

import pytest

pytest.importorskip("lgpio", reason="no lgpio for this Python")

START = """
import os, sys
from cabinet.io import lgpio_thread
print(lgpio_thread.has_died())
lgpio_thread.start(os.environ)
import lgpio
"""
# One message as lgpio's own C thread would write it into the pipe.
KILL = """
import struct
class Callback:
    chip = gpio = 0
    def func(self, *event):
        raise SystemExit  # any exception will do, this one is silent
lgpio._notify_thread.append(Callback())
with open(f"/proc/self/fd/{lgpio._notify_thread._file.fileno()}", "wb") as end:
    end.write(struct.pack("QBBBBI", 0, 0, 0, 1, 0, 0))
lgpio._notify_thread.join(20)
print(lgpio_thread.has_died())
"""


def run(program, folder, **environ):
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={"PYTHONPATH": ":".join(filter(None, sys.path)), **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_thread_that_a_callback_ended_is_noticed(tmp_path):
    assert run(START + "print(lgpio_thread.has_died())" + KILL, tmp_path) == [
        "False",
        "False",
        "True",
    ]


def test_nothing_is_left_lying_about_and_nobody_is_moved(tmp_path):
    runtime, here = tmp_path / "run", tmp_path / "here"
    runtime.mkdir()
    here.mkdir()
    program = START + "print(os.getcwd(), os.environ.get('LG_WD'))"
    told = run(program, here, RUNTIME_DIRECTORY=f"{runtime}:/somewhere/else")
    assert told == ["False", str(here), "None"]
    assert list(runtime.iterdir()) == list(here.iterdir()) == []


def test_the_folder_of_the_operator_is_given_back(tmp_path):
    program = START + "print(os.environ['LG_WD'])"
    assert run(program, tmp_path, LG_WD="/elsewhere") == ["False", "/elsewhere"]
