"""A chip for every test; where none can be built, the tests fail and say why."""

from collections.abc import Callable

import pytest

from tests.hil.building import FIRMWARE, LIBRARY, CannotBuildError, build_chip
from tests.hil.chip import Chip

ChipMaker = Callable[..., Chip]


@pytest.fixture(scope="session")
def new_chip() -> ChipMaker:
    try:
        build_chip()
    except CannotBuildError as error:
        pytest.fail(str(error), pytrace=False)
    return lambda eeprom=None: Chip(FIRMWARE, LIBRARY, eeprom)
