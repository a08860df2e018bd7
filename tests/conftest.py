"""How all tests are run."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# Property tests are judged by what they find, never by how busy the machine is.
settings.register_profile(
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.hookimpl(optionalhook=True)  # the machine of `make gpio` has no xdist
def pytest_xdist_auto_num_workers():
    """One more than there are cores: some tests wait for a clock, a wire or a child."""
    return (os.cpu_count() or 1) + 1


def pytest_configure():
    gc.disable()


def pytest_collection_finish():
    """What was collected stays to the end: no garbage collection looks at it again."""
    gc.collect()
    gc.freeze()
    gc.enable()
