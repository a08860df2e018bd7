"""A refusal is read by titles, in money and in the reader's language."""

import pickle

import pytest

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import message
from cabinet.protocol.operator import Menu
from cabinet.protocol.refusals import (
    FilePosition,
    Problem,
    RefusedError,
    explained,
    problems_of,
)
from cabinet.settings import load_text
from cabinet.settings.menu import groups
from tests.settings.conftest import CATALOGUE, GOOD, found

MENU = Menu(groups(load_text(GOOD, "cabinet.yaml", None, CATALOGUE), CATALOGUE))
COIN = "slot: 1, pulse_value: 100"


@pytest.mark.parametrize(
    ("old", "new", "french", "english"),
    [
        (
            "credit: 100",
            "credit: 10000001",
            "Prix d'un crédit : il faut de 0,01 € à 100 000,00 €, et non 100 000,01 €",
            (
                "Price of a credit: expected an amount from €0.01 to €100,000.00, "
                "got €100,000.01"
            ),
        ),
        (
            COIN,
            "slot: 1, table: [{pulses: 1, value: 20}, {pulses: 2, value: 50}]",
            (
                "Table : des pièces de 1 et de 1 impulsions, mises sans pause, font 2 "
                "impulsions : 0,50 € au lieu de 0,40 € (donnez la même valeur à chaque "
                "impulsion, par exemple 0,20 €)"
            ),
            (
                "Table: coins of 1 and 1 pulses, dropped without a pause, are 2 "
                "pulses: €0.50 instead of €0.40 (give every pulse the same worth, for "
                "example €0.20)"
            ),
        ),
        (
            "credit: 100",
            "credit: 100\n  tiers: [{money: 100, credits: 3}]",
            (
                "Bonus 1, Argent : 1,00 €, ce n'est pas plus que ce qui précède "
                "(1,00 €) (les bonus montent : plus de 1,00 €)"
            ),
            (
                "Tiers 1, Money: €1.00 is not more than what comes before it (€1.00) "
                "(tiers rise: more than €1.00)"
            ),
        ),
    ],
)
def test_a_problem_is_read_by_titles_and_in_money(old, new, french, english):
    problems = found(old, new)
    (told,) = explained(problems, MENU, "fr")
    assert told.replace("\u00a0", " ") == french
    assert explained(problems, MENU, "en") == (english,)


def test_what_the_menu_does_not_know_is_called_by_its_path():
    problems = found("pin: 27", "pin: 28")
    (told,) = explained(problems, MENU, "fr")
    wanted = "il faut un nombre entier de 2 à 27, et non 28 (par exemple 17)"
    assert told == f"io.lines.start.pin: {wanted}"


def test_an_error_has_its_reasons_whatever_it_was_raised_with():
    told = message("refused.no_meter")
    assert problems_of(CabinetError(told)) == (Problem(told),)
    (problem,) = problems_of(CabinetError("no"))
    assert str(problem) == "no"


def test_a_refusal_is_pickled_with_its_problems():
    problem = Problem(
        message("setting.missing"), path=("coins", 0), place=FilePosition(2, 1)
    )
    wrong = pickle.loads(pickle.dumps(RefusedError([problem])))
    assert wrong.problems == (problem,)
