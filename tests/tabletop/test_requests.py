"""Every way a request can be wrong, and what its sender is told."""

import json

import pytest

from cabinet.tabletop.engine import Engine
from tests.support.tiny_games import NIM

NO_GAME = "needs a game: send new or load first"


@pytest.mark.parametrize(
    "command",
    ["state", "observe", "legal", "undo", "outcome", "bot", "perft"],
)
def test_before_the_first_game_most_commands_are_refused(command):
    answer = Engine(NIM, lambda: 0.0).answer(json.dumps({"cmd": command}))
    assert answer["error"] == f"{command} {NO_GAME}"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "this is not JSON: ''"),
        ("hello", "this is not JSON: 'hello'"),
        ("[" * 100_000, "this is not JSON: '[[["),
        ("[1]", "a request is an object"),
        ("{}", "there is no command 'null' (known: hello, new, load"),
        ('{"cmd":"helo"}', "there is no command 'helo'; did you mean 'hello'?"),
        ('{"cmd":["new"]}', "there is no command"),
        ('{"cmd":"hello","x":1}', "hello has no field 'x' (known: none)"),
        ('{"cmd":"new","player":2}', "new has no field 'player'; did you mean"),
        ('{"cmd":"new","players":"2"}', "players is a whole number, not '2'"),
        ('{"cmd":"new","players":true}', "players is a whole number, not 'true'"),
        ('{"cmd":"new","players":0}', "players is at least 1, not '0'"),
        ('{"cmd":"new","players":4}', "nim is for (2,) players, not 4"),
        ('{"cmd":"new","options":[]}', "options is an object, not '[]'"),
        ('{"cmd":"new","options":{"x":1}}', "no option is called 'x'"),
        ('{"cmd":"new","options":{"heaps":3}}', "heaps is one of"),
        ('{"cmd":"new","seed":1.5}', "seed is a whole number, not '1.5'"),
        ('{"cmd":"new","seed":null}', "seed is a whole number, not 'null'"),
        ('{"cmd":"new","chance":"dice"}', "chance is auto or manual, not 'dice'"),
        ('{"cmd":"load"}', "load needs state"),
        ('{"cmd":"load","state":3}', "state is an object, not '3'"),
        ('{"cmd":"load","state":{"heap":1}}', "heap: no such field"),
        ('{"cmd":"load","state":{"turn":7}}', "turn: 7 does not fit"),
        ('{"cmd":"observe","seat":2}', "there is no seat 2: seats are 0 to 1"),
        ('{"cmd":"legal","seat":-1}', "seat is at least 0, not '-1'"),
        ('{"cmd":"play"}', "play needs action"),
        ('{"cmd":"play","action":3}', "action is a text, not '3'"),
        ('{"cmd":"play","action":"jump"}', "'jump' is not one of"),
        ('{"cmd":"bot","level":"mad"}', "level is one of easy, normal, hard, not"),
        ('{"cmd":"bot","ms":0}', "ms is at least 1, not '0'"),
        ('{"cmd":"perft"}', "perft needs depth"),
        ('{"cmd":"perft","depth":-1}', "depth is at least 0, not '-1'"),
        ('{"cmd":"perft","depth":1000}', "depth is at most 200, not '1000'"),
        ('{"cmd":"playouts","n":0}', "n is at least 1, not '0'"),
    ],
)
def test_a_bad_request_is_told_what_would_be_right(line, error):
    engine = Engine(NIM, lambda: 0.0)
    before = engine.answer('{"cmd":"new"}')
    answer = engine.answer(line)
    assert answer["ok"] is False
    assert answer["error"].startswith(error)
    assert engine.answer('{"cmd":"state"}')["state"] == before["state"]
