"""Money is whole minor units, from the coin to the report: no float, no rounding."""

import ast
from itertools import product
from pathlib import Path

import pytest

from cabinet.core.errors import BooksError
from cabinet.core.money.tariff import Purse, Tariff
from tests.books.ledgers import COIN, opened, reopened

ROOT = Path(__file__).parents[3] / "cabinet"
BOOKS = ("chain", "schema", "pages", "sqlite", "accounts", "report", "collection")
MONEY = [
    *sorted((ROOT / "core/money").glob("*.py")),
    ROOT / "core/operating.py",
    *(ROOT / "core/modes" / f"{name}.py" for name in ("matches", "step")),
    *(ROOT / "books" / f"{name}.py" for name in BOOKS),
]
CREDITS = range(5, 205, 5)
COINS = (5, 10, 20, 50, 100, 200)


@pytest.mark.parametrize("path", MONEY, ids=lambda path: path.stem)
def test_no_float_where_money_is(path):
    for node in ast.walk(ast.parse(path.read_text())):
        where = f"{path}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(node, ast.Div), where
        assert not (isinstance(node, ast.Name) and node.id == "float"), where
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            assert path.name == "sqlite.py", where  # how long a lock is waited for


def test_every_price_and_every_coin_buys_exactly_what_it_pays_for():
    for price, coin in product(CREDITS, COINS):
        tariff, purse = Tariff(credit=price), Purse()
        for dropped in range(1, 41):
            purse = tariff.drop(purse, coin)
            paid = dropped * coin
            assert purse.credits == paid // price
            assert tariff.fraction(purse) == paid % price


@pytest.mark.parametrize("amount", [0.3, 100.5, float("nan")])
def test_the_books_take_no_float(tmp_path, amount):
    path = tmp_path / "books.sqlite3"
    with opened(path) as books:
        with pytest.raises(BooksError):
            books.commit([COIN._replace(amount=amount)], at=0)
        books.commit([COIN], at=0)
    assert reopened(path).totals.minor_units == 100
