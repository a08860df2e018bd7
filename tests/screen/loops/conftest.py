import pytest

from cabinet.screen.loops.process import wait_for_ended
from tests.support.loops import strange_loops  # noqa: F401


@pytest.fixture(autouse=True)
def _nothing_left():
    """Every process that a test hung up on has ended before the next test."""
    yield
    wait_for_ended()
