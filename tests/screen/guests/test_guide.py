"""The program of the guide: it plays, and its mode is one that can be sold."""

import os
import re
import subprocess
import sys

import pytest
import yaml

from cabinet import settings
from cabinet.core.guests import Guest
from cabinet.settings.guests import advice
from tests.support.settings import SETTINGS
from tests.support.strangers import DOCS, printed_code

PAGE = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
CHAPTER = PAGE[PAGE.index("## A program in five minutes") :]


def modes():
    """The modes that the chapter prints, as YAML."""
    first, second = re.findall(r"```yaml\n(.*?)```", CHAPTER, re.DOTALL)
    return [
        yaml.safe_load(first)["modes"][0],
        {
            "game": "program",
            "title": {"fr": "Tir", "en": "Shooter"},
            **yaml.safe_load(second),
        },
    ]


@pytest.fixture
def sold():
    found = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))
    text = yaml.safe_dump({**found, "modes": modes()}, allow_unicode=True)
    return settings.load_text(text, "cabinet.yaml", None, {})


def test_its_modes_are_sold(sold):
    snake, shooter = sold.operating({}).offers
    assert isinstance(snake.guest, Guest)
    assert snake.guest.keys["p1.left"] == "left"
    assert (snake.scored, shooter.scored) == (True, False)
    assert (snake.key, shooter.minutes) == ("program name=snake", 5)


def test_what_is_not_there_is_advised_of(sold):
    told = [str(each) for each in advice(sold.modes)]
    assert "/usr/games/mame" in told[-1]
    assert "gets the credit back" in told[-1]


def test_the_snake_ends_and_tells_its_score(tmp_path):
    path = tmp_path / "snake.py"
    path.write_text(printed_code("adding-a-game.md")[-1], encoding="utf-8")
    # Left when it goes right is no turn; Escape ends it.
    keys = "pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))"
    code = path.read_text(encoding="utf-8").replace(
        "pygame.init()", f"pygame.init()\npygame.display.init()\n{keys}"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Score: 0" in done.stdout
