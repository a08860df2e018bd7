import re
from pathlib import Path

import pytest

from cabinet.io.registry import installed
from cabinet.settings import ConfigError, GameCard, load, load_text
from cabinet.settings.problems import all_of

GOOD = """\
io:
  backend: sim
  lines:
    coin.1: {pin: 17, key: "5"}
    start: {pin: 27, key: "1"}
    lockout: {pin: 20}
    p1.up: {key: up}
    p1.down: {key: down}
    p1.left: {key: left}
    p1.right: {key: right}
coins:
  - {slot: 1, pulse_value: 100}
pricing:
  credit: 100
modes:
  - {game: azteka, title: {fr: Azteka, en: Azteka}, options: {variant: classic}}
"""


def cases(name):
    """The cases of a file of messages: what to replace, by what, what is said."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    # Somebody else's backends may be installed here too.
    text = text.replace("BACKENDS", str(all_of(installed())))
    return [_case(block.strip("\n")) for block in text.split("\n\n# ")[1:]]


def _case(block):
    title, *lines = block.split("\n")
    assert all(re.match("[-+!]( |$)", line) for line in lines), title
    old, new, said = (
        "\n".join(line[2:] for line in lines if line[0] == mark) for mark in "-+!"
    )
    return pytest.param(old, new, f"cabinet.yaml:{said}", id=title)


def found(old, new):
    """The problems of the file that is right, with a text replaced by another."""
    try:
        load_text(GOOD.replace(old, new), "cabinet.yaml", None, CATALOGUE)
    except ConfigError as error:
        return error.problems
    return ()


def refuse_odd(players, options):
    wanted = 3 if options.get("variant") == "mummies" else 2
    return None if players == wanted else f"{wanted} players, not {players}"


CATALOGUE = {
    "azteka": GameCard(
        (2, 3), {"variant": ("classic", "aggressive", "mummies")}, refuse_odd
    ),
    "aztec": GameCard((2, 3, 4), {"turns": (10, 20), "night": (False, True)}),
}


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Put a settings file where messages name it shortly: `cabinet.yaml`."""
    monkeypatch.chdir(tmp_path)

    def write(text):
        path = tmp_path / "cabinet.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.fixture
def problems(write):
    """Every message a settings file gets, one line each."""

    def problems(text, overrides=None):
        try:
            load(write(text), overrides, CATALOGUE)
        except ConfigError as error:
            return [str(problem) for problem in error.problems]
        return []

    return problems


@pytest.fixture
def mended(problems):
    """The messages after `old` is replaced by `new` in a file that is right."""

    def mended(old, new):
        assert GOOD.count(old) == 1, old
        return problems(GOOD.replace(old, new))

    return mended
