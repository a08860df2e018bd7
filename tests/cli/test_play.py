"""`cabinet play`: one game for free, on settings of its own."""

import os
import subprocess
import sys

import pytest
import yaml

from cabinet.cli.main import main
from cabinet.cli.play import for_free
from cabinet.protocol.client import CounterConnection
from cabinet.protocol.snapshot import Snapshot
from tests.support.settings import SETTINGS
from tests.system.running import ROOT, TIMEOUT


def test_the_settings_are_the_operators_but_for_the_price():
    before = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))
    after = yaml.safe_load(for_free(SETTINGS, "azteka"))
    assert [mode["game"] for mode in after["modes"]] == ["azteka"]
    assert after["pricing"]["free_play"]
    assert after["io"] == before["io"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["azteca"], 2, "no game is called 'azteca'; did you mean"),
        (["azteka", "--seats", "4"], 1, "--seats 4: azteka is for 1 to 3 people"),
        (["azteka", "--seats", "0"], 1, "azteka is for 1 to 3 people"),
    ],
)
def test_what_cannot_be_played_is_said(words, code, said, capsys):
    assert main(["play", *words, "--config", str(SETTINGS)]) == code
    assert said in capsys.readouterr().err


def test_it_begins_by_itself_and_leaves_nothing(tmp_path):
    command = [sys.executable, "-m", "cabinet", "play", "azteka", "--seats", "2"]
    with subprocess.Popen(
        [*command, "--headless", "--config", str(SETTINGS)],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            # Said when the screen has heard the counter.
            assert any("ready" in line for line in process.stdout)
            (bus,) = tmp_path.glob("cabinet-play-*/bus.sock")
            line = CounterConnection.connect(bus, "tool")
            shown = _playing(line)
            line.close()
            assert [seat.kind for seat in shown.seats] == ["person", "person"]
            assert shown.match.credits == 0
        finally:
            process.terminate()
            process.stdout.read()
    assert list(tmp_path.glob("cabinet-play-*")) == []


def _playing(line):
    for heard in line.heard(round(TIMEOUT * 1e9)):
        for message in heard:
            if isinstance(message, Snapshot) and message.mode == "playing":
                return message
    raise AssertionError("it never began")
