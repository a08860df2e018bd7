"""What a game's folder holds need not be given; it is loaded when it is wanted."""

from dataclasses import replace

import pytest

from cabinet.games.azteka import GAME
from cabinet.tabletop.api import Game
from cabinet.tabletop.menu_view import MenuView
from tests.support.tiny_games import Nim


def test_a_game_without_a_folder_has_a_list_of_actions_and_nothing_else():
    game = Game(Nim(), {})
    assert isinstance(game.view, MenuView)
    assert game.view is game.view
    assert (game.bots, game.sounds, game.primer, dict(game.options)) == (
        {},
        {},
        None,
        {},
    )


def test_what_is_given_is_not_looked_for():
    view = MenuView()
    game = replace(GAME, view=view, sounds={}, options={})
    assert game.view is view
    assert game.sounds == {}
    assert game.options == {}
    assert game.bots is GAME.bots


def test_a_folder_holds_the_words_of_its_options():
    told = GAME.options["placement"]
    assert told["fr"].choices == {"life": "près de la Vie", "own": "près des siens"}
    assert told["en"].title == "Placement"


def test_a_field_that_no_game_has_is_no_field():
    with pytest.raises(AttributeError, match="a game has no speed"):
        _ = GAME.speed
