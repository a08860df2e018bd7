"""Where a cabinet looks for its file and keeps its state."""

from pathlib import Path

import pytest

from cabinet import places
from cabinet.core.errors import CabinetError
from cabinet.places import Place, default_state, find_config


def test_the_file_asked_for_is_used_even_if_it_is_not_there(tmp_path):
    asked = Path("elsewhere.yaml")
    assert find_config(asked, tmp_path, {"CABINET_CONFIG": "b.yaml"}) == asked


def test_the_environment_comes_before_the_folder(tmp_path):
    beside = tmp_path / "config/cabinet.yaml"
    beside.parent.mkdir()
    beside.touch()
    assert find_config(None, tmp_path, {"CABINET_CONFIG": "b.yaml"}) == Path("b.yaml")
    assert find_config(None, tmp_path, {"CABINET_CONFIG": ""}) == beside
    assert find_config(None, tmp_path, {}) == beside


def test_without_any_file_the_places_looked_at_are_named(tmp_path, monkeypatch):
    installed = tmp_path / "etc.yaml"
    monkeypatch.setattr(places, "INSTALLED", installed)
    with pytest.raises(CabinetError) as error:
        find_config(None, tmp_path, {})
    assert str(error.value) == (
        f"no operator's file: looked for config/cabinet.yaml in {tmp_path} and for "
        f"{installed}; name one with --config FILE or $CABINET_CONFIG"
    )
    installed.touch()
    assert find_config(None, tmp_path, {}) == installed


def test_a_simulated_cabinet_keeps_its_books_apart_from_the_service(tmp_path):
    env = {"XDG_STATE_HOME": str(tmp_path)}
    assert default_state(env, sim=True) == tmp_path / "arkade-cabinet"


def test_a_child_is_told_the_same_place(tmp_path):
    place = Place(tmp_path / "c.yaml", tmp_path, sim=True, record=Path("t.tape"))
    assert place.arguments() == (
        *("--config", str(tmp_path / "c.yaml"), "--state", str(tmp_path)),
        *("--sim", "--record", "t.tape"),
    )
