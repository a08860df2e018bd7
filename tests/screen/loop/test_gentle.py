"""Nothing flashes where flashing is reduced: every scene and game, measured.

A flash is a pair of opposing changes of brightness by a tenth. More than three in a
second are too many (WCAG 2.3.1, which forgives small ones: here a square of 20 x 20
pixels is large enough to count).
"""

from dataclasses import replace
from functools import cache
from itertools import islice

import pygame
import pytest

from cabinet.i18n import words
from cabinet.picture.shapes import HEIGHT, WIDTH, Box, calm
from cabinet.screen.loop.gentle import GentleGames, GentleView
from cabinet.screen.match.table import Table
from cabinet.screen.render.painter import paint
from cabinet.screen.scenes import scene_table
from cabinet.tabletop.api import Look
from cabinet.tabletop.registry import shipped
from tools.gallery.samples import PERSON, cabinet_scenes, match_card
from tools.gallery.shows import shows

GAMES = shipped()
GRID = (32, 18)
ENOUGH = 26  # a tenth of 255
SECOND_OF_FRAMES = 60


def brightness(canvas, picture, small):
    """A grid of mean brightnesses, 20 x 20 pixels each."""
    paint(canvas, picture)
    pygame.transform.smoothscale(canvas, GRID, small)
    return pygame.transform.grayscale(small).get_view("0").raw[::4]


def flashes(pictures):
    """The most opposing changes any place of the screen sees, of pictures in a row."""
    canvas = pygame.Surface((WIDTH, HEIGHT), 0, 32)
    small = pygame.Surface(GRID, 0, 32)
    rows = [brightness(canvas, picture, small) for picture in pictures]
    return max(_turns(levels) for levels in zip(*rows, strict=True)) // 2


def _turns(levels):
    """How often the brightness turned around after a change that can be seen."""
    turns, low, high, way = 0, levels[0], levels[0], 0
    for level in levels:
        low, high = min(low, level), max(high, level)
        if way <= 0 and level >= low + ENOUGH:
            turns, way, high = turns + 1, 1, level
            low = level
        elif way >= 0 and level <= high - ENOUGH:
            turns, way, low = turns + 1, -1, level
            high = level
    return turns


def test_the_measure_sees_a_flash():
    dark, bright = (), (Box(0, 0, 99, 99, "white"),)
    assert flashes([dark, bright] * 5) == 4
    assert flashes([dark] * 9) == 0


@cache
def cabinet_shows():
    return dict(islice(shows({}, "fr"), len(cabinet_scenes())))


@pytest.mark.parametrize("name", cabinet_scenes())
def test_no_scene_of_the_cabinet_flashes_more_than_three_times_a_second(name):
    show = cabinet_shows()[name]
    pictures = [
        calm(scene_table.picture(replace(show, frame=frame)))
        for frame in range(0, SECOND_OF_FRAMES, 3)
    ]
    assert flashes(pictures) <= 3


@pytest.mark.parametrize("game", GAMES)
def test_no_game_flashes_more_than_once_a_second_where_flashing_is_reduced(game):
    gentle = GentleGames(GAMES)[game]
    people = (PERSON,) * gentle.rules.seats[0]
    speech = words("fr")
    for moves in (0, 9, 10_000):
        card = match_card(GAMES[game], people, moves)
        table = Table(gentle, replace(card, log=card.log[:-1]))
        if card.log:
            table.play(card.log[-1].seat, card.log[-1].action)
        pictures = []
        for _ in range(SECOND_OF_FRAMES):
            table.tick()
            pictures.append(calm(table.show(speech).picture))
        assert flashes(pictures[::3]) <= 1


def test_a_gentle_view_is_told_a_slower_frame_and_an_age_in_steps():
    class Told:
        def picture(self, look):
            return look.frame, look.age

        def ending(self):
            return "over"

    look = Look({}, (), (), None, (), (), age=0, frame=0, language="fr")
    view = GentleView(Told())
    told = [view.picture(replace(look, frame=n, age=n)) for n in (0, 3, 4, 39, 40)]
    assert told == [(0, 0), (0, 0), (1, 0), (9, 30), (10, 40)]
    assert view.ending() == "over"


def test_gentle_games_are_the_same_games():
    gentle = GentleGames(GAMES)
    assert list(gentle) == list(GAMES)
    assert len(gentle) == len(GAMES)
    assert gentle["aztec"].rules is GAMES["aztec"].rules
    assert gentle["aztec"] is gentle["aztec"]
