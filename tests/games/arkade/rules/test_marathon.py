"""Arkade over very many games: it always ends, and the house is always in time."""

import json
import subprocess
import sys

import pytest

from cabinet import compiled
from cabinet.games.arkade import GAME
from cabinet.screen.match.thinking import THINKING_MS
from tests.games.arkade.marathon import MODES, bot_games, random_games

# Positions that the house looks at more closely for one decision.
MOST_LOOKS = 150


def marathon(*words):
    """What came of it, in a process that uses compiled code where there is some."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.arkade.marathon", *words],
        cwd=compiled.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    sys.stderr.write(f"{' '.join(words)}: {done.stdout}")
    return json.loads(done.stdout)


@pytest.mark.parametrize("mode", MODES)
def test_random_games_end(mode):
    assert random_games(mode, 20)["games"] == 20


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
def test_a_hundred_thousand_random_games_end(mode):
    assert marathon("random", mode, "100000")["games"] == 100_000


@pytest.mark.parametrize("level", GAME.bots)
def test_what_the_house_looks_at_is_bounded(level):
    assert bot_games("strategy", 1, level)["looks"] <= MOST_LOOKS


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("level", GAME.bots)
def test_the_house_is_in_time_in_a_thousand_games(level, mode):
    found = marathon("bots", mode, "1000", level)
    assert found["looks"] <= MOST_LOOKS
    assert found["slowest_ms"] <= THINKING_MS[level]
