"""A refusal is said in French too, whole: every message that there is, is known."""

import re
from pathlib import Path

import pytest

from cabinet.i18n.sentences import is_known, said
from cabinet.settings.schema import schema

CONFIG = Path(__file__).parents[1] / "settings"
_MESSAGE = re.compile(r"^! \S+ (?:[\w.]+: )?(.*)$", re.MULTILINE)
MESSAGES = sorted(
    {
        message
        for name in ("messages.txt", "contradictions.txt")
        for message in _MESSAGE.findall((CONFIG / name).read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("message", MESSAGES)
def test_every_message_about_a_setting_is_known(message):
    assert is_known(message), message


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            (
                "coins of 1 and 2 pulses, dropped without a pause, are 3 pulses: 50 "
                "instead of 60 (give every pulse the same worth, for example 20)"
            ),
            (
                "des pièces de 1 et de 2 impulsions, mises sans pause, font 3 "
                "impulsions : 0,50 au lieu de 0,60 (donnez la même valeur à chaque "
                "impulsion, par exemple 0,20)"
            ),
        ),
        (
            "a pulse of 60 ms is a coin of 50 and of 200 (begin above 60)",
            (
                "une impulsion de 60 ms est une pièce de 0,50 et de 2,00 (commencez "
                "au-dessus de 60)"
            ),
        ),
    ],
)
def test_tables_of_coins_are_refused_in_french_and_in_money(english, french):
    def amount(cents):
        return f"{int(cents) // 100},{int(cents) % 100:02}"

    assert is_known(english)
    assert said(english, "fr", amount) == french


def test_what_the_schema_expects_is_known():
    found = re.findall(r"'errorMessage': (['\"])(.*?)\1[,}]", str(schema()))
    assert len(found) > 8
    for _, expected in found:
        assert is_known(expected.removeprefix("expected ")), expected


@pytest.mark.parametrize(
    ("english", "french"),
    [
        (
            "expected a number from 1 to 9, got 'a' (write digits only)",
            "il faut un nombre de 1 à 9, et non 'a' (n'écrivez que des chiffres)",
        ),
        (
            "expected a, b or c, got 'd' (did you mean 'c'?)",
            "il faut a, b ou c, et non 'd' (vouliez-vous dire 'c' ?)",
        ),
        (
            "2 service credits were given within a day",
            "2 crédits de service ont été donnés en un jour",
        ),
        ("what nobody has words for", "what nobody has words for"),
    ],
)
def test_a_sentence_is_said_in_french(english, french):
    assert said(english, "fr") == french
    assert said(english, "en") == english


def test_amounts_are_written_as_whoever_asks_writes_them():
    english = "200 buys 2 without a tier, so this gives no bonus (at least 3)"
    said_so = said(english, "fr", lambda cents: f"{int(cents) / 100:.2f} €")
    assert said_so.startswith("2.00 € achètent déjà 2 sans bonus")
