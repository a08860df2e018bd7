"""Small holes: folders that are imported from by accident."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from cabinet.platform.processes import PYTHON

ROOT = Path(__file__).parents[2]
TRAP = "import pathlib\npathlib.Path(__file__).with_name('sprung').touch()\n"
# A Python that a script begins with code, or with what stands on its own input.
BEGUN = re.compile(r'"\$(?:python|release/bin/python)" (?!-I )(?:-c|-m|-) ')


@pytest.fixture
def trap(tmp_path):
    """A working folder with packages named like ours, and like Python's own."""
    for name in ("cabinet", "firmware_bridge", "json", "yaml"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(TRAP)
    yield tmp_path
    assert not list(tmp_path.rglob("sprung"))


@pytest.mark.parametrize(
    ("words", "said", "answer"),
    [
        (("cabinet", "--version"), "", "cabinet "),
        (
            ("cabinet.people.passwords", "."),
            json.dumps({"do": "Vouch", "password": "x", "code": "", "name": ""}),
            "{}",
        ),
    ],
)
def test_a_child_imports_nothing_from_where_it_stands(trap, words, said, answer):
    command = [*PYTHON, *words]
    done = subprocess.run(
        command, cwd=trap, input=said, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(answer)


def test_every_python_that_we_begin_begins_so():
    assert PYTHON[1] == "-P"
    for file in (ROOT / "cabinet").rglob("*.py"):
        # -I, alone, is more than -P.
        code = file.read_text(encoding="utf-8").replace('sys.executable, "-I"', "")
        assert "sys.executable" not in code or file.name == "processes.py", file


@pytest.mark.parametrize("name", ["install.sh", "compile.sh", "try.sh"])
def test_every_python_that_root_begins_is_alone(name):
    assert not BEGUN.findall((ROOT / "systemd" / name).read_text(encoding="utf-8"))
