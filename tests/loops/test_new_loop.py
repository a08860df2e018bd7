"""From nothing to a loop on sale, by the guide and by the tool alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet.loops.registry import load_loop
from tests.support.strangers import Stranger, printed_code

HOUSE = Path(__file__).parents[2]


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    stranger = Stranger(tmp_path / "package", monkeypatch)
    stranger.folder.mkdir()
    yield stranger
    stranger.leave()


def new_loop(*arguments, cwd=HOUSE):
    command = [sys.executable, HOUSE / "tools" / "new_game.py", "--loop", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)


def pytest_in(folder):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}:{HOUSE}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_package_that_is_written_passes_its_own_tests(stranger):
    said = new_loop("drops", "--package", stranger.folder)
    assert "cabinet play drops" in said.stdout
    stranger.install("cabinet.loops", "drops", "drops:GAME")
    assert load_loop("drops").seats == (1, 2)
    done = pytest_in(stranger.folder)
    assert done.returncode == 0, done.stdout


def test_what_is_written_is_in_our_format(stranger):
    new_loop("falling_drops", "--package", stranger.folder)
    ruff = Path(sys.executable).with_name("ruff")
    done = subprocess.run([ruff, "format", "--check", stranger.folder], check=False)
    assert done.returncode == 0


def test_without_a_folder_it_is_written_here(tmp_path):
    assert new_loop("drops", cwd=tmp_path).returncode == 0
    assert (tmp_path / "drops/drops/loop.py").exists()
    assert "there already" in new_loop("drops", cwd=tmp_path).stderr


def test_the_loop_in_the_documentation_passes_the_test_printed_there(stranger):
    _, _, module, test, *_ = printed_code("adding-a-game.md")
    (stranger.folder / "lamps.py").write_text(module, encoding="utf-8")
    (stranger.folder / "test_lamps.py").write_text(test, encoding="utf-8")
    stranger.install("cabinet.loops", "lamps", "lamps:GAME")
    done = pytest_in(stranger.folder)
    assert done.returncode == 0, done.stdout
