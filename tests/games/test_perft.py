"""Count the action sequences of a game. Two people, or two programs, must agree.

A `.perft` file says where, and how many sequences of each length there are:

    # how these numbers were found
    id opening
    new {"players":2,"options":{}}
    count 1 32
    id ring-full
    at {"life":[[1,0]],"turn":"death"}
    count 2 7
"""

import json
from pathlib import Path

import pytest

from cabinet.tabletop.census import perft
from cabinet.tabletop.match import Match
from cabinet.tabletop.registry import shipped

FILES = sorted((Path(__file__).parents[1] / "golden" / "perft").glob("*.perft"))
GAMES = shipped()


def cases():
    for path in FILES:
        name, setting = "", {}
        for line in path.read_text().splitlines():
            word, _, rest = line.strip().partition(" ")
            if word == "id":
                name = rest
            elif word in ("new", "at"):
                setting = {word: json.loads(rest)}
            elif word == "count":
                depth, nodes = map(int, rest.split())
                yield pytest.param(
                    path.stem, setting, depth, nodes, id=f"{path.stem}-{name}-{depth}"
                )
            else:
                assert not word or word.startswith("#"), f"{path.name}: {line}"


def set_out(game, setting):
    if "at" in setting:
        return Match.load(game, setting["at"], 0, "manual")
    new = setting["new"]
    players = new.get("players", game.rules.seats[0])
    return Match(
        game, players, new.get("options", {}), new.get("seed", 0), chance="manual"
    )


@pytest.mark.parametrize(("name", "setting", "depth", "nodes"), list(cases()))
def test_perft(name, setting, depth, nodes):
    match = set_out(GAMES[name], setting)
    assert perft(GAMES[name].rules, match.state, depth) == nodes


def test_every_game_has_a_perft_file():
    assert {path.stem for path in FILES} == set(GAMES)
