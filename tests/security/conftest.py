"""What the tests of attacks share."""

import os

import pytest

from tests.security.accounts import Till, find_python
from tests.system.conftest import skip_aloud


@pytest.fixture(scope="module")
def till():
    if os.geteuid() != 0:
        skip_aloud("NO ACCOUNT WAS ATTACKED: only root can run programs as others")
    if (found := find_python()) is None:
        skip_aloud("NO ACCOUNT WAS ATTACKED: no Python here is for other accounts")
    till = Till(*found)
    yield till
    till.close()
