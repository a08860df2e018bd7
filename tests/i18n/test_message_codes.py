"""Every message there is has words in every language, and every hole is filled.

The calls of `message` are read out of the source: a code that is new has no words yet,
and a test says so.
"""

import ast
from pathlib import Path
from string import Formatter

import pytest
import yaml

from cabinet.i18n import LANGUAGES, short_words, words

# Where messages are made of what was written before.
READERS = ("cabinet/i18n/message.py", "cabinet/books/legacy_notes.py")
COMPLAINTS = yaml.safe_load(Path("cabinet/settings/complaints.yaml").read_text("utf-8"))
LEGACY = yaml.safe_load(Path("cabinet/books/legacy_notes.yaml").read_text("utf-8"))


def calls():
    """Each call of `message`: where it is, its code, and the names of its values."""
    for path in sorted(Path("cabinet").rglob("*.py")):
        if str(path) in READERS:
            continue
        source = path.read_text(encoding="utf-8")
        # Most files make no message, and parsing all of them takes seconds.
        if "message(" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name("message") | ast.Attribute(attr="message"),
                    args=[code, *_],
                ):
                    names = {each.arg for each in node.keywords}
                    yield f"{path}:{node.lineno}", code, names


def entries(code, catalogue):
    """The words of a code: one entry, or its singular and its plural."""
    keys = f"message.{code}", f"message.{code}.one", f"message.{code}.other"
    return [catalogue.entries[key] for key in keys if key in catalogue.entries]


def holes(texts):
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def wanted(code):
    """What the words of a code need, the names that machines know included."""
    return holes([*entries(code, words("en")), *entries(code, short_words())])


CATALOGUE = {
    key.removeprefix("message.").removesuffix(".one").removesuffix(".other")
    for key in words("en").entries
    if key.startswith("message.")
}


def codes(node):
    """The codes a call can mean: one, or all that begin as its f-string does."""
    match node:
        case ast.Constant(str(code)):
            return {code}
        case ast.JoinedStr([ast.Constant(str(start)), ast.FormattedValue()]):
            return {code for code in CATALOGUE if code.startswith(start)}
    return set()


CALLS = list(calls())
CODES = {code for _, node, _ in CALLS for code in codes(node)}
CODES |= {code for _, what, hint, *_ in COMPLAINTS for code in (what, hint)}


def test_the_source_was_understood():
    assert len(CALLS) > 100
    assert {"coin_jammed", "books_unwritten", "pulse_short"} <= CODES


def test_a_message_has_words_and_all_that_they_need():
    """One test for all: to begin six hundred takes longer than to look."""
    for where, node, names in CALLS:
        assert codes(node), f"{where}: write the code out"
        for code in codes(node):
            for language in LANGUAGES:
                said = entries(code, words(language))
                assert said, f"{where}: {code} has no {language} words"
            assert names == wanted(code), f"{where}: {code}"


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_a_complaint_of_the_parser_is_a_message_without_values(complaint):
    for code in complaint[1:3]:
        assert code in CATALOGUE
        assert not wanted(code)


def test_there_are_no_words_for_messages_that_nobody_makes():
    assert {"verbatim"} == CATALOGUE - CODES


def test_what_older_releases_noted_is_a_message_of_today():
    assert set(LEGACY) <= CATALOGUE
    for code, noted in LEGACY.items():
        assert holes([noted]) - {"_"} == wanted(code), code


def test_the_names_for_machines_are_of_messages():
    named = yaml.safe_load(Path("cabinet/i18n/short.yaml").read_text("utf-8"))
    assert set(named["message"]) <= CATALOGUE
