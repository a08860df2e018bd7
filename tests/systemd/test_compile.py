"""A release gets its rules and search as machine code, where there is a compiler.

Soak: it makes a release and compiles it, a few minutes of work.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHERE = """
from cabinet import compiled
compiled.use({})
import cabinet.games.arkade.rules.rules as rules
print(rules.__file__)
"""

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """What install.sh makes, but for the packages the games do not need."""
    folder = tmp_path_factory.mktemp("release")
    source = folder / "source"
    left = shutil.ignore_patterns(".*", "build", "*.pyc", "docs", "tests")
    shutil.copytree(ROOT, source, ignore=left)
    subprocess.run([sys.executable, "-m", "venv", folder / "made"], check=True)
    pip = [folder / "made/bin/python", "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, source, "pyyaml"], check=True)
    return folder / "made"


def compiling(release, **env):
    done = subprocess.run(
        ["/bin/sh", ROOT / "systemd/compile.sh", release, release.parent / "source"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | env,
    )
    return done.returncode, done.stdout + done.stderr


def is_compiled(release):
    said = subprocess.run(
        [release / "bin/python", "-I", "-c", WHERE],
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.strip().endswith(".so")


def test_without_a_compiler_that_is_said_and_nothing_is_left(release, tmp_path):
    for tool in ("rm", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    code, said = compiling(release, PATH=str(tmp_path))
    assert code == 1
    assert "no compiler; for faster bots: apt-get install gcc" in said
    assert not is_compiled(release)


@pytest.mark.skipif(
    shutil.which("gcc") is None,
    reason="nothing was compiled: apt-get install gcc python3-dev",
)
def test_with_one_the_release_is_compiled_once_and_stays_as_small(release):
    code, said = compiling(release)
    assert (code, is_compiled(release)) == (0, True), said
    packages = [each.name for each in release.glob("lib/python3*/site-packages/*")]
    assert "mypy" not in packages, "what compiles is no part of it"
    assert compiling(release) == (0, ""), "the second time there is nothing to do"
