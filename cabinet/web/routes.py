"""Everything the web program serves: console, phones, a simulated cabinet's panel."""

from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute

from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.access import Sessions, allowed, number_of
from cabinet.web.console.book_pages import book_routes
from cabinet.web.console.console import HEADERS, Console
from cabinet.web.console.login_pages import login_routes
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


def site(parts: Parts, language: str) -> Starlette:
    """The pages over these parts."""
    made = Starlette(
        routes=[
            *(console_routes(parts.console, parts.live) if parts.console else ()),
            *phone_routes(parts.phones, language),
            *(metrics_routes(parts.measured, parts.shown) if parts.measured else ()),
            *(front_routes(parts.front, language) if parts.front else ()),
        ],
        exception_handlers=(
            {status: not_a_page(parts.console) for status in (404, 405)}
            if parts.console
            else None
        ),
        middleware=[Middleware(PhoneGate, phones=parts.phones)],
    )
    made.state.has_live = parts.live is not None
    made.state.sessions = parts.console.sessions if parts.console else Sessions()
    return made


def console_routes(console: Console, live: LiveStreams | None) -> list[BaseRoute]:
    """The routes of the console; the live view where there is a screen to watch."""
    return [
        *login_routes(console),
        *book_routes(console),
        *setting_routes(console),
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
