"""Notes that older releases wrote in English are read in every language."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cabinet.books.accounts import account, alarms
from cabinet.books.collection import reconcile
from cabinet.books.inspection import verify
from cabinet.books.legacy_notes import read_note
from cabinet.core.modes.state import coin_jammed
from cabinet.core.money.ledger import Kind, Posting
from cabinet.i18n import words
from cabinet.i18n.message import from_text, message, to_text, verbatim
from tests.books.ledgers import opened, reopened

UNPLUGGED = "la carte a été débranchée de /dev/ttyACM0 : rebranchez-la"
ENGLISH = Path(__file__).with_name("books_with_english_notes.sql")

FRENCH = {
    "coin.1 jammed": "Fente 1 : pièce coincée",
    "p1.up: 1 edges lost": "p1.up : 1 front perdu",
    "screen lost: web:owner wanted a new one": (
        "Écran perdu : propriétaire, sur la page en voulait un nouveau"
    ),
    "match 7 failed: KeyError: 'saucer'": "Partie 7 interrompue : KeyError: 'saucer'",
    "standby, asked by anna, fleet": "Veille, à la demande de anna, fleet",
    "link lost: the board has restarted (supply voltage fell, watchdog)": (
        "Liaison perdue : la carte a redémarré (baisse de tension, chien de garde)"
    ),
    "link lost: io.port: /dev/ttyACM0 cannot be opened (no): write the board's device "
    "or auto": (
        "Liaison perdue : io.port : /dev/ttyACM0 ne s'ouvre pas (no) : écrivez le nom "
        "de la carte, ou auto"
    ),
    "dice tower lost: the board here is a coin slot and not a dice tower: plug it into "
    "its own port": (
        "Tour à dés perdue : la carte branchée ici n'est pas une tour à dés : "
        "branchez-la à sa place"
    ),
    "the board 000b0a4d has forgotten 2 coins of slot 1 (7 counted, 9 credited)": (
        "La carte 000b0a4d a oublié 2 pièces de la fente 1 (7 comptées, 9 créditées)"
    ),
    "the board refused Credited(totals=(1, 2)) (not welcomed)": (
        "La carte a refusé Credited(totals=(1, 2)) (not welcomed)"
    ),
    "the dice tower 0000d1ce told throw 5 as (3, 6), which nobody asked for; it does "
    "not count": (
        "La tour à dés 0000d1ce a annoncé le jet 5 ((3, 6)), que personne n'attendait "
        "; il ne compte pas"
    ),
    "books damaged (posting 2 is not what was written) and kept as b.damaged; restored "
    "from c.sqlite3 and 4 later postings, 0 are missing": (
        "Comptes abîmés (l'écriture 2 n'est plus ce qu'elle était) et rétablis ; "
        "écritures perdues : 0, reprises : 4, après la copie c.sqlite3 ; les abîmés "
        "sont gardés sous b.damaged"
    ),
}


@pytest.mark.parametrize("note", FRENCH)
def test_an_old_note_is_read_in_french_and_is_the_same_for_machines(note):
    told = read_note(note)
    assert words("fr").say(told) == FRENCH[note]
    assert str(told) == note


def test_what_nobody_knows_stays_as_it_is():
    for note in ("no such alarm", '{"code":"of tomorrow"}', "{", "[1]"):
        assert read_note(note) == verbatim(note)


def test_a_note_of_today_is_its_message():
    told = message("screen_lost", why=message("screen_left"))
    assert read_note(to_text(told)) == told


@pytest.fixture
def old(tmp_path):
    """Books of a release that noted alarms and collections in English."""
    path = tmp_path / "books.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(ENGLISH.read_text(encoding="utf-8"))
    return path


def test_books_with_english_notes_verify_and_are_read_in_french(old):
    verify(old)
    say = words("fr").say
    assert [(say(each.told), each.times) for each in alarms(old, 9)] == [
        (f"Liaison perdue : {UNPLUGGED}", 1),
        ("Fente 1 : pièce coincée", 2),
        ("Écran perdu : il ne répondait plus", 1),
    ]
    *_, restored = account(old).remarks
    assert say(restored.told).startswith("Comptes abîmés (l'écriture 2 n'est plus")
    assert reconcile(account(old)).clicks_read == 2


def test_the_same_alarm_of_both_releases_is_one(old):
    with opened(old) as books:
        run = 150
        posting = Posting(Kind.ALARM, run=run, note=to_text(coin_jammed(1)))
        books.commit([posting], 0)
    newest, *_ = alarms(old, 9)
    assert (newest.told, newest.times) == (coin_jammed(1), 3)


def test_books_restored_by_an_older_release_are_out_of_order_in_french(old):
    told = from_text(reopened(old).doubt)
    assert words("fr").say(told).startswith("Comptes abîmés (l'écriture 2 n'est plus")
