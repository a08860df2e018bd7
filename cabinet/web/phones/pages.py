"""The pages of a phone: its hand, the way to play, and nothing without a token."""

import json
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from cabinet.games.space_aztecs.view.portraits import for_phones
from cabinet.i18n import words
from cabinet.i18n.message import Message, message, verbatim
from cabinet.protocol.fields import can_be_written
from cabinet.tabletop.personas import FIGURES
from cabinet.web.limits import RateLimit
from cabinet.web.phones.relay import NO_ANSWER, PhonePages

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
LONGEST_BODY: Final = 1_000
WORDS: Final = Path(__file__).with_name("words")
NO_SEAT: Final = message("phone.no_seat")
NOT_YET: Final = message("phone.starting")
# What the page has words for; whatever else is refused is against the rules.
RULES: Final = "rules"
PAGE_CODES: Final = {
    "phone.no_seat": "seat",
    "phone.too_much": "hurry",
    "phone.no_answer": "away",
    "phone.starting": "away",
    "phone.no_match": "over",
    "phone.cabinet_asks": "asked",
    "phone.other_match": "late",
    "phone.played": "late",
    "phone.cards_turning": "look",
    "phone.not_your_turn": "turn",
}
_FIELDS: Final[dict[str, dict[str, type]]] = {
    "action": {"match": int, "turn": int, "action": str},
    "button": {"button": str, "down": bool},
    "here": {},
    "me": {"name": str, "figure": str},
}
# What a player writes; everything else is a word of ours.
_FREE: Final = ("name",)


class PhoneMessageError(ValueError):
    """What a phone sent is no message."""


def phone_routes(phones: PhonePages, language: str) -> list[Route]:
    """Everything under /p/, and the two files of the page."""
    says: dict[str, Callable[..., Awaitable[Message | None]]] = {
        "action": phones.play,
        "button": phones.press,
        "here": phones.stay,
        "me": phones.introduce,
    }

    def page(request: Request) -> Response:
        token = request.path_params["token"]
        known = "/" not in token and (phones.knows(token) or phones.waits)
        spoken = _language(request, language)
        html = PAGE.replace("LANGUAGE", spoken).replace("WORDS", _words(spoken))
        html = html.replace("KNOWN", "yes" if known else "no")
        html = html.replace("PICTURES", _pictures())
        html = html.replace("FIGURES", json.dumps(FIGURES))
        return HTMLResponse(html, 200 if known else 404, headers=HEADERS)

    def events(request: Request) -> Response:
        token = request.path_params["token"]
        if not phones.knows(token):
            return _stranger(phones)
        stream = phones.look(token, _language(request, language))
        return StreamingResponse(
            stream, headers=HEADERS, media_type="text/event-stream"
        )

    async def say(request: Request) -> Response:
        token = request.path_params["token"]
        kind = request.url.path.rpartition("/")[2]
        if not phones.plays(token):
            return _stranger(phones)
        try:
            said = await _body(request, _FIELDS[kind])
        except PhoneMessageError as wrong:
            return _refuse(400, verbatim(str(wrong)))
        why = await says[kind](token, **said)
        if why is None:
            return JSONResponse({"ok": True}, headers=HEADERS)
        return _refuse(503 if why == NO_ANSWER else 409, why)

    return [
        Route("/p/{token}", page),
        Route("/p/{token}/events", events),
        *(Route(f"/p/{{token}}/{kind}", say, methods=["POST"]) for kind in _FIELDS),
        Route("/phone.js", lambda _: Response(SCRIPT, 200, HEADERS, "text/javascript")),
        Route("/phone.css", lambda _: Response(STYLE, 200, HEADERS, "text/css")),
        # Whoever typed half an address is told what to do, too.
        Route("/p", lambda _: RedirectResponse("/p/", 307, HEADERS)),
        Route("/p/{token:path}", page),
    ]


def _read(name: str) -> str:
    return files("cabinet.web.phones").joinpath(name).read_text(encoding="utf-8")


PAGE: Final = _read("phone.html")
SCRIPT: Final = _read("phone.js")
STYLE: Final = _read("phone.css")


@cache
def _words(language: str) -> str:
    """What the page says, as JSON that stands in HTML."""
    said = words(language, WORDS).entries
    return json.dumps(said, ensure_ascii=False).replace("<", r"\u003c")


@cache
def _pictures() -> str:
    """The faces of the cards, as JSON: the only game with secrets has them."""
    return json.dumps(for_phones())


def _language(request: Request, language: str) -> str:
    """What was asked for, or what the phone speaks, or what the cabinet does."""
    wanted = request.query_params.get("lang", "")
    if wanted in ("fr", "en"):
        return wanted
    spoken = request.headers.get("accept-language", "")[:2].lower()
    return spoken if spoken in ("fr", "en") else language


def _refuse(status: int, why: Message) -> Response:
    again = {"Retry-After": "1"} if status == 503 else {}
    return JSONResponse(_told(why), status, headers=HEADERS | again)


def _told(why: Message) -> dict[str, str]:
    """A code for the page to put into words, and a sentence for other programs."""
    return {"error": str(why), "code": PAGE_CODES.get(why.code, RULES)}


def _stranger(phones: PhonePages) -> Response:
    """A code of no seat; or one that may be, when the counter has been heard."""
    return _refuse(503, NOT_YET) if phones.waits else _refuse(404, NO_SEAT)


async def _body(request: Request, fields: dict[str, type]) -> dict[str, Any]:
    """The JSON object that was sent; `PhoneMessageError` says what it should be."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise PhoneMessageError(f"a message has {LONGEST_BODY} bytes at most")
        said = json.loads(body)
    except (ValueError, RecursionError, ClientDisconnect) as wrong:
        if isinstance(wrong, PhoneMessageError):
            raise
        raise PhoneMessageError("a message is a JSON object") from None
    wanted = ", ".join(f"{name} ({kind.__name__})" for name, kind in fields.items())
    if not isinstance(said, dict) or set(said) != set(fields):
        raise PhoneMessageError(f"a message has exactly these fields: {wanted}")
    for name, kind in fields.items():
        value = said[name]
        odd = isinstance(value, str) and not (value.isascii() or name in _FREE)
        if type(value) is not kind or odd or not can_be_written(value):
            raise PhoneMessageError(f"{name} is of another kind: {wanted}")
    return said


# In front of the phones' pages: who asks too much is told so before anything is done.
#
# A seat's phone has a rate limit of its own, which nobody else can use up; whoever has
# no seat shares one with their address. A bar's network may show all its phones with
# one address, so a stranger in it must not cost a player theirs.


# What a phone may say; as a stick it says twice what is tapped.
SAID: Final = (20, 20)
# How often it may load its page or begin to listen.
LOOKED: Final = (60, 20)
# What an address may ask for without a seat, the two files of the page among it.
ASKED: Final = (40, 20)
_TOO_MUCH: Final = Response(
    json.dumps(_told(message("phone.too_much"))),
    429,
    {"Retry-After": "1", "Cache-Control": "no-store"},
    "application/json",
)


class PhoneGate:
    """Everything at the phones' door, what is not there too."""

    def __init__(self, app: ASGIApp, phones: PhonePages) -> None:
        self._app = app
        self._phones = phones
        self._said = RateLimit(*SAID)
        self._looked = RateLimit(*LOOKED)
        self._asked = RateLimit(*ASKED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "http" and not self._admits(scope, monotonic()):
            await _TOO_MUCH(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _admits(self, scope: Scope, now: float) -> bool:
        path: str = scope["path"]
        token = path[3:].partition("/")[0]
        if path.startswith("/p/") and self._phones.knows(token):
            posts = scope["method"] == "POST"
            return (self._said if posts else self._looked).grant(token, now)
        client = scope.get("client")
        return self._asked.grant(client[0] if client else "", now)
