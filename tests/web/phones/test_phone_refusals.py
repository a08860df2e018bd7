"""What a phone is refused has a code, and the page has words for it."""

import re
from pathlib import Path

import pytest

from cabinet.i18n import words
from cabinet.web.phones.pages import PAGE_CODES, RULES

SCRIPT = Path("cabinet/web/phones/phone.js").read_text()
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
    table = (
        SCRIPT.split("const why = {")[1].split(f"  {language}: {{")[1].split("},")[0]
    )
    spoken = set(re.findall(r'(\w+): "[^"]+"', table))
    assert spoken == {*PAGE_CODES.values(), RULES}
    assert ".error" not in SCRIPT
