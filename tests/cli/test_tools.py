"""Scenarios, tapes and hands on the panel, from the command line."""

import pytest

from cabinet.protocol.codec import Quit
from tests.support.command_line import cabinet
from tests.system.running import ROOT, RunningCabinet

SCENARIOS = ROOT / "tests/system/scenarios"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    running = RunningCabinet(tmp_path_factory.mktemp("cli")).enter()
    yield running
    running.say(Quit())
    assert running.end()[0] == 0
    running.close()


def test_scenarios_are_counted_and_a_failing_one_is_code_one(tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("steps:\n  - coin: 1\n  - expect: {credits: 7}\n")
    good = SCENARIOS / "12_free_play.yaml"
    code, out, _ = cabinet("scenario", good, bad)
    assert code == 1
    assert f"FAILED  {bad}:3: step 2, expect: credits: expected 7, found 1\n" in out
    assert out.endswith("1 passed, 1 failed\n")
    assert cabinet("scenario", good)[0] == 0


def test_a_damaged_tape_is_refused_with_its_line(tmp_path):
    tape = tmp_path / "torn.tape"
    tape.write_text(
        '{"tape":1,"at":0,"wall_ms":0,"levels":{}}\n'
        '{"at":1,"line":5}\n'
        '{"at":2,"line":"start","active":true}\n'
    )
    code, out, err = cabinet("replay", tape)
    assert (code, out) == (1, "")
    assert err.startswith(f"cabinet: {tape}:2: expected ")


def test_a_tape_that_is_not_there_is_said_to_be_missing(tmp_path):
    path = tmp_path / "none.tape"
    assert cabinet("replay", path) == (
        1,
        "",
        f"cabinet: {path}: cannot be read: No such file or directory\n",
    )


def test_what_was_recorded_can_be_replayed(tmp_path):
    tape = tmp_path / "evening.tape"
    evening = RunningCabinet(tmp_path / "state", "--record", str(tape)).enter()
    try:
        evening.coin()
        evening.tap("start")
        evening.say(Quit())
        code, said = evening.end()
        assert code == 0
        assert "Traceback" not in said
    finally:
        evening.close()
    code, out, err = cabinet("replay", tape)
    assert (code, err) == (0, "")
    assert "select, credits 1\n" in out
    assert "join, credits 1\n" in out
    assert out.endswith(": 1 coins, 100 minor units, 0 plays, 0 alarms\n")


def test_a_place_where_no_tape_can_be_is_named(tmp_path):
    tape = tmp_path / "none" / "evening.tape"
    state = tmp_path / "state"
    assert cabinet("--sim", "--headless", "--state", state, "--record", tape) == (
        1,
        "",
        f"cabinet: {tape}: cannot record there: No such file or directory\n",
    )


def test_a_hand_where_nobody_runs_is_told_so(tmp_path):
    code, _, err = cabinet("panel", "--state", tmp_path, "coin", cwd=tmp_path)
    assert code == 1
    assert err == (
        f"cabinet: nobody answers at {tmp_path / 'bus.sock'} (No "
        "such file or directory); is the counter running?\n"
    )


def test_hands_on_the_panel_of_a_running_cabinet(running, tmp_path):
    panel = ("panel", "--state", running.state)
    assert cabinet(*panel, "coin", "wait:0.1", cwd=tmp_path) == (
        0,
        "select, credits 1\n",
        "",
    )
    code, out, err = cabinet(*panel, "lever")
    assert (code, out, err) == (1, "", "cabinet: no line is called 'lever'\n")


@pytest.mark.parametrize("word", ["power:long", "power:-1", "wait:nan", "wait:inf"])
def test_a_time_that_is_none_is_refused(running, word):
    assert cabinet("panel", "--state", running.state, word) == (
        1,
        "",
        f"cabinet: {word}: after the colon stand seconds, as in power:3 or wait:0.5\n",
    )
