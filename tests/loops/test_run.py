"""A loop is called as the interface says, and judged by what it answers."""

import pytest

from cabinet.loops.api import LoopError, LoopGame, Outcome
from cabinet.loops.recording import Update, idle
from cabinet.loops.run import LoopMatch, Run
from tests.support.loops import loop


class Tiny:
    """Answers what the test wants it to."""

    def begin(self, seats, options, seed):
        self.began = (seats, options, seed)

    def frame(self, held, pressed, dt):
        self.last = (held, pressed, dt)

    def sounds(self):
        return ["laser", "laser", "coin"]

    def outcome(self):
        return None


def run_of(**answers):
    kind = type("Answering", (Tiny,), {k: lambda _, v=v: v for k, v in answers.items()})
    game = LoopGame("tiny", {"en": "Tiny"}, kind)
    return Run(game, LoopMatch(1, {}, 5))


def test_it_is_begun_once_and_told_how_long_an_update_is():
    run = run_of()
    run.update(*idle(1))
    assert run._loop.began == (1, {}, 5)
    assert run._loop.last == (*idle(1), 1 / 60)
    assert run.updates == 1


@pytest.mark.usefixtures("strange_loops")
def test_it_may_be_named_by_where_it_is_and_gets_its_options_with_defaults():
    game = LoopGame("far", {}, "strange_loops:Squares", options=loop("squares").options)
    run = Run(game, LoopMatch(1, {}, 5, "en", gentle=True, best=9))
    assert run._loop.length == 600
    assert (run._loop.language, run._loop.gentle, run._loop.best) == ("en", True, 9)


def test_what_it_cannot_do_besides_is_left_out():
    run = run_of()
    run.pause(on=True)
    run.speak("en")
    assert run.score() is None
    assert run.checkpoint() == ""
    assert run.sounds() == ["laser", "coin"]
    assert run.outcome() is None


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"sounds": "laser"}, "sounds() gave 'laser', not a list of names"),
        ({"sounds": None}, "not a list of names"),
        ({"sounds": [3]}, "sounds() gave 3, which is no name"),
        ({"sounds": ["x" * 50]}, "which is no name"),
        ({"score": 7}, "score() gave the scores 7"),
        ({"score": [1, 2]}, "not a whole number for each of 1"),
        ({"score": [10**12]}, "not a whole number"),
        ({"outcome": True}, "outcome() gave True, not None or an Outcome"),
        ({"outcome": Outcome(True, (1,), (3,))}, "which are no seats of 0 to 0"),
        ({"outcome": Outcome(True, None, (3,))}, "the winners None"),
        ({"outcome": Outcome(True, (0,), (3.5,))}, "outcome() gave the scores (3.5,)"),
        ({"checkpoint": {1, 2}}, "checkpoint() is not JSON"),
        ({"checkpoint": float("nan")}, "checkpoint() is not JSON"),
        ({"checkpoint": "x" * 9000}, "more than 8000"),
    ],
)
def test_an_answer_that_is_none_is_refused_in_a_sentence(answers, said):
    run = run_of(**answers)
    ask = getattr(run, next(iter(answers)))
    with pytest.raises(LoopError) as refused:
        ask()
    assert said in str(refused.value)


def test_an_outcome_that_is_not_over_goes_on():
    assert run_of(outcome=Outcome(False, (), ())).outcome() is None


def test_an_outcome_is_put_in_order():
    run = run_of(outcome=Outcome(True, [0, 0], [3], "r" * 500))
    assert run.outcome() == Outcome(True, (0,), (3,), "r" * 200)


@pytest.mark.usefixtures("strange_loops")
def test_a_game_goes_on_from_its_checkpoint():
    game, right = loop("squares"), Update((frozenset({"right"}),), (frozenset(),))
    whole = Run(game, LoopMatch(1, {}, 5))
    for _ in range(30):
        whole.update(*right)
    resumed = Run(game, LoopMatch(1, {}, 5, checkpoint=whole.checkpoint()))
    for run in (whole, resumed):
        run.update(*right)
    assert whole.checkpoint() == resumed.checkpoint()
