"""What is wrong with a cabinet is read on the page in the reader's language."""

from dataclasses import replace
from html import unescape

import pytest

from cabinet.books.accounts import account
from cabinet.books.evidence import Case, EvidenceFile
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.operating import Slot
from cabinet.counter.evidence import _limits
from cabinet.i18n.message import from_text, to_text
from tests.web.console.console_stand import Stand
from tests.web.test_web import SHOWN
from tools.gallery.samples import ALARMS


@pytest.fixture
def stand(tmp_path):
    return Stand(tmp_path / "state")


def page(stand, path, language="fr"):
    answer = stand.run(
        lambda browser: browser.get(f"{path}?lang={language}"), role="owner"
    )
    assert answer.status_code == 200
    return unescape(answer.text)


@pytest.mark.parametrize(
    ("reason", "detail", "french"),
    [
        ("books", ALARMS["disk"], "le disque est plein (database or disk is full)"),
        ("link", ALARMS["unplugged"], "la carte a été débranchée de /dev/ttyACM0"),
        ("screen", None, "L'écran ne répond plus."),
        ("meteor", None, "La borne a besoin d'aide."),
    ],
)
def test_why_it_is_out_of_order_is_said_in_french(stand, reason, detail, french):
    stand.parts.snapshot = replace(
        SHOWN, mode="out_of_order", reason=reason, detail=detail
    )
    assert french in page(stand, "/now")
    if detail:
        assert str(detail) in page(stand, "/now", "en")


def test_alarms_and_evidence_are_said_in_french(stand):
    books = SqliteBooks(stand.place.books, VirtualClock(), "boot")
    books.open()
    books.commit([Posting(Kind.RESTORED, note=to_text(ALARMS["restored"]))], 0)
    books.commit([Posting(Kind.ALARM, note="tilt stuck")], 0)
    books.commit([Posting(Kind.TRUSTED)], 0)
    books.close()
    limits = _limits(Slot(), board=False)
    evidence = EvidenceFile(stand.place.evidence)
    evidence.keep(Case("rejected", "coin.1", "short, 4.0 ms", 0, 0, limits, {}, ()))
    evidence.close()
    told = page(stand, "/alarms")
    assert "Comptes abîmés (l'écriture 1284 n'est plus ce qu'elle était)" in told
    assert "Le contact de choc ne revient pas au repos" in told
    assert "L'exploitant a vu l'état des comptes" in told
    assert "trop courte pour une pièce : 4,0 ms" in told
    assert "Ici, une pièce dure de 12 à 80 ms" in page(stand, "/alarms/1")
    assert str(from_text(limits))[1:] in page(stand, "/alarms/1", "en")


def test_a_collection_shows_the_check_code_of_the_books(stand):
    books = SqliteBooks(stand.place.books, VirtualClock(), "boot")
    run = books.open().purses[0].run
    books.commit([Posting(Kind.COLLECTION, amount=100, run=run)], 0)
    books.close()
    (collection,) = account(stand.place.books).collections
    for language, name in (("fr", "Code de contrôle"), ("en", "Check code")):
        told = page(stand, "/collection", language)
        assert f"<dt>{name}</dt><dd><code>{collection.code}</code></dd>" in told


def test_each_collection_has_a_row_and_a_slip(stand):
    books = SqliteBooks(stand.place.books, VirtualClock(), "boot")
    run = books.open().purses[0].run
    coin = Posting(Kind.COIN, amount=200, credits=2, slot=1)
    first, second = (
        Posting(Kind.COLLECTION, amount=amount, run=run) for amount in (200, 50)
    )
    for posting in (coin, first, coin, second):
        books.commit([posting], 0)
    books.close()
    one, two = account(stand.place.books).collections
    listed = page(stand, "/collection", "en")
    assert listed.index(f"/collection/{two.seq}") < listed.index(
        f"/collection/{one.seq}"
    )
    assert "agrees" in page(stand, f"/collection/{one.seq}", "en")
    slip = page(stand, f"/collection/{two.seq}")
    assert two.code in slip
    assert "-1,50" in slip.replace("\N{MINUS SIGN}", "-")
    missing = stand.run(lambda b: b.get("/collection/2000"), role="owner")
    assert missing.status_code == 404


def test_a_collection_is_compared_before_it_is_booked(stand):
    books = SqliteBooks(stand.place.books, VirtualClock(), "boot")
    books.open()
    books.commit([Posting(Kind.COIN, amount=200, credits=2, slot=1)], 0)
    books.close()
    told = stand.run(lambda b: b.post("/collection", {"cash": "1,50"}), role="owner")
    assert told.status_code == 200
    assert 'name="sure"' in told.text
    assert "-€0.50" in told.text.replace("\N{MINUS SIGN}", "-")
    assert account(stand.place.books).collections == ()
