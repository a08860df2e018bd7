"""Every scenario file holds, and a scenario that does not says where and why."""

from io import StringIO
from pathlib import Path

import pytest

from cabinet.scenario.runner import ScenarioError, play_file, read_script, run_files
from cabinet.settings import ConfigError
from tests.support.settings import SETTINGS

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path, tmp_path, monkeypatch):
    config = SETTINGS.resolve()
    monkeypatch.chdir(tmp_path)
    assert play_file(path, config) > 0


ALONE = sorted((Path(__file__).parent / "scenarios" / "one_button").glob("*.yaml"))


@pytest.mark.soak
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_every_game_is_played_to_its_end_with_start_alone(path, language, tmp_path):
    text = path.read_text(encoding="utf-8")
    lines = {word for word in text.split() if word.startswith(("p1.", "p2.", "mode:"))}
    assert lines <= {"mode:"}, "only Start is pressed"
    asks = "  - take: prefer.done\n"
    said = f"  - take: prefer.language\n{asks}" if language == "en" else asks
    assert play_file(written(tmp_path, text.replace(asks, said, 1)), SETTINGS) > 0


def written(folder, text):
    path = folder / "one.yaml"
    path.write_text(text)
    return path


def test_a_failed_expectation_says_step_line_expected_and_found(tmp_path):
    path = written(
        tmp_path, "steps:\n  - coin: 1\n  - expect: {mode: attract, credits: 2}\n"
    )
    with pytest.raises(ScenarioError) as error:
        play_file(path, SETTINGS)
    assert str(error.value) == (
        f"{path}:3: step 2, expect: mode: expected 'attract', found 'select'; "
        "credits: expected 2, found 1"
    )


def test_an_illegal_action_names_the_step(tmp_path):
    path = written(
        tmp_path,
        "steps:\n"
        "  - coin: 1\n"
        "  - press: start\n"
        "  - press: player\n"
        "  - press: start\n"
        "  - play: {seat: 1, action: place 1 0}\n",
    )
    with pytest.raises(ScenarioError, match=r":6: step 5, play: .*seat"):
        play_file(path, SETTINGS)


def test_all_that_is_wrong_with_a_file_is_said_at_once(tmp_path):
    path = written(
        tmp_path,
        "sead: 7\n"
        "steps:\n"
        "  - cion: 1\n"
        "  - wait: soon\n"
        "  - expect: {credit: 1}\n"
        "  - stick: {level: active}\n",
    )
    with pytest.raises(ConfigError) as error:
        read_script(path)
    assert [str(problem) for problem in error.value.problems] == [
        f"{path}:1:1: no scenario has 'sead' (did you mean 'seed'?)",
        f"{path}:3:5: no step is called 'cion' (did you mean 'coin'?)",
        f"{path}:4:11: wait cannot be 'soon' (wait: 0.5)",
        f"{path}:5:14: nothing is called 'credit' (did you mean 'credits'?)",
        (
            f"{path}:6:12: stick needs 'line' "
            "(stick: {line: coin.1, level: active, for: 10})"
        ),
    ]


def test_the_command_plays_every_file_and_counts_those_that_fail(tmp_path):
    bad = written(tmp_path, "steps:\n  - expect: {mode: select}\n")
    out = StringIO()
    assert run_files([bad, FILES[1], tmp_path / "none.yaml"], SETTINGS, out) == 1
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"FAILED  {bad}:2: step 1, expect: mode")
    assert lines[1].startswith("ok ")
    assert lines[2] == (
        f"FAILED  {tmp_path / 'none.yaml'}: cannot be read (No such file or directory)"
    )
    assert lines[3] == "1 passed, 2 failed"


def test_the_same_scenario_takes_the_same_pictures(tmp_path, monkeypatch):
    config = SETTINGS.resolve()
    text = "seed: 4\nsteps:\n  - coin: 1\n  - wait: 1\n  - shot: {}.png\n"
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        play_file(written(tmp_path, text.format(name)), config)
    one, two = ((tmp_path / f"{name}.png").read_bytes() for name in ("one", "two"))
    assert one == two
    assert one.startswith(b"\x89PNG")
