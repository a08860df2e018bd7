"""A chip for every test; where none can be built, the tests fail and say why."""

from collections.abc import Callable

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
