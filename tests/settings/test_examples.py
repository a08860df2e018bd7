"""Every example can be copied as it is, and simulated."""

from pathlib import Path

import pytest

from cabinet.cli.main import main
from cabinet.settings import load
from cabinet.settings.programs import SIMULATED

EXAMPLES = sorted(Path("config/examples").glob("*.yaml"))


def test_there_are_examples():
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_is_right(path, capsys):
    assert main(["--config", str(path), "check"]) == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_can_be_simulated(path):
    config = load(path, SIMULATED)
    assert config.io.opened_as == "sim"
    wiring = config.wiring()
    assert not any(wire.device for wire in wiring.inputs.values())
