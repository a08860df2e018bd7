"""The page about adding a game and the tool that writes one tell the truth."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet.tabletop.engine import Engine
from cabinet.tabletop.registry import load
from cabinet.testing.games import check_game

HOUSE = Path(__file__).parents[2]


@pytest.fixture
def strangers_folder(tmp_path, monkeypatch):
    """A package that is not ours, installed, with the game `toy` in it."""
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: stranger\nVersion: 1.0\n")

    def install(name):
        (info / "entry_points.txt").write_text(
            f"[cabinet.games]\n{name} = {name}:GAME\n"
        )
        monkeypatch.syspath_prepend(tmp_path)

    yield tmp_path, install
    for module in [m for m in sys.modules if m.split(".")[0] in ("pebbles", "highest")]:
        del sys.modules[module]


def new_game(*arguments):
    command = [sys.executable, HOUSE / "tools" / "new_game.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_written_game_plays_from_a_strangers_package(strangers_folder):
    folder, install = strangers_folder
    said = new_game("pebbles", folder)
    assert said.returncode == 0
    assert 'pebbles = "pebbles:GAME"' in said.stdout
    install("pebbles")
    game = load("pebbles")
    check_game(game)
    engine = Engine(game, lambda: 0.0)
    assert engine.answer('{"cmd":"new"}')["actors"] == [0]
    assert engine.answer('{"cmd":"play","action":"take 3"}')["actors"] == [1]


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "pebbles").mkdir()
    said = new_game("pebbles", tmp_path)
    assert said.returncode == 1
    assert said.stderr.endswith("is there already: choose another name\n")
    assert new_game("2-up", tmp_path).stderr == (
        "new_game: '2-up' is no name for a game: use a-z, 0-9 and _, like tic_tac\n"
    )


def test_the_game_in_the_documentation_works_as_it_stands(strangers_folder):
    folder, install = strangers_folder
    page = (HOUSE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (folder / "highest.py").write_text(code, encoding="utf-8")
    install("highest")
    check_game(load("highest"))
