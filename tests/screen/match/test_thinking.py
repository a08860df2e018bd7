import sys
import time

import pytest

from cabinet.screen.match.thinking import EngineThinker, InlineThinker
from cabinet.tabletop.match import Match
from tests.support.tiny_games import PENNIES, TINY_GAMES

ENGINE = """
import sys, time
from cabinet.tabletop.engine import Engine, serve
from tests.support.tiny_games import TINY_GAMES
serve(Engine(TINY_GAMES[sys.argv[1]], time.perf_counter), sys.stdin, sys.stdout)
"""
# Counts its starts in a file, then does what the test asked for.
STAND_IN = """
import json, pathlib, sys
starts = pathlib.Path(sys.argv[1])
starts.write_text(starts.read_text() + "x")
{behaviour}
"""
DIE = "sys.exit(1)"
NONSENSE = "print('hello, world', flush=True); sys.stdin.read()"
REFUSE = """
for line in sys.stdin:
    print(json.dumps({"ok": False, "error": "no"}), flush=True)
"""
HANG = """
import time
while True:
    time.sleep(60)
"""
DIE_ONCE = """
if len(starts.read_text()) == 1:
    sys.exit(1)
for line in sys.stdin:
    reply = {"ok": True, "action": "take 2 from 2"}
    print(json.dumps(reply), flush=True)
"""


def position(game="nim"):
    return Match(TINY_GAMES[game], 2, {}, 1).document()


def wait_for(thinker):
    """Ask until the answer is there, as a screen does every frame."""
    give_up = time.monotonic() + 20
    while time.monotonic() < give_up:
        if (answer := thinker.answer()) is not None:
            return answer
    raise AssertionError("no answer in twenty seconds")


@pytest.fixture
def engine():
    thinker = EngineThinker(TINY_GAMES, (sys.executable, "-c", ENGINE))
    yield thinker
    thinker.close()


@pytest.fixture
def stand_in(tmp_path):
    made = []
    starts = tmp_path / "starts"
    starts.write_text("")

    def make(behaviour):
        script = STAND_IN.replace("{behaviour}", behaviour)
        command = (sys.executable, "-c", script, str(starts))
        made.append(EngineThinker(TINY_GAMES, command))
        return made[-1], starts

    yield make
    for thinker in made:
        thinker.close()


@pytest.fixture(params=["inline", "engine"])
def thinker(request, engine):
    return engine if request.param == "engine" else InlineThinker(TINY_GAMES)


def test_nobody_asked_has_no_answer(thinker):
    assert thinker.answer() is None


def test_a_question_is_answered_once_with_a_legal_action(thinker):
    thinker.ask("nim", position(), 0, "easy", 7, 100)
    answer = wait_for(thinker)
    assert answer in Match(TINY_GAMES["nim"], 2, {}, 1).legal(0)
    assert thinker.answer() is None


def test_a_bot_sees_the_victory_in_front_of_it(thinker):
    document = position() | {"heaps": [0, 0, 4], "turn": 1}
    thinker.ask("nim", document, 1, "normal", 7, 300)
    assert wait_for(thinker) == "take 4 from 2"


def test_one_game_after_another(thinker):
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    wait_for(thinker)
    thinker.ask("pig", position("pig"), 0, "easy", 7, 50)
    assert wait_for(thinker) == "roll"


def test_the_seat_that_thinks_is_the_one_that_was_asked_for(thinker):
    match = Match(PENNIES, 2, {}, 1)
    match.play("heads", 0)
    thinker.ask("pennies", match.document(), 1, "easy", 7, 50)
    assert wait_for(thinker) in match.legal(1)


def test_a_question_that_was_cancelled_is_not_answered(thinker):
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    thinker.cancel()
    assert thinker.answer() is None
    thinker.ask("nim", position() | {"heaps": [1, 0, 0]}, 0, "easy", 7, 50)
    assert wait_for(thinker) == "take 1 from 0"


def test_a_new_question_replaces_the_one_before(thinker):
    thinker.ask("nim", position(), 0, "hard", 7, 60_000)
    thinker.ask("nim", position() | {"heaps": [1, 0, 0]}, 0, "easy", 7, 50)
    assert wait_for(thinker) == "take 1 from 0"


def test_closing_twice_is_no_harm(thinker):
    thinker.close()
    thinker.close()
    assert thinker.answer() is None


def test_the_same_question_has_the_same_answer_in_line():
    answers = set()
    for _ in range(3):
        thinker = InlineThinker(TINY_GAMES, budget=20)
        thinker.ask("nim", position(), 0, "normal", 7, 1)
        answers.add(thinker.answer())
    assert len(answers) == 1


@pytest.mark.parametrize("behaviour", [DIE, NONSENSE, REFUSE])
def test_a_bad_worker_is_started_twice_then_the_first_legal_action_is_played(
    stand_in, behaviour
):
    thinker, starts = stand_in(behaviour)
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    assert wait_for(thinker) == "take 1 from 0"
    assert len(starts.read_text()) <= 2


def test_a_worker_that_dies_once_is_started_again(stand_in):
    thinker, starts = stand_in(DIE_ONCE)
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    assert wait_for(thinker) == "take 2 from 2"
    assert starts.read_text() == "xx"


def test_a_worker_that_cannot_be_started_still_gives_an_action():
    thinker = EngineThinker(TINY_GAMES, ("/no/such/program",))
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    assert wait_for(thinker) == "take 1 from 0"


def test_a_worker_that_hangs_never_makes_the_screen_wait(stand_in):
    thinker, _ = stand_in(HANG)
    thinker.ask("nim", position(), 0, "easy", 7, 50)
    assert thinker.answer() is None
    worker = thinker._worker
    thinker.cancel()
    assert worker.returncode is not None
    assert thinker.answer() is None
