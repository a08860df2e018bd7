import pytest

from cabinet.screen.loops.process import wait_for_ended


@pytest.fixture(autouse=True)
def _nothing_left():
    """Every guard that a test hung up on has ended before the next test."""
    yield
    wait_for_ended()
