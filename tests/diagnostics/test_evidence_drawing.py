"""Evidence as a picture in a terminal, and as a tape that can be played again."""

from dataclasses import replace
from io import StringIO

import pytest

from cabinet.books.evidence import Case
from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.diagnostics.evidence_drawing import COLUMNS, draw, listing, tape_text
from cabinet.io.tape import read_tape
from cabinet.scenario.replay import replay
from tests.support.settings import SETTINGS

NOW = 50 * SECOND


def case(*widths, why="short, 7.0 ms", at=NOW, **more):
    """Pulses of these milliseconds on the coin line, 50 ms of idle between."""
    edges, moment = [], NOW - 100 * MILLISECOND
    for width in widths:
        edges.append(Edge("coin.1", True, moment))
        edges.append(Edge("coin.1", False, moment + width * MILLISECOND))
        moment += (width + 50) * MILLISECOND
    values = {"kind": "rejected", "line": "coin.1", "why": why, "at": at} | more
    levels = {"coin.1": False}
    return Case(
        **values,
        wall_ms=0,
        limits="12 to 80 ms",
        levels=levels,
        edges=tuple(edges),
        id=7,
    )


def test_a_drawing_shows_levels_widths_and_the_decision():
    lines = draw(case(7, 30)).splitlines()
    assert lines[0].startswith("evidence 7: ")
    assert lines[1] == "rejected: short, 7.0 ms"
    wire = next(line for line in lines if line.startswith("coin.1"))
    assert len(wire) == len("coin.1 ") + COLUMNS
    assert wire.count("█") > wire.count("▒") > 0
    assert lines[-4].split() == ["1", "5.00", "ms", "7.00", "ms"]
    assert lines[-3].split()[3:] == ["30.00", "ms", "50.00", "ms"]
    assert lines[-1] == (
        "play it again: cabinet books why 7 --tape why-7.tape; "
        "cabinet replay why-7.tape"
    )


def test_the_mark_stands_under_the_moment_of_the_decision():
    (axis,) = (line for line in draw(case(7)).splitlines() if "^" in line)
    (wire,) = (line for line in draw(case(7)).splitlines() if "▁" in line)
    assert len("coin.1 ") <= axis.index("^") < len(wire)


def test_a_line_that_stays_active_has_no_width():
    stuck = Case(
        "alarm",
        "coin.1",
        "coin.1 jammed",
        NOW,
        0,
        "",
        {"coin.1": False},
        (Edge("coin.1", True, NOW - SECOND),),
        id=3,
    )
    assert "did not end" in draw(stuck)


def test_an_alarm_without_edges_says_so():
    quiet = Case("alarm", "", "screen missing", NOW, 0, "", {}, ())
    assert "no wire moved around that moment" in draw(quiet)


def test_a_pulse_that_a_board_judged_has_a_width_a_window_and_no_drawing():
    judged = replace(case(), levels={"start": False}, edges=(Edge("start", True, NOW),))
    lines = draw(judged).splitlines()
    assert lines[1:3] == ["rejected: short, 7.0 ms", "12 to 80 ms"]
    assert "the board at the slot judged it" in lines[3]
    assert "▁" not in draw(judged)
    assert "--tape" not in draw(judged)


def test_a_storm_is_cut_short():
    assert "and 76 more" in draw(case(*[1] * 100))


def test_all_cases_are_listed_with_their_numbers():
    text = listing([case(7), case(9, times=4)])
    assert text.count("coin.1") == 2
    assert "(4 times)" in text


@pytest.mark.parametrize(("widths", "coins"), [((7,), 0), ((50,), 1), ((7, 50, 50), 2)])
def test_a_tape_of_it_plays_again_as_it_was(tmp_path, widths, coins):
    path = tmp_path / "why.tape"
    path.write_text(tape_text(case(*widths)))
    assert read_tape(path).edges == case(*widths).edges
    out = StringIO()
    assert replay(path, SETTINGS, out) == 0
    assert f"{coins} coins" in out.getvalue()


@pytest.mark.parametrize(
    ("numbers", "coins"), [((1, 4), 0), ((3, 4), 1)], ids=["in it", "before it"]
)
def test_lost_edges_are_lost_when_it_is_played_again(tmp_path, numbers, coins):
    """A gap in the port's count was an alarm; the pulse around it was no money."""
    lossy = case(50)
    edges = zip(lossy.edges, numbers, strict=True)
    edges = tuple(edge._replace(seq=number) for edge, number in edges)
    path = tmp_path / "why.tape"
    path.write_text(tape_text(replace(lossy, edges=edges)))
    assert read_tape(path).edges == edges
    out = StringIO()
    assert replay(path, SETTINGS, out) == 0
    assert f"2 edges: {coins} coins" in out.getvalue()
    assert "1 alarms" in out.getvalue()
