"""What is said, when it is cut, and what is said again."""

import pytest

from cabinet.core.events import SECOND
from cabinet.screen.voice.lines import Sentence
from cabinet.screen.voice.narrator import ANSWERED, RUNNING, Narrator
from tests.support.ears import Mouth


@pytest.fixture
def listener():
    return Listener()


class Listener:
    def __init__(self):
        self.mouth = Mouth()
        self.narrator = Narrator(self.mouth)
        self.now = SECOND

    def shown(self, *lines):
        self.narrator.hear(
            Sentence(topic, text, "en", again=topic == "cell") for topic, text in lines
        )
        self.narrator.tick(self.now)

    def wait(self, times=1):
        """So many sentences are over."""
        for _ in range(times):
            self.mouth.busy = False
            self.now += ANSWERED + 1
            self.narrator.tick(self.now)

    def heard(self):
        told, self.mouth.said = self.mouth.said, []
        return told


def test_only_what_is_other_than_before_is_said(listener):
    scene = (("title", "Who plays?"), ("cell", "One"))
    listener.shown(*scene)
    listener.wait(3)
    assert listener.heard() == ["Who plays?", "One"]
    listener.shown(*scene)
    listener.wait(3)
    assert listener.heard() == []
    listener.shown(scene[0], ("cell", "Two"))
    assert listener.heard() == ["Two"]


def test_what_is_outdated_is_cut_in_the_middle_and_what_waits_is_kept(listener):
    listener.shown(("cell", "One"), ("turn", "Yours"))
    listener.shown(("cell", "Two"), ("turn", "Yours"))
    listener.wait(3)
    assert listener.heard() == ["One", "|", "Yours", "Two"]


def test_what_is_gone_is_not_said_any_more(listener):
    listener.shown(("cell", "One"), ("turn", "Yours"), ("help.a", "A: go"))
    listener.shown(("question", "Sure?"))
    listener.wait(3)
    assert listener.heard() == ["One", "|", "Sure?"]


def test_a_press_cuts_everything_and_what_it_changes_is_said(listener):
    listener.shown(("event.1.1", "A long story"), ("cell", "One"))
    listener.narrator.touched(listener.now)
    listener.shown(("event.1.1", "A long story"), ("cell", "Two"))
    listener.wait(3)
    assert listener.heard() == ["A long story", "|", "Two"]


def test_a_press_that_does_nothing_says_again_where_one_is(listener):
    scene = (("title", "Who plays?"), ("cell", "One"))
    listener.shown(*scene)
    listener.wait(2)
    listener.heard()
    listener.narrator.touched(listener.now)
    listener.shown(*scene)
    assert listener.heard() == []
    listener.wait(3)
    assert listener.heard() == ["One"]


def test_everything_can_be_heard_again(listener):
    scene = (("title", "Who plays?"), ("cell", "One"), ("help.a", "A: go"))
    listener.shown(*scene)
    listener.wait(3)
    listener.heard()
    listener.narrator.say_again()
    listener.wait(3)
    assert listener.heard() == ["Who plays?", "One", "A: go"]


def test_an_event_and_a_button_are_not_told_anew_after_a_question(listener):
    match = (("event.1.1", "It fell"), ("help.a", "A: go"), ("turn", "Yours"))
    listener.shown(*match)
    listener.wait(3)
    listener.shown(("question", "Sure?"))
    listener.wait(1)
    listener.heard()
    listener.shown(*match)
    listener.wait(2)
    assert listener.heard() == ["Yours"]


def test_nobody_waits_for_what_goes_on_by_itself(listener):
    listener.shown(("cell", "One"), (RUNNING, "Two"))
    assert listener.narrator.busy
    listener.wait()
    assert listener.heard() == ["One", "Two"]
    assert listener.mouth.busy
    assert not listener.narrator.busy


def test_help_is_told_anew_in_another_scene(listener):
    listener.shown(("help.a", "A: go"))
    listener.wait()
    listener.narrator.forget()
    listener.shown(("help.a", "A: go"))
    listener.wait()
    assert listener.heard() == ["A: go", "A: go"]
