"""A game in a process of its own: what it may do, and what it may not."""

import os
import select
import signal
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from cabinet.loops.recording import Update, idle
from cabinet.loops.run import LoopMatch
from cabinet.screen.loops.process import (
    RUNNER,
    InlineLoop,
    LoopFailedError,
    LoopProcess,
    wait_for_ended,
)
from cabinet.screen.render import pixels
from tests.support.loops import loop

PATIENCE = 20.0
RIGHT = Update((frozenset({"right"}),), (frozenset(),))
SHOT = Update((frozenset({"a"}),), (frozenset({"a"}),))

pytestmark = pytest.mark.usefixtures("strange_loops", "display")


@pytest.fixture(params=[LoopProcess, InlineLoop])
def start(request):
    """Each way to run a loop: all that is promised holds for both."""
    return request.param


@pytest.fixture
def squares(start):
    with closing(start(loop("squares"), LoopMatch(1, {}, 5))) as run:
        assert run.answer(PATIENCE).updates == 0
        yield run


def asked(run, *updates, **more):
    run.ask(updates, **more)
    answer = run.answer(PATIENCE)
    assert answer is not None
    return answer


def _play(run, seats, updates):
    for _ in range(updates):
        asked(run, idle(seats))


def failure(name, seats=1, updates=200):
    """Why a loop could not go on."""
    with closing(LoopProcess(loop(name), LoopMatch(seats, {}, 5))) as run:
        assert run.answer(PATIENCE)
        with pytest.raises(LoopFailedError) as failed:
            _play(run, seats, updates)
        with pytest.raises(LoopFailedError):
            run.answer()
        return failed.value


def test_it_draws_what_it_did_with_the_buttons(squares):
    answer = asked(squares, *[RIGHT] * 30)
    picture = pixels.shown(squares.source)
    assert answer.updates == 30
    assert picture.get_size() == (640, 360)
    assert picture.get_at((145, 105))[:3] == (255, 0, 0)
    assert picture.get_at((105, 105))[:3] == (0, 0, 40)


def test_a_picture_stays_as_it_is_until_the_next_is_whole(squares):
    before = pixels.shown(squares.source)
    there = before.get_at((105, 105))
    squares.ask([RIGHT] * 60)
    if isinstance(squares, LoopProcess):
        select.select([squares._wire], [], [], PATIENCE)
        assert before.get_at((105, 105)) == there
    squares.answer(PATIENCE)
    assert pixels.shown(squares.source).get_at((105, 105))[:3] == (0, 0, 40)


def test_a_press_is_in_one_update_and_heard(squares):
    assert asked(squares, SHOT).sounds == ("laser",)
    assert asked(squares, RIGHT).sounds == ()


def test_it_speaks_another_language_from_now_on(squares):
    asked(squares, language="en")
    assert pixels.shown(squares.source).get_at((5, 5))[:3] == (0, 40, 0)


def test_it_ends_and_then_nothing_more_happens(squares):
    answer = asked(squares, *[RIGHT] * 700)
    assert answer.updates == 600
    assert answer.outcome.scores == (700,)
    assert answer.outcome.reason == "time is over"


def test_it_goes_on_from_a_checkpoint(start, squares):
    answer = asked(squares, *[RIGHT] * 30, checkpoint=True)
    kept = LoopMatch(1, {}, 5, checkpoint=answer.checkpoint)
    with closing(start(loop("squares"), kept)) as again:
        assert again.answer(PATIENCE).score == (130,)


def test_what_is_closed_is_not_shown_any_more(squares):
    squares.close()
    assert pixels.shown(squares.source) is None


def test_the_pixels_may_be_fine():
    with closing(LoopProcess(loop("fine"), LoopMatch(2, {}, 5))) as run:
        run.answer(PATIENCE)
        assert pixels.shown(run.source).get_size() == (1280, 720)


def test_a_loop_that_raises_says_where():
    wrong = failure("raises")
    assert str(wrong) == "ZeroDivisionError: a mistake in the game"
    assert "in frame" in wrong.trace


def test_a_loop_that_leaks_is_stopped_before_the_machine_is():
    assert "MemoryError" in str(failure("leaks"))


def test_a_loop_that_draws_beside_its_surface_draws_nothing_there():
    with closing(LoopProcess(loop("wrong_size"), LoopMatch(1, {}, 5))) as run:
        run.answer(PATIENCE)
        asked(run, RIGHT)
        assert pixels.shown(run.source).get_size() == (640, 360)


def test_what_a_loop_prints_is_no_answer(capfd):
    with closing(LoopProcess(loop("prints"), LoopMatch(1, {}, 5))) as run:
        run.answer(PATIENCE)
        for number in range(1, 10):
            assert asked(run, idle(1)).updates == number
    assert "{garbage" in capfd.readouterr().err


def test_what_a_loop_writes_on_our_wire_ends_it():
    assert "which is no message" in str(failure("writes"))


def test_a_loop_that_closes_its_pipes_is_gone():
    assert "its process is gone" in str(failure("closes"))


def test_a_loop_that_exits_is_gone():
    assert "its process is gone" in str(failure("exits"))


def test_an_outcome_that_is_none_is_a_failure():
    assert "outcome() gave (1, 2)" in str(failure("nonsense"))
    assert "which are no seats" in str(failure("no_seats"))


def test_a_loop_that_is_not_installed_says_so():
    from dataclasses import replace

    game = replace(loop("squares"), name="nowhere")
    run = LoopProcess(game, LoopMatch(1, {}, 5))
    with closing(run), pytest.raises(LoopFailedError, match="no game is called"):
        run.answer(PATIENCE)


def test_all_that_a_loop_started_ends_with_it(strange_loops):
    noted = strange_loops / "forked.pid"
    with closing(LoopProcess(loop("forks"), LoopMatch(1, {}, 5))) as run:
        run.answer(PATIENCE)
        end = time.monotonic() + PATIENCE
        while not noted.exists():
            assert time.monotonic() < end
            asked(run, idle(1))
        hidden = int(noted.read_text())
        assert Path(f"/proc/{hidden}").exists()
    wait_for_ended(PATIENCE)
    assert not Path(f"/proc/{hidden}").exists()


def test_a_loop_that_hangs_ends_when_it_is_hung_up_on():
    run = LoopProcess(loop("hangs"), LoopMatch(1, {}, 5))
    run.answer(PATIENCE)
    child = run._child
    run.ask([idle(1)] * 20)
    assert run.answer(0.2) is None
    run.close()
    child.wait(PATIENCE)


def test_a_process_whose_screen_is_killed_ends(strange_loops):
    """The screen's end of the wire is all that holds it."""
    ours, theirs = socket.socketpair()
    with theirs:
        child = subprocess.Popen(RUNNER, stdin=theirs, env={**os.environ})
    ours.close()
    assert child.wait(PATIENCE) == 0


def test_it_may_run_under_another_account(tmp_path):
    """As systemd starts it for a connection: the socket is its standard input."""
    path = tmp_path / "games.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        run = LoopProcess(
            loop("squares"), LoopMatch(1, {}, 5), {"CABINET_GAMES": str(path)}
        )
        end, _ = server.accept()
        with end:
            child = subprocess.Popen(RUNNER, stdin=end, env={**os.environ})
        with closing(run):
            assert run.answer(PATIENCE).updates == 0
            assert asked(run, RIGHT).score == (101,)
        assert child.wait(PATIENCE) == 0


def test_where_no_process_is_to_be_had_is_said(tmp_path):
    nowhere = {"CABINET_GAMES": str(tmp_path / "none.sock")}
    run = LoopProcess(loop("squares"), LoopMatch(1, {}, 5), nowhere)
    with closing(run), pytest.raises(LoopFailedError, match="does not start"):
        run.answer()


def test_the_memory_of_the_pictures_cannot_be_taken_away(squares):
    if isinstance(squares, InlineLoop):
        return
    from cabinet.screen.loops.wire import share

    memory = share((640, 360))
    with pytest.raises(PermissionError):
        os.ftruncate(memory, 0)
    os.close(memory)


def test_a_stopped_process_is_no_answer(squares):
    if isinstance(squares, InlineLoop):
        return
    os.killpg(squares._child.pid, signal.SIGSTOP)
    squares.ask([idle(1)])
    assert squares.answer(0.1) is None
    os.killpg(squares._child.pid, signal.SIGCONT)
    assert squares.answer(PATIENCE)
