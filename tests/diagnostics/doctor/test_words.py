"""The doctor's words: the same in both languages, none missing, none for nobody."""

import re
from pathlib import Path

import pytest

from cabinet.core.modes.state import TILT
from cabinet.diagnostics.doctor.findings import Finding, Level
from cabinet.diagnostics.doctor.printing import doctor_words, found
from cabinet.i18n.message import message
from cabinet.protocol.refusals import FilePosition, Problem

SOURCES = Path("cabinet/diagnostics/doctor")


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
        yield from re.findall(r'\b(?:green|amber|red|unseen)\(\s*"([\w.]+)"', text)


MISSPELT = Problem(
    message("setting.no_setting"),
    path=("cabinet", "langage"),
    name="a.yaml",
    place=FilePosition(4, 3),
)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_verdict_has_words_and_all_words_are_of_verdicts(language):
    entries = doctor_words(language).entries
    told = {key.rpartition(".")[0] for key in entries if key.endswith(".found")}
    reasons = {key for key in told if key.startswith("refused.")}
    assert set(spoken()) - told == set()
    assert told - set(spoken()) - reasons == set()
    assert len(told) > 70


@pytest.mark.parametrize(
    ("code", "values", "french"),
    [
        (
            "books.damaged",
            {"why": message("posting_changed", posting=7)},
            "abîmés : l'écriture 7 n'est plus ce qu'elle était",
        ),
        ("duty.alarm", {"alarm": TILT}, "alarme : On frappe ou on secoue la borne"),
        (
            "settings.problem",
            {"problem": MISSPELT},
            "a.yaml:4:3: cabinet.langage: ce réglage n'existe pas",
        ),
        (
            "refused.few",
            {"n": 2, "why": message("pulses_short")},
            "refusées depuis un jour (trop courtes) : 2, c'est normal",
        ),
        (
            "link.lost",
            {"why": message("board_restarted", cause=message("reset_watchdog"))},
            "la liaison est perdue : la carte a redémarré (chien de garde)",
        ),
    ],
)
def test_what_others_said_is_french_in_the_doctors_mouth_too(code, values, french):
    finding = Finding(Level.RED, code, "any", values)
    assert found(finding, doctor_words("fr")) == french
