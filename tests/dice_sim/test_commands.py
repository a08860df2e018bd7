"""The command line of the laboratory: what it prints, writes and refuses."""

import json
import re
import shlex
from pathlib import Path

import pytest

from cabinet.tabletop.registry import load
from tools.dice_sim.balance import PARTS
from tools.dice_sim.cli import main, parser
from tools.dice_sim.fingerprint import code, fingerprint
from tools.dice_sim.tournaments import handicaps, plan_of

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs/balance.md"
COMMANDS = [command for part in PARTS.values() for command in part.values()]
SMALL = ["play", "azteka", "--seats", "random,easy", "--games", "6", "--workers", "1"]


def test_a_tournament_leaves_tables_files_and_pictures(tmp_path, capsys):
    words = [*SMALL, "--vary", "placement=life,own", "--out", str(tmp_path)]
    assert main([*words, "--charts", "svg"]) == 0
    said = capsys.readouterr().out
    assert "placement=own" in said
    made = {path.name for path in tmp_path.iterdir()}
    files = {"results.json", "play.csv", "deciders.csv"}
    assert made >= files | {"wins.svg", "turns.svg"}
    assert json.loads((tmp_path / "results.json").read_text())["complete"] is True
    assert "<svg" in (tmp_path / "wins.svg").read_text()
    before = (tmp_path / "wins.svg").read_bytes()
    assert main([*words, "--charts", "svg"]) == 0
    assert (tmp_path / "wins.svg").read_bytes() == before


def test_pictures_may_be_png(tmp_path):
    assert main([*SMALL, "--out", str(tmp_path), "--charts", "png"]) == 0
    assert (tmp_path / "wins.png").read_bytes().startswith(b"\x89PNG")


def test_fresh_forgets_what_was_there(tmp_path):
    assert main([*SMALL, "--out", str(tmp_path), "--charts", "none"]) == 0
    other = [*SMALL, "--seed", "5", "--out", str(tmp_path), "--charts", "none"]
    assert main(other) == 1
    assert main([*other, "--fresh"]) == 0
    assert json.loads((tmp_path / "results.json").read_text())["seed"] == 5


@pytest.mark.parametrize(
    ("words", "code", "what"),
    [
        (["play", "arkde"], 2, "did you mean arkade"),
        (["play", "arkade", "--vary", "nugets=4"], 1, "did you mean nuggets"),
        (["play", "aztec", "--set", "rounds=3"], 1, "cannot be played"),
        (["play", "arkade", "--seats", "normal"], 1, "has 2 seats"),
        (["tune", "arkade", "--over", "nugets"], 1, "did you mean nuggets"),
        (["odds", "--want", "X"], 1, "no face 'X'"),
        (["odds", "--chart", "odds.bmp"], 1, "ends in .svg or .png"),
        (["odds", "--rolls", "100000"], 1, "50 rolls are the most"),
        (["odds", "--chart", "/proc/nope/x.svg"], 1, "x.svg cannot be written"),
        (["fair", "seeded", "--chart", "/proc/nope/x.svg"], 1, "cannot be written"),
        (["fair", "seeded", "--record", "/proc/nope/x"], 1, "x cannot be written"),
        (["fair", "seeded", "--record", "/proc"], 1, "it is a folder"),
        (["balance", "--page", "/proc/nope/b.md"], 1, "b.md cannot be written"),
        (["fair", "tape"], 1, "which tape"),
        (["fair", "seeded", "--die", "d7"], 1, "no die 'd7'"),
        (["balance", "--only", "chess"], 1, "no part of the page 'chess'"),
    ],
)
def test_bad_input_is_a_sentence(words, code, what, capsys):
    assert main(words) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("dice-sim: ")
    assert what in printed.err
    assert "Traceback" not in printed.err


@pytest.mark.parametrize(
    "words",
    [["play", "arkade", "--games", "0"], ["odds", "--rolls", "0"], ["fair", "x"]],
)
def test_a_command_line_that_is_none_is_refused(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert "usage: dice-sim" in capsys.readouterr().err


def test_odds_are_printed_as_fractions_and_drawn(tmp_path, capsys):
    chart = tmp_path / "odds.svg"
    assert main(["odds", "--want", "OB", "--chart", str(chart)]) == 0
    assert "470/729 = 64.47 %" in capsys.readouterr().out
    assert "O and B" in chart.read_text()


def test_the_systems_dice_are_judged(capsys):
    assert main(["fair", "system", "--die", "alien", "--throws", "300"]) == 0
    assert re.search(r"alien: (OPEN|LOADED|FAIR)", capsys.readouterr().out)


def test_tuning_prints_the_handicap_to_set(tmp_path, capsys):
    words = ["tune", "azteka", "--seats", "easy,easy", "--over", "placement"]
    words += ["--games", "30", "--workers", "1", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "options: {placement: " in capsys.readouterr().out


def test_what_is_another_game_is_no_handicap():
    tried = handicaps(load("arkade"), None, ["tiles=true"])
    assert tried == [
        "face=classic,advanced",
        "layout=base,simple",
        "nuggets=4,6,8",
        "rolls=3,2",
    ]


def test_the_fingerprint_minds_rules_and_bots_and_not_the_screen():
    from tools.dice_sim import fingerprint as module

    marks = {fingerprint(game) for game in ("arkade", "aztec", "azteka")}
    assert len(marks) == 3
    rules = ROOT / "cabinet/games/arkade/rules/rules.py"
    imported = set(module._imported(rules))
    assert "cabinet.games.arkade.rules.alien" in imported
    assert not any(name.endswith(".view") for name in imported)


def test_the_fingerprint_minds_no_comment():
    plain = "def roll():\n    return 3\n"
    told = '"""A die."""\n\n# Fair.\ndef roll():\n    """Roll."""\n    return 3\n'
    assert code(plain) == code(told) != code(plain.replace("3", "4"))


def test_the_page_names_every_command_and_no_other():
    page = (ROOT / "docs/laboratory.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `dice-sim ([a-z]+)", page, re.MULTILINE))
    listed = set(re.findall(r"^    ([a-z]+) ", parser().format_help(), re.MULTILINE))
    assert named == listed
    assert len(listed) == 6


# The page


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_page_are_commands(command):
    asked = parser().parse_args(shlex.split(command)[1:])
    if asked.command in ("play", "tune"):
        assert plan_of(asked, asked.vary).total > 0


def test_the_dices_part_of_the_page_can_be_made_again(tmp_path, capsys):
    page = tmp_path / "balance.md"
    assert main(["balance", "--only", "dice", "--page", str(page)]) == 0
    capsys.readouterr()
    assert (tmp_path / "balance/dice-1-odds.svg").exists()
    made = page.read_text()
    assert "470/729 = 64.47 %" in made
    kept = PAGE.read_text(encoding="utf-8")
    part = made[made.index("## The dice") :].rstrip()
    assert part in kept


def test_the_page_has_every_game_with_its_commands():
    """A draft may have other numbers of games."""
    text = re.sub(r"\s*\\\n\s+", " ", PAGE.read_text(encoding="utf-8"))
    text = re.sub(r"--games \d+", "--games N", text)
    for command in COMMANDS:
        assert re.sub(r"--games \d+", "--games N", command) in text


@pytest.mark.parametrize("part", [part for part in PARTS if part != "dice"])
def test_the_page_is_about_the_rules_and_bots_of_today(part):
    """If not: `dice-sim balance --only GAME`."""
    text = PAGE.read_text(encoding="utf-8")
    _, _, about = text.partition(f"\n## {load(part).title['en']}\n")
    assert about.strip().startswith(f"Rules and bots {fingerprint(part)}.")


def test_commands_of_the_laboratorys_page_are_commands():
    text = (ROOT / "docs/laboratory.md").read_text(encoding="utf-8")
    printed = re.findall(r"^(dice-sim .*)$", text, re.MULTILINE)
    assert len(printed) > 8
    for line in printed:
        parser().parse_args(shlex.split(line.partition("#")[0])[1:])
