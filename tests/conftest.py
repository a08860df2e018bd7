"""How all tests are run."""

import gc

from hypothesis import HealthCheck, settings

# Property tests are judged by what they find, never by how busy the machine is.
settings.register_profile(
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_configure():
    gc.disable()


def pytest_collection_finish():
    """What was collected stays to the end: no garbage collection looks at it again."""
    gc.collect()
    gc.freeze()
    gc.enable()
