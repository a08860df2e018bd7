"""All programs and `dice-sim tower`, killed between a request and its report."""

import subprocess
import sys
from itertools import islice
from random import Random

import pytest

from cabinet.throws import open_throw, sides_of
from tests.support.settings import SETTINGS
from tests.system.running import ROOT, RunningCabinet
from tools.dice_sim.dice import dice_named
from tools.dice_sim.fair import drawn

pytestmark = pytest.mark.soak
STRATEGY = 4
SEED = 9


@pytest.fixture
def tower(tmp_path):
    """A tower whose thrower takes a while; its port."""
    port = tmp_path / "tower"
    words = ("tower", "--port", str(port), "--die", "d6,d6", "--after", "4")
    with subprocess.Popen(
        [sys.executable, "-m", "tools.dice_sim", *words, "--seed", str(SEED)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    ) as process:
        assert b"with d6 d6 at" in process.stdout.readline()
        yield port
        process.terminate()


@pytest.fixture
def cabinet(tmp_path, tower):
    shipped = SETTINGS.read_text(encoding="utf-8")
    seeded = "  source: seeded "
    assert seeded in shipped
    tuned = shipped.replace(seeded, f"  port: {tower}\n  source: tower ")
    settings = tmp_path / "cabinet.yaml"
    settings.write_text(tuned, encoding="utf-8")
    running = RunningCabinet(tmp_path, "--config", str(settings))
    yield running
    running.close()


def begin(cabinet):
    cabinet.enter()
    cabinet.until(lambda shown: shown.tower and shown.tower.state == "ready")
    cabinet.coin()
    while cabinet.shown.offer != STRATEGY:
        cabinet.tap("p1.right")
    cabinet.tap("start")
    cabinet.until_mode("join")
    cabinet.tap("player")
    cabinet.tap("start")
    cabinet.until_mode("playing")


def asked(shown):
    return shown.match is not None and open_throw(shown.match.log) is not None


def roll(cabinet):
    """Press A on what a new screen offers first, until dice are asked for."""
    for _ in range(10):
        cabinet.tap("p1.a")
        try:
            cabinet.until(asked, 1.5)
        except AssertionError:
            continue
        return
    raise AssertionError("no dice were asked for")


def resume(cabinet):
    cabinet.lost()
    cabinet.enter()
    cabinet.until(lambda shown: shown.question == "resume")
    cabinet.tap("start")
    cabinet.until(lambda shown: not shown.question)


@pytest.mark.parametrize("victim", ["screen", "counter", "both"])
def test_a_throw_outlives_every_program(cabinet, victim):
    begin(cabinet)
    roll(cabinet)
    place = len(cabinet.shown.match.log)
    if victim != "counter":
        cabinet.kill("screen")
    if victim != "screen":
        cabinet.kill("counter")
        resume(cabinet)
    cabinet.until(lambda shown: len(shown.match.log) > place)
    log = cabinet.shown.match.log
    dice = dice_named("d6,d6")
    (thrown,) = islice(drawn(dice, Random(SEED)), 1)
    assert [move.action for move in log[:2]] == ["roll", "throw 0000d1ce 1"]
    assert sides_of(log[2]) == tuple(side + 1 for side in thrown)
    assert len(log) == 3
