"""Each page's guard: who asks is looked at first, then what they sent is checked.

What goes wrong after that is said on a page too, or in the part of one that was asked
for.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from hmac import compare_digest
from typing import Final, TypeAlias
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cabinet.core.errors import CabinetError
from cabinet.i18n import LANGUAGES, words
from cabinet.protocol.refusals import RefusedError
from cabinet.web.console import access
from cabinet.web.console.console import HEADERS, LANGUAGE, WORDS, Console, Visit
from cabinet.web.console.counter_client import TICKET, CounterAwayError

# What a browser sent with a form: all of it checked before any of it is used.


LONGEST: Final = 64_000
LONGEST_FILE: Final = 400_000
# A backup without its books: its settings, and a picture.
LONGEST_BACKUP: Final = 1_500_000
MOST_FIELDS: Final = 600
GET: Final = ("GET",)
POST: Final = ("POST",)
BOTH: Final = ("GET", "POST")
# A piece of a file that is too large for a form, and its kind.
LONGEST_PIECE: Final = 1 << 20
_KIND: Final = "application/x-www-form-urlencoded"
_PIECE: Final = "application/octet-stream"
TOKEN: Final = "x-token"


class FormError(ValueError):
    """A body that is none of our forms; `status` is how HTTP calls that."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key


async def _body(request: Request, wanted: str, longest: int) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != wanted:
        raise FormError(415, "refused.kind")
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > longest:
                raise FormError(413, "refused.long")
    except ClientDisconnect:
        raise FormError(400, "refused.malformed") from None
    return bytes(body)


async def form(request: Request, longest: int = LONGEST) -> dict[str, str]:
    """The fields of a form; of two with one name the last."""
    body = await _body(request, _KIND, longest)
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            max_num_fields=MOST_FIELDS,
            errors="strict",
        )
    except ValueError:
        raise FormError(400, "refused.malformed") from None
    if any("\0" in text for pair in pairs for text in pair):
        raise FormError(400, "refused.malformed")
    return dict(pairs)


Answer: TypeAlias = Callable[[Visit], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def page(
    console: Console,
    path: str,
    answer: Answer,
    role: str = "staff",
    *,
    methods: Sequence[str] = GET,
    longest: int = LONGEST,
) -> Route:
    """The page at that path, for this role; `longest` is that of a form it takes."""
    return Route(path, guarded(console, answer, role, longest), methods=methods)


def piece(console: Console, path: str, answer: Answer, role: str = "owner") -> Route:
    """Takes a piece of a file, which only a script of the page sends."""
    endpoint = guarded(console, answer, role, LONGEST_PIECE, in_pieces=True)
    return Route(path, endpoint, methods=POST)


def shows(template: str) -> Answer:
    """A page that is its template and no more."""

    async def answer(visit: Visit) -> Response:
        return visit.page(template)

    return answer


def guarded(
    console: Console,
    answer: Answer,
    role: str,
    longest: int,
    *,
    in_pieces: bool = False,
) -> Endpoint:
    """Answers whoever has this role, and checks the form or piece that is sent."""

    async def endpoint(request: Request) -> Response:
        visit = _visit(console, request)
        TICKET.set(console.sessions.ticket(visit.number))
        if not access.host_is_ours(access.host_of(request)):
            return visit.refuse(421, "refused.host")
        if not access.origin_is_ours(request):
            return visit.refuse(403, "refused.origin")
        if not access.enough(visit.role, role):
            return _to_login(visit)
        if request.method == "POST":
            try:
                visit = await (_piece_of if in_pieces else _form_of)(visit, longest)
            except FormError as wrong:
                return visit.refuse(wrong.status, wrong.key)
        return await _answered(visit, answer)

    return endpoint


async def _form_of(visit: Visit, longest: int) -> Visit:
    sent = await form(visit.request, longest)
    _check_token(visit, sent.get("token", ""))
    return replace(visit, form=sent)


async def _piece_of(visit: Visit, longest: int) -> Visit:
    """The token is looked at before anything is read."""
    _check_token(visit, visit.request.headers.get(TOKEN, ""))
    return replace(visit, piece=await _body(visit.request, _PIECE, longest))


def _check_token(visit: Visit, said: str) -> None:
    token = visit.console.sessions.token(visit.number)
    if not visit.number or not compare_digest(said.encode(), token.encode()):
        raise FormError(403, "refused.token")


def _visit(console: Console, request: Request) -> Visit:
    who = console.sessions.who(access.number_of(request), console.clock())
    language = chosen_language(request, console.language)
    return Visit(request, console, who, words(language, WORDS))


def not_a_page(console: Console) -> Callable[[Request, Exception], Response]:
    """Whatever is asked for and is not there is refused on a page like every other."""

    def refuse(request: Request, wrong: Exception) -> Response:
        status = getattr(wrong, "status_code", 404)
        visit = _visit(console, request)
        if not access.host_is_ours(access.host_of(request)):
            return visit.refuse(421, "refused.host")
        return visit.refuse(status, "refused.missing")

    return refuse


async def _answered(visit: Visit, answer: Answer) -> Response:
    """What the page answers; what went wrong is said on a page too."""
    try:
        response = await answer(visit)
    except CounterAwayError:
        return visit.refuse(503, "refused.away")
    except RefusedError as wrong:
        why = visit.explain(*wrong.problems)
        return visit.refuse(409, "refused.counter", why=why)
    except CabinetError as wrong:
        return visit.refused(500, visit.say(wrong.told))
    wanted = visit.request.query_params.get(LANGUAGE)
    if wanted in LANGUAGES:
        response.set_cookie(LANGUAGE, wanted, 31_536_000, samesite="strict")
    return response


def _to_login(visit: Visit) -> Response:
    """A stranger logs in first; somebody known is told that this is the owner's."""
    if visit.role:
        return visit.refuse(403, "refused.role")
    door = "/login" if visit.console.people.paired() else "/pair"
    if visit.by_script:  # or the form to log in would stand inside a page
        return Response(status_code=401, headers=HEADERS | {"HX-Redirect": door})
    if visit.request.method != "GET":
        return visit.refuse(401, "refused.stranger")
    wanted = visit.request.query_params.get(LANGUAGE)
    asked = f"?{LANGUAGE}={wanted}" if wanted in LANGUAGES else ""
    return RedirectResponse(door + asked, 303, HEADERS)


def chosen_language(request: Request, otherwise: str) -> str:
    """What was asked for now or earlier, what the browser speaks, or the cabinet."""
    spoken = request.headers.get("accept-language", "")[:2].lower()
    asked = request.query_params.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")
    wanted = (*asked, spoken, otherwise)
    return next((each for each in wanted if each in LANGUAGES), "en")
