"""Nonsense: what fuzzers found is sent again, and `make soak` looks for more."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.security.fuzzing.corpus import ROOT, kept
from tests.security.fuzzing.targets import TARGETS
from tests.system.conftest import skip_aloud

MINUTES = os.environ.get("FUZZ_MINUTES", "10")


@pytest.mark.parametrize("name", TARGETS)
def test_what_fuzzers_found_so_far_is_refused_in_words(name):
    target = TARGETS[name]
    for data in (*target.seeds(), *kept(name)):
        target.send(data)


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_ten_minutes_of_nonsense_break_nothing(name):
    if find_spec("atheris") is None:
        skip_aloud("NOTHING WAS FUZZED: there is no atheris for this machine")
    done = subprocess.run(
        [sys.executable, "-m", "tests.security.fuzzing", name, MINUTES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["cpu_s"] >= float(MINUTES) * 60 - 1
    assert told["inputs"] > 1_000
