"""Screen tests draw on nothing: no display is needed, none is touched."""

import os

import pytest

from tests.screen.controller_rig import Rig

os.environ["SDL_VIDEODRIVER"] = "dummy"


@pytest.fixture
def display():
    """SDL's video, on the driver that shows nothing."""
    import pygame

    from cabinet.screen.loop.window import open_display

    open_display(headless=True)
    yield
    pygame.display.quit()


@pytest.fixture
def rig():
    """A screen's mind before its first snapshot."""
    return Rig()
