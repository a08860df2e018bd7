from dataclasses import dataclass, replace

import pytest

from cabinet.tabletop.api import Later


@dataclass(frozen=True)
class Shop:
    window: Later[str] = Later()  # noqa: RUF009
    stock: Later[dict] = Later(dict)  # noqa: RUF009


def test_what_is_given_as_itself_is_there():
    assert Shop("light").window == "light"


def test_what_is_given_as_a_function_is_made_once_and_only_when_wanted():
    made = []

    def window():
        made.append("made")
        return "dark"

    shop = Shop(window)
    assert made == []
    assert (shop.window, shop.window) == ("dark", "dark")
    assert made == ["made"]


def test_a_default_is_made_for_each_and_what_has_none_is_asked_for():
    one, other = Shop("light"), Shop("light")
    assert one.stock == {}
    assert one.stock is one.stock
    assert one.stock is not other.stock
    with pytest.raises(TypeError):
        Shop()


def test_a_copy_has_what_the_first_has():
    assert replace(Shop(lambda: "dark"), stock={"a": 1}).window == "dark"
