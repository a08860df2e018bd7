"""The house's own logo takes the place of the cabinet's name, as large as it fits."""

import pygame
import pytest

from cabinet.picture.shapes import Pixels, Polygon
from cabinet.protocol.snapshot import HouseCard
from cabinet.screen.render import pixels
from cabinet.screen.render.house_logo import adopt, fitted
from cabinet.screen.scenes import title
from cabinet.screen.scenes.title import CHROMES, HOUSE_LOGO, LOGO_PLACE


@pytest.fixture(autouse=True)
def _display():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pixels.withdraw(HOUSE_LOGO)


@pytest.mark.parametrize(
    ("size", "shown"),
    [((600, 300), (172, 86)), ((1200, 20), (600, 10)), ((8, 8), (86, 86))],
)
def test_a_logo_keeps_its_proportions_in_the_middle_of_its_place(size, shown):
    picture = pygame.Surface(size, pygame.SRCALPHA)
    picture.fill("white")
    whole = fitted(picture, LOGO_PLACE[2:])
    found = whole.get_bounding_rect()
    assert whole.get_size() == LOGO_PLACE[2:]
    assert found.size == shown
    assert found.center == whole.get_rect().center


def test_a_logo_is_shown_and_one_that_is_wrong_gives_way_to_our_name(tmp_path):
    file = tmp_path / "logo.png"
    pygame.image.save(pygame.Surface((100, 40)), file)
    house = HouseCard(logo=str(file))
    adopt(house.logo)
    assert any(isinstance(one, Pixels) for one in title._name_of_the_house(house))
    file.write_bytes(b"nothing")
    adopt(house.logo)
    shapes = title._name_of_the_house(house)
    assert {type(one) for one in shapes[1:]} == {Polygon}


@pytest.mark.parametrize("colours", CHROMES)
def test_the_name_has_the_colours_of_the_house(colours):
    shapes = title._name_of_the_house(HouseCard(colours=colours))
    drawn = {one.color for one in shapes if isinstance(one, Polygon)}
    assert drawn == {*CHROMES[colours].face, *CHROMES[colours].shade}
    assert len(CHROMES[colours].face) == 14
