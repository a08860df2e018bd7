"""The wheel, installed by pipx where there is no clone: `cabinet --sim` plays."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.system.running import ROOT, RunningCabinet, run_well

pytestmark = pytest.mark.soak


def ran(*command, cwd=None, **environment):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **{key: str(path) for key, path in environment.items()}},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy of the files that git knows: building writes into its tree."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ran("git", "ls-files", "-z", cwd=ROOT).split("\0")[:-1]:
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps")
    ran(*pip, "--no-build-isolation", "--wheel-dir", tree / "dist", tree)
    (made,) = (tree / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """`cabinet` as pipx puts it on the path of an account that has nothing else."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home / "tools", with_pip=True)
    ran(home / "tools/bin/pip", "install", "--quiet", "pipx")
    places = {"PIPX_HOME": home / "pipx", "PIPX_BIN_DIR": home / "bin"}
    ran(home / "tools/bin/pipx", "install", wheel, **places)
    return home / "bin/cabinet"


def test_with_no_clone_a_coin_buys_a_match_that_is_played(command, tmp_path):
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    state = tmp_path / "state"
    cabinet = RunningCabinet(state, program=(str(command),), cwd=nowhere)
    with run_well(cabinet):
        cabinet.begin_a_match()
        cabinet.first_move()
    assert not list(nowhere.iterdir())
    shipped = (ROOT / "config/cabinet.yaml").read_bytes()
    assert (state / "cabinet.yaml").read_bytes() == shipped


def test_every_file_that_the_programs_read_is_in_the_wheel(command):
    """Fonts, sounds, words, pages: whatever git knows beside the modules."""
    python = Path(command).resolve().parent / "python"
    find = "import cabinet, pathlib; print(pathlib.Path(cabinet.__file__).parents[1])"
    place = Path(ran(python, "-I", "-c", find).strip())
    known = ran("git", "ls-files", "-z", "cabinet", "tools/dice_sim", cwd=ROOT)
    unread = {".md"}
    missing = [
        name
        for name in known.split("\0")[:-1]
        if (ROOT / name).is_file()
        and Path(name).suffix not in unread
        and not (place / name).is_file()
    ]
    assert missing == []
