"""What books, wires and evidence say to an operator is said in French too, all of it.

Their sentences are read out of the source: one that is new has no French yet, and a
test says so.
"""

import ast
import re
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from cabinet.books.copies import BooksWithCopies, copy_books
from cabinet.books.report import Sums, _disagreements
from cabinet.books.sqlite import SqliteBooks
from cabinet.clock import VirtualClock
from cabinet.core.errors import BooksError
from cabinet.core.money.ledger import Kind, OpenBooks, Posting, Totals
from cabinet.core.operating import Slot
from cabinet.counter.evidence import _limits
from cabinet.diagnostics.doctor.rejected_pulses import REASONS
from cabinet.i18n import words
from cabinet.i18n.alarms import alarm_words, why_words
from cabinet.i18n.sentences import said

FRENCH = words("fr")
# Where an operator's sentences are made that a screen, a page or the doctor repeats.
FILES = [
    *sorted(Path("cabinet/books").glob("*.py")),
    *(Path("cabinet/core") / f"{name}.py" for name in ("money/ledger", "boards")),
    *(
        Path("cabinet/io") / f"{name}.py"
        for name in ("serial_device", "gpio_pins", "registry")
    ),
    *(
        Path("firmware_bridge") / f"{name}.py"
        for name in ("session", "dice", "events", "dice_events")
    ),
    Path("cabinet/diagnostics/doctor/counter_probe.py"),
    Path("cabinet/protocol/client.py"),
    Path("cabinet/books/collection.py"),
]
# What makes a sentence of its arguments, or is one.
MAKERS = re.compile(r"\w+Error|__init__|_cannot|_lose")
SAYING = ("_sentence", "_busy", "__str__")
# What stands in a hole where the words differ by it.
CHOICES = {
    "sqlite.py": {"gone": ["is empty", "is gone"]},
    "errors.py": {"consequence": ["; nothing was written", ""]},
    "serial_device.py": {
        "auto": [" or auto", ""],
        "what": ["cannot be opened", "is no serial port"],
        "thing": ["board", "dice tower"],
    },
}
# Names and terms that are the same in both languages.
SAME = frozenset(
    """active auto backend books cabinet change char config deviceallow docs edit flash
    fuser gpio gpioinfo lines machine make nano overlay page pages port raspberry serial
    service sqlite state sudo systemctl ttyacm user usermod version wiring""".split()  # noqa: SIM905
)


def spelt(node, choices):
    """Every way a piece of source can be spelt, with 7 for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            found = [""]
            for part in parts:
                ways = spelt(part, choices)
                found = [before + way for before in found for way in ways]
            return found
        case ast.FormattedValue(value=ast.Name(id=name)) if name in choices:
            return choices[name]
        case ast.FormattedValue():
            return ["7"]
        case ast.IfExp(body=one, orelse=other):
            return spelt(one, choices) + spelt(other, choices)
        case ast.Tuple(elts=parts):
            return [way for part in parts for way in spelt(part, choices)]
    return []


def pieces(tree, name):
    """The parts of a file that are, or become, sentences."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=maker) | ast.Attribute(attr=maker)):
                if MAKERS.fullmatch(maker):
                    yield from node.args
            case ast.Assign(targets=[ast.Name(id="note" | "remedy")], value=value):
                yield value
            case ast.FunctionDef(name=saying, body=[*_, ast.Return(value=value)]):
                if saying in SAYING:
                    yield value
            case ast.AnnAssign(value=ast.Tuple() as value) if name == "errors.py":
                yield value


def sentences():
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for piece in pieces(tree, path.name):
            yield from spelt(piece, CHOICES.get(path.name, {}))


# What is in those holes decides; test_alarm_words fills them.
ELSEWHERE = "the board here is 7 and not 7: plug it into its own port"
SENTENCES = sorted({text for text in sentences() if text.count(" ") > 1} - {ELSEWHERE})
REFUSALS = [f"{code}, 7.0 ms" for code in sorted(REASONS)]
LIMITS = [
    _limits(Slot(), board=False),
    _limits(Slot(), board=True),
]


def english_left(sentence, french):
    """Words of the sentence that are still in its translation."""
    both = (sentence.lower(), french.lower())
    found = (set(re.findall(r"[a-z]{4,}", text)) for text in both)
    return set.intersection(*found) - SAME


def test_the_source_was_understood():
    assert len(SENTENCES) > 60
    assert "the disk is full" in SENTENCES
    for beginning in ("books damaged (7)", "books 7 are damaged: 7; nothing was"):
        assert any(text.startswith(beginning) for text in SENTENCES), beginning


@pytest.mark.parametrize("sentence", [*SENTENCES, *REFUSALS, *LIMITS])
def test_a_sentence_for_the_operator_has_french_words(sentence):
    french = alarm_words(FRENCH, sentence)
    assert french != sentence
    assert english_left(sentence, french) == set()
    assert "{" not in french


def lines(first, second):
    """Two books that disagree in everything, and what a report says of it."""
    totals = Totals(coins=first, minor_units=first, plays=first)
    account = SimpleNamespace(books=OpenBooks(totals=totals, clicks=first))
    sums = Sums(money=second, coins=second, plays=second, clicks_owed=second)
    return _disagreements(account, sums, {"1": sums}, {})


def test_books_that_disagree_are_told_in_french_with_money_as_people_write_it():
    told = [
        said(line, "fr", lambda it: f"{int(it) / 100:.2f} €")
        for line in lines(300, 100)
    ]
    assert told[0] == "argent : le journal dit 3.00 €, ses pages 1.00 €"
    assert len(told) == 5
    for line, french in zip(lines(300, 100), told, strict=True):
        assert english_left(line, french) == set()


@pytest.fixture
def path(tmp_path):
    """Books with three coins."""
    path = tmp_path / "books.sqlite3"
    books = SqliteBooks(path, VirtualClock(), "boot")
    books.open()
    for run in (100, 200, 300):
        books.commit([Posting(Kind.COIN, amount=100, run=run, slot=1)], run)
    books.close()
    return path


def damage(path):
    """Somebody helps himself to a coin."""
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER postings_no_UPDATE")
    db.execute("UPDATE postings SET amount = 1 WHERE seq = 2")
    db.commit()
    db.close()


def test_damaged_books_are_explained_in_french_to_the_last_word(path):
    damage(path)
    with pytest.raises(BooksError) as found:
        SqliteBooks(path, VirtualClock(), "boot").open()
    english = str(found.value).replace(str(path), "here")
    french = why_words(FRENCH, english)
    assert french.startswith("Comptes here abîmés : l'écriture 2 n'est plus ce qu'elle")
    assert english_left(english, french) == {"here"}


def test_restored_books_stand_among_the_alarms_in_french(path, tmp_path):
    clock = VirtualClock()
    copies = tmp_path / "copies"
    copy_books(path, copies, clock)
    damage(path)
    opened = BooksWithCopies(path, copies, clock, "boot").open()
    french = alarm_words(FRENCH, opened.doubt)
    assert french.startswith(
        "Comptes abîmés (l'écriture 2 n'est plus ce qu'elle était)"
    )
    assert "rétablis ; écritures perdues : 0, reprises : 0, après la copie" in french


def test_what_the_machine_says_itself_stays_as_it_is():
    english = "books a: the disk is full (b or c): close that program"
    french = "Comptes a : le disque est plein (b or c) : fermez ce programme"
    assert said(english, "fr") == french
