import sys
from importlib.metadata import EntryPoints, entry_points

import pytest

from cabinet.tabletop import registry
from cabinet.tabletop.registry import GameNotUsableError

TINY = "tests.support.tiny_games"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Installs a stranger's package that has the given entry points."""

    def install(name="stranger", **points):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
        lines = [f"{game} = {value}\n" for game, value in points.items()]
        (info / "entry_points.txt").write_text("[cabinet.games]\n" + "".join(lines))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(registry, "entry_points", only_ours_and_these)
        return tmp_path

    def only_ours_and_these(**wanted):
        """What is installed, without the packages of whoever runs this test."""
        mine = {info.stem.removesuffix("-1.0") for info in tmp_path.glob("*.dist-info")}
        found = entry_points(**wanted)
        return EntryPoints(p for p in found if p.dist.name in {registry.OURS, *mine})

    return install


def test_a_strangers_game_is_installed_by_one_line(package):
    package(pig=f"{TINY}:PIG", nim=f"{TINY}:NIM")
    games = registry.installed()
    assert list(games) == sorted(games)
    assert {"nim", "pig"} <= set(games)
    assert registry.load("pig") is games["pig"]


def test_loading_one_game_imports_no_other(package):
    folder = package(pig=f"{TINY}:PIG", broken="broken_game:GAME")
    (folder / "broken_game.py").write_text("raise OSError('no board')\n")
    assert registry.load("pig").rules.name == "pig"
    assert "broken_game" not in sys.modules


def test_a_shelf_imports_a_game_when_it_is_asked_for(package):
    folder = package(pig=f"{TINY}:PIG", broken="broken_game:GAME")
    (folder / "broken_game.py").write_text("raise OSError('no board')\n")
    shelf = registry.Shelf()
    assert {"broken", "pig"} <= set(shelf)
    assert shelf["pig"] is shelf["pig"]
    assert "broken_game" not in sys.modules
    assert shelf.get("chess") is None
    with pytest.raises(GameNotUsableError, match="no board"):
        _ = shelf["broken"]


def test_a_game_that_does_not_import_is_named_with_the_cause(package):
    folder = package(broken="broken_game:GAME")
    (folder / "broken_game.py").write_text("raise OSError('no board')\n")
    for loading in (registry.installed, lambda: registry.load("broken")):
        with pytest.raises(GameNotUsableError) as error:
            loading()
        assert str(error.value) == (
            "the game 'broken' (broken_game:GAME) does not import: OSError: no board"
        )


def test_the_broken_ones_of_the_games_are_told_with_the_cause(package):
    folder = package(pig=f"{TINY}:PIG", broken="broken_game:GAME", chess=f"{TINY}:NIM")
    (folder / "broken_game.py").write_text("raise OSError('no board')\n")
    found = {name: str(why) for name, why in registry.broken().items()}
    assert list(found) == ["broken", "chess"]
    assert found["broken"].endswith("does not import: OSError: no board")
    assert "calls itself 'nim'" in found["chess"]


def test_a_game_under_a_false_name_is_refused(package):
    package(chess=f"{TINY}:NIM")
    with pytest.raises(GameNotUsableError) as error:
        registry.load("chess")
    assert str(error.value) == (
        f"the game 'chess' ({TINY}:NIM) calls itself 'nim': its rules.name and its "
        "entry point's name must be the same"
    )


def test_something_that_is_no_game_is_refused(package):
    package(nim=f"{TINY}:Nim")
    with pytest.raises(GameNotUsableError, match="is a type, not a cabinet"):
        registry.load("nim")


def test_two_games_of_one_name_are_refused(package):
    package(name="one", nim=f"{TINY}:NIM")
    package(name="two", nim=f"{TINY}:PIG")
    with pytest.raises(GameNotUsableError, match="two games are called 'nim'"):
        registry.load("nim")


def test_an_unknown_name_gets_the_nearest_one(package):
    package(pennies=f"{TINY}:PENNIES")
    names = sorted([*registry.shipped(), "pennies"])
    with pytest.raises(GameNotUsableError) as error:
        registry.load("penies")
    assert str(error.value) == (
        "no game is called 'penies'; did you mean pennies? "
        f"(installed: {', '.join(names)})"
    )


def test_a_view_that_does_not_import_is_found_where_all_are_looked_at(package):
    folder = package(pig="blind_game:GAME")
    view = folder / "blind_game" / "view"
    view.mkdir(parents=True)
    (view / "view.py").write_text("import no_such_view\n")
    (folder / "blind_game" / "__init__.py").write_text(
        f"from cabinet.tabletop.api import Game\nfrom {TINY} import PIG\n"
        "GAME = Game(PIG.rules, PIG.title, package=__name__)\n"
    )
    assert registry.load("pig").rules.name == "pig"
    with pytest.raises(GameNotUsableError, match="no_such_view"):
        registry.installed()
