"""What is told to somebody who is not there: once, in time, and by the ways chosen."""

import json
import select
import stat
import time
from datetime import datetime
from email import message_from_bytes
from email.policy import default

import pytest

from cabinet.alerts.memory import path_in, read
from cabinet.alerts.post import GIVEN_UP_MS
from cabinet.alerts.program import AlertsProgram
from cabinet.books.sqlite import SqliteBooks
from cabinet.core.money.ledger import Kind, Posting
from cabinet.i18n.message import message, to_text
from cabinet.places import Place
from cabinet.platform.certificate import own_certificate
from cabinet.settings.alerts import keep_secret
from tests.alerts.servers import MailServer, WebServer
from tests.support.settings import SETTINGS

JAM = to_text(message("coin_jammed", slot=1))
DOOR = to_text(message("door_open"))


class Watch:
    """A clock whose wall is set by hand; noon of a day, here."""

    def __init__(self):
        self.ms = round(time.mktime((2026, 11, 18, 12, 0, 0, 0, 0, -1)) * 1000)

    def now(self):
        return self.ms * 1_000_000

    def wall_ms(self):
        return self.ms

    def moment(self):
        at = datetime.fromtimestamp(self.ms / 1000).astimezone()
        return at.toordinal(), at.hour * 60 + at.minute

    def trusted(self):
        return True

    def wait(self, seconds):
        self.ms += round(seconds * 1000)


class Case:
    """A cabinet with books, an operator's file, and the alerts program beside them."""

    def __init__(self, folder):
        self.clock = Watch()
        self.folder = folder
        self.books = SqliteBooks(folder / "books.sqlite3", self.clock, "boot")
        self.run = self.books.open().purses[0].run
        self.place = Place(config=folder / "cabinet.yaml", state=folder)
        self.settings()
        self.program = None

    def settings(self, *lines, coins=""):
        text = SETTINGS.read_text(encoding="utf-8")
        head, _, rest = text.partition("\nalerts:\n")
        more = [line for line in rest.splitlines() if line.startswith("  ")]
        # Nobody runs a counter here, which is an alert too.
        lines = ("about: [jam, door, box, credits]", *lines)
        if any(line.startswith("about:") for line in lines[1:]):
            lines = lines[1:]
        names = [line.split(":")[0] for line in lines]
        kept = [line for line in more if line.strip().split(":")[0] not in names]
        body = "\n".join([*(f"  {line}" for line in lines), *kept])
        head = head.replace("pulse_value: 100", "pulse_value: 100" + coins, 1)
        self.place.config.write_text(f"{head}\nalerts:\n{body}\n", encoding="utf-8")

    def start(self):
        if self.program:
            self.program.close()
        self.program = AlertsProgram(self.place, self.clock)
        self.turn()

    def alarm(self, note=JAM, times=1):
        for _ in range(times):
            alarm = Posting(Kind.ALARM, run=self.run, note=note)
            self.books.commit([alarm], self.clock.now())

    def coins(self, count, amount=100):
        for _ in range(count):
            self.run += amount
            coin = Posting(Kind.COIN, amount, credits=1, run=self.run, slot=1)
            self.books.commit([coin], self.clock.now())

    def turn(self):
        self.program.turn()

    def pass_time(self, seconds=30):
        self.turn()
        self.clock.wait(seconds)
        self.turn()

    def until(self, done, seconds=10):
        """Turn until it is done; threads and sockets take real time."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "waited in vain"
            self.turn()
            select.select([], [], [], 0.005)

    def still(self):
        """Nothing is on its way any more."""
        self.until(lambda: not self.program._carried)

    def close(self):
        if self.program:
            self.program.close()
        self.books.close()


@pytest.fixture
def case(tmp_path):
    made = Case(tmp_path)
    yield made
    made.close()


@pytest.fixture
def web():
    made = WebServer()
    yield made
    made.close()


@pytest.fixture
def mail():
    made = MailServer()
    yield made
    made.close()


def use_webhook(case, web, *lines, **more):
    keep_secret(case.folder, "webhook_address", f"{web.address}/hook")
    case.settings("webhook: true", *lines, **more)
    case.start()


def test_nothing_leaves_before_a_way_is_switched_on(case, web):
    keep_secret(case.folder, "webhook_address", f"{web.address}/hook")
    case.start()
    case.alarm()
    case.pass_time(3600)
    case.still()
    assert web.posted == []
    case.settings("webhook: true")
    case.pass_time(30)
    case.still()
    assert web.posted == [], "what was before nobody wanted to hear"
    case.alarm(DOOR)
    case.pass_time()
    case.until(lambda: web.posted)
    (line,) = web.documents()[0]["lines"]
    assert line.endswith("La porte du monnayeur est ouverte")


def test_an_alarm_is_told_once_over_restarts(case, web):
    use_webhook(case, web)
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    case.start()
    case.pass_time(3600)
    case.still()
    assert len(web.posted) == 1
    (told,) = web.documents()
    assert told["title"] == "Arkade – Fente 1 : pièce coincée"
    assert told["kind"] == "alarm"


def test_what_happened_while_the_program_was_off_is_told_after(case, web):
    use_webhook(case, web)
    case.program.close()
    case.alarm()
    case.start()
    case.pass_time()
    case.until(lambda: web.posted)


def test_a_refused_letter_waits_over_a_restart_and_is_tried_ever_later(case, web):
    web.status = 503
    use_webhook(case, web)
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    case.start()
    case.pass_time(20)
    case.still()
    assert len(web.posted) == 1, "the pause is not over"
    case.pass_time(15)
    case.until(lambda: len(web.posted) == 2)
    case.still()
    case.pass_time(40)
    case.still()
    assert len(web.posted) == 2, "the second pause is longer"
    web.status = 200
    case.pass_time(30)
    case.until(lambda: len(web.posted) == 3)
    case.still()
    case.pass_time(4000)
    case.still()
    documents = web.documents()
    assert len(documents) == 3
    assert len({each["id"] for each in documents}) == 1, "one letter, however often"
    assert read(path_in(case.folder)).letters == []


def test_after_two_days_a_letter_is_given_up(case, web):
    web.status = 500
    use_webhook(case, web)
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    case.clock.wait(GIVEN_UP_MS / 1000 + 1)
    case.until(lambda: len(web.posted) == 2)
    case.still()
    case.pass_time(7200)
    case.still()
    assert len(web.posted) == 2


def test_so_many_an_hour_and_the_rest_together(case, web):
    use_webhook(case, web, "per_hour: 2")
    for number in range(5):
        case.alarm(to_text(message("coin_jammed", slot=number + 1)))
        case.pass_time(60)
        case.still()
    assert len(web.posted) == 2
    case.pass_time(3600)
    case.until(lambda: len(web.posted) == 3)
    assert len(web.documents()[2]["lines"]) == 3, "none was dropped"


def test_the_same_alarm_again_is_one_line(case, web):
    use_webhook(case, web)
    case.alarm(times=40)
    case.pass_time()
    case.until(lambda: web.posted)
    (line,) = web.documents()[0]["lines"]
    assert line.endswith("Fente 1 : pièce coincée (×40)")


def test_quiet_hours_pass_midnight_and_what_waited_is_told_after(case, web):
    use_webhook(case, web, 'quiet_from: "22:00"', 'quiet_to: "08:00"')
    case.clock.wait(11 * 3600)  # 23:00
    case.alarm()
    case.pass_time(60)
    case.alarm(DOOR)
    case.pass_time(6 * 3600)  # 05:01
    case.still()
    assert web.posted == []
    case.pass_time(3 * 3600)
    case.until(lambda: web.posted)
    assert len(web.documents()[0]["lines"]) == 2


def test_only_what_the_operator_chose_is_told(case, web):
    use_webhook(case, web, "about: [door]")
    case.alarm()
    case.alarm(to_text(message("asked", what="credit", author="anna")))
    case.pass_time()
    case.alarm(DOOR)
    case.pass_time()
    case.until(lambda: web.posted)
    assert len(web.documents()[0]["lines"]) == 1


def test_a_counter_that_stays_away_is_told_once(case, web):
    use_webhook(case, web, "about: [trouble]")
    case.pass_time(170)
    case.still()
    assert web.posted == [], "it may be starting again"
    case.pass_time(20)
    case.pass_time(20)
    case.until(lambda: web.posted)
    case.pass_time(4000)
    case.start()
    case.pass_time(4000)
    case.still()
    (told,) = web.documents()
    assert "ne répond pas" in told["title"]


def test_a_box_is_called_nearly_full_once_until_it_is_emptied(case, web):
    use_webhook(case, web, coins="\n    box_coins: 10")
    case.coins(8)
    case.pass_time()
    case.pass_time()
    case.still()
    assert web.posted == []
    case.coins(1)
    case.pass_time()
    case.pass_time()
    case.until(lambda: web.posted)
    assert web.documents()[0]["title"].endswith("la caisse est pleine à 90\xa0%")
    case.coins(1)
    case.start()
    case.pass_time()
    case.pass_time()
    case.still()
    assert len(web.posted) == 1
    collection = Posting(Kind.COLLECTION, 1000, run=case.run)
    case.books.commit([collection], case.clock.now())
    case.coins(9)
    case.pass_time()
    case.pass_time()
    case.until(lambda: len(web.posted) == 2)


def test_the_digest_says_what_yesterday_was_and_once(case, web):
    use_webhook(case, web, 'digest: "08:00"')
    case.coins(3, 250)
    case.alarm()
    case.pass_time()
    case.until(lambda: len(web.posted) == 1)
    case.still()
    case.pass_time(20 * 3600)
    case.until(lambda: len(web.posted) == 2)
    told = web.documents()[1]
    assert told["kind"] == "digest"
    assert "Recette\xa0: 7,50\xa0€ (3 pièces)" in told["lines"]
    assert "1 × Fente 1 : pièce coincée" in told["lines"]
    case.start()
    case.pass_time(3600)
    case.still()
    assert len(web.posted) == 2


def test_a_mail_is_written_and_logged_in_for(case, mail):
    keep_secret(case.folder, "mail_password", "secret")
    case.settings(
        *("mail_to: patron@example.org", "mail_server: 127.0.0.1"),
        *(f"mail_port: {mail.port}", "mail_security: none", "mail_user: anna"),
    )
    case.start()
    case.alarm()
    case.pass_time()
    case.until(lambda: mail.letters)
    (envelope,) = mail.letters
    assert envelope.rcpt_tos == ["patron@example.org"]
    letter = message_from_bytes(envelope.content, policy=default)
    assert letter["subject"] == "Arkade – Fente 1 : pièce coincée"
    assert letter["auto-submitted"] == "auto-generated"
    assert "pièce coincée" in letter.get_content()


@pytest.mark.parametrize(
    ("password", "refuses", "why"),
    [
        ("wrong", "", "alerts.mail_login"),
        ("secret", "552 too much", "alerts.mail_refused"),
    ],
)
def test_a_mail_server_that_refuses_is_quoted_without_secrets(
    case, mail, password, refuses, why
):
    mail.refuses = refuses
    keep_secret(case.folder, "mail_password", password)
    case.settings(
        *("mail_to: patron@example.org", "mail_server: 127.0.0.1"),
        *(f"mail_port: {mail.port}", "mail_security: none", "mail_user: anna"),
    )
    case.start()
    case.alarm()
    case.pass_time()
    path = path_in(case.folder)
    case.until(lambda: (held := read(path)) and held.outcomes)
    text = path.read_text(encoding="utf-8")
    assert json.loads(json.loads(text)["outcomes"]["mail"]["why"])["code"] == why
    assert password not in text


def test_a_certificate_nobody_vouches_for_gets_no_password(case, tmp_path):
    pem = tmp_path / "own.pem"
    own_certificate(pem)
    server = MailServer(pem)
    try:
        keep_secret(case.folder, "mail_password", "secret")
        case.settings(
            *("mail_to: patron@example.org", "mail_server: 127.0.0.1"),
            f"mail_port: {server.port}",
            *("mail_security: starttls", "mail_user: anna"),
        )
        case.start()
        case.alarm()
        case.pass_time()
        path = path_in(case.folder)
        case.until(lambda: (held := read(path)) and held.outcomes)
        assert "alerts.no_trust" in path.read_text(encoding="utf-8")
        assert server.letters == []
    finally:
        server.close()


def test_ntfy_gets_text_title_and_token(case, web):
    keep_secret(case.folder, "ntfy_address", f"{web.address}/our-topic")
    keep_secret(case.folder, "ntfy_token", "tk_123")
    case.settings("ntfy: true")
    case.start()
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    ((path, query, headers, body),) = web.posted
    assert path == "/our-topic"
    assert query["title"] == ["Arkade – Fente 1 : pièce coincée"]
    assert query["priority"] == ["high"]
    assert headers["Authorization"] == "Bearer tk_123"
    assert body.endswith("Fente 1 : pièce coincée")


def test_an_answer_that_leads_elsewhere_is_not_followed(case, web):
    web.status = 302
    use_webhook(case, web)
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    assert [path for path, *_ in web.posted] == ["/hook"]


def test_each_way_is_tried_by_itself(case, web):
    keep_secret(case.folder, "ntfy_address", "http://127.0.0.1:9/topic")
    keep_secret(case.folder, "webhook_address", f"{web.address}/hook")
    case.settings("ntfy: true", "webhook: true")
    case.start()
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    (letter,) = read(path_in(case.folder)).letters
    assert list(letter.ways) == ["ntfy"], "the other has it"


def test_a_queue_that_is_damaged_begins_at_the_end_of_the_books(case, web):
    use_webhook(case, web)
    case.alarm()
    case.pass_time()
    case.until(lambda: web.posted)
    case.still()
    path_in(case.folder).write_text("{", encoding="utf-8")
    case.start()
    case.pass_time()
    case.still()
    assert len(web.posted) == 1


def test_a_secret_is_a_file_that_nobody_else_reads(tmp_path):
    keep_secret(tmp_path, "ntfy_token", "tk_1")
    path = tmp_path / "secrets/ntfy_token"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    keep_secret(tmp_path, "ntfy_token", "")
    assert not path.exists()
