"""The console's words: the same in both languages, all used, all there."""

import re
from pathlib import Path
from string import Formatter

from cabinet.i18n import words
from cabinet.web.console import console

FOLDER = Path(console.__file__).parent


def entries(language):
    return words(language, console.WORDS).entries


def test_both_languages_say_the_same_things():
    assert entries("fr").keys() == entries("en").keys()


def test_both_languages_fill_in_the_same_values():
    def values(text):
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for key, english in entries("en").items():
        assert values(entries("fr")[key]) == values(english), key


def test_no_line_of_french_begins_with_a_sign():
    """A space before ; : ? ! and inside « » does not break."""
    for key, text in entries("fr").items():
        assert not re.search(r" [;:?!»](\s|$)|« ", text), key


def test_every_word_a_page_asks_for_is_there():
    known = set(entries("en"))
    known |= {key.rpartition(".")[0] for key in known if key.endswith(".one")}
    asked = set()
    for path in (*FOLDER.glob("templates/*.html"), *FOLDER.glob("*.py")):
        text = path.read_text()
        asked |= set(re.findall(r"""\bw(?:ords)?\(f?"([a-z_.]+)"[,)]""", text))
    assert len(asked) > 100
    assert asked <= known
