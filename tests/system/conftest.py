"""What takes long to make: one browser for a file, one installed machine for all."""

import warnings

import pytest

from tests.system import browser
from tests.system.appliance import Appliance, missing


def skip_aloud(what):
    """A skip is one letter among hundreds of dots; a warning is read at the end."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(what, stacklevel=2)
    pytest.skip(what)


@pytest.fixture(scope="module")
def driver():
    if why := browser.missing():
        skip_aloud(f"NO BROWSER TEST: {why}; run tools/setup_browser.sh")
    driver = browser.Driver()
    yield driver
    driver.close()


@pytest.fixture(scope="session")
def installed():
    """A bare machine on which install.sh was run, once."""
    if why := missing():
        skip_aloud(f"NO APPLIANCE WAS TRIED: {why}")
    appliance = Appliance()
    try:
        said = appliance.install()
        assert "done: the cabinet runs" in said
        yield appliance
    finally:
        appliance.machine.remove()


@pytest.fixture
def appliance(installed):
    """Whatever the test before it did, it is well."""
    if not installed.machine.is_up:
        installed.machine.boot()
    installed.forgive()
    installed.become_well()
    return installed
