"""The file of odd moments: bounded, and never in the way of a coin."""

import pytest

from cabinet.books.evidence import KEPT, Case, EvidenceFile, case, cases
from cabinet.core.errors import BooksError
from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.i18n.message import message, to_text
from tests.books.cabinets import Till
from tests.books.ledgers import query

EDGES = (Edge("coin.1", True, 5, 1), Edge("coin.1", False, 9, 4))
CASE = Case("rejected", "coin.1", "short", 9, 1000, "limits", {"start": True}, EDGES)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "evidence.sqlite3"


@pytest.fixture
def file(path):
    """The evidence file of a cabinet, let go at the end."""
    file = EvidenceFile(path)
    yield file
    file.close()


def test_a_case_reads_back_as_it_was(path, file):
    file.keep(CASE)
    (kept,) = cases(path)
    assert kept.id == 1
    assert (kept.kind, kept.edges, kept.levels) == ("rejected", EDGES, CASE.levels)
    assert case(path, 1) == kept
    file.close()


def test_the_oldest_of_each_kind_are_dropped_and_numbers_go_on(path, file):
    alarm = Case("alarm", "", "screen missing", 1, 1, "", {}, ())
    file.keep(alarm)
    for _ in range(KEPT + 3):
        file.keep(CASE)
    file.close()
    kept = cases(path)
    assert len(kept) == KEPT + 1
    assert kept[0].kind == "alarm"
    assert [one.id for one in kept[1:]] == list(range(5, KEPT + 5))


def test_no_file_until_there_is_something_to_keep(path):
    EvidenceFile(path).close()
    assert not path.exists()
    with pytest.raises(BooksError, match="no alarm and no rejected pulse so far"):
        cases(path)


def test_a_number_that_is_not_there_is_explained(path, file):
    file.keep(CASE)
    with pytest.raises(BooksError, match="no evidence has the number 7: `cabinet"):
        case(path, 7)


def test_a_file_that_cannot_be_written_is_left_alone_and_logged_once(
    path, file, caplog
):
    path.write_bytes(b"garbage\n" * 999)
    file.keep(CASE)
    file.keep(CASE)
    assert len(caplog.records) == 1
    assert "evidence cannot be kept" in caplog.text
    assert path.read_bytes() == b"garbage\n" * 999


def test_evidence_is_kept_again_as_soon_as_that_is_possible(path, file, caplog):
    caplog.set_level("INFO")
    path.mkdir()
    file.keep(CASE)
    file.keep(CASE)
    path.rmdir()
    file.keep(CASE)
    file.keep(CASE)
    assert len(cases(path)) == 2
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_a_refused_pulse_on_the_cabinet_is_kept_and_costs_no_coin(path, file, tmp_path):
    books = tmp_path / "books.sqlite3"
    till = Till.at(books, keep=file.keep)
    till.pulse(7 * MILLISECOND)
    till.coin()
    till.advance(SECOND)
    (kept,) = cases(path)
    assert (kept.kind, kept.line, kept.why) == ("rejected", "coin.1", "short, 7.0 ms")
    assert [edge.active for edge in kept.edges][:2] == [True, False]
    assert till.totals.coins == 1
    till.counter.close()


def test_a_case_still_open_when_the_cabinet_stops_is_kept(path, file, tmp_path):
    till = Till.at(tmp_path / "books.sqlite3", keep=file.keep)
    till.pulse(7 * MILLISECOND)
    assert not path.exists()
    till.counter.close()
    assert len(cases(path)) == 1
    assert query(path, "SELECT count(*) FROM evidence") == [(1,)]


def case_of(kind, why, limits=""):
    return Case(kind, "coin.1", why, 9, 1000, limits, {}, ())


@pytest.mark.parametrize(
    ("kind", "why", "told"),
    [
        ("rejected", "short, 4.0 ms", message("pulse_short", ms=4.0)),
        ("rejected", "noise", message("pulses_noise")),
        ("rejected", "coin.1 jammed", message("coin_jammed", slot=1)),
        ("alarm", "coin.1 jammed", message("coin_jammed", slot=1)),
    ],
)
def test_what_was_decided_is_a_message_for_a_reader(kind, why, told):
    assert case_of(kind, why).told == told


def test_what_would_have_been_a_coin_is_told_where_it_is_known():
    limits = message("coin_jammed", slot=1)
    assert case_of("rejected", "noise").told_limits is None
    assert case_of("rejected", "noise", to_text(limits)).told_limits == limits


def test_a_board_tells_of_its_wire_no_level_and_no_edge():
    assert case_of("rejected", "noise").by_board
    assert not CASE.by_board
    assert not Case("alarm", "", "screen missing", 1, 1, "", {}, ()).by_board
