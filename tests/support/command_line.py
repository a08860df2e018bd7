"""Run `python -m cabinet` to its end, as a person at a terminal would."""

import os
import subprocess
import sys

from tests.system.running import ROOT, SLOWER


def cabinet(*words, cwd=ROOT, without=(), **settings):
    """Run it to its end: exit code, what it said, what it complained of."""
    env = {key: value for key, value in os.environ.items() if key not in without}
    done = subprocess.run(
        [sys.executable, "-m", "cabinet", *map(str, words)],
        cwd=cwd,
        env=env | {"PYTHONPATH": str(ROOT)} | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60 * SLOWER,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr
