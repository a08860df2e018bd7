"""`cabinet report`: one file with what helps, and nothing that is nobody's business."""

import json
import subprocess
import sys
import tarfile
from contextlib import closing

import pytest
import yaml

from cabinet.books.evidence import Case, EvidenceFile
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.events import Edge
from cabinet.core.money.ledger import Kind, Posting
from cabinet.diagnostics import crash, support_bundle
from cabinet.diagnostics.crash import PAUSE_S, report_crash, signed_on
from cabinet.diagnostics.support_bundle import KEPT, LONGEST_PART, write_report
from cabinet.io.tape import read_tape
from cabinet.places import Place
from cabinet.settings.secrets import redacted, redacted_history
from tests.support.settings import SETTINGS
from tests.system.running import ROOT


@pytest.fixture
def place(tmp_path):
    """A cabinet that has lived a little: books, evidence, logs, history, a PIN."""
    state = tmp_path / "state"
    config = tmp_path / "cabinet.yaml"
    text = SETTINGS.read_text(encoding="utf-8").replace('# pin: "4711"', 'pin: "4711"')
    assert "4711" in text
    config.write_text(text, encoding="utf-8")
    (state / "log").mkdir(parents=True)
    (state / "log/counter.log").write_text("x" * 300_000 + "\nthe last line\n")
    history = {"at": 1, "by": "owner", "changes": [{"path": ["service", "pin"]}]}
    history["changes"][0] |= {"old": "4711", "new": "0815"}
    (state / "settings-history.jsonl").write_text(json.dumps(history) + "\n")
    place = Place(config=config, state=state, sim=True)
    with closing(SqliteBooks(place.books, VirtualClock(), "boot")) as books:
        books.open()
        books.commit([Posting(Kind.COIN, slot=1, amount=100, credits=1)], 1)
    kept = EvidenceFile(place.evidence)
    edges = (Edge("coin.1", active=True, at=5), Edge("coin.1", active=False, at=9))
    kept.keep(Case("rejected", "coin.1", "short", 9, 1, "", {"coin.1": False}, edges))
    kept.close()
    return place


def unpacked(path):
    with tarfile.open(path) as archive:
        return {
            name.partition("/")[2]: archive.extractfile(name).read()
            for name in archive.getnames()
        }


def test_a_report_has_all_that_helps_and_no_secret(place, tmp_path):
    path = write_report(place, None, None)
    assert path.parent == place.state / "reports"
    files = unpacked(path)
    assert set(files) == {
        "versions.txt",
        "settings.yaml",
        "settings-history.jsonl",
        "books.json",
        "doctor.json",
        "journal.txt",
        "log/counter.log",
        "evidence.txt",
        "tapes/why-1.tape",
    }
    assert b"pydantic " in files["versions.txt"]
    assert json.loads(files["books.json"])
    codes = [each["code"] for each in json.loads(files["doctor.json"])["findings"]]
    assert "books.whole" in codes
    assert files["log/counter.log"].endswith(b"the last line\n")
    assert all(len(octets) <= LONGEST_PART for octets in files.values())
    assert b"4711" not in b"".join(files.values())
    assert b"0815" not in b"".join(files.values())
    tape = tmp_path / "why-1.tape"
    tape.write_bytes(files["tapes/why-1.tape"])
    assert len(read_tape(tape).edges) == 2


def test_what_cannot_be_read_is_said_in_its_place(tmp_path):
    place = Place(config=tmp_path / "none.yaml", state=tmp_path / "state", sim=True)
    note = tmp_path / "crash-counter.txt"
    note.write_text("Traceback …\nRuntimeError: a mistake\n", encoding="utf-8")
    files = unpacked(write_report(place, note, tmp_path / "mine.tar.gz"))
    assert files["settings.yaml"].startswith(b"could not be read: FileNotFoundError")
    assert b"there are no books" in files["books.json"]
    assert files["crash.txt"].endswith(b"RuntimeError: a mistake\n")
    assert "doctor.json" not in files, "after a crash the next counter is waiting"


def test_only_the_newest_reports_are_kept(place, monkeypatch):
    monkeypatch.setattr(support_bundle, "parts", lambda *_: [])
    folder = place.state / "reports"
    folder.mkdir()
    for number in range(KEPT + 3):
        (folder / f"report-2026010{number:02}T000000Z.tar.gz").touch()
    newest = write_report(place, None, None)
    kept = sorted(folder.iterdir())
    assert len(kept) == KEPT
    assert kept[-1] == newest


def test_a_place_that_cannot_be_written_is_named(place, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        support_bundle.CabinetError, match="give another place with --to"
    ):
        write_report(place, None, tmp_path / "file" / "report.tar.gz")


# Secrets


def test_only_secrets_are_hidden_and_pins_of_wires_are_not():
    text = SETTINGS.read_text(encoding="utf-8").replace('# pin: "4711"', 'pin: "4711"')
    shown = redacted(text)
    assert "4711" not in shown
    assert "pin: '•••'" in shown
    assert shown.count("pin: 17") == text.count("pin: 17") == 1
    assert yaml.safe_load(shown.replace("'•••'", '"4711"')) == yaml.safe_load(text)


def test_a_report_has_no_comment_of_the_settings_file():
    """People write telephone numbers and former PINs there."""
    text = (
        "# call Ada, 555-1234\n"
        "cabinet:   # hers\n"
        '  name: "Palace #1"  # was #2\n'
        "  id: a#b\n"
        "note: |\n"
        "  # kept: this is text\n"
        "# pin: 4711\n"
        "list: [1,  # one\n"
        "  2]\n"
    )
    assert redacted(text) == (
        "cabinet:\n"
        '  name: "Palace #1"\n'
        "  id: a#b\n"
        "note: |\n"
        "  # kept: this is text\n"
        "list: [1,\n"
        "  2]\n"
    )
    assert "Ada" not in redacted("# Ada: 555\na: [1 # Ada\n")


def test_names_that_promise_a_secret_are_hidden_wherever_they_are():
    text = "fleet: {password: hunter2, host: a}\nlist: [{api_token: abc}]\n"
    assert (
        redacted(text)
        == "fleet: {password: '•••', host: a}\nlist: [{api_token: '•••'}]\n"
    )


def test_a_file_that_is_no_yaml_hides_too_much_rather_than_too_little():
    shown = redacted('service: {pin: "4711"\n  password: x: y\n')
    assert "4711" not in shown
    assert "x: y" not in shown


def test_a_history_that_was_cut_in_the_middle_of_a_line_is_no_leak():
    assert redacted_history('old": "4711"}]}\n{"changes": []}\n') == '{"changes": []}\n'


# When a program breaks down


BREAKS_DOWN = """
import sys
from cabinet import app
from cabinet.cli.main import main
from tests.support.settings import SETTINGS


async def broken(*_):
    raise RuntimeError("the drawer is stuck")


app._serve = broken
sys.exit(main(sys.argv[1:]))
"""


def test_a_counter_that_breaks_down_makes_a_report_and_soon_after_no_other(place):
    done = subprocess.run(
        [sys.executable, "-c", BREAKS_DOWN, "counter", *place.arguments()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 70
    assert f"a report of it is in {place.state / 'reports'}" in done.stderr
    (path,) = (place.state / "reports").glob("*.tar.gz")
    assert path.name.endswith("-crash-counter.tar.gz")
    assert b"RuntimeError: the drawer is stuck" in unpacked(path)["crash.txt"]
    path.unlink()
    report_crash(place, "counter", RuntimeError("again"))
    assert list((place.state / "reports").glob("*.tar.gz")) == []
    assert PAUSE_S >= 60


def test_whoever_never_signed_off_is_reported_by_the_next_of_its_name(
    place, tmp_path, caplog, monkeypatch
):
    monkeypatch.setattr(crash, "_command", lambda *_: ("true",))
    roll = tmp_path / "roll"
    roll.mkdir()
    note = place.state / "reports/crash-web.txt"
    with signed_on(place, "web", roll), signed_on(place, "web", roll):
        pass
    with signed_on(place, "web", roll):
        assert not note.exists(), "it signed off, and one beside it is no mystery"
        left = (roll / "web").read_text()
    (roll / "web").write_text(left)  # as kill -9 leaves it
    with signed_on(place, "web", roll):
        assert "ended without a word" in note.read_text()
    assert "never signed off (process" in caplog.text
    assert (roll / "web").read_text() == ""


def test_a_machine_without_a_roll_is_signed_on_to_nothing(place, tmp_path):
    with signed_on(place, "counter", tmp_path / "nowhere"):
        assert list(tmp_path.glob("nowhere*")) == []


def test_a_report_that_cannot_be_made_raises_nothing(tmp_path, caplog):
    (tmp_path / "file").touch()
    report_crash(
        Place(tmp_path, tmp_path / "file" / "state"), "screen", RuntimeError("stuck")
    )
    assert "no report could be made" in caplog.text
