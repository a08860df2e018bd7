"""Replay recorded games and compare every line.

The file fixes the actions, chance's too, so a change of rules shows up as a small
diff at the first position it touched. After the first position only the fields
that changed are written. `CABINET_BLESS=1 pytest` writes a missing file; read it
once, aloud.
"""

import json
import os
from pathlib import Path
from random import Random

import pytest

from cabinet.tabletop.match import Match, PlayedAction
from cabinet.tabletop.registry import shipped

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
GAMES = shipped()
# By file: every game as it is by itself, and another manner of playing one.
PLAYED = {name: (game, {}) for name, game in GAMES.items()}
PLAYED["arkade_arcade"] = (GAMES["arkade"], {"mode": "arcade", "tiles": True})


def compact(document):
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def changed(before, after):
    return {
        name: after.get(name)
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }


def opening(game, options):
    return Match(game, game.rules.seats[0], options, 0, chance="manual")


def transcript(game, options, moves):
    match = opening(game, options)
    before = match.document()
    lines = [f"# {game.rules.name}, {match.players} seats, seed 0", compact(before)]
    for move in moves:
        lines.append(f"{move.seat} plays {move.action}")
        lines[-1] += f"  (of {len(match.legal(move.seat))})"
        events = match.play(move.action, move.seat)
        lines += [f"    {compact(event)}" for event in events]
        after = match.document()
        lines.append(f"  {compact(changed(before, after))}")
        before = after
    lines.append(f"{match.outcome()}")
    return "\n".join(lines) + "\n"


def recorded(text):
    for line in text.splitlines():
        seat, plays, rest = line.partition(" plays ")
        if plays and not line.startswith((" ", "#")):
            yield PlayedAction(int(seat), rest.rpartition("  (of ")[0])


def fresh(game, options):
    match, rng = opening(game, options), Random(0)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(rng.choice(match.legal(seat)), seat)
    return match.log


@pytest.mark.parametrize("name", PLAYED)
def test_playthrough(name):
    path, (game, options) = FOLDER / f"{name}.txt", PLAYED[name]
    if os.environ.get("CABINET_BLESS") and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript(game, options, fresh(game, options)), "utf-8")
    assert path.exists(), f"no playthrough of {name}: CABINET_BLESS=1 pytest"
    golden = path.read_text(encoding="utf-8")
    assert transcript(game, options, recorded(golden)) == golden


def test_every_playthrough_is_of_an_installed_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYED)
