"""Every game shipped here, and the tiny ones, keep the promises of the protocol.

A new game needs no new test here.
"""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.tabletop.engine import COMMANDS, Engine
from cabinet.tabletop.registry import shipped
from cabinet.testing import games as promise
from tests.support.tiny_games import TINY_GAMES

GAMES = shipped() | TINY_GAMES
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
seeds = st.integers(0, 2**32)
few = settings(max_examples=12)


@every_game
@few
@given(seed=seeds)
def test_somebody_is_due_exactly_until_it_is_over(game, seed):
    promise.check_turns(game, seed)


@every_game
@settings(max_examples=4)
@given(seed=seeds)
def test_an_action_leaves_the_old_position_alone(game, seed):
    promise.check_apply(game, seed)


@every_game
@settings(max_examples=8)
@given(seed=seeds)
def test_what_is_written_is_read_back(game, seed):
    promise.check_notation(game, seed)


@every_game
@few
@given(seed=seeds)
def test_the_same_seed_and_log_are_the_same_match(game, seed):
    promise.check_seed(game, seed)


@every_game
@few
@given(seed=seeds)
def test_taking_back_returns_to_the_same_document(game, seed):
    promise.check_undo(game, seed)


@every_game
@few
@given(seed=seeds)
def test_a_seat_sees_only_what_it_may_know(game, seed):
    promise.check_secrets(game, seed)


@pytest.mark.parametrize(
    ("game", "level"),
    [
        pytest.param(game, level, id=f"{name}-{level}")
        for name, game in GAMES.items()
        for level in game.bots
    ],
)
def test_every_bot_plays_a_legal_game_to_the_end(game, level):
    promise.check_bot(game, level, seed=7)


@every_game
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_position_has_a_picture_help_and_names(game, language):
    promise.check_view(game, 5, language)
    assert game.title[language]


@every_game
def test_every_game_has_the_three_levels(game):
    assert {"easy", "normal", "hard"} <= set(game.bots)


# One of each kind of value that a field may wrongly hold.
STRAY = (None, True, False, -1, 0, 1, 2, 7, 2**70, 1.5, float("nan"), "", "x", "0")
STRAY_LISTS = ([], [[]], [1], [None], [[1, 0]], [[1, 0], [1, 0]], [{"seat": 0}])
STRAY_OBJECTS = ({}, {"x": 1}, {"0": 0}, {"0": []}, {"seat": 0})
JSON = st.sampled_from((*STRAY, *STRAY_LISTS, *STRAY_OBJECTS))
SMALL = {"depth": st.integers(-2, 1), "n": st.integers(-1, 2), "ms": st.integers(-1, 3)}


@st.composite
def requests(draw):
    """A request that is right, nearly right, or nothing at all."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.text(max_size=20) | JSON.map(json.dumps))
    command = draw(st.sampled_from(list(COMMANDS)))
    names = draw(st.sets(st.sampled_from((*COMMANDS[command], "cmdd", "seat"))))
    fields = {name: draw(SMALL.get(name, JSON)) for name in names}
    return json.dumps({"cmd": command, **fields})


def damaged(draw, document):
    """A state document with one thing in it wrong, missing or too many."""
    fields = sorted(document)
    name = draw(st.sampled_from([*fields, "strange"]))
    if draw(st.booleans()):
        return {field: document[field] for field in fields if field != name}
    return document | {name: draw(JSON)}


class Ticking:
    """A clock on which every look takes ten milliseconds."""

    now = 0.0

    def __call__(self):
        self.now += 0.01
        return self.now


def ask(engine, **request):
    return engine.answer(json.dumps(request))


@every_game
@settings(max_examples=50)
@given(data=st.data())
def test_a_refused_request_changes_nothing(game, data):
    engine = Engine(game, Ticking(), Random(0))
    assert ask(engine, cmd="new", seed=data.draw(st.integers(0, 9)), chance="manual")
    for _ in range(4):
        if legal := ask(engine, cmd="legal")["actions"]:
            action = data.draw(st.sampled_from(legal))
            ask(engine, cmd="play", action=action, **first_actor(engine))
        before, due = ask(engine, cmd="state"), ask(engine, cmd="legal")
        damage = {"cmd": "load", "state": damaged(data.draw, before["state"])}
        answer = engine.answer(data.draw(requests() | st.just(json.dumps(damage))))
        assert answer["ok"] in (True, False)
        assert json.dumps(answer)
        if not answer["ok"]:
            assert answer["error"]
            assert ask(engine, cmd="state") == before
            assert ask(engine, cmd="legal") == due


def first_actor(engine):
    return {"seat": ask(engine, cmd="legal")["actors"][0]}
