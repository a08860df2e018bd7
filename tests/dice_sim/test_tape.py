"""A tape of throws: read as written, and judged up to where it was cut."""

import pytest

from tools.dice_sim.cli import main
from tools.dice_sim.dice import read_tape
from tools.dice_sim.errors import LabError


def written(tmp_path, text):
    path = tmp_path / "throws.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_tape_gives_back_what_was_recorded(tmp_path, capsys):
    path = tmp_path / "throws.txt"
    words = ["fair", "seeded", "--die", "move,fire", "--seed", "3", "--throws", "40"]
    assert main([*words, "--record", str(path)]) == 0
    first = capsys.readouterr().out
    assert main(["fair", "tape", str(path)]) == 0
    assert capsys.readouterr().out == first
    assert path.read_text().splitlines()[-1] == "end 40"


def test_remarks_and_empty_lines_are_skipped(tmp_path):
    path = written(tmp_path, "# mine\ndice-tape 1 alien\n\nO  # first\nV\nend 2\n")
    assert list(read_tape(path)) == [(0,), (2,)]


def test_a_tape_that_is_cut_short_is_judged_up_to_there(tmp_path, capsys):
    path = written(tmp_path, "dice-tape 1 d6\n" + "1\n2\n3\n4\n5\n6\n" * 10)
    assert main(["fair", "tape", str(path)]) == 1
    said = capsys.readouterr()
    assert "60 throws" in said.out
    assert "chi-square" in said.out
    assert "is cut short" in said.err
    assert "The 60 throws before were counted" in said.err


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is no tape of throws"),
        ("1\n2\n", "is no tape of throws"),
        ("dice-tape 1 d7\nend 0\n", "no die 'd7'"),
        ("dice-tape 1 d6\n7\nend 1\n", r"throws.txt:2: d6 has no face '7'"),
        ("dice-tape 1 d6 d6\n1\nend 1\n", r"throws.txt:2: a throw of 2 dice has 1"),
        ("dice-tape 1 d6\n1\nend 2\n", r"throws.txt:3: the end says 2, .* 1 throws"),
    ],
)
def test_what_is_wrong_with_a_tape_is_said_with_its_line(tmp_path, text, what):
    path = written(tmp_path, text)
    with pytest.raises(LabError, match=what):
        list(read_tape(path))


def test_a_die_that_sticks_is_fair_in_its_faces_and_found_out(tmp_path, capsys):
    rows = "".join(f"{face}\n" * 4 for face in "123456" * 30)
    path = written(tmp_path, f"dice-tape 1 d6\n{rows}end 720\n")
    assert main(["fair", "tape", str(path)]) == 0
    said = capsys.readouterr().out
    assert "d6: throws depend on each other (runs" in said


def test_a_tape_that_is_not_there_is_a_sentence(tmp_path, capsys):
    assert main(["fair", "tape", str(tmp_path / "none.txt")]) == 1
    assert "cannot be read as a tape" in capsys.readouterr().err
