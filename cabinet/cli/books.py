"""`cabinet books`: the words of the command line, and who answers them.

Reading works while the cabinet runs. Only one thing is written, a collection, and it
goes through the one writer: the counter, asked over the bus, or ourselves when no
counter has the books open.
"""

import argparse
import os
import sys
from errno import EACCES
from pathlib import Path
from typing import Final

from cabinet.books.accountancy import monthly_csv, takings_csv
from cabinet.books.accounts import AccountRows, account
from cabinet.books.check_codes import read_code
from cabinet.books.collection import (
    read_money,
    reconcile,
    reconciliation_text,
)
from cabinet.books.copies import copy_books
from cabinet.books.evidence import case, cases
from cabinet.books.exports import (
    as_csv,
    as_json,
    as_text,
    breakdown_text,
    moment,
    named,
    three_columns,
)
from cabinet.books.inspection import verify
from cabinet.books.report import Breakdown, breakdown, report
from cabinet.books.sqlite import SqliteBooks
from cabinet.books.takings import by_game, by_mode, kept_takings, takings
from cabinet.clock import SystemClock
from cabinet.core.errors import BusyError, CabinetError
from cabinet.core.money.ledger import Kind, Posting
from cabinet.core.money.notes import collection_note, correction_note
from cabinet.diagnostics.evidence_drawing import BY_BOARD, draw, listing, tape_text
from cabinet.i18n.message import message
from cabinet.places import Place
from cabinet.protocol.client import CounterUnreachableError, ask
from cabinet.protocol.codec import Booked, Cash, Collect, Correct

TIMEOUT_S: Final = 5.0
SILENCE: Final = (
    "the counter did not say whether it booked the collection: look at "
    "`cabinet books` before you try again"
)
GENTLE: Final = 19


def run(place: Place, arguments: argparse.Namespace) -> int:
    """Do what `cabinet books …` asks."""
    if place.books.exists() and not os.access(place.books, os.R_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(place.books))
    match arguments.action:
        case "collect":
            if arguments.corrects:
                out = _correct(place, arguments)
            else:
                out = _collect(place, arguments.cash, arguments.meter)
        case "verify":
            out = _verify(place, arguments.code)
        case "export":
            out = _export(place, arguments)
        case "copy":
            out = _copy(place)
        case "why":
            out = _why(place, arguments.id, arguments.tape)
        case _:
            out = _report(place, arguments)
    sys.stdout.write(out)
    return 0


def _report(place: Place, arguments: argparse.Namespace) -> str:
    found = account(place.books)
    rows = _rows(place, found, arguments)
    if arguments.json or rows is None:
        whole = report(found, SystemClock().wall_ms(), None)
        if arguments.json:
            return as_json(whole, rows)
        if arguments.csv:
            columns = {code: named(each) for code, each in whole.foreign.items()}
            return as_csv(three_columns(whole), "period", whole.currency, columns)
        return as_text(whole)
    if arguments.csv:
        return as_csv(rows.rows, rows.by or "period", rows.currency, rows.foreign)
    return breakdown_text(rows)


def _export(place: Place, arguments: argparse.Namespace) -> str:
    """What an accountant gets: takings, or a month a line with VAT."""
    if arguments.vat is not None:
        arguments.by = "month"
    found = account(place.books)
    rows = _rows(place, found, arguments)
    assert rows is not None  # there is always something to tell by
    if arguments.vat is None:
        by = arguments.by
        return takings_csv(rows.rows, by, rows.currency, arguments.language)
    return monthly_csv(rows.rows, arguments.vat, rows.currency, arguments.language)


def _rows(
    place: Place, found: AccountRows, arguments: argparse.Namespace
) -> Breakdown | None:
    """The breakdown that was asked for; None when the whole report was."""
    by, since, until = arguments.by or "", arguments.since, arguments.until
    if since and until and until < since:
        raise CabinetError(message("days_reversed", since=str(since), until=str(until)))
    if by in ("mode", "game"):
        table = by_mode(found, takings(place.books), since, until, None)
        return by_game(table) if by == "game" else table
    if by or since or until:
        return breakdown(found, by, since, None, until)
    return None


def _progress(done: int, of: int) -> None:
    """How far a long check is, for a person at a terminal; 0 of 0 wipes it out."""
    if sys.stderr.isatty():
        line = f"{done:,} of {of:,} postings" if of else ""
        sys.stderr.write(f"\r{line:<40}" if line else f"\r{'':<40}\r")
        sys.stderr.flush()


def _verify(place: Place, codes: list[str]) -> str:
    """What the chain proves, and what codes that were kept elsewhere prove."""
    wanted = [read_code(code) for code in codes]
    end = verify(place.books, _progress)
    _progress(0, 0)
    lines = [f"{place.books}: all {end.seq} postings fit together"]
    known = {each.code: each for each in account(place.books).collections}
    for code in wanted:
        if code not in known:
            raise CabinetError(message("check_code_unknown", kept=code))
        seq, when = known[code].seq, moment(known[code].wall_ms, None)
        lines.append(
            f"{code}: nothing up to posting {seq}, the collection of {when}, "
            f"was changed since"
        )
    if not wanted:
        lines.append("is it what was written? Compare a check code you kept: --code")
        lines += [
            f"  {moment(each.wall_ms, None)}  posting {each.seq}  {code}"
            for code, each in known.items()
        ] or ["  no collection yet, so there is no check code"]
    return "\n".join(lines) + "\n"


def _copy(place: Place) -> str:
    os.nice(GENTLE)
    target, end = copy_books(place.books, place.copies, SystemClock())
    kept_takings(place.books)  # so that the service menu finds them read
    return f"{target}: {end.seq} postings, proven\n"


def _why(place: Place, number: int | None, tape: Path | None) -> str:
    if number is None:
        return listing(cases(place.evidence))
    found = case(place.evidence, number)
    if tape is None:
        return draw(found)
    if found.by_board:
        raise CabinetError(f"evidence {number} cannot be a tape: {BY_BOARD}")
    try:
        with tape.open("x", encoding="utf-8") as out:
            out.write(tape_text(found))
    except OSError as wrong:
        raise CabinetError(f"{tape}: cannot be written ({wrong.strerror})") from None
    return f"{tape}: {len(found.edges)} edges; play it with: cabinet replay {tape}\n"


def _collect(place: Place, cash: str, meter: int | None) -> str:
    amount = read_money(cash, account(place.books).currency)
    note = collection_note(meter)
    _book(place, Collect(amount, meter), Posting(Kind.COLLECTION, amount, note=note))
    return reconciliation_text(reconcile(account(place.books)))


def _correct(place: Place, arguments: argparse.Namespace) -> str:
    """Another posting: what was counted first stays in the books."""
    code, books = read_code(arguments.corrects), account(place.books)
    known = [each.code for each in books.collections]
    if code not in known:
        raise CabinetError(message("check_code_unknown", kept=code))
    number = known.index(code)
    wrong = reconcile(books, number)
    amount = read_money(arguments.cash, wrong.currency) - wrong.counted
    if amount:
        note = correction_note(wrong.closed.seq, "", arguments.note or "")
        posting = Posting(Kind.CORRECTION, amount, note=note)
        _book(place, Correct(amount, wrong.closed.seq, arguments.note or ""), posting)
    return reconciliation_text(reconcile(account(place.books), number))


def _book(place: Place, asked: Cash, posting: Posting) -> None:
    """Have the counter book it, or do it ourselves where none has the books open."""
    try:
        ask(place.bus, asked, Booked, TIMEOUT_S, SILENCE)
    except CounterUnreachableError:
        _book_ourselves(place.books, posting)


def _book_ourselves(path: Path, posting: Posting) -> None:
    clock = SystemClock()
    books = SqliteBooks(path, clock, boot=os.urandom(4).hex())
    try:
        run_ = books.open().purses[0].run
        books.commit([posting._replace(run=run_)], clock.now())
    except BusyError:
        raise BusyError(
            f"books {path} are in use, but the counter does not answer: wait a "
            f"moment and try again, or stop the cabinet first"
        ) from None
    finally:
        books.close()
