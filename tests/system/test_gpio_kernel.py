"""The wires on a real kernel: every test of `tests/pins`, in the machine that has one.

It is booted once, for all that were asked for, and says what it does meanwhile.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.pins.machine import RESULTS, run

pytestmark = pytest.mark.soak
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build/gpio"
LONGEST = 3 * 3600
NAMES = [
    f"{path.stem}::{name}"
    for path in sorted((ROOT / "tests/pins").glob("test_*.py"))
    for name in re.findall(r"(?m)^def (test_\w+)", path.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def outcomes(request):
    """For each test what became of it in the machine, and what it measured."""
    kernel = ["sh", ROOT / "tools/pins/make_kernel.sh", FOLDER]
    made = subprocess.run(kernel, stderr=subprocess.PIPE, text=True)
    if made.returncode:
        pytest.skip(made.stderr)
    asked = [
        item.callspec.params["name"].replace("::", ".py::")
        for item in request.session.items
        if item.path == request.path
    ]
    words = (
        *(sys.executable, "-m", "pytest", "-m", "", "-vv", "--color=no"),
        *("-p", "no:cacheprovider", "-o", "junit_family=xunit1"),
        f"--junitxml={RESULTS}",
        *(f"tests/pins/{name}" for name in asked),
    )
    found = {}
    results = ElementTree.fromstring(run(FOLDER, words, said, LONGEST))
    for case in results.iter("testcase"):
        name = f"{case.get('classname').split('.')[-1]}::{case.get('name')}"
        found.setdefault(name.partition("[")[0], []).append(case)
    return found


def said(line):
    """Pass on what the machine says, also where pytest keeps what is printed."""
    os.write(2, f"  {line}\n".encode())


@pytest.mark.parametrize("name", NAMES)
def test_on_a_real_kernel(outcomes, name):
    assert name in outcomes, "the machine did not get that far"
    for case in outcomes[name]:
        for measured in case.iter("property"):
            said(f"{name}: {measured.get('name')}: {measured.get('value')}")
        for kind in ("failure", "error", "skipped"):
            wrong = case.find(kind)
            assert wrong is None, f"{kind} of {case.get('name')}\n{wrong.text}"
