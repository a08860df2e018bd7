"""The pages that change: settings, their history, the file, the box, a credit."""

import asyncio
from contextlib import suppress
from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from cabinet.books.accounts import AccountRows
from cabinet.books.collection import (
    BoxLevel,
    OpenPeriod,
    Reconciliation,
    box_level,
    open_period,
    reconcile,
)
from cabinet.books.exports import moment
from cabinet.books.report import Sums
from cabinet.core.errors import CabinetError
from cabinet.core.money.notes import LONGEST_TEXT
from cabinet.i18n.message import Verbatim, message
from cabinet.protocol.codec import Collect, Correct
from cabinet.protocol.operator import (
    Edit,
    GiveCredit,
    Menu,
    PutLogo,
    Restart,
    RestartScreen,
    Rewrite,
    TakeCredits,
    Undo,
    role_of,
)
from cabinet.protocol.refusals import Problem, RefusedError, dotted, explained
from cabinet.web.console import fields
from cabinet.web.console.alert_pages import Way, ways_of
from cabinet.web.console.console import HEADERS, Console, Notice, Visit
from cabinet.web.console.counter_client import CounterAwayError
from cabinet.web.console.fields import FieldError, decimal, minor_units, shown_rows
from cabinet.web.console.history import revisions
from cabinet.web.console.house import HouseView, house_view, read_logo
from cabinet.web.console.preview import NoPreview, Preview, preview
from cabinet.web.console.requests import BOTH, LONGEST_FILE, POST, page
from cabinet.web.console.week_calendar import week_calendar

_TIERS = "pricing.tiers"
_MOST_COLLECTIONS = 100
# How many credits may be given with one press.
_AT_ONCE = ("1", "2", "3", "4", "5")


def setting_routes(console: Console) -> list[Route]:
    """The pages; what takes the owner, or a manager, says so."""
    take = partial(page, console)
    return [
        take("/settings", _list),
        take("/settings/{name}", _section, methods=BOTH),
        take("/house/logo", _logo, "manager", methods=POST, longest=LONGEST_FILE),
        take("/house/logo.png", _logo_file),
        take("/house/preview", _house_preview, methods=POST),
        take("/preview", _preview, methods=POST),
        take("/history", _history, "manager"),
        take("/undo", _undo, "owner", methods=POST),
        take("/file", _file, "owner", methods=BOTH, longest=LONGEST_FILE),
        take("/collection", _collection, "manager", methods=BOTH),
        take("/collection/{number}", _slip, "manager", methods=BOTH),
        take("/credit", _credit, methods=POST),
        take("/screen", _screen, "manager", methods=POST),
        take("/restart", _restart, "manager", methods=POST),
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
    status, marked = 200, ""
    if visit.posted:
        entries = [entry for group in groups for entry in group.entries]
        try:
            wanted = fields.changes(visit.form, entries, menu.currency)
            if not all(visit.who.may(role_of(path)) for path in wanted):
                return visit.refuse(403, "refused.role")
            if not wanted:
                return visit.back(f"/settings/{name}", Notice(visit.words("kept.same")))
            adopted, menu = await console.counter.change(Edit(wanted, visit.author))
            console.keep_menu(menu)
            return visit.back(f"/settings/{name}", visit.became(adopted, menu))
        except FieldError as wrong:
            title = _title(menu, wrong.path, visit.language)
            why = visit.words(f"kept.{wrong.why}", title=title, text=wrong.text)
            notice, status = Notice(why, good=False), 400
            marked = wrong.path
        except RefusedError as wrong:
            notice, status = visit.not_kept(wrong, menu), 409
            marked = dotted(wrong.problems[0].path) if wrong.problems else ""
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
        may_set=lambda path: visit.who.may(role_of(path)),
        role_of=role_of,
        currency=menu.currency,
        preview=_previewed(visit, menu) if name in ("pricing", "modes") else None,
        week=week_calendar(menu, visit.words) if name == "schedule" else None,
        marked=marked,
        house=_house(visit, menu) if name == "house" else None,
        ways=await _alert_ways(visit, menu) if name == "alerts" else None,
        **values,
    )


async def _alert_ways(visit: Visit, menu: Menu) -> list[Way] | None:
    """The ways that alerts leave by; staff sees the settings alone."""
    return await ways_of(visit, menu) if visit.owner else None


def _previewed(visit: Visit, menu: Menu) -> Preview | NoPreview:
    """The prices, or why they cannot be."""
    w = visit.words
    try:
        return preview(menu, visit.form, visit.console.snapshot(), visit.language)
    except FieldError as wrong:
        why = "not_a_price" if wrong.why == "not_a_price" else "not_a_number"
        title = _title(menu, wrong.path, visit.language)
        return NoPreview(w(f"preview.{why}", title=title, text=wrong.text), wrong.path)
    except (ValueError, ArithmeticError):
        return NoPreview(w("preview.wrong"), _TIERS)


def _title(menu: Menu, path: str, language: str) -> str:
    """What the setting at a path is called, or the list that it is in."""
    near = (e for e in menu.entries if f"{path}.".startswith(f"{e.path}."))
    return next(near).title[language]


def _house(visit: Visit, menu: Menu) -> HouseView:
    """The title as it would be with what stands in the form."""
    now = {entry.path: entry.value for entry in menu.entries}
    with suppress(FieldError):
        now |= fields.changes(visit.form, menu.entries, menu.currency)
    return house_view(now, visit)


async def _house_preview(visit: Visit) -> Response:
    menu = await visit.console.menu()
    return visit.page("house_preview.html", house=_house(visit, menu))


async def _logo_file(visit: Visit) -> Response:
    """The logo that is set; one that cannot be read is not there."""
    named = (await visit.console.menu()).value("house.logo")
    try:
        data = await asyncio.to_thread(read_logo, named)
    except OSError:
        return visit.refuse(404, "refused.missing")
    return Response(data, media_type="image/png", headers=HEADERS)


async def _logo(visit: Visit) -> Response:
    """Keep the picture that was sent as the logo; without one, none."""
    request = PutLogo(visit.form.get("data", ""), visit.author)
    return await visit.change("/settings/house", request)


async def _preview(visit: Visit) -> Response:
    menu = await visit.console.menu()
    return visit.page("preview.html", preview=_previewed(visit, menu))


async def _history(visit: Visit) -> Response:
    console = visit.console
    menu = await console.menu()
    kept = await asyncio.to_thread(revisions, console.place.state, menu, visit.words)
    return visit.page("history.html", revisions=kept)


async def _undo(visit: Visit) -> Response:
    try:
        adopted, menu = await visit.console.counter.change(Undo(visit.author))
    except RefusedError as wrong:
        menu = await visit.console.menu()
        return visit.back("/history", visit.not_kept(wrong, menu))
    visit.console.keep_menu(menu)
    return visit.back("/history", visit.became(adopted, menu))


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
    flaws: list[Problem] = []
    if keep and was != _text(console):
        notice = Notice(visit.words("file.changed"), good=False)
        status = 409
    else:
        try:
            request = Rewrite(text, visit.author, keep)
            adopted, menu = await console.counter.change(request)
        except RefusedError as wrong:
            flaws = [problem for problem in wrong.problems if problem.place]
            others = () if flaws else explained(wrong.problems, None, visit.language)
            notice = Notice(visit.words("file.wrong"), good=False, lines=others)
            status = 409
        else:
            if keep:
                console.keep_menu(menu)
                return visit.back("/file", visit.became(adopted, menu))
            notice = Notice(visit.words("file.right"))
    return visit.page(
        "file.html", status, text=text, flaws=flaws, was=was, notice=notice
    )


def _text(console: Console) -> str:
    path = console.place.config
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        why = Verbatim(str(wrong))
        told = message("setting.not_text", file=path.name, why=why)
        raise CabinetError(told) from None


async def _collection(visit: Visit) -> Response:
    books = await visit.account()
    if visit.posted:
        try:
            cash = minor_units(visit.form.get("cash", ""), _code(books), "cash")
            meter = _meter(visit.form.get("meter", ""))
        except FieldError as wrong:
            title = visit.words(f"collection.{wrong.path}")
            why = visit.words("kept.not_money", title=title, text=wrong.text)
            return visit.back("/collection", Notice(why, good=False))
        if "sure" not in visit.form:
            return await _shown(visit, books, int(cash))
        counted = Collect(int(cash), meter, _remark(visit), visit.author)
        await visit.console.counter.book(counted)
        return visit.back("/collection", Notice(visit.words("collection.done")))
    return await _shown(visit, books, None)


async def _shown(visit: Visit, books: AccountRows | None, cash: int | None) -> Response:
    """The page; with `cash` counted it asks whether to book that."""
    last: Reconciliation | None = None
    if books and books.collections:
        last = reconcile(books)
    period = open_period(books) if books else None
    return visit.page(
        "collection.html",
        period=period,
        boxes=await _boxes(visit.console, period) if period else [],
        last=last,
        moment=moment,
        currency=_code(books),
        closed=_closed(books) if books else [],
        cash=cash,
        form=visit.form,
    )


async def _boxes(console: Console, period: OpenPeriod) -> list[BoxLevel]:
    """How full each box is whose size somebody has said."""
    found = []
    try:
        menu = await console.menu()
    except CounterAwayError:
        return []
    for group in menu.groups:
        if group.name.startswith("coins."):
            held = {one.path.rpartition(".")[2]: one.value for one in group.entries}
            number = held.get("slot", "0")
            sizes = (held.get(name, "") for name in ("box_coins", "box_money"))
            coins, money = (int(size) if size.isdecimal() else None for size in sizes)
            in_it = period.slots.get(number, Sums())
            found.append(box_level(int(number), in_it, coins, money))
    return [each for each in found if each is not None]


def _remark(visit: Visit) -> str:
    return " ".join(visit.form.get("note", "").split())[:LONGEST_TEXT]


def _closed(books: AccountRows) -> list[Reconciliation]:
    """The newest collections with their differences."""
    number = len(books.collections)
    return [
        reconcile(books, each)
        for each in range(number - 1, max(-1, number - 1 - _MOST_COLLECTIONS), -1)
    ]


async def _slip(visit: Visit) -> Response:
    """One collection, to print or to keep."""
    books, asked = await visit.account(), visit.request.path_params["number"]
    numbers = [str(each.seq) for each in books.collections] if books else []
    if books is None or asked not in numbers:
        return visit.refuse(404, "refused.missing")
    found = reconcile(books, numbers.index(asked))
    if visit.posted:
        if not visit.owner:
            return visit.refuse(403, "refused.role")
        return await _correct(visit, found)
    return visit.page("slip.html", last=found, moment=moment)


async def _correct(visit: Visit, found: Reconciliation) -> Response:
    """Book what was left out; what was counted first stays."""
    path = f"/collection/{found.closed.seq}"
    try:
        cash = minor_units(visit.form.get("cash", ""), found.currency, "cash")
    except FieldError as wrong:
        title = visit.words("collection.cash")
        why = visit.words("kept.not_money", title=title, text=wrong.text)
        return visit.back(path, Notice(why, good=False))
    difference = int(cash) - found.counted
    if difference:
        seq, text = found.closed.seq, _remark(visit)
        await visit.console.counter.book(Correct(difference, seq, text, visit.author))
    return visit.back(path, Notice(visit.words("collection.corrected")))


def _code(books: AccountRows | None) -> str:
    return books.currency if books else "EUR"


def _meter(text: str) -> int | None:
    text = text.strip()
    if text and not (text.isdecimal() and len(text) < 10):
        raise FieldError("meter", text)
    return int(text) if text else None


async def _credit(visit: Visit) -> Response:
    try:
        if "take" in visit.form:
            await visit.console.counter.book(TakeCredits(visit.author))
            return visit.back("/", Notice(visit.words("credit.taken")))
        n = int(asked) if (asked := visit.form.get("n", "1")) in _AT_ONCE else 1
        reason = " ".join(visit.form.get("reason", "").split())[:LONGEST_TEXT]
        await visit.console.counter.book(GiveCredit(visit.author, n, reason))
    except RefusedError as wrong:
        if any(one.what.code == "refused.no_credit_limit" for one in wrong.problems):
            why = visit.words("credit.no_limit")
            return visit.back("/", Notice(why, good=False))
        return visit.back("/", visit.why_not(wrong))
    return visit.back("/", Notice(visit.words("credit.given", n=n)))


async def _restart(visit: Visit) -> Response:
    return await visit.book("/", Restart(visit.author), "restart.done")


async def _screen(visit: Visit) -> Response:
    await visit.console.counter.book(RestartScreen(visit.author))
    return visit.back("/", Notice(visit.words("screen.restarted")))
