"""A stranger's game in a whole cabinet, and what its author sees when it fails."""

import subprocess
import sys

import pytest

from cabinet.protocol.codec import Quit
from tests.support.settings import SETTINGS
from tests.support.strangers import Stranger
from tests.system.running import ROOT, RunningCabinet

MODE = """modes:
  - {game: pebbles, title: {fr: Essai, en: Trial}, credits: 1}
"""
# The third cell cannot be taken; the house cannot choose.
MISTAKE = """
from dataclasses import replace


class Broken(type(GAME.rules)):
    def apply(self, state, seat, action, events=None):
        if events is not None and action == 2:
            raise ZeroDivisionError("a mistake in the rules")
        return super().apply(state, seat, action, events)


class Lost:
    def choose(self, rules, state, seat, rng, enough):
        raise LookupError("a mistake in the bot")


GAME = replace(GAME, rules=Broken(), bots=dict.fromkeys(GAME.bots, Lost()))
"""


@pytest.fixture
def cabinet(tmp_path, monkeypatch):
    """A cabinet that sells the game of a stranger, which has two mistakes in it."""
    stranger = Stranger(tmp_path / "package", monkeypatch)
    tool = [sys.executable, ROOT / "tools/new_game.py", "pebbles", "--package"]
    subprocess.run([*tool, stranger.folder], check=True, capture_output=True)
    with (stranger.folder / "pebbles/__init__.py").open("a") as code:
        code.write(MISTAKE)
    stranger.install("cabinet.games", "pebbles", "pebbles:GAME")
    monkeypatch.setenv("PYTHONPATH", str(stranger.folder))
    before, _, after = SETTINGS.read_text(encoding="utf-8").partition("modes:\n")
    rest = after[after.index("\nmeter:") :]
    settings = tmp_path / "cabinet.yaml"
    settings.write_text(before + MODE + rest, encoding="utf-8")
    running = RunningCabinet(tmp_path / "state", "--config", str(settings))
    yield running
    running.close()


def test_the_traceback_of_a_game_that_fails_is_on_the_terminal_and_in_the_log(cabinet):
    cabinet.enter()
    cabinet.coin()
    cabinet.tap("start")
    cabinet.until_mode("join")
    cabinet.tap("start")
    cabinet.until_mode("playing")
    cabinet.tap("p1.a")
    cabinet.until(lambda shown: len(shown.match.log) == 2)
    # What the house played is looked at first: until then a press is for nobody.
    cabinet.tap_until("p1.a", lambda shown: shown.mode != "playing")
    cabinet.until(lambda shown: shown.credits == 1)
    kept = (cabinet.state / "log/screen.log").read_text(encoding="utf-8")
    cabinet.say(Quit())
    code, shown = cabinet.end()
    assert code == 0
    for text in (shown, kept):
        assert "match 1 is given up, its game failed\nTraceback" in text
        assert "ZeroDivisionError: a mistake in the rules" in text
        assert "it plays its first legal action\nTraceback" in text
        assert "LookupError: a mistake in the bot" in text
