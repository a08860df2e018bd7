"""Everything the office serves: console, phones, a simulated cabinet's panel."""

from starlette.applications import Starlette
from starlette.middleware import Middleware

from cabinet.hallway_cards import Snapshot
from cabinet.office.access import Sessions
from cabinet.office.console import Console
from cabinet.office.console_routes import console_routes
from cabinet.office.front_desk import FrontDesk
from cabinet.office.front_pages import front_routes
from cabinet.office.guard import not_a_page
from cabinet.office.live import LiveDesk
from cabinet.office.metrics import Measured, metrics_routes
from cabinet.office.phone_desk import PhoneDesk
from cabinet.office.phone_gate import PhoneGate
from cabinet.office.phone_pages import phone_routes


class Desk:
    """What the office knows: the last snapshot, or None while nobody answers.

    `live` is what its screen shows; `front` is the panel of a simulated cabinet,
    where browsers may touch it; `console` is the operator's; `measured`
    is what Prometheus reads.
    """

    def __init__(
        self, live: LiveDesk | None = None, front: FrontDesk | None = None
    ) -> None:
        self.snapshot: Snapshot | None = None
        self.phones = PhoneDesk()
        self.live = live
        self.front = front
        self.console: Console | None = None
        self.measured: Measured | None = None

    def shown(self) -> Snapshot | None:
        """The last snapshot."""
        return self.snapshot


def site(desk: Desk, language: str) -> Starlette:
    """The pages over one desk."""
    made = Starlette(
        routes=[
            *(console_routes(desk.console, desk.live) if desk.console else ()),
            *phone_routes(desk.phones, language),
            *(metrics_routes(desk.measured, desk.shown) if desk.measured else ()),
            *(front_routes(desk.front, language) if desk.front else ()),
        ],
        exception_handlers=(
            {status: not_a_page(desk.console) for status in (404, 405)}
            if desk.console
            else None
        ),
        middleware=[Middleware(PhoneGate, desk=desk.phones)],
    )
    made.state.has_live = desk.live is not None
    made.state.sessions = desk.console.sessions if desk.console else Sessions()
    return made
