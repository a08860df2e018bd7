"""A stranger's loop in a whole cabinet: sold, played, crashed, hung, killed."""

import time

import pytest

from cabinet.core.events import SECOND
from cabinet.protocol.codec import Quit
from tests.support.loops import install
from tests.support.settings import SETTINGS
from tests.system.running import SLOWER, RunningCabinet


@pytest.fixture
def sell(tmp_path, monkeypatch):
    """A cabinet that sells one loop of a stranger."""
    folder, begun = tmp_path / "package", []
    install(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))

    def begin(game, options="{}", more=""):
        title = "{fr: Essai, en: Trial}"
        mode = f"  - {{game: {game}, title: {title}, options: {options}{more}}}\n"
        before, _, after = SETTINGS.read_text(encoding="utf-8").partition("modes:\n")
        rest = after[after.index("\nmeter:") :]
        settings = tmp_path / "cabinet.yaml"
        settings.write_text(f"{before}modes:\n{mode}{rest}", encoding="utf-8")
        cabinet = RunningCabinet(tmp_path / "state", "--config", str(settings))
        begun.append(cabinet)
        cabinet.enter()
        cabinet.coin()
        cabinet.tap("start")
        cabinet.until_mode("join")
        cabinet.tap("start")
        cabinet.until_mode("playing")
        return cabinet

    yield begin
    for cabinet in begun:
        cabinet.close()


def test_a_loop_is_sold_played_signed_and_its_score_kept(sell):
    cabinet = sell("squares", "{length: 60}")
    cabinet.until_mode("result")
    assert cabinet.shown.result.scores == (100,)
    assert cabinet.shown.credits == 0
    cabinet.leave_the_result()
    cabinet.until_mode("attract")
    assert cabinet.shown.offers[0].high_scores[0].score == 100
    cabinet.say(Quit())
    code, out = cabinet.end()
    assert code == 0
    assert "Traceback" not in out


@pytest.mark.parametrize(
    ("game", "seconds", "why"),
    [
        ("raises", 1.0, "ZeroDivisionError: a mistake in the game"),
        ("exits", 1.0, "its process is gone"),
        ("hangs", 5.0, "it hangs"),
    ],
)
def test_a_loop_that_fails_gives_the_credit_back(sell, game, seconds, why):
    cabinet = sell(game)
    began = time.monotonic()
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    # The start of its process, ten updates, and then the bar.
    assert time.monotonic() - began < (1.5 + seconds) * SLOWER
    assert shown.credits == 1
    assert shown.books.refunds == 1
    kept = (cabinet.state / "log/screen.log").read_text(encoding="utf-8")
    assert "match 1 is given up, its game failed" in kept
    assert why in kept


def test_a_loop_is_sold_by_the_minute_and_a_coin_adds_some(sell):
    cabinet = sell("squares", "{length: 100000}", ", minutes: 2")
    cabinet.until(lambda shown: shown.time and shown.time.since is not None)
    assert cabinet.shown.time.left == 120 * SECOND
    cabinet.touch("coin.1", active=True)
    cabinet.until(lambda shown: shown.time.left > 120 * SECOND)
    assert cabinet.shown.time.left == 240 * SECOND
    assert (cabinet.shown.mode, cabinet.shown.credits) == ("playing", 0)
    assert cabinet.shown.books.plays == 1
    # No screen, no time that passes.
    cabinet.kill("screen")
    cabinet.until(lambda shown: shown.time.since is None)
    cabinet.until(lambda shown: shown.time.since is not None)
    assert cabinet.shown.time.left > 230 * SECOND


def test_unused_minutes_are_given_back_after_a_crash(sell):
    cabinet = sell("raises", more=", minutes: 2")
    shown = cabinet.until(lambda shown: shown.mode != "playing")
    assert (shown.credits, shown.books.refunds) == (1, 1)


def test_a_loop_outlives_its_screen(sell):
    cabinet = sell("squares", "{length: 100000}")
    cabinet.kill("screen")
    cabinet.until(lambda shown: not shown.lockout_open)
    cabinet.until(lambda shown: shown.lockout_open)
    assert cabinet.shown.mode == "playing"
    cabinet.touch("start", active=True)
    cabinet.until(lambda shown: shown.question == "leave")
    cabinet.touch("start", active=False)
