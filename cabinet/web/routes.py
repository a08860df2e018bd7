"""Everything the web program serves, door by door: no door knows another's routes."""

from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.access import (
    Sessions,
    allowed,
    host_is_ours,
    host_of,
    number_of,
)
from cabinet.web.console.alert_pages import alert_routes
from cabinet.web.console.backup_pages import backup_routes
from cabinet.web.console.book_pages import book_routes
from cabinet.web.console.console import HEADERS, Console
from cabinet.web.console.login_pages import login_routes
from cabinet.web.console.machine_pages import machine_routes
from cabinet.web.console.people_pages import people_routes
from cabinet.web.console.requests import not_a_page
from cabinet.web.console.setting_pages import setting_routes
from cabinet.web.console.static_files import static_routes
from cabinet.web.console.test_pages import test_routes
from cabinet.web.live.front_panel import FrontPanel
from cabinet.web.live.pages import front_routes
from cabinet.web.live.stream import Guard, LiveStreams, live_routes
from cabinet.web.metrics import MetricsSource, metrics_routes
from cabinet.web.phones.pages import PhoneGate, phone_routes
from cabinet.web.phones.relay import PhonePages

HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
PICTURES: Final = "/live/pictures"


class Parts:
    """What the web program knows: the last snapshot, or None while nobody answers.

    `live` is what its screen shows; `front` is the panel of a simulated cabinet,
    where browsers may touch it; `console` is the operator's; `measured`
    is what Prometheus reads.
    """

    def __init__(
        self, live: LiveStreams | None = None, front: FrontPanel | None = None
    ) -> None:
        self.snapshot: Snapshot | None = None
        self.phones = PhonePages()
        self.live = live
        self.front = front
        self.console: Console | None = None
        self.measured: MetricsSource | None = None

    def shown(self) -> Snapshot | None:
        """The last snapshot."""
        return self.snapshot


def console_site(parts: Parts, language: str) -> Starlette:
    """What the operator's door serves: the console, metrics, a simulated panel."""
    made = Starlette(
        routes=[
            *(console_routes(parts.console, parts.live) if parts.console else ()),
            *(metrics_routes(parts.measured, parts.shown) if parts.measured else ()),
            *(front_routes(parts.front, language) if parts.front else ()),
        ],
        exception_handlers=(
            {status: not_a_page(parts.console) for status in (404, 405)}
            if parts.console
            else None
        ),
    )
    made.state.has_live = parts.live is not None
    made.state.sessions = parts.console.sessions if parts.console else Sessions()
    return made


def phone_site(parts: Parts, language: str) -> Starlette:
    """What the phones' door serves: seats, and nothing that is the operator's."""
    return Starlette(
        routes=phone_routes(parts.phones, language),
        middleware=[Middleware(PhoneGate, phones=parts.phones)],
    )


def plain_site(parts: Parts, language: str) -> Starlette:
    """What an operator's door with TLS says to who speaks plain HTTP.

    Where to find it, and nothing else: no name, no page, nothing of what was asked. A
    simulated cabinet has nothing to hide, and may be played without TLS.
    """
    ways = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    return Starlette(
        routes=[
            *(front_routes(parts.front, language) if parts.front else ()),
            Route("/{anything:path}", _to_tls, methods=ways),
        ],
    )


def _to_tls(request: Request) -> Response:
    host = host_of(request)
    if not host_is_ours(host):
        at, port = request.scope["server"]
        host = f"[{at}]:{port}" if ":" in at else f"{at}:{port}"
    # 303: a form that came in clear is not sent a second time.
    headers = {"Location": f"https://{host}/", "Cache-Control": "no-store"}
    return Response(status_code=303, headers=headers | {"Connection": "close"})


class StrictTransport:
    """Tells browsers to come back with TLS only (RFC 6797).

    Said only with the operator's own certificate: of one that a browser was talked into
    it takes no such advice, nor of a number, which is how phones find their pages.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], HSTS]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, say)


def console_routes(console: Console, live: LiveStreams | None) -> list[BaseRoute]:
    """The routes of the console; the live view where there is a screen to watch."""
    return [
        *login_routes(console),
        *people_routes(console),
        *book_routes(console),
        *setting_routes(console),
        *alert_routes(console),
        *backup_routes(console),
        *machine_routes(console),
        *test_routes(console),
        *static_routes(HEADERS),
        *(live_routes(live, allowed, PICTURES, _hidden(console)) if live else ()),
    ]


def _hidden(console: Console) -> Guard:
    """A picture with the pairing code on it would make an owner of staff."""

    def hidden(connection: HTTPConnection) -> bool:
        shown = console.snapshot()
        has_code = shown is None or bool(shown.pairing)
        role = console.sessions.role(number_of(connection), console.clock())
        return has_code and role != "owner"

    return hidden
