"""The command line as people use it: exit codes, sentences, never a traceback."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet import launcher
from cabinet.protocol.codec import Quit
from cabinet.screen.loop.program import PANEL_ONLY
from tests.support.command_line import cabinet
from tests.support.settings import SETTINGS
from tests.support.strangers import Stranger
from tests.system.running import ROOT, RunningCabinet


@pytest.fixture
def sim(tmp_path):
    """Run the whole cabinet in a window's absence, on a folder of its own."""
    state = tmp_path / "state"
    return lambda *words: cabinet("--sim", "--headless", "--state", state, *words)


def complaints(err):
    """What was said, but for the screen that may have been ready before it ended."""
    return [line for line in err.splitlines() if not line.endswith(PANEL_ONLY)]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    running = RunningCabinet(tmp_path_factory.mktemp("cli")).enter()
    yield running
    running.say(Quit())
    assert running.end()[0] == 0
    running.close()


def config_with(folder, **changes):
    text = SETTINGS.read_text()
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    path = folder / "cabinet.yaml"
    path.write_text(text)
    return path


def spot(path, word):
    """Where a word stands, as editors count."""
    before = path.read_text().partition(word)[0]
    return f"{path}:{before.count(chr(10)) + 1}:{len(before.splitlines()[-1]) + 1}"


def test_version():
    code, out, _ = cabinet("--version")
    assert code == 0
    assert out.startswith("cabinet 0.")


def test_help_shows_how_to_begin():
    code, out, _ = cabinet("--help")
    assert code == 0
    assert "cabinet --sim " in out
    assert "--leashed" not in out


def test_an_unknown_command_is_answered_with_those_there_are():
    code, _, err = cabinet("frobnicate")
    assert code == 2
    assert "invalid choice: 'frobnicate' (choose from " in err


def test_a_wrong_config_is_told_once_with_line_and_column(sim, tmp_path):
    path = config_with(
        tmp_path,
        one=("language: fr ", "langage: fr "),
        two=(" credit: 100 ", " credit: cent "),
    )
    code, out, err = sim("--config", path, "--web")
    assert (code, out) == (1, "")
    lines = [line for line in err.splitlines() if not line.startswith("  ")]
    assert lines == [
        (
            f"cabinet: {spot(path, 'langage')}: cabinet.langage: no such setting "
            "(did you mean 'language'?)"
        ),
        (
            f"{spot(path, 'cent ')}: pricing.credit: expected a whole number of "
            "at least 1, got 'cent' (amounts are in minor units: 100 is 1.00)"
        ),
    ]


def test_a_missing_config_is_told_once(sim, tmp_path):
    path = tmp_path / "none.yaml"
    assert sim("--config", path, "--web") == (
        1,
        "",
        (
            f"cabinet: {path}: there is no such file (copy config/cabinet.yaml and "
            "change it)\n"
        ),
    )


def test_no_config_anywhere_says_where_it_looked(tmp_path):
    code, _, err = cabinet("check", cwd=tmp_path, without=("CABINET_CONFIG",))
    assert code == 1
    assert err.startswith("cabinet: no operator's file: looked for /etc/cabinet/")
    assert f" and for config/cabinet.yaml in {tmp_path};" in err


def test_check_says_that_all_is_right_or_what_is_not(tmp_path):
    code, out, err = cabinet("check")
    assert (code, err) == (0, "")
    assert " : tout est bon\n" in out
    path = config_with(tmp_path, one=("max_credits: 20", "max_credits: -1"))
    code, out, err = cabinet("check", path)
    assert (code, out) == (1, "")
    assert "pricing.max_credits: " in err


@pytest.fixture
def with_a_broken_game(tmp_path, monkeypatch):
    """Run it where somebody's game is installed that does not import."""
    stranger = Stranger(tmp_path / "package", monkeypatch)
    stranger.folder.mkdir()
    stranger.install("cabinet.games", "broken", "broken_game:GAME")
    (stranger.folder / "broken_game.py").write_text("raise OSError('no board')\n")
    path = f"{ROOT}{os.pathsep}{stranger.folder}"
    return lambda *words: cabinet(*words, PYTHONPATH=path)


BROKEN = "the game 'broken' (broken_game:GAME) does not import: OSError: no board"


def test_check_advises_of_a_broken_game_that_nobody_sells(with_a_broken_game):
    code, out, err = with_a_broken_game("check")
    assert (code, err) == (0, "")
    assert f"\nconseil : {BROKEN} ; aucun mode ne le vend\n" in out


def test_check_refuses_a_broken_game_on_sale(with_a_broken_game, tmp_path):
    path = config_with(tmp_path, one=("game: aztec\n", "game: broken\n"))
    code, out, err = with_a_broken_game("check", path)
    assert (code, out) == (2, "")
    assert BROKEN in err


def test_check_advises_to_rename_a_section_of_before_and_fails_nothing(tmp_path):
    path = config_with(tmp_path, one=("\nweb:\n", "\noffice:\n"))
    code, out, err = cabinet("check", path)
    assert (code, err) == (0, "")
    assert "\nconseil : office: s'appelle maintenant web:" in out


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (("office",), "`cabinet office` is now `cabinet web`"),
        (("--sim", "--headless", "--office"), "--office is now --web"),
    ],
)
def test_the_old_name_of_the_web_program_is_taken_with_a_note(tmp_path, words, note):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        path = config_with(tmp_path, one=("port: 8080", f"port: {port}"))
        code, out, err = cabinet(*words, "--config", path, "--state", tmp_path / "s")
    assert (code, out) == (4, "")
    first, second = complaints(err)
    assert first == f"cabinet: {note}"
    assert second.startswith(f"cabinet: port {port} on 127.0.0.1 is taken by another ")


def test_the_old_name_of_the_web_program_is_in_no_help():
    _, out, _ = cabinet("--help")
    assert ("--web" in out, "    web " in out) == (True, True)
    assert "office" not in out


def test_an_engine_for_no_game_is_code_two():
    code, out, err = cabinet("engine", "aztekka")
    assert (code, out) == (2, "")
    assert err.startswith(
        "cabinet: no game is called 'aztekka'; did you mean azteka? (installed: "
    )


@pytest.mark.skipif(
    any(Path("/dev").glob("dri/card*")), reason="this machine has a graphics card"
)
def test_a_screen_without_a_display_says_what_to_do(tmp_path):
    """A simulated one says it at once; on a cabinet a display may still come."""
    code, out, err = cabinet(
        *("screen", "--sim", "--state", tmp_path),
        without=("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"),
    )
    assert (code, out) == (3, "")
    assert "no display to draw on: neither DISPLAY nor WAYLAND_DISPLAY is set" in err
    assert "`cabinet --sim --headless`" in err


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"])
def test_what_a_window_could_open_on_is_found(name):
    assert launcher.has_display({name: "x"})


def test_a_browser_is_for_simulated_cabinets_only():
    code, out, err = cabinet("--browser")
    assert (code, out) == (1, "")
    assert err == "cabinet: --browser goes with --sim: real buttons are no page\n"


def test_a_display_that_does_not_answer_is_code_three_too(tmp_path):
    code, _, err = cabinet(
        *("--sim", "--state", tmp_path),
        without=("WAYLAND_DISPLAY",),
        DISPLAY=":987",
        SDL_VIDEODRIVER="x11",
    )
    assert code == 3
    assert err.startswith("cabinet screen: ")
    assert len(err.splitlines()) == 1


def test_a_state_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    state = tmp_path / "file" / "state"
    assert cabinet("--sim", "--headless", "--state", state) == (
        1,
        "",
        (
            f"cabinet: {state}: cannot make this folder (Not a directory); give "
            "another one with --state DIR\n"
        ),
    )


def test_a_state_folder_too_deep_for_a_socket_is_named(tmp_path):
    state = tmp_path / ("x" * 120)
    code, _, err = cabinet("--sim", "--headless", "--state", state)
    assert code == 1
    assert err == (
        f"cabinet: {state / 'bus.sock'}: too long for a socket (100 bytes at "
        "most); give a shorter --state folder\n"
    )


def test_a_second_cabinet_in_the_same_place_is_code_four(running):
    code, _, err = cabinet("--sim", "--headless", "--state", running.state)
    assert code == 4
    assert err == (
        f"cabinet: books {running.state / 'books.sqlite3'} are in use by another "
        "cabinet: stop it first, or give this one its own folder with --state DIR\n"
    )


def test_a_port_that_is_taken_is_code_four(sim, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        path = config_with(tmp_path, one=("port: 8080", f"port: {port}"))
        code, _, err = sim("--web", "--config", path)
    assert code == 4
    [said] = complaints(err)
    assert said == (
        f"cabinet: port {port} on 127.0.0.1 is taken by another program; stop it, "
        "or set web.port in the operator's file to a free one"
    )


def test_damaged_books_are_code_five_and_left_as_they_are(sim, tmp_path):
    books = tmp_path / "state" / "books.sqlite3"
    books.parent.mkdir()
    books.write_bytes(b"these were books once" * 500)
    before = books.read_bytes()
    code, _, err = sim()
    assert code == 5
    assert err.startswith(f"cabinet: books {books} are damaged: ")
    assert len(err.splitlines()) == 1
    assert books.read_bytes() == before


def test_real_wires_without_a_raspberry_are_explained(tmp_path):
    code, _, err = cabinet("counter", "--state", tmp_path)
    assert code == 1
    assert "on a laptop set io.backend: sim (or run cabinet --sim)" in err


def test_a_reader_that_leaves_early_is_no_error():
    command = f"{sys.executable} -m cabinet --help | head -1"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.startswith("usage: cabinet")


def test_a_child_whose_launcher_is_gone_goes_home(tmp_path):
    code, _, err = cabinet("counter", "--sim", "--state", tmp_path, "--leashed", "1")
    assert (code, err) == (0, "")
    assert not (tmp_path / "books.sqlite3").exists()
