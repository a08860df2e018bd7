"""The page about adding a game and the tool that writes one tell the truth."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet.picture.shapes import Box, Text
from cabinet.scenario.runner import play_file
from cabinet.tabletop.api import PositionError
from cabinet.tabletop.engine import Engine
from cabinet.tabletop.registry import load, shipped
from cabinet.testing.games import check_game
from tests.screen.controller_rig import BOT, FRAME, PERSON, Rig
from tests.support.settings import SETTINGS
from tests.support.strangers import Stranger, printed_code

HOUSE = Path(__file__).parents[2]
AT_THE_CABINET = """
config:
  modes:
    - {{game: {name}, title: {{fr: Essai, en: Trial}}, credits: 1, enabled: true}}
seed: 4
steps:
  - coin: 1
  - press: start
  - press: start
  - expect: {{mode: playing, game: {name}, seats: 2}}
{steps}
  - wait: 4
  - expect: {{mode: {after}, alarms: [], books: {{plays: 1, refunds: 0}}}}
"""


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    stranger = Stranger(tmp_path / "package", monkeypatch)
    stranger.folder.mkdir()
    yield stranger
    stranger.leave()


@pytest.fixture
def highest(stranger):
    """The game that the guide prints, installed."""
    module, test, *_ = printed_code("adding-a-game.md")
    (stranger.folder / "highest.py").write_text(module, encoding="utf-8")
    (stranger.folder / "test_highest.py").write_text(test, encoding="utf-8")
    stranger.install("cabinet.games", "highest", "highest:GAME")
    return load("highest")


@pytest.fixture
def pebbles(stranger):
    """The game that the tool writes as a package, installed."""
    assert new_game("pebbles", "--package", stranger.folder).returncode == 0
    stranger.install("cabinet.games", "pebbles", "pebbles:GAME")
    return load("pebbles")


def new_game(*arguments):
    command = [sys.executable, HOUSE / "tools" / "new_game.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def pytest_in(folder):
    """Run the tests of a package as its author would."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}:{HOUSE}"},
        capture_output=True,
        text=True,
        check=False,
    )


def play_at_the_cabinet(name, folder, *steps, after="result"):
    """From a coin to the result, by the real counter and the real screen."""
    file = folder / "match.yaml"
    lines = "\n".join(f"  - {step}" for step in steps)
    text = AT_THE_CABINET.format(name=name, steps=lines, after=after)
    file.write_text(text, encoding="utf-8")
    play_file(file, SETTINGS)


def play_on_the_panel(rig, game):
    """Everybody presses A and the house answers, until it is over."""
    rig.start(game.rules.name, seats=(PERSON, BOT))
    while not rig.controller.match.over:
        rig.press("p1.a")
        rig.release("p1.a")
        rig.wait(120 * FRAME)
        assert rig.controller.match is not None, rig.controller.say()


def test_the_package_that_is_written_passes_its_own_tests(pebbles, stranger):
    done = pytest_in(stranger.folder)
    assert done.returncode == 0, done.stdout
    check_game(pebbles, seeds=range(3, 6))


def test_a_written_game_plays_at_the_cabinet_against_the_house(pebbles, tmp_path):
    moves = ("press: p1.a", "wait: 8") * 6
    play_at_the_cabinet("pebbles", tmp_path, *moves, after="attract")
    rig = Rig(games={"pebbles": pebbles})
    play_on_the_panel(rig, pebbles)
    assert len(rig.log) >= 5


def test_somebody_elses_game_that_does_not_import_spoils_no_match(stranger, tmp_path):
    stranger.install("cabinet.games", "half_written", "no_such_module:GAME")
    play_at_the_cabinet("azteka", tmp_path, after="playing")


def test_a_written_game_plays_through_the_engine(pebbles):
    engine = Engine(pebbles, lambda: 0.0)
    assert engine.answer('{"cmd":"new"}')["actors"] == [0]
    assert engine.answer('{"cmd":"play","action":"b2"}')["actors"] == [1]


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"board": ["X..", "...", "..."], "turn": 0}, "turn"),
        ({"board": ["X..", "X..", "..."]}, "board"),
        ({"board": ["XXX", "OOO", "..."]}, "board"),
        ({"board": ["X...", "....", "...."]}, "board"),
        ({"board": ["?..", "...", "..."]}, "board"),
        ({"board": None}, "board"),
        ({"options": {"size": 5}}, "options"),
        ({"game": "nim"}, "game"),
        ({"stones": 3}, "stones"),
    ],
)
def test_a_written_game_refuses_a_position_that_is_none(pebbles, document, field):
    with pytest.raises(PositionError, match=f"^{field}: "):
        pebbles.rules.read(document, None)


def test_the_board_of_a_written_game_is_drawn(pebbles):
    rig = Rig(games={"pebbles": pebbles})
    rig.start("pebbles", log=[(0, "b2"), (1, "a1")])
    picture = rig.controller.picture()
    assert {"X", "O"} <= {s.words for s in picture if isinstance(s, Text)}
    assert sum(isinstance(s, Box) and s.w == s.h for s in picture) >= 9


def test_a_strangers_game_is_none_of_those_shipped_here(pebbles):
    assert set(shipped()) == {"arkade", "aztec", "azteka", "space_aztecs"}


def test_a_game_of_our_own_says_the_line_to_add(tmp_path):
    said = new_game("pebbles", tmp_path)
    assert said.returncode == 0
    assert 'pebbles = "pebbles:GAME"' in said.stdout


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "pebbles").mkdir()
    said = new_game("pebbles", tmp_path)
    assert said.returncode == 1
    assert said.stderr.endswith("pebbles is there already: choose another name\n")
    (tmp_path / "pyproject.toml").touch()
    said = new_game("shells", "--package", tmp_path)
    assert said.stderr.endswith("pyproject.toml is there already: choose another DIR\n")
    assert new_game("2-up", tmp_path).stderr == (
        "new_game: '2-up' is no name for a game: use a-z, 0-9 and _, like tic_tac\n"
    )


def test_the_game_in_the_documentation_passes_the_test_printed_there(highest, stranger):
    done = pytest_in(stranger.folder)
    assert done.returncode == 0, done.stdout
    check_game(highest, seeds=range(3, 6))


def test_the_game_in_the_documentation_plays_at_the_cabinet(highest, tmp_path):
    play_at_the_cabinet("highest", tmp_path, "press: p1.a", "wait: 8")
    rig = Rig(games={"highest": highest})
    play_on_the_panel(rig, highest)
    assert [action for _, action in rig.log] == ["throw", "throw"]


def test_people_play_the_game_in_the_documentation_together(highest):
    rig = Rig(games={"highest": highest})
    rig.start("highest", seats=(PERSON, PERSON, PERSON, BOT))
    for stick in (1, 2, 1):
        rig.press(f"p{stick}.a")
        rig.wait(FRAME)
    rig.wait(240 * FRAME)
    assert rig.controller.match.over
    assert rig.log == [(seat, "throw") for seat in range(4)]
