"""Loops are found by their entry points, and refused in a sentence."""

from dataclasses import replace

import pytest

from cabinet.loops.api import HowTo, LoopError, LoopGame
from cabinet.loops.registry import GameShelf, broken, load_loop
from cabinet.settings import catalogue_of
from cabinet.tabletop.registry import GameNotUsableError
from tests.support.loops import install, loop
from tests.support.strangers import Stranger


@pytest.mark.usefixtures("strange_loops")
def test_a_shelf_has_board_games_and_loops():
    shelf = GameShelf()
    assert isinstance(shelf["squares"], LoopGame)
    assert shelf["azteka"].rules.name == "azteka"
    assert {"arkade", "squares"} <= set(shelf)
    assert broken() == {}
    assert len(shelf) == len(set(shelf))
    with pytest.raises(KeyError):
        shelf["nothing"]


@pytest.mark.usefixtures("strange_loops")
def test_a_loop_that_is_not_there_is_named_with_one_that_is():
    with pytest.raises(GameNotUsableError, match="did you mean squares"):
        load_loop("squeres")


@pytest.mark.usefixtures("strange_loops")
def test_settings_know_who_can_play_a_loop_and_with_what():
    card = catalogue_of(GameShelf())["squares"]
    assert card.seats == (1, 2)
    assert card.options == {"length": (60, 600, 100_000)}
    assert card.refusal(2, {"length": 60}) is None
    assert "is for 1 or 2 players" in card.refusal(3, {})
    assert "cannot be 61" in card.refusal(1, {"length": 61})
    assert card.live({})
    assert not card.house
    assert card.scored


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seats": (2,)}, "seats: (2,) is not (1,)"),
        ({"seats": ()}, "seats: () is not"),
        ({"seats": tuple(range(1, 8))}, "up to 6"),
        ({"size": (800, 600)}, "size: (800, 600) is not 640 x 360 or 1280 x 720"),
        ({"pace": 50}, "pace: 50 is not 30 or 60"),
        ({"memory": 5000}, "memory: 5000 is not 64 to 1024"),
        ({"how_to": (HowTo(1, {"en": "."}),)}, "record one"),
        ({"demo": "none.txt"}, "none.txt: there is no such file in the package"),
        ({"sounds": {"zap": "zap.ogg"}}, "zap.ogg: there is no such file"),
    ],
)
@pytest.mark.usefixtures("strange_loops")
def test_a_wrong_description_is_refused_with_what_is_right(fields, said):
    with pytest.raises(LoopError) as refused:
        replace(loop("squares"), package="cabinet.loops", **fields).check()
    assert said in str(refused.value)


WRONG = """
from cabinet.loops.api import LoopGame

WIDE = LoopGame("wide", {"en": "Wide"}, object, size=(1, 1))
OTHER = LoopGame("another", {"en": "Another"}, object)
NUMBER = 5
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("WIDE", "the game 'wide' (wrong_wide:WIDE): size: (1, 1) is not"),
        ("OTHER", "calls itself 'another'"),
        ("NUMBER", "is a int, not a cabinet.loops.api.LoopGame"),
        ("MISSING", "does not import"),
    ],
)
def test_a_line_that_gives_no_loop_is_named(tmp_path, monkeypatch, name, said):
    install(tmp_path, WRONG, [name], f"wrong_{name.lower()}")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(GameNotUsableError) as refused:
        load_loop(name.lower())
    assert said in str(refused.value)
    assert said in str(broken()[name.lower()])


def test_a_name_belongs_to_one_game(tmp_path, monkeypatch):
    stranger = Stranger(tmp_path / "package", monkeypatch)
    stranger.folder.mkdir()
    stranger.install("cabinet.loops", "azteka", "elsewhere:GAME")
    with pytest.raises(GameNotUsableError, match="two games are called 'azteka'"):
        GameShelf()
