"""What a phone is refused has a code, and the page has words for it."""

import re
from pathlib import Path

import pytest

from cabinet.web.phones import pages
from cabinet.web.phones.refusals import _CODES, RULES, code_of

SCRIPT = Path("cabinet/web/phones/phone.js").read_text()
PHONES = Path("cabinet/screen/match/phones.py").read_text()


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        (pages.NO_SEAT, "seat"),
        ("too much at once: wait a second", "hurry"),
        (pages.NO_ANSWER, "away"),
        ("this is match 4, not match 3", "late"),
        ("action 3 of seat 0 was played; 4 is next", "late"),
        ("no card 7 in this pile", RULES),
    ],
)
def test_a_refusal_has_its_code(sentence, code):
    assert code_of(sentence) == code


def test_what_the_screen_refuses_is_known():
    said = set(re.findall(r'return "([^"]{12,})"', PHONES))
    codes = {sentence: code_of(sentence) for sentence in said}
    rules = {sentence for sentence, code in codes.items() if code == RULES}
    assert said - rules
    assert all(sentence.startswith("this game is played") for sentence in rules)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_has_words_for_every_code(language):
    table = (
        SCRIPT.split("const why = {")[1].split(f"  {language}: {{")[1].split("},")[0]
    )
    spoken = set(re.findall(r'(\w+): "[^"]+"', table))
    assert spoken == {*_CODES, RULES}
    assert ".error" not in SCRIPT
