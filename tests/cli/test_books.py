"""`cabinet books` from the command line, beside a cabinet that runs or not."""

import csv
import json
import os
import select
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from cabinet.books.evidence import EvidenceFile
from cabinet.cli.main import main
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.protocol.client import CounterConnection, CounterUnreachableError
from tests.books.cabinets import Till
from tests.books.ledgers import query, tamper
from tests.support.settings import SETTINGS


@pytest.fixture(autouse=True)
def shipped_settings(monkeypatch):
    """The file in config/ is somebody's own, and may say anything."""
    monkeypatch.setenv("CABINET_CONFIG", str(SETTINGS))


@pytest.fixture
def state(tmp_path):
    """The folder of a cabinet that took three coins and one bad pulse, and ended."""
    evidence = EvidenceFile(tmp_path / "evidence.sqlite3")
    till = Till.at(tmp_path / "books.sqlite3", keep=evidence.keep)
    for _ in range(3):
        till.coin()
    till.press("start")
    till.press("start")
    till.advance(90 * SECOND)
    till.finish()
    till.advance(200 * MILLISECOND)
    till.pulse(7 * MILLISECOND)
    till.advance(SECOND)
    till.counter.close()
    evidence.close()
    return tmp_path


def books(state, capsys, *words):
    """Exit code, what was said, and what was complained of."""
    code = main(["books", "--state", str(state), *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_report(state, capsys):
    code, said, _ = books(state, capsys)
    assert code == 0
    lines = [line.split() for line in said.splitlines()]
    assert ["money", "0.00", "EUR", "3.00", "EUR", "3.00", "EUR"] in lines
    assert ["plays", "0", "1", "1"] in lines
    assert ["average", "time", "-", "1:30", "1:30"] in lines
    assert ["nim", "1", "1", "0", "1:30"] in lines
    assert "2 credits on the cabinet; the meter owes 0 clicks" in said


def test_the_report_for_a_program(state, capsys):
    _, said, _ = books(state, capsys, "--json", "--by", "slot")
    document = json.loads(said)
    assert document["lifetime"]["money"] == 300
    assert document["rows"]["1"]["coins"] == 3
    assert document["disagreements"] == []


def test_the_report_for_a_spreadsheet(state, capsys):
    _, said, _ = books(state, capsys, "--csv", "--by", "day")
    rows = list(csv.DictReader(StringIO(said)))
    assert [(row["day"], row["money"], row["currency"]) for row in rows] == [
        ("2026-01-01", "300", "EUR")
    ]
    _, said, _ = books(state, capsys, "--csv")
    assert [row["period"] for row in csv.DictReader(StringIO(said))] == [
        "today",
        "since collection",
        "lifetime",
    ]


def test_since_a_day(state, capsys):
    _, said, _ = books(state, capsys, "--since", "2026-01-01", "--by", "mode")
    assert said.splitlines()[1].startswith("nim")
    _, said, _ = books(state, capsys, "--since", "2030-01-01", "--json")
    assert json.loads(said)["rows"] == {}


def test_money_by_game_adds_up_to_the_money_of_the_coins(state, capsys):
    for by in ("mode", "game"):
        _, said, _ = books(state, capsys, "--by", by, "--json")
        told = json.loads(said)
        money = sum(row["money"] for row in told["rows"].values())
        assert money == told["lifetime"]["money"] > 0


def test_an_accountant_gets_months_with_vat_or_takings(state, capsys):
    _, said, _ = books(state, capsys, "export", "--vat", "5.5")
    assert said.splitlines()[0] == "\ufeffMois;TTC;HT;TVA;Devise"
    _, said, _ = books(state, capsys, "export", "--by", "game", "--language", "en")
    assert said.startswith("Game,Takings,")


@pytest.mark.parametrize("rate", ["many", "101", "1.234", ""])
def test_a_rate_that_is_none_is_refused(state, capsys, rate):
    with pytest.raises(SystemExit):
        books(state, capsys, "export", "--vat", rate)


def test_days_the_wrong_way_round_are_refused(state, capsys):
    words = ("--since", "2026-02-01", "--until", "2026-01-01")
    code, _, complaint = books(state, capsys, *words)
    assert code == 1
    assert "the earlier one first" in complaint


@pytest.mark.parametrize("words", [("--since", "tomorrow"), ("--by", "moon")])
def test_words_nobody_knows_are_refused(state, capsys, words):
    with pytest.raises(SystemExit) as refusal:
        books(state, capsys, *words)
    assert refusal.value.code == 2
    assert words[1] in capsys.readouterr().err


def test_no_books_are_told_apart_from_empty_ones(tmp_path, capsys):
    code, _, complaint = books(tmp_path, capsys)
    assert code == 5
    assert complaint.startswith(f"cabinet: there are no books at {tmp_path}")


def test_a_collection_without_a_running_counter(state, capsys):
    code, said, _ = books(state, capsys, "collect", "--cash", "2.50", "--meter", 40)
    assert code == 0
    assert "counted  2.50 EUR  0.50 EUR too little" in said
    _, said, _ = books(state, capsys, "collect", "--cash", 0, "--meter", 40)
    assert "0 read, agrees" in said
    assert "counted  0.00 EUR  agrees" in said


def test_a_collection_of_no_amount_books_nothing(state, capsys):
    code, _, complaint = books(state, capsys, "collect", "--cash", "1e3")
    assert code == 1
    assert complaint.startswith("cabinet: 1e3 is not an amount of EUR")
    path = state / "books.sqlite3"
    assert query(path, "SELECT 1 FROM postings WHERE kind = 'collection'") == []


@pytest.mark.parametrize(
    "words",
    [
        ("collect", "--cash", 1, "--meter", "9" * 23),
        ("why", "9" * 20),
        ("--since", "0001-1-1"),
    ],
)
def test_a_number_that_cannot_be_is_no_traceback(state, capsys, words):
    with pytest.raises(SystemExit, match="2"):
        books(state, capsys, *words)
    assert "is not a" in capsys.readouterr().err


def test_verify_names_the_first_bad_row(state, capsys):
    code, said, _ = books(state, capsys, "verify")
    assert code == 0
    assert "postings fit together\n" in said
    assert said.endswith("no collection yet, so there is no check code\n")
    tamper(
        state / "books.sqlite3",
        "UPDATE postings SET amount = 1 WHERE seq >= 4 AND kind = 'coin'",
    )
    code, _, complaint = books(state, capsys, "verify")
    assert code == 5
    assert "are damaged: posting 5 is not what was written" in complaint


def code_of(said):
    """The check code in what a collection says."""
    (line,) = (line for line in said.splitlines() if line.startswith("check code"))
    return line.split()[2]


def test_a_code_that_was_kept_is_compared(state, capsys):
    _, said, _ = books(state, capsys, "collect", "--cash", 3)
    kept = code_of(said)
    books(state, capsys, "collect", "--cash", 0)
    code, said, _ = books(state, capsys, "verify", "--code", kept.lower())
    assert code == 0
    assert f"{kept}: nothing up to posting " in said
    code, said, _ = books(state, capsys, "verify")
    assert said.count("  posting ") == 2
    assert kept in said


def test_a_code_of_other_books_is_an_alarm_and_a_slip_is_none(state, capsys, tmp_path):
    _, said, _ = books(state, capsys, "collect", "--cash", 3)
    kept = code_of(said)
    other = tmp_path / "other"
    other.mkdir()
    till = Till.at(other / "books.sqlite3")
    till.coin()
    till.counter.close()
    code, _, complaint = books(other, capsys, "verify", "--code", kept)
    assert code == 1
    assert f"no collection of these books has the check code {kept}" in complaint
    slip = kept[:-1] + ("2" if kept[-1] != "2" else "3")
    code, _, complaint = books(state, capsys, "verify", "--code", slip)
    assert code == 1
    assert complaint.startswith(f"cabinet: {slip} is not a check code")


def test_a_copy_by_hand(state, capsys, monkeypatch):
    monkeypatch.setattr(os, "nice", lambda by: by)
    code, said, _ = books(state, capsys, "copy")
    assert code == 0
    copy = Path(said.split(": ")[0])
    assert copy.parent == state / "copies"
    assert query(copy, "PRAGMA user_version") == [(4,)]


def test_why_a_coin_was_refused(state, capsys, tmp_path):
    _, said, _ = books(state, capsys, "why")
    assert said.splitlines()[1].split()[3:] == [
        "rejected",
        "coin.1",
        "short,",
        "7.0",
        "ms",
    ]
    _, said, _ = books(state, capsys, "why", 1)
    assert "rejected: short, 7.0 ms" in said
    assert "a coin here is 12 to 80 ms wide" in said
    tape = tmp_path / "why.tape"
    code, said, _ = books(state, capsys, "why", 1, "--tape", tape)
    assert code == 0
    assert main(["replay", str(tape)]) == 0
    assert "0 coins, 0 minor units" in capsys.readouterr().out
    code, _, complaint = books(state, capsys, "why", 1, "--tape", tape)
    assert code == 1
    assert "cannot be written (File exists)" in complaint


@pytest.fixture
def running(tmp_path):
    """The folder of a counter that runs, as a process."""
    command = [sys.executable, "-m", "cabinet", "counter", "--sim"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [*command, "--state", str(tmp_path)], env=environment, stderr=subprocess.PIPE
    ) as process:
        for _ in range(600):
            try:
                CounterConnection.connect(tmp_path / "bus.sock").close()
                break
            except CounterUnreachableError:
                select.select([], [], [], 0.05)
        yield tmp_path
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)


def test_everything_works_beside_a_running_counter(running, capsys):
    assert books(running, capsys)[0] == 0
    code, said, _ = books(running, capsys, "collect", "--cash", "1.00")
    assert code == 0
    assert "1.00 EUR too much" in said
    assert books(running, capsys, "verify")[0] == 0
    path = running / "books.sqlite3"
    assert query(path, "SELECT amount FROM postings WHERE kind = 'collection'") == [
        (100,)
    ]


def test_books_that_somebody_holds_without_answering_are_not_written(state, capsys):
    till = Till.at(state / "books.sqlite3")
    code, _, complaint = books(state, capsys, "collect", "--cash", "1.00")
    till.counter.close()
    assert code == 4
    assert "the counter does not answer: wait a moment" in complaint


def test_the_folder_may_be_named_before_or_after_the_word(state, capsys):
    before = main(["books", "--state", str(state), "verify"])
    after = main(["books", "verify", "--state", str(state)])
    assert before == after == 0
    first, *_, second, _, _ = capsys.readouterr().out.splitlines()
    assert first == second
