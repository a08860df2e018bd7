"""The pages that change: settings, their history, the file, the box, a credit."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from starlette.responses import Response
from starlette.routing import Route

from cabinet.books.accounts import AccountRows, account
from cabinet.books.collection import Reconciliation, collection_note, reconcile
from cabinet.books.exports import moment
from cabinet.books.report import report
from cabinet.clock import SystemClock
from cabinet.core.errors import BooksError, CabinetError
from cabinet.protocol.codec import Collect
from cabinet.protocol.operator import (
    Edit,
    GiveCredit,
    Menu,
    RestartScreen,
    Rewrite,
    Undo,
    for_staff,
)
from cabinet.protocol.refusals import Problem, RefusedError, explained
from cabinet.web.console import fields
from cabinet.web.console.console import Console, Notice, Visit
from cabinet.web.console.fields import FieldError, decimal, minor_units, shown_rows
from cabinet.web.console.history import revisions
from cabinet.web.console.preview import Preview, preview
from cabinet.web.console.refusals import became, not_kept, refused
from cabinet.web.console.requests import LONGEST, LONGEST_FILE, Answer, guarded


def setting_routes(console: Console) -> list[Route]:
    """The pages; most are the owner's."""

    def take(path: str, answer: Answer, role: str, longest: int, *how: str) -> Route:
        endpoint = guarded(console, answer, role, longest)
        return Route(path, endpoint, methods=list(how))

    return [
        take("/settings", _list, "staff", 0, "GET"),
        take("/settings/{name}", _section, "staff", LONGEST, "GET", "POST"),
        take("/preview", _preview, "staff", LONGEST, "POST"),
        take("/history", _history, "owner", 0, "GET"),
        take("/undo", _undo, "owner", LONGEST, "POST"),
        take("/file", _file, "owner", LONGEST_FILE, "GET", "POST"),
        take("/collection", _collection, "owner", LONGEST, "GET", "POST"),
        take("/credit", _credit, "staff", LONGEST, "POST"),
        take("/screen", _screen, "owner", LONGEST, "POST"),
    ]


async def _list(visit: Visit) -> Response:
    menu = await visit.console.menu()
    names = fields.sections(menu)
    titles = {name: fields.section(menu, name)[0].title for name in names}
    return visit.page("settings.html", names=names, titles=titles)


async def _section(visit: Visit) -> Response:
    console, name = visit.console, visit.request.path_params["name"]
    menu = await console.menu()
    groups = fields.section(menu, name)
    if not groups:
        return visit.refuse(404, "refused.missing")
    notice: Notice | None = None
    status = 200
    if visit.request.method == "POST":
        entries = [entry for group in groups for entry in group.entries]
        try:
            wanted = fields.changes(visit.form, entries, fields.currency_of(menu))
            if not visit.owner and not all(map(for_staff, wanted)):
                return visit.refuse(403, "refused.role")
            if not wanted:
                return visit.back(f"/settings/{name}", Notice(visit.words("kept.same")))
            adopted, menu = await console.counter.change(Edit(wanted, visit.author))
            console.keep_menu(menu)
            return visit.back(f"/settings/{name}", became(visit, adopted))
        except FieldError as wrong:
            title = _title(visit, menu, wrong.path)
            why = visit.words("kept.not_money", title=title, text=wrong.text)
            notice, status = Notice(why, good=False), 400
        except RefusedError as wrong:
            notice, status = not_kept(visit, wrong, menu), 409
    values: dict[str, object] = {"notice": notice} if notice else {}
    return visit.page(
        "section.html",
        status,
        name=name,
        groups=groups,
        menu=menu,
        fields=fields,
        decimal=decimal,
        shown_rows=shown_rows,
        form=visit.form,
        for_staff=for_staff,
        currency=fields.currency_of(menu),
        preview=_previewed(visit, menu) if name in ("pricing", "modes") else None,
        **values,
    )


def _title(visit: Visit, menu: Menu, path: str) -> str:
    entries = (entry for group in menu.groups for entry in group.entries)
    return next((e.title[visit.language] for e in entries if e.path == path), path)


def _previewed(visit: Visit, menu: Menu) -> Preview | None:
    with suppress(ValueError, OverflowError):
        return preview(menu, visit.form, visit.console.snapshot(), visit.language)
    return None


async def _preview(visit: Visit) -> Response:
    menu = await visit.console.menu()
    return visit.page("preview.html", preview=_previewed(visit, menu))


async def _history(visit: Visit) -> Response:
    console = visit.console
    menu = await console.menu()
    kept = await asyncio.to_thread(revisions, console.place.state, menu, visit.language)
    return visit.page("history.html", revisions=kept)


async def _undo(visit: Visit) -> Response:
    try:
        adopted, menu = await visit.console.counter.change(Undo(visit.author))
    except RefusedError as wrong:
        menu = await visit.console.menu()
        return visit.back("/history", not_kept(visit, wrong, menu))
    visit.console.keep_menu(menu)
    return visit.back("/history", became(visit, adopted))


class Flaw(NamedTuple):
    """Something wrong with a line of the file."""

    line: int
    column: int
    what: str
    source: str


async def _file(visit: Visit) -> Response:
    console = visit.console
    if not visit.posted:
        return visit.page(
            "file.html", text=_text(console), flaws=[], was=_text(console)
        )
    text = visit.form.get("text", "").replace("\r\n", "\n")
    was = visit.form.get("was", "").replace("\r\n", "\n")
    keep = "keep" in visit.form
    status = 200
    flaws: list[Flaw] = []
    if keep and was != _text(console):
        notice = Notice(visit.words("file.changed"), good=False)
        status = 409
    else:
        try:
            request = Rewrite(text, visit.author, keep)
            adopted, menu = await console.counter.change(request)
        except RefusedError as wrong:
            flaws = list(_flaws(wrong.problems, visit.language))
            others = () if flaws else explained(wrong.problems, None, visit.language)
            notice = Notice(visit.words("file.wrong"), good=False, lines=others)
            status = 409
        else:
            if keep:
                console.keep_menu(menu)
                return visit.back("/file", became(visit, adopted))
            notice = Notice(visit.words("file.right"))
    return visit.page(
        "file.html", status, text=text, flaws=flaws, was=was, notice=notice
    )


def _text(console: Console) -> str:
    path = console.place.config
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CabinetError(f"{path.name}: cannot be read as text ({wrong})") from None


def _flaws(problems: Iterable[Problem], language: str) -> Iterator[Flaw]:
    for problem in problems:
        if (place := problem.place) is not None:
            (what,) = explained((problem,), None, language)
            yield Flaw(place.line, place.column, what, problem.source)


async def _collection(visit: Visit) -> Response:
    books = await asyncio.to_thread(_books, visit.console)
    if visit.request.method == "POST":
        try:
            cash = minor_units(visit.form.get("cash", ""), _code(books), "cash")
            meter = _meter(visit.form.get("meter", ""))
        except FieldError as wrong:
            title = visit.words(f"collection.{wrong.path}")
            why = visit.words("kept.not_money", title=title, text=wrong.text)
            return visit.back("/collection", Notice(why, good=False))
        note = collection_note(meter, visit.author)
        await visit.console.counter.book(Collect(int(cash), note))
        return visit.back("/collection", Notice(visit.words("collection.done")))
    last: Reconciliation | None = None
    if books and books.collections:
        last = reconcile(books)
    told = report(books, SystemClock().wall_ms(), None) if books else None
    return visit.page(
        "collection.html", report=told, last=last, moment=moment, currency=_code(books)
    )


def _books(console: Console) -> AccountRows | None:
    try:
        return account(console.place.books)
    except BooksError:
        return None


def _code(books: AccountRows | None) -> str:
    return books.currency if books else "EUR"


def _meter(text: str) -> int | None:
    text = text.strip()
    if text and not (text.isdecimal() and len(text) < 10):
        raise FieldError("meter", text)
    return int(text) if text else None


async def _credit(visit: Visit) -> Response:
    try:
        await visit.console.counter.book(GiveCredit(visit.author))
    except RefusedError as wrong:
        if any(one.what.code == "refused.no_credit_limit" for one in wrong.problems):
            why = visit.words("credit.no_limit")
            return visit.back("/", Notice(why, good=False))
        return visit.back("/", refused(visit, wrong))
    return visit.back("/", Notice(visit.words("credit.given")))


async def _screen(visit: Visit) -> Response:
    await visit.console.counter.book(RestartScreen(visit.author))
    return visit.back("/", Notice(visit.words("screen.restarted")))
