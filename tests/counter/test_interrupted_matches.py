"""A paid match that is cut off: resumed or given back, and booked either way."""

import pytest

from cabinet.core.events import SECOND
from cabinet.i18n.message import from_text
from cabinet.protocol.codec import Action
from tests.books.cabinets import SCREEN, Till
from tests.books.ledgers import query, reopened

MOVES = (0, 1, 7)


def start(path, moves):
    """A match paid with one of two coins, so many moves old."""
    till = Till.at(path)
    till.coin()
    till.coin()
    till.press("start")
    till.press("start")
    assert till.mode == "playing"
    for turn in range(moves):
        till.counter.hear(SCREEN, Action(till.match, turn, turn % 2, f"take {turn}"))
    return till


def after_a_power_cut(till, path):
    """The counter is gone as it stood; another one wakes up."""
    till.counter._books.close()
    return Till.at(path)


def refunds(path):
    found = query(path, "SELECT credits, note FROM postings WHERE kind = 'refund'")
    return [(credits, str(from_text(note))) for credits, note in found]


@pytest.mark.parametrize("moves", MOVES)
def test_a_match_cut_by_power_goes_on_where_it_was(tmp_path, moves):
    path = tmp_path / "books.sqlite3"
    till = start(path, moves)
    record = till.counter.state.mode.match
    till = after_a_power_cut(till, path)
    assert till.counter.shown().question == "resume"
    till.press("start")
    assert till.counter.state.mode.match == record
    till.finish()
    till.counter.close()
    assert refunds(path) == []
    assert (till.credits, till.totals.plays) == (1, 1)


@pytest.mark.parametrize("moves", MOVES)
def test_a_match_nobody_resumes_gives_its_credit_back(tmp_path, moves):
    path = tmp_path / "books.sqlite3"
    till = after_a_power_cut(start(path, moves), path)
    till.advance(120 * SECOND)
    till.counter.close()
    assert refunds(path) == [(1, "nobody resumed it")]
    told = reopened(path)
    assert (told.purses[0].credits, told.unfinished) == (2, None)


@pytest.mark.parametrize("moves", MOVES)
def test_a_game_that_breaks_gives_its_credit_back(tmp_path, moves):
    path = tmp_path / "books.sqlite3"
    till = start(path, moves)
    till.fail()
    assert till.counter.shown().refunded == 1
    till.counter.close()
    assert refunds(path) == [(1, "the rules broke")]
    assert reopened(path).purses[0].credits == 2


@pytest.mark.parametrize("moves", MOVES)
def test_a_screen_that_dies_again_and_again_gives_the_credit_back(tmp_path, moves):
    path = tmp_path / "books.sqlite3"
    till = start(path, moves)
    for _ in range(4):
        till.lose_screen()
    till.counter.close()
    assert refunds(path) == [(1, "the screen failed again and again")]
    assert reopened(path).purses[0].credits == 2


@pytest.mark.parametrize("moves", MOVES)
def test_power_cut_over_and_over_charges_once(tmp_path, moves):
    path = tmp_path / "books.sqlite3"
    till = start(path, moves)
    for _ in range(5):
        till = after_a_power_cut(till, path)
        till.press("start")
        assert till.mode == "playing"
    till.finish()
    till.counter.close()
    told = reopened(path)
    assert (told.totals.plays, told.purses[0].credits) == (1, 1)
