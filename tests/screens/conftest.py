"""Screen tests draw on nothing: no display is needed, none is touched."""

import os

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"


@pytest.fixture
def display():
    """SDL's video, on the driver that shows nothing."""
    import pygame

    from cabinet.screens.window import open_display

    open_display(headless=True)
    yield
    pygame.display.quit()
