"""Where a cabinet looks for its file and keeps its state."""

import shutil
from pathlib import Path

import pytest

from cabinet import places
from cabinet.cli import books, config, main
from cabinet.core.errors import CabinetError
from cabinet.places import Place, default_state, find_config
from tests.support.accounts import nobody
from tests.support.settings import SETTINGS


def test_the_file_asked_for_is_used_even_if_it_is_not_there(tmp_path):
    asked = Path("elsewhere.yaml")
    assert find_config(asked, tmp_path, {"CABINET_CONFIG": "b.yaml"}) == asked


@pytest.fixture
def beside(tmp_path):
    """The file of a clone that somebody stands in."""
    file = tmp_path / "config/cabinet.yaml"
    file.parent.mkdir()
    file.touch()
    return file


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The file of the cabinet that is installed on the same machine."""
    file = tmp_path / "etc/cabinet.yaml"
    file.parent.mkdir()
    file.touch()
    monkeypatch.setattr(places, "INSTALLED", file)
    return file


def test_in_a_clone_the_installed_cabinet_is_meant_and_that_is_said(
    tmp_path, beside, installed, monkeypatch, capsys
):
    assert find_config(None, tmp_path, {}) == installed
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CABINET_CONFIG", raising=False)
    shutil.copy(SETTINGS, installed)
    assert main.main(["check"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith(f"{installed} : tout est bon")
    assert told.err == (
        f"cabinet: this is about {installed}; for the file in this folder: "
        "--config config/cabinet.yaml\n"
    )
    assert main.main(["--config", str(installed), "check"]) == 0
    assert capsys.readouterr().err == "", "who names a file knows which is meant"


@pytest.mark.usefixtures("installed")
def test_a_simulated_cabinet_is_never_the_installed_one(tmp_path, beside):
    assert find_config(None, tmp_path, {}, simulated=tmp_path) == beside


def test_a_file_that_hides_from_this_account_is_the_one_that_is_meant(
    tmp_path, beside, installed
):
    """Otherwise who forgets sudo would be shown, or change, another cabinet's."""
    installed.parent.chmod(0)
    with nobody():
        assert find_config(None, tmp_path, {}) == installed
    installed.parent.chmod(0o700)


@pytest.mark.parametrize("words", [["books"], ["config", "get"]])
def test_who_forgets_sudo_is_told_and_sees_no_traceback(
    tmp_path, installed, monkeypatch, capsys, words
):
    shutil.copy(SETTINGS, installed)
    state = tmp_path / "state"
    state.mkdir()
    monkeypatch.setattr(main, "SERVICE_STATE", state)
    _ = books, config  # loaded now: nobody may not read them either
    monkeypatch.chdir("/")
    monkeypatch.delenv("CABINET_CONFIG", raising=False)
    for folder in (installed.parent, state):
        folder.chmod(0)
    with nobody():
        code = main.main(words)
    for folder in (installed.parent, state):
        folder.chmod(0o700)
    assert code == 1
    assert "sudo" in capsys.readouterr().err


def test_the_environment_comes_before_the_folder(tmp_path, beside):
    assert find_config(None, tmp_path, {"CABINET_CONFIG": "b.yaml"}) == Path("b.yaml")
    assert find_config(None, tmp_path, {"CABINET_CONFIG": ""}) == beside
    assert find_config(None, tmp_path, {}) == beside


def test_without_any_file_the_places_looked_at_are_named(tmp_path, monkeypatch):
    installed = tmp_path / "etc.yaml"
    monkeypatch.setattr(places, "INSTALLED", installed)
    with pytest.raises(CabinetError) as error:
        find_config(None, tmp_path, {})
    assert str(error.value) == (
        f"no operator's file: looked for {installed} and for config/cabinet.yaml in "
        f"{tmp_path}; name one with --config FILE or $CABINET_CONFIG"
    )
    installed.touch()
    assert find_config(None, tmp_path, {}) == installed


def test_without_a_clone_a_simulated_cabinet_gets_a_file_of_its_own(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(places, "INSTALLED", tmp_path / "etc.yaml")
    monkeypatch.setattr(places, "SHIPPED", tmp_path / "shipped.yaml")
    state = tmp_path / "state"
    with pytest.raises(CabinetError):
        find_config(None, tmp_path, {}, simulated=state)
    places.SHIPPED.write_text("shipped")
    own = find_config(None, tmp_path, {}, simulated=state)
    assert own.parent == state
    assert own.read_text() == "shipped"
    own.write_text("changed")
    assert find_config(None, tmp_path, {}, simulated=state).read_text() == "changed"
    with pytest.raises(CabinetError):
        find_config(None, tmp_path, {})


def test_a_simulated_cabinet_keeps_its_books_apart_from_the_service(tmp_path):
    env = {"XDG_STATE_HOME": str(tmp_path)}
    assert default_state(env, sim=True) == tmp_path / "arkade-cabinet"


def test_a_child_is_told_the_same_place(tmp_path):
    place = Place(tmp_path / "c.yaml", tmp_path, sim=True, record=Path("t.tape"))
    assert place.arguments() == (
        *("--config", str(tmp_path / "c.yaml"), "--state", str(tmp_path)),
        *("--sim", "--record", "t.tape"),
    )
