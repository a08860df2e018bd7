"""Everything the web program serves: console, phones, a simulated cabinet's panel."""

from starlette.applications import Starlette
from starlette.middleware import Middleware

from cabinet.protocol.snapshot import Snapshot
from cabinet.web.console.access import Sessions
from cabinet.web.console.console import Console
from cabinet.web.console.requests import not_a_page
from cabinet.web.console.routes import console_routes
from cabinet.web.live.front_panel import FrontPanel
from cabinet.web.live.pages import front_routes
from cabinet.web.live.stream import LiveStreams
from cabinet.web.metrics import Measured, metrics_routes
from cabinet.web.phones.pages import PhoneGate, phone_routes
from cabinet.web.phones.relay import PhonePages


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
        self.measured: Measured | None = None

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
