"""`cabinet learn`: what is plugged in, and keys by pressing them."""

import io
import os
from pathlib import Path

import pytest

from cabinet.cli.learn import learn, listed
from cabinet.cli.main import main
from cabinet.core.errors import CabinetError
from cabinet.io.evdev.node import EventNode
from cabinet.settings import load
from tests.io.evdev.fake_tree import FakeTree

EXAMPLE = Path("config/examples/encoder-and-pins.yaml")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    tree = FakeTree(tmp_path)
    monkeypatch.setattr("cabinet.cli.learn.Search", lambda: tree.search)
    return tree


@pytest.fixture
def terminal():
    """A terminal at which nobody types until told to."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as keyboard:
        yield keyboard, writing
    os.close(writing)


def test_what_is_plugged_in_is_listed_with_what_to_write(tree, capsys):
    tree.pad("Ultimarc I-PAC 2", "1-1.2")
    tree.pad("A mouse", "1-1.3", keys=1 << 0x110)
    assert main(["learn"]) == 0
    said = capsys.readouterr().out
    assert 'match: "Ultimarc I-PAC 2"  (d209:0301, port: "1-1.2")' in said
    assert "mouse" not in said


def test_with_nothing_plugged_in_it_says_so():
    assert listed([]) == "no keyboard, encoder or pad is plugged in\n"


def test_what_is_pressed_is_what_the_line_gets(tree, terminal):
    pad = tree.pad("I-PAC")
    keyboard, writing = terminal
    nodes = [EventNode(each, 0.5) for each in tree.search.find("I-PAC", "", ())]
    asking = learn(nodes, ["p1.left", "p1.a", "start"], keyboard, io.StringIO())
    pad.move(0, 0)
    assert next(asking) == ("p1.left", "stick left")
    pad.move(0, 127)
    pad.press("button 3")
    assert next(asking) == ("p1.a", "button 3")
    os.write(writing, b"\n")
    assert list(asking) == [], "Enter leaves a line as it is"
    for node in nodes:
        node.close()


def test_the_file_has_the_new_keys_and_keeps_its_comments(
    tree, terminal, tmp_path, monkeypatch, capsys
):
    pad = tree.pad("Ultimarc I-PAC 2")
    text = EXAMPLE.read_text(encoding="utf-8")
    path = tmp_path / "cabinet.yaml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", terminal[0])
    asked = ["--config", str(path), "learn", "sticks", "p1.a"]
    pad.press("z")
    assert main(asked) == 0
    assert load(path).io.lines["p1.a"].key == "z"
    assert path.read_text(encoding="utf-8").startswith("# Sticks and buttons")
    assert "io.lines.p1.a.key" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pins"], "there are: sticks"),
        (["stick"], "did you mean 'sticks'"),
        (["sticks", "p1.lft"], "did you mean 'p1.left'"),
    ],
)
def test_what_is_no_encoder_or_no_line_is_refused(words, said, tree, capsys):
    assert main(["--config", str(EXAMPLE), "learn", *words]) == 1
    assert said in capsys.readouterr().err


def test_one_that_is_pulled_out_meanwhile_ends_it(tree, terminal):
    pad = tree.pad("I-PAC")
    nodes = [EventNode(each, 0.5) for each in tree.search.find("I-PAC", "", ())]
    pad.unplug()
    with pytest.raises(CabinetError, match="unplugged"):
        next(learn(nodes, ["start"], terminal[0], io.StringIO()))
    nodes[0].close()
