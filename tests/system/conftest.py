"""One browser for all tests of a file that want it."""

import warnings

import pytest

from tests.system import browser


@pytest.fixture(scope="module")
def driver():
    if why := browser.missing():
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(
                f"NO BROWSER TEST: {why}; run tools/setup_browser.sh", stacklevel=1
            )
        pytest.skip(f"{why}: run `sh tools/setup_browser.sh`")
    driver = browser.Driver()
    yield driver
    driver.close()
