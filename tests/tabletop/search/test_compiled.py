"""Compiled or not, the rules and the search say the same; stale code is never used."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet import compiled
from tools import compile as compiling

# Everything a game and a bot can show, from the same seeds.
PROGRAM = """
import json, os, sys
from pathlib import Path
from cabinet import compiled
used = compiled.use(os.environ, Path(sys.argv[1]))
from random import Random
from cabinet.tabletop.bots import MonteCarloBot, simulations
from cabinet.tabletop.census import perft, playouts
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import load

told = []
for name, options in (
    ("arkade", {}),
    ("arkade", {"mode": "arcade", "tiles": True, "face": "advanced"}),
    ("azteka", {}),
    ("azteka", {"variant": "aggressive", "diagonal": True}),
    ("aztec", {"corners": "both"}),
):
    game = load(name)
    rules = game.rules
    tally = playouts(rules, 2, options, 40, Random(7))
    told.append([tally.actions, tally.wins, tally.draws])
    told.append(perft(rules, rules.new(2, options, Random(1)), 3))
    match = Match(game, 2, options, 11)
    bots = [*game.bots.values(), MonteCarloBot(most=30)]
    for number in range(24):
        if match.over:
            break
        seat = match.actors[number % len(match.actors)]
        bot = bots[number % len(bots)]
        enough = simulations(400)
        action = bot.choose(rules, match.state, seat, Random(number), enough)
        told.append(match.play(rules.write_action(match.state, action), seat))
        told.append(match.document())
three = load("azteka")
tally = playouts(three.rules, 3, {}, 20, Random(3))
told.append([tally.actions, tally.wins])
where = sys.modules["cabinet.games.azteka.rules.play"].__file__
print(json.dumps({"used": used, "where": where, "told": told}))
"""


def events(folder: Path, **environ: str) -> dict:
    clean = {k: v for k, v in os.environ.items() if k != compiled.PLAIN}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        cwd=compiled.ROOT,
        env=clean | environ,
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def built() -> Path | None:
    """Today's source, compiled; None on a machine that cannot."""
    if not compiled.is_current():
        try:
            compiling.require()
        except compiling.CompilingError as why:
            sys.stderr.write(f"only plain Python is tested: {why}\n")
            return None
        compiling.compile_into(compiled.FOLDER)
    return compiled.FOLDER


def test_the_same_seeds_play_the_same_games_both_ways(built, tmp_path):
    plain = events(tmp_path)
    assert not plain["used"]
    assert plain["where"].endswith(".py")
    assert len(plain["told"]) > 50
    if built is not None:
        fast = events(built)
        assert fast["used"]
        assert not fast["where"].endswith(".py")
        assert fast["told"] == plain["told"]


def test_plain_python_can_be_forced(built):
    if built is not None:
        assert not events(built, CABINET_PLAIN="1")["used"]


def manifest_for(folder: Path, sources: dict[str, str]) -> Path:
    suffix = compiled.EXTENSION_SUFFIXES[0]
    (folder / f"some{suffix}").write_bytes(b"")
    manifest = {"sources": sources, "files": {"some": f"some{suffix}"}}
    (folder / compiled.MANIFEST).write_text(json.dumps(manifest))
    return folder


def test_what_was_made_from_todays_source_is_current(tmp_path):
    assert compiled.is_current(manifest_for(tmp_path, compiling.sources()))


def test_a_change_of_any_source_makes_it_stale(tmp_path):
    today = compiling.sources()
    for path in today:
        changed = manifest_for(tmp_path, today | {path: "another"})
        assert not compiled.is_current(changed)


def test_constants_copied_from_elsewhere_count_as_source():
    sources = set(compiling.sources())
    assert "cabinet/tabletop/api.py" in sources
    assert "cabinet/tabletop/search/insight.py" in sources
    assert all(name.replace(".", "/") + ".py" in sources for name in compiled.MODULES)


@pytest.mark.parametrize("damage", ["no manifest", "nonsense", "a file is missing"])
def test_what_is_not_whole_is_not_used(tmp_path, damage):
    folder = manifest_for(tmp_path, compiling.sources())
    if damage == "no manifest":
        (folder / compiled.MANIFEST).unlink()
    elif damage == "nonsense":
        (folder / compiled.MANIFEST).write_text("{")
    else:
        (folder / f"some{compiled.EXTENSION_SUFFIXES[0]}").unlink()
    assert not compiled.is_current(folder)
    assert not compiled.use({}, folder)


def test_without_a_compiler_one_sentence_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiling.main([str(tmp_path / "compiled")]) == 0
    said = capsys.readouterr().out
    assert said == (
        "compile: bots think in plain Python: this machine has no compiler "
        "(no-such-compiler)\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_where_gcc_is_the_compiled_code_is_tested_too(built):
    has_headers = (compiling.python_headers() / "Python.h").is_file()
    assert (built is not None) == (shutil.which("cc") is not None and has_headers)
