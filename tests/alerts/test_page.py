"""Alerts on the page and at the counter: who may set them up, and what is shown."""

import gzip
import json

import pytest

from cabinet.backup.archive import make_backup
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.core.people import NOBODY, THE_OWNER, Person
from cabinet.counter.settings_worker import reloaded
from cabinet.diagnostics.support_bundle import write_report
from cabinet.places import Place
from cabinet.protocol.alerts import PutSecret, TryAlerts
from cabinet.protocol.codec import Booked, Hello, Refused
from cabinet.settings.alerts import QUEUE, keep_secret
from tests.counter.stand import Stand
from tests.support.settings import SETTINGS
from tests.web.console.console_stand import Stand as ConsoleStand

WEB, ALERTS = 9, 10
SECRET = "tk_kept_to_itself"


@pytest.fixture
def place(tmp_path):
    file = tmp_path / "cabinet.yaml"
    text = SETTINGS.read_text(encoding="utf-8").replace("ntfy: false", "ntfy: true")
    file.write_text(text, encoding="utf-8")
    books = SqliteBooks(tmp_path / "books.sqlite3", SystemClock(), "boot")
    books.open()
    books.close()
    return Place(config=file, state=tmp_path)


@pytest.fixture
def stand(tmp_path):
    made = Stand(tmp_path)
    made.join()
    made.counter.outbox.clear()
    yield made
    made.close()


def answers(stand, message, client=WEB, **how):
    stand.counter.outbox.clear()
    how = {"trusted": False, "roles": {"web"}} | how
    stand.counter.hear(client, message, **how)
    return [(each.to, each.message) for each in stand.counter.outbox]


def test_a_test_is_handed_to_who_sends_and_only_the_owner_asks_for_one(stand):
    asked = TryAlerts("web:owner")
    (said,) = answers(stand, asked, operator=THE_OWNER)
    assert "does not run" in str(said[1]), "nobody is there to send it"
    answers(stand, Hello("alerts", 7), ALERTS, roles={"alerts"})
    told = answers(stand, asked, operator=THE_OWNER)
    assert [to for to, each in told if each == asked] == [ALERTS]
    assert (WEB, Booked()) in told
    for operator in (NOBODY, Person(2, "staff"), Person(3, "manager")):
        told = answers(stand, asked, operator=operator)
        assert isinstance(told[0][1], Refused)
    stand.counter.leave(ALERTS)
    assert isinstance(answers(stand, asked, operator=THE_OWNER)[0][1], Refused)


def test_who_is_not_the_alerts_program_hears_of_no_test(stand):
    answers(stand, Hello("alerts", 7), ALERTS, roles={"web"})
    told = answers(stand, TryAlerts("web:owner"), operator=THE_OWNER)
    assert isinstance(told[0][1], Refused)


def test_a_secret_is_written_apart_and_the_books_say_only_that(place):
    found = reloaded(place, PutSecret("ntfy_token", SECRET, "web:owner"))
    assert (place.state / "secrets/ntfy_token").read_text() == f"{SECRET}\n"
    assert found.operating.changed == (("web:owner", "alerts: ntfy_token set"),)
    assert SECRET not in repr(found)
    assert SECRET not in repr(PutSecret("ntfy_token", SECRET, "web:owner"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("../books", "x"),
        ("ntfy_address", "ntfy.sh/topic"),
        ("ntfy_address", "https://ntfy.sh/"),
        ("webhook_address", "file:///etc/passwd"),
        ("webhook_address", "https://a:99999999/"),
        ("mail_password", "two\nlines"),
        ("mail_password", "x" * 501),
    ],
)
def test_what_is_no_secret_is_refused_and_not_written(place, name, value):
    with pytest.raises(CabinetError):
        reloaded(place, PutSecret(name, value, "web:owner"))
    assert not (place.state / "secrets").exists()


def test_no_backup_and_no_report_has_a_secret(place, tmp_path):
    for name in ("mail_password", "ntfy_token"):
        keep_secret(place.state, name, SECRET)
    keep_secret(place.state, "webhook_address", f"https://example.org/{SECRET}")
    made = tmp_path / "backup.zip"
    make_backup(place, made, SystemClock())
    report = write_report(place, None, tmp_path / "report.tar.gz")
    assert SECRET.encode() not in made.read_bytes()
    assert SECRET.encode() not in gzip.decompress(report.read_bytes())


def test_the_page_says_how_each_way_is_and_shows_no_secret(place):
    keep_secret(place.state, "ntfy_token", SECRET)
    queue = place.state / QUEUE
    queue.parent.mkdir()
    why = json.dumps({"code": "alerts.web_refused", "answer": 403})
    outcomes = {"ntfy": {"wall_ms": 0, "why": why}}
    letters = [{"ways": {"ntfy": {}}}]
    queue.write_text(json.dumps({"outcomes": outcomes, "letters": letters}))
    stand = ConsoleStand(place.state / "console", place=place)
    menu = reloaded(place, PutSecret("ntfy_token", SECRET, "web:owner")).menu
    stand.console.keep_menu(menu)

    async def look(browser):
        return (await browser.get("/settings/alerts")).text

    page = stand.run(look, role="owner")
    assert "the address answered 403" in page
    assert "1 message waits" in page
    assert SECRET not in page
    seen = stand.run(look, role="staff")
    assert "/alerts/test" not in seen
    assert "answered 403" not in seen
