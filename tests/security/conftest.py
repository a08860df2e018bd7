"""What the tests of attacks share."""

import os

import pytest

from tests.security.accounts import Till, find_python
from tests.system.conftest import skip_aloud


@pytest.fixture(scope="module")
def till():
    yield from _open_till()


@pytest.fixture
def spent_till():
    """One for a test that uses up the tries of a password: others would be refused."""
    yield from _open_till()


def _open_till():
    if os.geteuid() != 0:
        skip_aloud("NO ACCOUNT WAS ATTACKED: only root can run programs as others")
    if (found := find_python()) is None:
        skip_aloud("NO ACCOUNT WAS ATTACKED: no Python here is for other accounts")
    till = Till(*found)
    yield till
    till.close()
