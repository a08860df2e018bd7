"""What a program writes down: lines, priorities, values, and never an edge."""

import logging
import os
import subprocess
import sys

import pytest

from cabinet.core.events import SECOND
from cabinet.core.money.ledger import Kind, Move, MovePlayed, Posting
from cabinet.counter import audit_log
from cabinet.diagnostics.logs import (
    AUDIT_LOG,
    JournalLine,
    in_journal,
    priority,
    values,
)
from tests.counter.stand import Stand
from tests.system.running import ROOT


def test_values_are_pairs_and_words_with_spaces_are_quoted():
    told = values(slot=1, amount=None, note='a "jam" here\nand there', how="", n=0)
    assert told == """slot=1 note="a 'jam' here and there" n=0"""


@pytest.mark.parametrize(
    ("level", "number"),
    [
        (logging.CRITICAL, 2),
        (logging.ERROR, 3),
        (logging.WARNING, 4),
        (logging.INFO, 6),
        (logging.DEBUG, 7),
    ],
)
def test_levels_are_syslog_priorities(level, number):
    assert priority(level) == number


def test_every_line_for_the_journal_has_its_priority():
    record = logging.LogRecord("x", logging.WARNING, "", 0, "one\ntwo", (), None)
    assert JournalLine("counter").format(record) == "<4>counter: one\n<4>two"


def test_the_journal_is_known_by_the_stream_and_not_by_its_name_alone():
    stat = os.fstat(2)
    assert in_journal({"JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino}"})
    assert not in_journal({"JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino + 1}"})
    assert not in_journal({})


SPEAK = """
import logging, os, sys
if sys.argv[1] == "journal":
    stat = os.fstat(2)
    os.environ["JOURNAL_STREAM"] = f"{stat.st_dev}:{stat.st_ino}"
from cabinet.diagnostics import logs
logs.begin("counter", os.environ)
logging.getLogger("cabinet.counter").warning("the disk is full")
logging.getLogger(logs.AUDIT_LOG).info("coin slot=1")
"""


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("journal", "<4>counter: the disk is full\n<6>counter: coin slot=1\n"),
        ("terminal", "cabinet counter: the disk is full\n"),
    ],
)
def test_the_audit_log_is_for_the_journal_and_not_for_a_terminal(where, expected):
    done = subprocess.run(
        [sys.executable, "-c", SPEAK, where],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == expected


@pytest.fixture
def heard(caplog):
    caplog.set_level(logging.INFO, AUDIT_LOG)
    return lambda: [record.getMessage() for record in caplog.records]


def test_a_session_of_play_is_a_handful_of_lines_and_no_edge(tmp_path, heard):
    stand = Stand(tmp_path)
    stand.join()
    match = stand.play()
    stand.advance(600 * SECOND)
    stand.close()
    assert heard() == [
        "screen joins",
        "coin slot=1 amount=100 credits=1",
        f"charge credits=-1 match={match}",
        f"match begins match={match} game=azteka persons=1",
        f"match ends match={match} how=abandoned",
    ]


def test_moves_and_clicks_are_not_told_and_alarms_are_warnings(caplog):
    caplog.set_level(logging.INFO, AUDIT_LOG)
    audit_log.tell(
        [
            MovePlayed(1, 0, Move(0, "a1")),
            Posting(Kind.METER, clicks=-1),
            Posting(Kind.ALARM, slot=1, note="coin slot 1 is jammed"),
        ]
    )
    (record,) = caplog.records
    assert record.getMessage() == 'alarm slot=1 note="coin slot 1 is jammed"'
    assert record.levelno == logging.WARNING


def test_out_of_order_is_an_error_once_and_its_end_is_told(tmp_path, heard, caplog):
    stand = Stand(tmp_path)
    stand.join()
    stand.leave()
    stand.advance(60 * SECOND)
    stand.join()
    stand.close()
    errors = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert [line.partition(" reason=")[0] for line in errors] == ["out of order"]
    assert any(line.startswith("in order again") for line in heard())
