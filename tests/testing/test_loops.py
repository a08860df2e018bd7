"""The conformance suite passes a loop that is well, and names each broken promise."""

from dataclasses import replace

import pytest

from cabinet.testing import loops
from tests.support.loops import loop

pytestmark = pytest.mark.usefixtures("strange_loops")


def broken(**methods):
    """Squares, but for these."""
    game = loop("squares")
    return replace(game, loop=type("Broken", (game.loop,), methods))


def test_a_loop_that_is_well_passes():
    loops.check_loop(loop("squares"), seeds=(1,))


def test_chance_from_elsewhere_is_noticed():
    from itertools import count

    numbers = count()

    def frame(self, held, pressed, dt):
        self.at[0][0] = next(numbers) % 500

    with pytest.raises(AssertionError, match="two different games"):
        loops.check_seed(broken(frame=frame), 1, 1)


def test_a_picture_that_is_not_whole_is_noticed():
    def draw(self, surface):
        surface.fill("red", (10, 10, 20, 20))

    with pytest.raises(AssertionError, match="draw all of it"):
        loops.check_drawing(broken(draw=draw), 1, 1)


def test_a_picture_that_changes_the_game_is_noticed():
    def draw(self, surface):
        self.at[0][0] += 1
        surface.fill("red", (self.at[0][0], 10, 20, 20))

    with pytest.raises(AssertionError, match="change nothing in `draw`"):
        loops.check_drawing(broken(draw=draw), 1, 1)


def test_a_language_that_changes_the_game_is_noticed():
    def score(self):
        return [len(self.language) + self.best]

    with pytest.raises(AssertionError, match="they may only be drawn"):
        loops.check_surroundings(broken(score=score), 1, 1)


def test_a_pause_that_changes_the_game_is_noticed():
    def paused(self, on):
        self.at[0][0] += 7

    with pytest.raises(AssertionError, match="a pause changed the game"):
        loops.check_pause(broken(paused=paused), 1, 1)


def test_a_checkpoint_that_forgets_is_noticed():
    def resume(self, state):
        self.at = state[0]

    with pytest.raises(AssertionError, match="is another game"):
        loops.check_checkpoint(broken(resume=resume), 1, 1)


def test_a_slow_loop_is_noticed():
    def frame(self, held, pressed, dt):
        sum(range(1_500_000))

    with pytest.raises(AssertionError, match="one update in twenty takes"):
        loops.check_time(broken(frame=frame, outcome=_soon), 1)


def _soon(self):
    self.asked = getattr(self, "asked", 0) + 1
    from cabinet.loops.api import Outcome

    return Outcome(True, (), (0,)) if self.asked > 30 else None


def test_words_that_are_missing_are_noticed():
    with pytest.raises(AssertionError, match="title: there is none in 'en'"):
        loops.check_description(replace(loop("squares"), title={"fr": "Carrés"}))
    helped = replace(loop("squares"), help={"fr": (("c", "Tirer"),)})
    with pytest.raises(AssertionError, match="'c' is no button"):
        loops.check_description(helped)
