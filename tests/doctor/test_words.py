"""The doctor's words: the same in both languages, none missing, none for nobody."""

import re
from pathlib import Path

import pytest

from cabinet.doctor.printing import doctor_words

SOURCES = Path("cabinet/doctor")


def fields(text):
    return set(re.findall(r"{(\w+)}", text))


def test_both_languages_say_the_same_with_the_same_values():
    french, english = doctor_words("fr").entries, doctor_words("en").entries
    assert french.keys() == english.keys()
    differ = [key for key in french if fields(french[key]) != fields(english[key])]
    assert differ == []


def spoken():
    """Every code that a judge may say, read from the source."""
    for path in SOURCES.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        part = re.search(r'Verdicts\("(\w+)"\)', text)
        if part:
            says = r'say\.(?:green|amber|red|unseen)\(\s*"(\w+)"'
            for code in re.findall(says, text):
                yield f"{part[1]}.{code}"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_verdict_has_words_and_all_words_are_of_verdicts(language):
    entries = doctor_words(language).entries
    told = {key.rpartition(".")[0] for key in entries if key.endswith(".found")}
    reasons = {key for key in told if key.startswith("refused.")}
    assert set(spoken()) - told == set()
    assert told - set(spoken()) - reasons == set()
    assert len(told) > 70
