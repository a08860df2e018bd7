"""What a phone is refused has a code, and the page has words for it."""

import re

import pytest

from cabinet.i18n import words
from cabinet.web.phones.pages import PAGE_CODES, RULES, SCRIPT, WORDS

# What only a program can get wrong: the page does not offer it.
FOR_PROGRAMS = {"phone.by_stick", "phone.by_touch", "phone.no_button"}


def test_whatever_is_refused_has_its_code_on_the_page():
    told = {
        key.removeprefix("message.")
        for key in words("en").entries
        if key.startswith("message.phone.")
    }
    assert told == {*PAGE_CODES, *FOR_PROGRAMS}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_has_words_for_every_code(language):
    entries = words(language, WORDS).entries
    spoken = {key for key in entries if key.startswith("why.")}
    assert spoken == {f"why.{code}" for code in (*PAGE_CODES.values(), RULES)}
    assert ".error" not in SCRIPT


def test_the_page_says_only_what_it_has_words_for():
    # And, by their names: a mode, and how a seat is taken over.
    asked = {*re.findall(r"\bwords\.(\w+)", SCRIPT), "join", "wanted", "stick"}
    assert asked == {key for key in words("en", WORDS).entries if "." not in key}
