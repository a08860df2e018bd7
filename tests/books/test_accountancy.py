"""The books for an accountant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.books.accountancy import (
    EXCEL,
    Vat,
    monthly_csv,
    months_with_vat,
    takings_csv,
    with_vat,
)
from cabinet.books.report import KEYS, Sums

ROWS = {"2026-01": Sums(money=12_345, coins=9, plays=8), "2026-02": Sums(money=100)}


def test_french_excel_gets_semicolons_commas_and_french_headings():
    mark, *rest = takings_csv(ROWS, "month", "EUR", "fr")
    head, january, _, total = "".join(rest).split("\r\n")[:4]
    assert mark == EXCEL
    assert head.startswith("Mois;Recettes;Pièces;Parties;")
    assert january == "2026-01;123,45;9;8;0;0;EUR"
    assert total.startswith("Total;124,45;")


def test_everybody_else_gets_plain_csv():
    head, january, *_ = takings_csv(ROWS, "month", "EUR", "en").splitlines()
    assert head.startswith("Month,Takings,Coins,Plays,")
    assert january == "2026-01,123.45,9,8,0,0,EUR"


@pytest.mark.parametrize("by", KEYS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_the_rows_are_their_column_has_a_heading(by, language):
    head, *_ = takings_csv({}, by, "EUR", language).splitlines()
    assert head[0].isupper() or head[0] == EXCEL


def test_a_month_has_its_vat():
    assert with_vat(1_200, 2_000) == Vat(1_200, 1_000, 200)
    _, january, _, total = monthly_csv(ROWS, 2_000, "EUR", "fr").splitlines()
    assert january == "2026-01;123,45;102,88;20,57;EUR"
    assert total == "Total;124,45;103,71;20,74;EUR"


def test_no_months_are_a_total_of_nothing():
    assert months_with_vat({}, 2_000) == {"": Vat(0, 0, 0)}
    assert takings_csv({}, "day", "EUR", "en").splitlines()[1].startswith("Total,0.00")


@given(
    st.dictionaries(st.text(min_size=1), st.integers(0, 10**12).map(Sums), max_size=24),
    st.integers(0, 10_000),
)
def test_the_months_add_up_to_the_cent(rows, rate):
    found = months_with_vat(rows, rate)
    total = found.pop("")
    assert total.gross == sum(sums.money for sums in rows.values())
    assert total.gross == total.net + total.vat
    assert total.net == sum(each.net for each in found.values())
    assert all(each.net >= 0 <= each.vat for each in found.values())
