"""One screen is on duty; a silent one is noticed, a second one disturbs nobody."""

import pytest

from cabinet.core.events import MILLISECOND, SECOND
from cabinet.protocol.codec import Action, Heartbeat, Hello, Refused, Touch
from cabinet.protocol.snapshot import Snapshot
from tests.counter.stand import SCREEN, Stand, modes

TOOL = 9


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.envelopes()
    yield stand
    stand.close()


def test_a_second_screen_waits_and_takes_over_without_a_loss(stand):
    match = stand.play()
    stand.envelopes()
    stand.join(2)
    assert [(to, m.mode) for to, m in stand.envelopes(Snapshot)] == [(2, "playing")]
    stand.counter.hear(2, Action(match, 0, 0, "place 1 0"))
    assert [str(message) for _, message in stand.envelopes(Refused)] == [
        "only the screen on duty may speak of a match"
    ]
    stand.leave(SCREEN)
    assert modes(stand.envelopes()) == ["playing"], "the new one is told at once"
    assert stand.lockout
    stand.counter.hear(2, Action(match, 0, 0, "place 1 0"))
    assert [move.action for move in stand.shown.match.log] == ["place 1 0"]
    assert "alarm" not in stand.on_disk()


def test_a_waiting_screen_that_leaves_changes_nothing(stand):
    stand.join(2)
    stand.envelopes()
    stand.leave(2)
    assert stand.envelopes() == []
    assert stand.lockout


def test_a_screen_that_misses_three_beats_is_listed_as_hung(stand):
    stand.screens.clear()
    stand.advance(2 * SECOND)
    assert stand.counter.hung == []
    assert stand.lockout
    stand.advance(SECOND)
    assert stand.counter.hung == [SCREEN]
    assert not stand.lockout
    assert stand.counter.state.screen_gone is not None


def test_coins_that_take_the_counter_seconds_to_book_cost_no_screen(stand, monkeypatch):
    """Its beats of that time are there, but nobody has read them yet."""
    commit_all = stand.counter._books.commit_all

    def slowly(dated):
        commit_all(dated)
        stand.clock.advance_to(stand.clock.now() + 3900 * MILLISECOND)

    monkeypatch.setattr(stand.counter._books, "commit_all", slowly)
    stand.counter.hear(SCREEN, Heartbeat(1, 0))
    stand.port.insert(1, 3)
    stand.clock.advance_to(stand.clock.now() + 700 * MILLISECOND)
    stand.counter.turn()
    assert stand.counter.state.credits == 3
    assert stand.counter.hung == []
    assert stand.lockout


def test_any_word_of_the_screen_is_a_sign_of_life_and_nobody_elses_is(stand):
    stand.screens.clear()
    for _ in range(5):
        stand.advance(2 * SECOND)
        stand.counter.hear(SCREEN, Touch("p1.up", active=False))
    assert stand.counter.hung == []
    for _ in range(5):
        stand.advance(SECOND)
        stand.counter.hear(TOOL, Heartbeat(1, 0))
    assert stand.counter.hung == [SCREEN]


def test_a_counter_that_slept_itself_blames_nobody_before_it_has_listened(stand):
    stand.clock.advance_to(stand.clock.now() + 60 * SECOND)
    stand.counter.hear(TOOL, Hello("tool", 0))
    assert stand.counter.hung == []
    stand.counter.hear(SCREEN, Heartbeat(1, 0))
    stand.screens.clear()
    stand.advance(3 * SECOND)
    assert stand.counter.hung == [SCREEN], "and notices a hung one all the same"
