"""Coin to result on panels with few buttons, in virtual time.

The scenarios that play with A, B, Mode and Player are played again with what does
the same where those are not wired. `cabinet check` finds nothing wrong with any.
"""

import json
import re
from pathlib import Path

import pytest
import yaml

from cabinet.core.events import SECOND
from cabinet.core.inputs.wired_buttons import WiredButtons
from cabinet.loops.registry import all_shipped
from cabinet.picture.shapes import Neon, Text
from cabinet.scenario.rig import Rig
from cabinet.scenario.runner import play_file
from cabinet.settings import catalogue_of, load
from tests.support.settings import SETTINGS

SCENARIOS = Path(__file__).parent / "scenarios"
LEAST = frozenset(
    {"coin.1", "power", "start", "p1.up", "p1.down", "p1.left", "p1.right"}
)
PANELS = {
    "start and a stick": LEAST,
    "a": LEAST | {"p1.a"},
    "b": LEAST | {"p1.b"},
}
GESTURES = {
    "start": "start",
    "short start": {"line": "start", "for": 0.7},
    "hold a": {"line": "p1.a", "for": 0.5},
}
each_panel = pytest.mark.parametrize("wired", PANELS.values(), ids=PANELS)


def settings(folder, wired):
    """The shipped file without the lines that this panel has not."""
    path = folder / "cabinet.yaml"
    lines = SETTINGS.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if _stays(line, wired)))
    return path


def _stays(line, wired):
    name = re.match(
        r"    (coin\.\d|power|start|mode|player|service|test|p\d\.\w+):", line
    )
    return name is None or name[1] in wired


def translated(step, wired):
    match step:
        case {"press": "p1.a" | "p1.b" as line}:
            gesture = WiredButtons(wired).gesture(1, line[3:])
            return [{"press": GESTURES.get(gesture, line)}]
        case {"press": "player"}:  # past the second seat: one person more
            return [{"press": "p1.right"}] * 2
    return [step]


@each_panel
def test_two_people_buy_a_match_and_play_it_to_its_result(tmp_path, wired):
    script = yaml.safe_load((SCENARIOS / "21_space_aztecs.yaml").read_text())
    steps = [new for step in script["steps"] for new in translated(step, wired)]
    path = tmp_path / "few.yaml"
    path.write_text(json.dumps({**script, "steps": steps}))
    config = settings(tmp_path, wired)
    load(config, None, catalogue_of(all_shipped()))
    assert play_file(path, config) == len(steps)


@pytest.fixture
def cabinet(tmp_path):
    games = all_shipped()
    config = load(settings(tmp_path, LEAST), {"io": {"backend": "sim"}})
    rig = Rig(config, games, tmp_path, 3)
    rig.insert(1)
    yield rig
    rig.close()


def shown(rig):
    shapes = rig.controller.picture()
    return {s.words for s in shapes if isinstance(s, Text | Neon)}


def test_language_and_lessons_are_within_reach_of_a_stick(cabinet):
    assert "CHOISIS TON JEU" in shown(cabinet)
    while cabinet.counter.shown().row != "howto":
        cabinet.press("p1.down")
    cabinet.press("p1.right")
    cabinet.press("start")
    assert "CHOOSE YOUR GAME" in shown(cabinet)
    cabinet.controller._demo_player.wait()
    cabinet.press("p1.left")
    cabinet.press("start")
    assert "1/8" in shown(cabinet)
    cabinet.press("p1.right")
    assert "2/8" in shown(cabinet)
    cabinet.press("start", 3 * SECOND)
    assert "CHOOSE YOUR GAME" in shown(cabinet)
    cabinet.press("p1.up")
    cabinet.press("start")
    assert cabinet.mode == "join"


def test_a_lesson_may_be_read_before_leaving_or_playing_on(cabinet):
    cabinet.controller._demo_player.wait()
    cabinet.press("start")
    cabinet.press("start")
    assert cabinet.mode == "playing"
    cabinet.press("start", 3 * SECOND)
    assert "QUITTER LA PARTIE ?" in shown(cabinet)
    for _ in range(3):
        cabinet.advance(SECOND)
        cabinet.press("p1.up")
    assert "3/9" in shown(cabinet)
    log = len(cabinet.controller.match.log)
    cabinet.press("start")
    assert "3/9" not in shown(cabinet)
    assert "QUITTER LA PARTIE ?" not in shown(cabinet)
    assert len(cabinet.controller.match.log) == log, "the answer is not also a move"


def test_where_all_play_at_once_nobody_joins_without_a_stick(tmp_path):
    games = all_shipped()
    config = load(settings(tmp_path, LEAST), {"io": {"backend": "sim"}})
    offers = config.operating(catalogue_of(games)).offers
    most = {offer.key: offer.most for offer in offers}
    assert most["arkade mode=arcade"] == 1
    assert most["arkade mode=strategy"] == 2
    assert most["space_aztecs"] == 6
