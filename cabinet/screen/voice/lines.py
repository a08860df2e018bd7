"""A sentence, what it is about, and buttons in words."""

from typing import NamedTuple

from cabinet.i18n import Words
from cabinet.screen.scenes.show import Show
from cabinet.screen.scenes.wired import Help, wired


class Sentence(NamedTuple):
    """One thing to say: what it is about, the sentence, in which language.

    A topic whose sentence is another than before is said; a topic that is gone is no
    longer worth saying. `again` says it when a button does nothing.
    """

    topic: str
    text: str
    language: str
    again: bool = False


def line(show: Show, topic: str, text: str, *, again: bool = False) -> Sentence:
    """A line in the players' language."""
    return Sentence(topic, text, show.words.language, again)


def button_words(button: str, words: Words) -> str:
    """What a button is called aloud: `Start held`."""
    how, _, name = button.rpartition(" ")
    key = f"voice.button.{name}"
    text = words(key) if key in words else name
    return words(f"voice.button.{how}", button=text) if how else text


def help_lines(show: Show, buttons: Help) -> tuple[Sentence, ...]:
    """What each button does, one line for each."""
    words = show.words
    told = []
    for names, what in wired(show, buttons):
        each = (button_words(name, words) for name in names.split("+"))
        said = words("voice.does", button=words("voice.or").join(each), what=what)
        told.append(line(show, f"help.{names}", said, again=names == "a"))
    return tuple(told)
