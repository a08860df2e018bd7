import json
import sys
import time
from random import Random

import pytest

from cabinet.core.money.ledger import Seating
from cabinet.protocol.snapshot import MatchCard
from cabinet.screen.match.table import Table
from cabinet.screen.match.thinking import InlineThinker, WorkerThinker
from cabinet.tabletop.match import Match, PlayedAction
from cabinet.tabletop.registry import load
from tests.support.tiny_games import TINY_GAMES

WORKER = """
import sys
from cabinet.screen.match.worker import serve
from tests.support.tiny_games import TINY_GAMES
serve(TINY_GAMES[sys.argv[1]], sys.stdin, sys.stdout)
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
    print(json.dumps({"error": "no"}), flush=True)
"""
MEASURE = (
    "print(json.dumps(str(len(sys.stdin.readline()))), flush=True); sys.stdin.read()"
)
HANG = """
import time
while True:
    time.sleep(60)
"""
DIE_ONCE = """
if len(starts.read_text()) == 1:
    sys.exit(1)
for line in sys.stdin:
    print(json.dumps("take 2 from 2"), flush=True)
"""


NEARLY_OVER = ((0, "take 3 from 0"), (1, "take 4 from 1"))  # leaves 5 in heap 2


class Asked:
    """A match of two bots of a level, to ask about."""

    def __init__(self, game="nim", *log, level="easy", seed=1):
        seats = (Seating("bot", level), Seating("bot", level))
        self.card = MatchCard(1, game, {}, seats, seed)
        self.match = Match(TINY_GAMES[game], 2, {}, seed, "manual")
        self.play(*log)

    def play(self, *log):
        for seat, action in log:
            self.match.play(action, seat)
            self.match.throw()

    def by(self, thinker, seat, ms=50):
        thinker.ask(self.card, self.match, seat, ms)


def wait_for(thinker, seconds=20):
    """Ask until the answer is there, as a screen does every frame."""
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up:
        if (answer := thinker.answer()) is not None:
            return answer
    raise AssertionError("no answer in twenty seconds")


@pytest.fixture
def worker():
    thinker = WorkerThinker((sys.executable, "-c", WORKER))
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
        made.append(WorkerThinker(command))
        return made[-1], starts

    yield make
    for thinker in made:
        thinker.close()


@pytest.fixture(params=["inline", "worker"])
def thinker(request, worker):
    return worker if request.param == "worker" else InlineThinker(TINY_GAMES)


def test_a_worker_is_asked_who_could_win_and_for_advice_too(worker):
    asked = Asked("nim", *NEARLY_OVER, (0, "take 4 from 2"))
    worker.ask(asked.card, asked.match, 1, 50, "reach")
    assert wait_for(worker) == "[1]"
    worker.ask(asked.card, asked.match, 1, 50, "advice")
    action, press, *_ = json.loads(wait_for(worker))
    assert action == "take 1 from 2"
    assert press[-1] == "a"
    asked.by(worker, 1)
    assert wait_for(worker) == "take 1 from 2"


def test_an_advice_that_fails_is_no_move(stand_in):
    thinker, starts = stand_in(DIE)
    asked = Asked()
    thinker.ask(asked.card, asked.match, 0, 50, "advice")
    assert wait_for(thinker) == ""
    assert starts.read_text() == "xx"


def test_nobody_asked_has_no_answer(thinker):
    assert thinker.answer() is None


def test_a_question_is_answered_once_with_a_legal_action(thinker):
    asked = Asked()
    asked.by(thinker, 0)
    assert wait_for(thinker) in asked.match.legal(0)
    assert thinker.answer() is None


def test_a_bot_sees_the_victory_in_front_of_it(thinker):
    asked = Asked("nim", *NEARLY_OVER, level="normal")
    asked.by(thinker, 0, 300)
    assert wait_for(thinker) == "take 5 from 2"


def test_the_match_goes_on_where_it_was(thinker):
    asked = Asked(level="normal")
    asked.by(thinker, 0)
    wait_for(thinker)
    asked.play(*NEARLY_OVER)
    asked.by(thinker, 0, 300)
    assert wait_for(thinker) == "take 5 from 2"
    asked.play((0, "take 4 from 2"))
    asked.by(thinker, 1)
    assert wait_for(thinker) == "take 1 from 2"


def test_a_worker_is_sent_only_what_it_has_not_played(worker):
    asked = Asked("nim", *NEARLY_OVER, level="normal")
    asked.by(worker, 0)
    process = worker._worker
    wait_for(worker)
    asked.play((0, "take 4 from 2"))
    asked.by(worker, 1)
    assert worker._known(worker._question) == 2
    assert wait_for(worker) == "take 1 from 2"
    assert worker._worker is process


def test_another_log_of_the_same_match_is_begun_again(thinker):
    Asked("nim", *NEARLY_OVER).by(thinker, 0)
    wait_for(thinker)
    other = Asked("nim", (0, "take 4 from 1"), (1, "take 5 from 2"), level="normal")
    other.by(thinker, 0, 300)
    assert wait_for(thinker) == "take 3 from 0"


def test_dice_fall_for_the_bot_as_they_fell_at_the_table(thinker):
    asked = Asked("pig", seed=5)
    for _ in range(12):
        (seat,) = asked.match.actors
        asked.by(thinker, seat)
        action = wait_for(thinker)
        assert action in asked.match.legal(seat)
        asked.play((seat, action))
        if asked.match.over:
            return


def test_a_log_that_the_pipe_does_not_take_at_once_is_sent_in_parts(stand_in):
    thinker, _ = stand_in(MEASURE)
    asked = Asked("pig")
    asked.match._log = [PlayedAction(0, "roll")] * 50_000
    asked.by(thinker, 0)
    assert thinker._unsent
    assert int(wait_for(thinker)) > 50_000 * len('[0, "roll"]')


@pytest.mark.parametrize("real_dice", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_log_alone_brings_a_worker_to_the_table(real_dice, seed):
    """As it grows, and all at once; with dice that fell here, and undone actions."""
    game, rng = load("arkade"), Random(seed)
    card = MatchCard(1, "arkade", {}, (Seating("person"), Seating("bot")), seed)
    table = Table(game, card, real_dice=real_dice)
    followed = Match(game, 2, {}, seed, "manual")
    while not table.match.over:
        seat = (*table.due("person"), *table.due("bot"))[0]
        table.play(seat, rng.choice(table._legal(seat)))
        if table.asks_dice:
            continue  # no bot is asked now
        for move in table.match.log[len(followed.log) :]:
            followed.replay(move)
        followed.throw()
        assert followed.state == table.match.state
    whole = Match.resume(game, 2, {}, seed, table.match.log, "manual")
    whole.throw()
    assert whole.state == table.match.state


def test_one_game_after_another(thinker):
    Asked().by(thinker, 0)
    wait_for(thinker)
    Asked("pig").by(thinker, 0)
    assert wait_for(thinker) == "roll"


def test_the_seat_that_thinks_is_the_one_that_was_asked_for(thinker):
    asked = Asked("pennies", (0, "heads"))
    asked.by(thinker, 1)
    assert wait_for(thinker) in asked.match.legal(1)


def test_a_question_that_was_cancelled_is_not_answered(thinker):
    Asked().by(thinker, 0)
    thinker.cancel()
    assert thinker.answer() is None
    Asked("nim", *NEARLY_OVER, (0, "take 4 from 2")).by(thinker, 1)
    assert wait_for(thinker) == "take 1 from 2"


def test_a_new_question_replaces_the_one_before(thinker):
    Asked(level="hard").by(thinker, 0, 60_000)
    Asked("nim", *NEARLY_OVER, (0, "take 4 from 2")).by(thinker, 1)
    assert wait_for(thinker) == "take 1 from 2"


def test_closing_twice_is_no_harm(thinker):
    thinker.close()
    thinker.close()
    assert thinker.answer() is None


def test_the_same_question_has_the_same_answer_in_line():
    answers = set()
    for _ in range(3):
        thinker = InlineThinker(TINY_GAMES, budget=20)
        Asked(level="normal").by(thinker, 0)
        answers.add(thinker.answer())
    assert len(answers) == 1


@pytest.mark.parametrize("behaviour", [DIE, NONSENSE, REFUSE])
def test_a_bad_worker_is_started_twice_then_the_first_legal_action_is_played(
    stand_in, behaviour
):
    thinker, starts = stand_in(behaviour)
    Asked().by(thinker, 0)
    assert wait_for(thinker) == "take 1 from 0"
    assert len(starts.read_text()) <= 2


def test_a_worker_that_dies_once_is_started_again(stand_in):
    thinker, starts = stand_in(DIE_ONCE)
    Asked().by(thinker, 0)
    assert wait_for(thinker) == "take 2 from 2"
    assert starts.read_text() == "xx"


def test_a_worker_that_cannot_be_started_still_gives_an_action():
    thinker = WorkerThinker(("/no/such/program",))
    Asked().by(thinker, 0)
    assert wait_for(thinker) == "take 1 from 0"


def test_a_worker_that_hangs_never_makes_the_screen_wait(stand_in):
    thinker, _ = stand_in(HANG)
    Asked().by(thinker, 0)
    assert thinker.answer() is None
    worker = thinker._worker
    thinker.cancel()
    assert worker.returncode is not None
    assert thinker.answer() is None


def test_the_worker_of_the_cabinet_follows_a_shipped_game():
    thinker = WorkerThinker()
    card = MatchCard(1, "arkade", {}, (Seating("bot", "easy"),) * 2, 3)
    match = Match(load("arkade"), 2, {}, 3, "manual")
    try:
        for _ in range(4):
            match.throw()
            thinker.ask(card, match, match.actors[0], 40)
            match.play(wait_for(thinker))
    finally:
        thinker.close()
