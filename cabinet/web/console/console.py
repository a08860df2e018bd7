"""The console: what it knows, and how a request to it is answered."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from time import monotonic
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cabinet.books.accounts import AccountRows
from cabinet.books.takings import BooksReader
from cabinet.core.errors import BooksError, CabinetError
from cabinet.core.people import Person
from cabinet.diagnostics.measurements import Measurements
from cabinet.i18n import Words, money, words
from cabinet.i18n.authors import FROM_PAGE
from cabinet.i18n.message import Message
from cabinet.people.passwords import People
from cabinet.places import Place
from cabinet.protocol.doctor import ScreenTest
from cabinet.protocol.operator import Adopted, Menu
from cabinet.protocol.refusals import Problem, RefusedError, explained
from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console import access
from cabinet.web.console.access import Attempts
from cabinet.web.console.counter_client import Change, CounterClient, ToBook
from cabinet.web.console.history import revisions
from cabinet.web.console.static_files import address

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' blob:; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then hide where a form comes from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
WORDS: Final = Path(__file__).with_name("words")
_TEMPLATES: Final = Path(__file__).with_name("templates")
LANGUAGE: Final = "lang"
PAUSE: Final = 0.5
# A form that is sent, and answered, without leaving the page; where there is no script
# the browser sends it.
IN_PLACE: Final = Markup(
    'hx-boost="true" hx-push-url="false" hx-target="#content" hx-select="#content" '
    'hx-swap="outerHTML" hx-disabled-elt="find button"'
)


class Console:
    """What every page of the console needs; `clock` is in seconds, from anywhere."""

    def __init__(
        self,
        place: Place,
        language: str,
        snapshot: Callable[[], Snapshot | None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.place = place
        self.language = language
        self.clock = clock
        self.snapshot = snapshot
        self.people = People(place.state)
        self.attempts = Attempts()
        # Apart: who was shut out for wrong passwords can pair at the cabinet at once.
        self.pairings = Attempts()
        self.sessions = access.Sessions()
        self.counter = CounterClient(place.bus)
        self.books = BooksReader(place.books)
        self.notices: dict[str, Notice] = {}
        self.hashing = asyncio.Lock()
        # What the page of tests has measured since it was opened.
        self.measurements = Measurements()
        self.test = ScreenTest()
        # One question at a time: two answers to the same would count edges twice.
        self.examining = asyncio.Lock()
        self.wrong_codes: dict[str, int] = {}
        # Who is shut out waits for the answer: a flood of tries costs next to nothing.
        self.pause = PAUSE
        self._menu: tuple[object, Menu] | None = None
        self._tasks: set[asyncio.Future[None]] = set()
        self._pages = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._pages.globals |= {"address": address, "in_place": IN_PLACE}

    async def menu(self) -> Menu:
        """The settings as the file has them; asked for again when the file changed."""
        stamp = self._stamp()
        if self._menu is None or self._menu[0] != stamp:
            self._menu = stamp, await self.counter.look()
        return self._menu[1]

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the pages; it is held on to until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def warm(self) -> None:
        """Have settings and books at hand before anybody wants to see them."""
        with suppress(CabinetError):
            await self.menu()
        with suppress(BooksError):
            await asyncio.to_thread(self.books.by_mode, None, None, None)

    def keep_menu(self, menu: Menu) -> None:
        """The settings as the counter has just told them."""
        self._menu = self._stamp(), menu

    def render(self, template: str, **values: object) -> str:
        """A page as text."""
        return self._pages.get_template(template).render(**values)

    def _stamp(self) -> object:
        try:
            found = self.place.config.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


@dataclass(frozen=True, slots=True)
class Notice:
    """What became of the last thing somebody did; `good` or not.

    `restart`: it counts only when the cabinet has begun anew.
    """

    text: str
    good: bool = True
    lines: tuple[str, ...] = ()
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Visit:
    """One request, and who sent it in which language."""

    request: Request
    console: Console
    who: Person
    words: Words
    form: Mapping[str, str] = field(default_factory=dict)
    piece: bytes = b""

    @property
    def language(self) -> str:
        """Fr or en."""
        return self.words.language

    @property
    def author(self) -> str:
        """How the books call whoever this is."""
        return self.who.signed(FROM_PAGE)

    @property
    def role(self) -> str:
        """Staff, manager, owner, or "" of a stranger."""
        return self.who.role

    @property
    def owner(self) -> bool:
        """Whether it is an owner."""
        return self.role == "owner"

    @property
    def manager(self) -> bool:
        """Whether it is somebody who may do what a manager may."""
        return self.who.may("manager")

    def call(self, role: str, name: str) -> str:
        """What the page calls somebody: by name, or by what they are."""
        return name or self.words(f"role.{role}")

    @property
    def number(self) -> str:
        """The number of the session."""
        return access.number_of(self.request)

    @property
    def address(self) -> str:
        """Where the request came from; "" where a proxy told no address."""
        try:
            return str(ip_address(self.request.client.host))  # type: ignore[union-attr]
        except (AttributeError, ValueError):
            return ""

    @property
    def posted(self) -> bool:
        """Whether a form came; only then was its token looked at."""
        return self.request.method == "POST"

    @property
    def by_script(self) -> bool:
        """Whether a script of the page asks, and not the browser for all of a page."""
        return "hx-request" in self.request.headers

    @property
    def asks_part(self) -> bool:
        """Whether it asks for what stands in a part of a page, by itself."""
        return self.by_script and "hx-boosted" not in self.request.headers

    def money(self, amount: int, currency: str) -> str:
        """An amount as people write it."""
        return money(amount, currency, self.language)

    def say(self, told: Message, currency: str = "EUR") -> str:
        """A message in the reader's language."""
        return words(self.language).say(told, currency)

    def trouble(self, shown: Snapshot) -> str:
        """Why the cabinet is out of order; "" while it is not."""
        if shown.detail or not shown.reason:
            return self.say(shown.detail) if shown.detail else ""
        key = f"reason.{shown.reason}"
        known = words(self.language)
        return known(key if key in known else "reason.unknown")

    def mode_title(self, key: str) -> str:
        """What a mode of the books is sold as; its key if it is not on sale now."""
        shown = self.console.snapshot()
        for card in shown.offers if shown else ():
            if card.key == key:
                return card.title.get(self.words.language) or key
        return key

    async def account(self) -> AccountRows | None:
        """The books as they stand; None when there are none that can be read."""
        try:
            return await asyncio.to_thread(self.console.books.account)
        except BooksError:
            return None

    def page(self, template: str, status: int = 200, **values: object) -> Response:
        """A page, with the notice that waited for it."""
        return HTMLResponse(self.part(template, **values), status, HEADERS)

    def part(self, template: str, **values: object) -> str:
        """A page, or a part of one, as text."""
        notice = None
        if self.number and not self.asks_part:  # a part has no place for it
            notice = self.console.notices.pop(self.number, None)
        common = {
            "visit": self,
            "w": self.words,
            "path": self.request.scope["path"],
            "token": self.console.sessions.token(self.number),
            "notice": notice,
            "shown": self.console.snapshot(),
            "has_live": self.request.app.state.has_live,
        }
        return self.console.render(template, **(common | values))

    def back(self, path: str, notice: Notice | None = None) -> Response:
        """To another page, after something was done."""
        if notice is not None:
            notices = self.console.notices
            notices[self.number] = notice
            # Of whoever logged out before reading it.
            while len(notices) > access.MOST_SESSIONS:
                del notices[next(iter(notices))]
        return RedirectResponse(path, 303, HEADERS)

    async def book(
        self, path: str, request: ToBook, done: str, **values: object
    ) -> Response:
        """Have the counter do something, and say on a page that it did or why not."""
        try:
            await self.console.counter.book(request)
        except RefusedError as wrong:
            return self.back(path, self.why_not(wrong))
        return self.back(path, Notice(self.words(done, **values)))

    async def change(self, path: str, request: Change) -> Response:
        """Have the operator's file changed, and say on a page what became of it."""
        try:
            adopted, menu = await self.console.counter.change(request)
        except RefusedError as wrong:
            return self.back(path, self.why_not(wrong))
        self.console.keep_menu(menu)
        return self.back(path, self.became(adopted, menu))

    def became(self, adopted: Adopted, menu: Menu) -> Notice:
        """What became of a change, in a sentence, and each change in a line.

        The lines are those of the history, whose newest revision it is.
        """
        key = "kept.waits" if adopted.waits else "kept.now"
        if restart := bool(adopted.restart):
            key = "kept.restart"
        if not adopted.changes:
            return Notice(self.words(key), restart=restart)
        newest = revisions(self.console.place.state, menu, self.words)[:1]
        lines = (change.line for revision in newest for change in revision.changes)
        return Notice(self.words(key), restart=restart, lines=tuple(lines))

    def not_kept(self, wrong: RefusedError, menu: Menu) -> Notice:
        """Why a setting was not kept, by the titles of the form."""
        lines = explained(wrong.problems, menu, self.language)
        return Notice(self.words("kept.refused"), good=False, lines=lines)

    def why_not(self, wrong: RefusedError) -> Notice:
        """Why the counter did not do it."""
        why = self.explain(*wrong.problems)
        return Notice(self.words("refused.counter", why=why), good=False)

    def explain(self, *problems: Problem) -> str:
        """What is wrong, where no form is at hand to name the settings by."""
        return " ".join(explained(problems, None, self.language))

    def refuse(self, status: int, key: str, **values: object) -> Response:
        """A page that says why not."""
        return self.refused(status, self.words(key, **values))

    def refused(self, status: int, why: str) -> Response:
        """The same in a sentence that is at hand."""
        template = "why.html" if self.asks_part else "refused.html"
        return self.page(template, status, why=why)
