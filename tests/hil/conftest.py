"""A chip for every test; where none can be built, the tests fail and say why.

Off Linux they are skipped: `tools/setup_chip.sh` says so.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.hil.building import CannotBuildError, build_chip
from firmware_bridge.hil.chip import Chip

ChipMaker = Callable[..., Chip]


@pytest.fixture(scope="session")
def new_chip() -> ChipMaker:
    try:
        firmware, library = build_chip()
    except CannotBuildError as error:
        pytest.fail(str(error), pytrace=False)
    return lambda eeprom=None: Chip(firmware, library, eeprom)


def pytest_collection_modifyitems(items):
    if sys.platform == "linux":
        return
    skip = pytest.mark.skip(reason="the chip's simulator is a package of Linux")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(skip)
