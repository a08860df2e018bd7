"""The core, built natively; where it cannot be, its tests fail and say why."""

from collections.abc import Callable

import pytest

from firmware_bridge.hil.building import CannotBuildError, build_native
from tests.firmware_bridge.native_core import NativeCore


@pytest.fixture(scope="session")
def new_core() -> Callable[[], NativeCore]:
    try:
        build_native()
    except CannotBuildError as error:
        pytest.fail(str(error), pytrace=False)
    return NativeCore
