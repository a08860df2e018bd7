"""A broker for each test, and everybody who was at it goes home."""

import pytest

from tests.fleet import booth
from tests.fleet.mosquitto import Mosquitto


@pytest.fixture
def broker(tmp_path):
    made = Mosquitto(tmp_path)
    yield made
    made.close()


@pytest.fixture
def closing():
    """Whatever is given to it is closed at the end, the last first."""
    held = []

    def keep(thing):
        held.append(thing)
        return thing

    yield keep
    for thing in reversed(held):
        getattr(thing, "line", thing).close()


@pytest.fixture
def start(tmp_path, broker, closing):
    """A program of the fleet on the books in a folder."""

    def started(folder=tmp_path, settings_file=None, **more):
        return closing(
            booth.program(folder, booth.member(broker, **more), settings_file)
        )

    return started
