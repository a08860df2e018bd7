"""Run `python -m cabinet` to its end, as a person at a terminal would."""

import os
import subprocess
import sys

from tests.support.settings import SETTINGS
from tests.system.running import ROOT, SLOWER


def cabinet(*words, cwd=ROOT, without=(), **settings):
    """Run it to its end: exit code, what it said, what it complained of.

    From our own folder it runs on the tests' settings, not on those kept there.
    """
    ours = {"CABINET_CONFIG": str(SETTINGS)} if cwd == ROOT else {}
    env = {key: value for key, value in os.environ.items() if key not in without} | ours
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
